#pragma once

#include <acre_test/compare.hpp>
#include <acre_test/error_of.hpp>
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
template <class Space = first_space>
Space reference_space()
{
  if constexpr (std::is_same_v<Space, acre::host>)
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

/// The places of an array's elements in memory that is some elements long.
struct placement {
  std::int64_t length = 0, first = 0;
  std::vector<std::int64_t> extent, stride;

  std::int64_t count() const;
  /// The places of all elements in C order.
  std::vector<std::size_t> places() const;
};
placement placed(layout const& how, std::span<std::int64_t const> extent);

/// Extents of a rank, those that the environment allows.
std::vector<std::vector<std::int64_t>> extents_of(int rank);

/// Elements of a dtype that is a value, one after another.
using elements = std::vector<std::byte>;
/// noise_at(first + k).
elements noise_elements(acre::dtype type, std::int64_t count, std::uint64_t first);
/// Numbers of the dtype.
elements elements_of(acre::dtype type, std::vector<double> const& numbers);
/// Memory with elements at their places, and between them what shows in every result.
elements laid_out(acre::dtype type, placement const& p, elements const& of);
/// The elements at the places.
elements picked(acre::dtype type, placement const& p, elements const& memory);
/// An array that an operation gave.
struct result {
  std::string name, shape;
  std::size_t item;
  std::vector<std::byte> bytes;
  std::string (*text)(std::byte const*);
};
/// Bits of a dtype that is a value; which NaN an operation makes is the processor's affair.
result result_of(char const* name, std::string const& shape, acre::dtype type, elements of);
/// Empty where they are the same.
std::string difference(std::vector<result> const& got, std::vector<result> const& wanted);

/// How operand number `operand` lies; with `values_alone` it has the values that it would have, and
/// is contiguous.
struct laying {
  int operand = -1;
  layout const* how = nullptr;
  bool values_alone = false;
};

/// The facts about an operation's operands, whatever their types are.
struct operands_state {
  explicit operands_state(std::vector<std::int64_t> const& shape, laying const& as)
      : extent(shape), lies(as)
  {}

  std::vector<std::int64_t> extent;
  laying lies;
  int count = 0;          // of operands
  std::string laid;       // the name of the one that lies in another way
  bool repeated = false;  // its values are others, as it repeats elements
  bool applies = true;    // the layout is one for that operand
  std::vector<result> results;

  bool is_laid() const { return lies.how && lies.operand == count - 1; }
  bool is_packed() const { return lies.values_alone && is_laid(); }
  /// The place of the next operand.
  placement next(char const* name, std::span<std::int64_t const> shape, bool target);
  /// The values of the next operand: of both signs, integers of any value; and 0, 1, ... below a
  /// limit, in no order.
  elements noise_of(acre::dtype type, std::int64_t size) const;
  elements below_of(acre::dtype type, std::int64_t limit, std::int64_t size) const;
  /// The elements written to a target, and whether anything beside it was.
  void keep_written(acre::dtype type, placement const& p, std::string const& shape,
                    elements const& before, elements const& memory);
};

/// The source of an operation's operands, to which it gives its results.
template <class Space>
class operands : public operands_state {
 public:
  operands(Space const& on, std::vector<std::int64_t> const& shape, laying const& as = {})
      : operands_state(shape, as), space(on)
  {}

  Space space;

  /// Extents that the operation is tried with.
  template <int Rank = 1>
  acre::shape_t<Rank> shape() const
  {
    acre::shape_t<Rank> s{};
    for (int axis = 0; axis < Rank; ++axis)
      s[static_cast<std::size_t>(axis)] = extent[static_cast<std::size_t>(axis)];
    return s;
  }
  std::int64_t size() const { return extent[0]; }

  /// An operand with value(k) for element k.
  template <class T, std::size_t Rank, class F>
  acre::array<T, static_cast<int>(Rank), Space> make(char const* name,
                                                     std::array<std::int64_t, Rank> const& shape,
                                                     F const& value)
  {
    elements of(static_cast<std::size_t>(acre::size_of(shape)) * sizeof(T));
    for (std::size_t k = 0; k * sizeof(T) < of.size(); ++k) {
      T const x = static_cast<T>(value(static_cast<std::int64_t>(k)));
      std::memcpy(&of[k * sizeof(T)], &x, sizeof x);
    }
    return operand<T>(name, shape, of);
  }
  /// Numbers of both signs, integers of any value.
  template <class T, std::size_t Rank>
  auto noise(char const* name, std::array<std::int64_t, Rank> const& shape)
  {
    return operand<T>(name, shape, noise_of(dtype_of<T>, acre::size_of(shape)));
  }
  /// Numbers 0, 1, ... below a limit, in no order.
  template <class T, std::size_t Rank>
  auto below(std::int64_t limit, char const* name, std::array<std::int64_t, Rank> const& shape)
  {
    return operand<T>(name, shape, below_of(dtype_of<T>, limit, acre::size_of(shape)));
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
    elements const before =
        laid_out(dtype_of<T>, p, noise_elements(dtype_of<T>, acre::size_of(shape), 77));
    auto const whole = on_device<T>(before);
    std::string const text = acre::to_string(shape);
    written_.push_back([this, p, whole, before, text] {
      keep_written(dtype_of<T>, p, text, before, bytes(whole));
    });
    return view<T>(shape, p, whole);
  }

  /// Takes a result: an array or expression, or what an operation throws.
  template <acre::expression E>
  operands& operator<<(E const& e)
  {
    using T = typename E::value_type;
    results.push_back(result_of("result", acre::to_string(e.shape()), dtype_of<T>, bytes(e)));
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
      *this << message_of(e);
    }
    written_.clear();
  }

 private:
  template <class T>
  static constexpr acre::dtype dtype_of = acre::dtype_traits<T>::code;

  template <class T, std::size_t Rank>
  acre::array<T, static_cast<int>(Rank), Space> operand(char const* name,
                                                        std::array<std::int64_t, Rank> const& shape,
                                                        elements const& of)
  {
    placement const p = next(name, shape, false);
    elements const memory = laid_out(dtype_of<T>, p, of);
    if (is_packed()) return on_device<T>(picked(dtype_of<T>, p, memory)).reshape(shape);
    return view<T>(shape, p, on_device<T>(memory));
  }
  template <class T>
  acre::array<T, 1, Space> on_device(elements const& memory) const
  {
    return acre::from_host<T>(
        space,
        std::span<T const>(reinterpret_cast<T const*>(memory.data()), memory.size() / sizeof(T)),
        acre::shape(static_cast<std::int64_t>(memory.size() / sizeof(T))));
  }
  template <class T, std::size_t Rank>
  acre::array<T, static_cast<int>(Rank), Space> view(std::array<std::int64_t, Rank> const& shape,
                                                     placement const& p,
                                                     acre::array<T, 1, Space> const& whole) const
  {
    acre::shape_t<static_cast<int>(Rank)> stride{};
    for (std::size_t axis = 0; axis < Rank; ++axis) stride[axis] = p.stride[axis];
    return {space, whole.owner(), whole.data() + p.first, shape, stride};
  }
  template <class E>
  static elements bytes(E const& e)
  {
    auto const values = acre::to_vector(e);
    auto const all = std::as_bytes(std::span(values));
    return {all.begin(), all.end()};
  }

  std::vector<std::function<void()>> written_;
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

/// Runs of operations by their number: on the first space of the build, and on instances of one.
struct runs_of_operations {
  std::vector<char const*> name;
  std::vector<int> rank;
  std::size_t instances;  // the last is the space's default
  std::function<operands_state(std::size_t operation, std::vector<std::int64_t> const& extent,
                               laying const&)>
      reference;
  std::function<operands_state(std::size_t operation, std::vector<std::int64_t> const& extent,
                               laying const&, std::size_t instance)>
      run;
};
/// The differences, in words: of each operation the first few cases, and how many there are.
std::vector<std::string> wrong_layouts(runs_of_operations const& runs);

template <class Space>
std::vector<std::string> wrong_layouts(std::vector<operation<Space>> const& operations,
                                       std::vector<operation<first_space>> const& reference)
{
  auto const on = instances<Space>();
  runs_of_operations runs{{}, {}, on.size(), {}, {}};
  for (auto const& each : operations) {
    runs.name.push_back(each.name);
    runs.rank.push_back(each.rank);
  }
  runs.reference = [&](std::size_t n, std::vector<std::int64_t> const& extent, laying const& as) {
    operands<first_space> in(reference_space(), extent, as);
    in.run(reference[n].run);
    return operands_state(in);
  };
  runs.run = [&](std::size_t n, std::vector<std::int64_t> const& extent, laying const& as,
                 std::size_t instance) {
    operands<Space> in(on[instance], extent, as);
    in.run(operations[n].run);
    return operands_state(in);
  };
  return wrong_layouts(runs);
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
