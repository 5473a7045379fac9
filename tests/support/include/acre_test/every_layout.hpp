#pragma once

#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

/// Operations whose operands lie in memory in every way that an array's strides can say, one
/// operand after the other: the results are those of contiguous operands of the same values on the
/// first space of the build, to the bit. What lies between and around the elements is NaN (of
/// integers what is no index or key), so that reading beside an array shows in the result.
///
/// ```cpp
/// template <class Space>
/// std::vector<acre_test::operation<Space>> sums()
/// {
///   using in_t = acre_test::operands<Space>;
///   return {{"sum", 1, [](in_t& in) { in << sum(noise<float>(in, "x")); }}};
/// }
/// using namespace acre_test;  // every_layout, on all spaces
/// TYPED_TEST(every_layout, of_sums) { check_every_layout(sums<TypeParam>(), sums<first_space>());
/// }
/// ```
///
/// ACRE_TEST_LARGEST=N leaves out what has more elements; N is 1100 with ACRE_SANITIZER (gpu.sh).
namespace acre_test {

template <class List>
struct first_of;
template <class First, class... Rest>
struct first_of<acre::detail::type_list<First, Rest...>> {
  using type = First;
};
/// The type of the reference's space: the host.
using first_space = first_of<tested_spaces>::type;
/// The reference's space: serial(), where the host is compiled.
inline first_space reference_space()
{
  if constexpr (std::is_same_v<first_space, acre::host>)
    return acre::serial();
  else
    return {};
}

/// A way to lie in memory, axes counted from the last: how many elements each of memory's axes, its
/// innermost first, is apart (0: one element again and again), which axes those are, and what is
/// left free behind each.
struct layout {
  char const* name;
  int least_rank = 1;
  std::array<int, 3> step{1, 1, 1};
  std::array<int, 3> order{0, 1, 2};
  std::array<int, 3> free{0, 0, 0};
  int base = 0;          // elements in front of the first
  int grain = 1;         // > 1: one element of that many
  bool windows = false;  // each row begins one element behind the row in front of it

  /// Elements are at several places of the array: it isn't written, and has not any values.
  bool repeats() const { return windows || step[0] == 0 || step[1] == 0 || step[2] == 0; }
};
std::span<layout const> all_layouts();

/// Where the elements of an array are in memory that is some elements long.
struct placement {
  std::int64_t length = 0, first = 0;
  std::vector<std::int64_t> extent, stride;

  std::int64_t count() const;
  /// Of all elements in C order.
  std::vector<std::size_t> places() const;
};
placement placed(layout const& how, std::span<std::int64_t const> extent);

/// Extents of a rank, those that the environment allows.
std::vector<std::vector<std::int64_t>> extents_of(int rank);

/// An array that an operation gave.
struct result {
  std::string name, shape;
  std::size_t item;
  std::vector<std::byte> bytes;
  std::string (*text)(std::byte const*);
};
/// Empty where they are the same.
std::string difference(std::vector<result> const& got, std::vector<result> const& wanted);

/// What an operation takes its operands from and gives its results to.
template <class Space>
class operands {
 public:
  operands(Space const& on, std::vector<std::int64_t> const& shape) : space(on), extent_(shape) {}
  /// Operand number `which` lies so. With `values_alone` it has the values that it would have, and
  /// is contiguous.
  void lay(int which, layout const& how, bool values_alone)
  {
    laid_ = which;
    how_ = &how;
    values_alone_ = values_alone;
  }

  Space space;

  /// Extents that the operation is tried with.
  template <int Rank = 1>
  acre::shape_t<Rank> shape() const
  {
    acre::shape_t<Rank> s{};
    for (int axis = 0; axis < Rank; ++axis)
      s[static_cast<std::size_t>(axis)] = extent_[static_cast<std::size_t>(axis)];
    return s;
  }
  std::int64_t size() const { return extent_[0]; }

  /// An operand with value(k) for element k.
  template <class T, std::size_t Rank, class F>
  acre::array<T, static_cast<int>(Rank), Space> make(char const* name,
                                                     std::array<std::int64_t, Rank> const& shape,
                                                     F const& value)
  {
    placement const p = next(name, shape, false);
    std::vector<stored<T>> values(static_cast<std::size_t>(acre::size_of(shape)));
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = static_cast<T>(value(static_cast<std::int64_t>(k)));
    return view<T>(shape, p, on_device<T>(p, values, p.length > 0 && values_alone_ && is_laid()));
  }
  /// Numbers of both signs, integers of any value.
  template <class T, std::size_t Rank>
  auto noise(char const* name, std::array<std::int64_t, Rank> const& shape)
  {
    static std::map<int, std::vector<stored<T>>> made;  // of each operand's number
    auto& values = made[count];
    auto const seed = static_cast<std::uint64_t>(count) * 1000003;
    while (values.size() < static_cast<std::size_t>(acre::size_of(shape)))
      values.push_back(noise_at<T>(seed + values.size()));
    return make<T>(name, shape,
                   [&](std::int64_t k) { return values[static_cast<std::size_t>(k)]; });
  }
  /// Numbers 0, 1, ... below a limit, in no order.
  template <class T, std::size_t Rank>
  auto below(std::int64_t limit, char const* name, std::array<std::int64_t, Rank> const& shape)
  {
    auto const seed = static_cast<std::uint64_t>(count) * 1000003;
    return make<T>(name, shape, [=](std::int64_t k) {
      return static_cast<T>(mix(seed + static_cast<std::uint64_t>(k)) %
                            static_cast<std::uint64_t>(limit));
    });
  }
  /// 0, 0, 3, 3, 6, 6, ...
  template <class T>
  auto ascending(char const* name, std::int64_t size)
  {
    return make<T>(name, acre::shape(size), [](std::int64_t k) { return k / 2 * 3; });
  }

