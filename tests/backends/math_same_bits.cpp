// Elementary functions have the same bits on every space, for any bit pattern as for numbers of
// ordinary size, NaN, infinities, subnormals and signed zeros included. A sample each time;
// ACRE_TEST_INPUTS=100000000 for the occasional long run.

#include <acre/array/slice.hpp>
#include <acre/backends/common/reciprocal.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/own.hpp>
#include <acre_test/against_reference.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <limits>

using acre::array, acre::shape;

namespace {

/// Inputs number `first` on: special values and every pair of them; a half any bits, a half of
/// ordinary size.
template <class T>
std::pair<std::vector<T>, std::vector<T>> inputs(std::int64_t first, std::int64_t count)
{
  using limits = std::numeric_limits<T>;
  using bits_t = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  T const special[] = {T(0),
                       limits::denorm_min(),
                       limits::min() / 2,
                       limits::min(),
                       T(0.5),
                       T(1),
                       T(1) + limits::epsilon(),
                       T(2),
                       T(3),
                       T(88.7),
                       T(710),
                       T(1e9),
                       limits::max(),
                       limits::infinity(),
                       limits::quiet_NaN()};
  constexpr std::int64_t specials = 2 * std::size(special);
  auto const signed_special = [&](std::int64_t k) {
    return k % 2 == 0 ? special[k / 2] : -special[k / 2];
  };
  auto const at = [&](std::uint64_t word) {
    if ((word & 1) != 0) return std::bit_cast<T>(static_cast<bits_t>(acre_test::mix(word)));
    double const size =
        std::ldexp(static_cast<double>(word >> 11), -53 + 9 - static_cast<int>(word >> 2 & 15));
    return static_cast<T>((word & 2) != 0 ? -size : size);
  };
  std::pair<std::vector<T>, std::vector<T>> made;
  for (std::int64_t i = first; i < first + count; ++i) {
    bool const listed = i < specials * specials;
    made.first.push_back(listed ? signed_special(i % specials)
                                : at(acre_test::mix(static_cast<std::uint64_t>(2 * i))));
    made.second.push_back(listed ? signed_special(i / specials)
                                 : at(acre_test::mix(static_cast<std::uint64_t>(2 * i + 1))));
  }
  return made;
}

template <class Op>
struct function_of {
  template <class X, class Y>
  auto operator()(X const& x, Y const&) const
  {
    return acre::detail::make_unary<Op>(x);
  }
};
template <class Op>
struct pair_of {
  template <class X, class Y>
  auto operator()(X const& x, Y const& y) const
  {
    return acre::detail::make_binary<Op>(x, y);
  }
};
template <class Visitor, class... Op>
void visit_functions_of(acre::detail::type_list<Op...>, Visitor const& f)
{
  (f(Op::name, function_of<Op>()), ...);
}
template <class Visitor, class... Op>
void visit_pairs_of(acre::detail::type_list<Op...>, Visitor const& f)
{
  (f(Op::name, pair_of<Op>()), ...);
}

/// Every function of the table (acre/elementwise/elementary.hpp) and the operators that are not
/// exact: f(name, function).
template <class Visitor>
void visit_functions(Visitor const& f)
{
  visit_functions_of(acre::detail::elementary_functions(), f);
  visit_pairs_of(acre::detail::elementary_pairs(), f);
  visit_pairs_of(acre::detail::power_pairs(), f);
}

/// A function object rather than a lambda: nvcc wants no kernel in generic lambdas.
template <class T, class Space>
struct compare_with_reference {
  array<T, 1, Space> x, y;
  array<T, 1, acre::host> expected_x, expected_y;
  std::int64_t first;

  template <class F>
  void operator()(char const* name, F function) const
  {
    array<T, 1, Space> const got = function(x, y);
    array<T, 1, acre::host> const expected = function(expected_x, expected_y);
    std::int64_t const k = acre_test::first_difference(got, expected);
    if (k < 0) return;
    auto const at = static_cast<std::size_t>(k);
    ADD_FAILURE() << name << " of " << acre::dtype_name<T>() << " input " << first + k
                  << ": x = " << std::hexfloat << to_vector(x)[at] << ", y = " << to_vector(y)[at]
                  << ": " << to_vector(got)[at] << " on " << acre::name_of(x.space()) << ", "
                  << to_vector(expected)[at] << " on " << acre::name_of(expected_x.space());
  }
};

/// The functions of complex numbers.
template <class Visitor>
void visit_complex_functions(Visitor const& f)
{
  f("complex exp", [](auto const& z, auto const&) { return acre::exp(z); });
  f("complex log", [](auto const& z, auto const&) { return acre::log(z); });
  f("complex sqrt", [](auto const& z, auto const&) { return acre::sqrt(z); });
  f("complex sin", [](auto const& z, auto const&) { return acre::sin(z); });
  f("complex tanh", [](auto const& z, auto const&) { return acre::tanh(z); });
  f("complex arcsin", [](auto const& z, auto const&) { return acre::arcsin(z); });
  f("complex arccosh", [](auto const& z, auto const&) { return acre::arccosh(z); });
  f("complex arctanh", [](auto const& z, auto const&) { return acre::arctanh(z); });
  f("complex log1p", [](auto const& z, auto const&) { return acre::log1p(z); });
  f("complex expm1", [](auto const& z, auto const&) { return acre::expm1(z); });
  f("complex power", [](auto const& z, auto const&) { return acre::power(z, z); });
  f("complex abs", [](auto const& z, auto const&) {
    return acre::cast<typename std::decay_t<decltype(z)>::value_type>(acre::abs(z));
  });
}

template <class T, class Space>
void compare_complex(std::int64_t count)
{
  auto const reference = acre_test::reference_of(Space());
  using complex = acre::complex<T>;
  constexpr std::int64_t chunk = 1 << 22;
  for (std::int64_t first = 0; first < count && !testing::Test::HasFailure(); first += chunk) {
    auto const [x, y] = inputs<T>(first, std::min(chunk, count - first));
    std::vector<complex> z;
    for (std::size_t i = 0; i < x.size(); ++i) z.emplace_back(x[i], y[i]);
    auto const here = acre_test::place(Space(), z);
    auto const there = acre_test::place(reference, z);
    visit_complex_functions(
        compare_with_reference<complex, Space>{here, here, there, there, first});
  }
}

template <class T, class Space>
void compare_all(std::int64_t count)
{
  auto const reference = acre_test::reference_of(Space());
  constexpr std::int64_t chunk = 1 << 22;
  for (std::int64_t first = 0; first < count && !testing::Test::HasFailure(); first += chunk) {
    auto const [x, y] = inputs<T>(first, std::min(chunk, count - first));
    visit_functions(compare_with_reference<T, Space>{
        acre_test::place(Space(), x), acre_test::place(Space(), y), acre_test::place(reference, x),
        acre_test::place(reference, y), first});
  }
}

struct reciprocal_of {
  KOKKOS_INLINE_FUNCTION float operator()(float x) const { return acre::backends::reciprocal(x); }
};

}  // namespace

