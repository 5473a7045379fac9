#pragma once

#include <acre/dynamic/array.hpp>
#include <acre_test/every_layout.hpp>

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Operations on operands in every layout (acre_test/every_layout.hpp) whose dtypes and ranks are
/// values: each is compiled once, and runs on all spaces.
///
/// ```cpp
/// std::vector<acre_test::dynamic_operation> const sums = {
///     {"sum", 1, [](acre_test::dynamic_operands& in) { in << reduce("sum", in.noise("x")); }}};
/// DYNAMIC_SWEEP(dynamic_every_layout, of_sums)
/// {
///   acre_test::check_every_layout(sums, instances());
/// }
/// ```
namespace acre_test {

/// The source of an operation's operands, to which it gives its results.
class dynamic_operands : public operands_state {
 public:
  using extents = std::vector<std::int64_t>;

  dynamic_operands(acre::dynamic_space on, extents const& shape, laying const& as)
      : operands_state(shape, as), space(std::move(on))
  {}

  acre::dynamic_space space;

  /// Extents that the operation is tried with.
  extents const& shape() const { return extent; }
  std::int64_t shape(std::size_t axis) const { return extent[axis]; }
  std::int64_t size() const { return extent[0]; }

  /// An operand with value(k) for element k.
  acre::dynamic_array make(char const* name, acre::dtype type, extents const& shape,
                           std::function<double(std::int64_t)> const& value)
  {
    std::vector<double> numbers(static_cast<std::size_t>(acre::size_of(shape)));
    for (std::size_t k = 0; k < numbers.size(); ++k)
      numbers[k] = value(static_cast<std::int64_t>(k));
    return operand(name, type, shape, elements_of(type, numbers));
  }
  /// Numbers of both signs, integers of any value.
  acre::dynamic_array noise(char const* name, acre::dtype type, extents const& shape)
  {
    return operand(name, type, shape, noise_of(type, acre::size_of(shape)));
  }
  acre::dynamic_array noise(char const* name, acre::dtype type = acre::dtype::float32)
  {
    return noise(name, type, extent);
  }
  /// Numbers 0, 1, ... below a limit, in no order.
  acre::dynamic_array below(std::int64_t limit, char const* name, acre::dtype type,
                            extents const& shape)
  {
    return operand(name, type, shape, below_of(type, limit, acre::size_of(shape)));
  }
  acre::dynamic_array below(std::int64_t limit, char const* name,
                            acre::dtype type = acre::dtype::float32)
  {
    return below(limit, name, type, extent);
  }
  /// 0, 0, 3, 3, 6, 6, ...
  acre::dynamic_array ascending(char const* name, acre::dtype type, std::int64_t size)
  {
    return make(name, type, {size}, [](std::int64_t k) { return static_cast<double>(k / 2 * 3); });
  }

  /// An array that the operation writes: a result, with whether anything beside it was written.
  acre::dynamic_array target(char const* name, acre::dtype type, extents const& shape)
  {
    placement const p = next(name, shape, true);
    elements const before = laid_out(type, p, noise_elements(type, acre::size_of(shape), 77));
    auto const whole = on_device(type, before);
    written_.push_back([this, p, type, shape, before, whole] {
      keep_written(type, p, acre::to_string(shape), before, acre::dynamic::to_host(whole));
    });
    return whole.view(p.first, shape, p.stride);
  }

  /// Takes a result: an array, or what an operation throws.
  dynamic_operands& operator<<(acre::dynamic_array const& a)
  {
    results.push_back(
        result_of("result", acre::to_string(a.shape()), a.dtype(), acre::dynamic::to_host(a)));
    return *this;
  }
  dynamic_operands& operator<<(std::string const& text)
  {
    results.push_back({"text", text, 0, {}, nullptr});
    return *this;
  }

  void run(void (*operation)(dynamic_operands&))
  {
    try {
      operation(*this);
      std::visit([](auto const& s) { s.fence(); }, space);
      for (auto const& each : written_) each();
    } catch (std::exception const& e) {
      *this << message_of(e);
    }
    written_.clear();
  }

 private:
  acre::dynamic_array operand(char const* name, acre::dtype type, extents const& shape,
                              elements const& of)
  {
    placement const p = next(name, shape, false);
    elements const memory = laid_out(type, p, of);
    if (is_packed()) return acre::dynamic::from_host(space, type, picked(type, p, memory), shape);
    return on_device(type, memory).view(p.first, shape, p.stride);
  }
  acre::dynamic_array on_device(acre::dtype type, elements const& memory) const
  {
    auto const length = static_cast<std::int64_t>(memory.size()) / acre::item_size(type);
    return acre::dynamic::from_host(space, type, memory, std::array{length});
  }

  std::vector<std::function<void()>> written_;
};

struct dynamic_operation {
  char const* name;
  int rank;  // of the extents it is tried with
  void (*run)(dynamic_operands&);
};

/// The differences on instances of a space, the last of them its default.
inline std::vector<std::string> wrong_layouts(std::vector<dynamic_operation> const& operations,
                                              std::vector<acre::dynamic_space> const& on)
{
  runs_of_operations runs{{}, {}, on.size(), {}, {}};
  for (auto const& each : operations) {
    runs.name.push_back(each.name);
    runs.rank.push_back(each.rank);
  }
  auto const run = [&](std::size_t n, acre::dynamic_space const& space,
                       dynamic_operands::extents const& extent, laying const& as) {
    dynamic_operands in(space, extent, as);
    in.run(operations[n].run);
    return operands_state(in);
  };
  runs.reference = [&](std::size_t n, dynamic_operands::extents const& extent, laying const& as) {
    return run(n, reference_space(), extent, as);
  };
  runs.run = [&](std::size_t n, dynamic_operands::extents const& extent, laying const& as,
                 std::size_t instance) { return run(n, on[instance], extent, as); };
  return wrong_layouts(runs);
}

inline void check_every_layout(std::vector<dynamic_operation> const& operations,
                               std::vector<acre::dynamic_space> const& on)
{
  for (auto const& text : wrong_layouts(operations, on)) ADD_FAILURE() << text;
}

}  // namespace acre_test