  /// An array that the operation writes: a result, with whether anything beside it was written.
  template <class T, std::size_t Rank>
  acre::array<T, static_cast<int>(Rank), Space> target(char const* name,
                                                       std::array<std::int64_t, Rank> const& shape)
  {
    placement const p = next(name, shape, true);
    std::vector<stored<T>> values(static_cast<std::size_t>(acre::size_of(shape)));
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = noise_at<T>(77 + k);
    auto const whole = on_device<T>(p, values, false);
    std::string const text = acre::to_string(shape);
    written_.push_back([this, p, whole, text] {
      auto const memory = acre::to_vector(whole);
      std::vector<unsigned char> own(memory.size());
      std::vector<stored<T>> now;
      for (std::size_t const place : p.places()) {
        own[place] = 1;
        now.push_back(memory[place]);
      }
      keep<T>("target", text, now);
      for (std::size_t i = 0; i < memory.size(); ++i)
        if (own[i] == 0 && !same_bits<T>(memory[i], poison<T>(i))) {
          results.push_back(
              {"memory beside the target", "written at " + std::to_string(i), 0, {}, nullptr});
          return;
        }
    });
    return view<T>(shape, p, whole);
  }

  /// Takes a result: an array or expression, or what an operation throws.
  template <acre::expression E>
  operands& operator<<(E const& e)
  {
    using T = typename E::value_type;
    std::string const shape = acre::to_string(e.shape());
    if constexpr (std::is_same_v<T, bool>) {
      auto const values = acre::to_vector(e);
      keep<T>("result", shape, std::vector<stored<T>>(values.begin(), values.end()));
    } else {
      keep<T>("result", shape, acre::to_vector(e));
    }
    return *this;
  }
  operands& operator<<(std::string const& text)
  {
    results.push_back({"text", text, 0, {}, nullptr});
    return *this;
  }

  void run(void (*operation)(operands&))
  {
    try {
      operation(*this);
      space.fence();
      for (auto const& each : written_) each();
    } catch (std::exception const& e) {
      *this << std::string(e.what());
    }
    written_.clear();
  }

  int count = 0;          // of operands
  std::string laid;       // the name of the one that lies in another way
  bool repeated = false;  // its values are others, as it repeats elements
  std::vector<result> results;

 private:
  template <class T>
  using stored = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;

  template <class T>
  static T poison(std::size_t place)
  {
    if constexpr (std::is_same_v<T, bool>)
      return mix(place) % 2 != 0;
    else if constexpr (std::is_integral_v<T>)
      return static_cast<T>(0x5a5a5a5a5a5a5a5a);
    else if constexpr (std::is_floating_point_v<T>)
      return std::numeric_limits<T>::quiet_NaN();
    else
      return T(poison<typename T::value_type>(place), 77);
  }

  bool is_laid() const { return how_ && laid_ == count - 1; }

  template <std::size_t Rank>
  placement next(char const* name, std::array<std::int64_t, Rank> const& shape, bool target)
  {
    static constexpr layout contiguous{"contiguous"};
    ++count;
    if (!is_laid()) return placed(contiguous, shape);
    laid = name;
    bool const fits = static_cast<int>(Rank) >= how_->least_rank && !(target && how_->repeats());
    if (!fits) {
      applies = false;
      return placed(contiguous, shape);
    }
    repeated = how_->repeats();
    return placed(*how_, shape);
  }