template <class Space>
class math_same_bits : public testing::Test {};
TYPED_TEST_SUITE(math_same_bits, acre_test::spaces, acre_test::space_names);

TYPED_TEST(math_same_bits, float32)
{
  if (acre_test::is_first_reference(TypeParam()))
    GTEST_SKIP() << "is the first reference";
  else
    compare_all<float, TypeParam>(acre_test::inputs_wanted(40007));
}
TYPED_TEST(math_same_bits, float64)
{
  if (acre_test::is_first_reference(TypeParam()))
    GTEST_SKIP() << "is the first reference";
  else
    compare_all<double, TypeParam>(acre_test::inputs_wanted(40007));
}
TYPED_TEST(math_same_bits, complex)
{
  if (acre_test::is_first_reference(TypeParam())) {
    GTEST_SKIP() << "is the first reference";
  } else {
    compare_complex<float, TypeParam>(acre_test::inputs_wanted(40007));
    compare_complex<double, TypeParam>(acre_test::inputs_wanted(40007));
  }
}

/// Elements are computed in packets and blocks, by a shorter form where all of one are usual: no
/// length, offset or neighbour shows in the bits.
TYPED_TEST(math_same_bits, neighbours_do_not_matter)
{
  namespace am = acre::math;
  auto const compare = [](auto const& expression, auto const& x, auto const& expected_of,
                          char const* name) {
    auto const got = to_vector(acre::array<double, 1, TypeParam>(expression));
    auto const from = to_vector(acre::array<double, 1, TypeParam>(x * 1));
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(std::bit_cast<std::uint64_t>(got[i]),
                std::bit_cast<std::uint64_t>(expected_of(from[i])))
          << name << " of " << std::hexfloat << from[i] << ", element " << i << " of "
          << got.size();
  };
  double const rare[] = {1e300, -1e6, std::numeric_limits<double>::infinity(), -0.0, 1e-310, 750.0};
  for (int const apart : {1000, 37, 5}) {  // rare ones in no, some and all blocks
    std::vector<double> values;
    for (int i = 0; i < 700; ++i)
      values.push_back(i % apart == apart / 2 && apart < 1000 ? rare[i / apart % 6]
                                                              : 0.01 * (i + 1));
    auto const all = acre_test::place(TypeParam(), values);
    for (std::int64_t const first : {0, 1, 2, 3})
      for (std::int64_t const count : {1, 31, 32, 33, 64, 65, 127, 696}) {
        auto const x = all(acre::slice(first, first + count));
        compare(acre::exp(x), x, [](double v) { return am::exp(v); }, "exp");
        compare(acre::log(x), x, [](double v) { return am::log(v); }, "log");
        compare(acre::log1p(x), x, [](double v) { return am::log1p(v); }, "log1p");
        compare(acre::sin(x), x, [](double v) { return am::sin(v); }, "sin");
        compare(acre::cos(x), x, [](double v) { return am::cos(v); }, "cos");
        compare(
            acre::where(x < 3, 2 * acre::sin(x), acre::exp(acre::cos(x)) - 1), x,
            [](double v) { return v < 3 ? 2 * am::sin(v) : am::exp(am::cos(v)) - 1; }, "a nest");
      }
  }
}

// A reciprocal that a device computes without a division rounds as one: every mantissa.
TYPED_TEST(math_same_bits, reciprocal)
{
  constexpr std::uint32_t mantissas = 1 << 23;
  for (float const scale : {0x1p-125f, -1.0f, 0x1p124f}) {
    std::vector<float> x(mantissas);
    for (std::uint32_t m = 0; m < mantissas; ++m)
      x[m] = scale * std::bit_cast<float>(0x3f800000u + m);
    auto const got = acre::to_vector(array<float, 1, TypeParam>(
        acre::elementwise(reciprocal_of(), acre_test::place(TypeParam(), x))));
    for (std::uint32_t m = 0; m < mantissas; ++m)
      ASSERT_EQ(std::bit_cast<std::uint32_t>(got[m]), std::bit_cast<std::uint32_t>(1.0f / x[m]))
          << std::hexfloat << x[m];
  }
}