  /// Memory with elements at their places. With `packed`, what an array there sees, one after
  /// another; `p` is where then.
  template <class T>
  acre::array<T, 1, Space> on_device(placement const& p, std::vector<stored<T>> const& values,
                                     bool packed)
  {
    std::vector<stored<T>> memory(static_cast<std::size_t>(p.length));
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = poison<T>(i);
    auto const places = p.places();
    for (std::size_t k = 0; k < values.size(); ++k) memory[places[k]] = values[k];
    if (packed) {
      std::vector<stored<T>> seen;
      for (std::size_t const place : places) seen.push_back(memory[place]);
      memory = seen;
    }
    return acre::from_host<T>(
        space, std::span<T const>(reinterpret_cast<T const*>(memory.data()), memory.size()),
        acre::shape(static_cast<std::int64_t>(memory.size())));
  }
  template <class T, std::size_t Rank>
  acre::array<T, static_cast<int>(Rank), Space> view(std::array<std::int64_t, Rank> const& shape,
                                                     placement const& p,
                                                     acre::array<T, 1, Space> const& whole) const
  {
    if (values_alone_ && is_laid()) return whole.reshape(shape);
    acre::shape_t<static_cast<int>(Rank)> stride{};
    for (std::size_t axis = 0; axis < Rank; ++axis) stride[axis] = p.stride[axis];
    return {space, whole.owner(), whole.data() + p.first, shape, stride};
  }

  template <class T>
  void keep(char const* name, std::string const& shape, std::vector<stored<T>> values)
  {
    if constexpr (std::is_floating_point_v<T>) {
      // which NaN an operation makes is the processor's affair
      for (T& x : values)
        if (std::isnan(x)) x = std::numeric_limits<T>::quiet_NaN();
    } else if constexpr (!std::is_integral_v<T>) {
      using real = typename T::value_type;
      auto const one = [](real x) {
        return std::isnan(x) ? std::numeric_limits<real>::quiet_NaN() : x;
      };
      for (T& x : values) x = T(one(x.real()), one(x.imag()));
    }
    auto const bytes = std::as_bytes(std::span(values));
    results.push_back(
        {name, shape, sizeof(T), {bytes.begin(), bytes.end()}, [](std::byte const* b) {
           T x;
           std::memcpy(&x, b, sizeof x);
           return text_of(x);
         }});
  }

  std::vector<std::int64_t> extent_;
  int laid_ = -1;
  layout const* how_ = nullptr;
  bool values_alone_ = false;
  std::vector<std::function<void()>> written_;

 public:
  bool applies = true;  // the layout is one for that operand
};

/// Operands in short.
template <class T, int Rank = 1, class Space>
auto noise(operands<Space>& in, char const* name)
{
  return in.template noise<T>(name, in.template shape<Rank>());
}
template <class T, int Rank = 1, class Space>
auto below(std::int64_t limit, operands<Space>& in, char const* name)
{
  return in.template below<T>(limit, name, in.template shape<Rank>());
}

template <class Space>
struct operation {
  char const* name;
  int rank;  // of the extents it is tried with
  void (*run)(operands<Space>&);
};

/// What a failure says of a case.
std::string case_text(char const* operation, std::string const& operand, layout const* how,
                      std::vector<std::int64_t> const& extent);

/// What is wrong, in words: of each operation the first few cases, and how many there are.
template <class Space>
std::vector<std::string> wrong_layouts(std::vector<operation<Space>> const& operations,
                                       std::vector<operation<first_space>> const& reference)
{
  constexpr int told = 4;
  auto const on = instances<Space>();
  std::size_t turn = 0;
  std::vector<std::string> wrong;
  for (std::size_t n = 0; n < operations.size(); ++n) {
    int failures = 0;
    for (auto const& extent : extents_of(operations[n].rank)) {
      auto const compare = [&](operands<Space> const& got, operands<first_space> const& wanted,
                               layout const* how) {
        auto const text = difference(got.results, wanted.results);
        if (text.empty() || ++failures > told) return;
        wrong.push_back(case_text(operations[n].name, got.laid, how, extent) + ": " + text);
      };
      operands<first_space> plain(reference_space(), extent);
      plain.run(reference[n].run);
      operands<Space> same({}, extent);
      same.run(operations[n].run);
      compare(same, plain, nullptr);
      for (int operand = 0; operand < plain.count; ++operand)
        for (layout const& how : all_layouts()) {
          operands<Space> got(on[turn++ % on.size()], extent);
          got.lay(operand, how, false);
          got.run(operations[n].run);
          if (!got.applies) continue;
          if (!got.repeated) {
            compare(got, plain, &how);
            continue;
          }
          operands<first_space> wanted(reference_space(), extent);
          wanted.lay(operand, how, true);
          wanted.run(reference[n].run);
          compare(got, wanted, &how);
        }
    }
    if (failures > told)
      wrong.push_back(std::string(operations[n].name) + ": " + std::to_string(failures) + " cases");
  }
  return wrong;
}

template <class Space>
void check_every_layout(std::vector<operation<Space>> const& operations,
                        std::vector<operation<first_space>> const& reference)
{
  for (auto const& text : wrong_layouts(operations, reference)) ADD_FAILURE() << text;
}

/// The test suite of such operations.
template <class Space>
class every_layout : public ::testing::Test {};
TYPED_TEST_SUITE(every_layout, spaces, space_names);

}  // namespace acre_test
