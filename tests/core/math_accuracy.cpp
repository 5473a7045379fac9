// acre::math: accuracy on a sample (tests/reference/mpfr_errors.cpp measures it thoroughly) and
// properties that hold exactly.
#include <acre/array/array.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/math.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace am = acre::math;
namespace ad = acre::detail;
using numbers = acre::array<double, 1, acre::default_space>;

std::uint64_t bits(double x) { return __builtin_bit_cast(std::uint64_t, x); }
std::uint64_t bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }

template <class T>
struct math_accuracy : testing::Test {};
using scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(math_accuracy, scalars);

TEST(math_accuracy_double, published_hard_arguments)
{
  // The double nearest to a multiple of pi/2 (W. Kahan), and the usual huge ones.
  double const kahan = 0x1.6ac5b262ca1ffp+849;
  EXPECT_EQ(am::sin(kahan), 1.0);
  EXPECT_EQ(am::cos(kahan), -0x1.14ae72e6ba22fp-61);
  EXPECT_EQ(am::sin(1e22), -0x1.b453ab76bf397p-1);
  EXPECT_EQ(am::cos(1e22), 0x1.0be2cef01c8f4p-1);
  EXPECT_EQ(am::exp(0.5), 0x1.a61298e1e069cp+0);
  EXPECT_EQ(am::log(2.0), 0x1.62e42fefa39efp-1);
  EXPECT_EQ(am::exp(1.0), 0x1.5bf0a8b145769p+1);
  EXPECT_EQ(am::atan(1.0), 0x1.921fb54442d18p-1);
}

struct sampled {
  char const* name;
  double (*as_double)(double);
  float (*as_float)(float);
  long double (*reference)(long double);
  double low, high;
  ad::error_bound bound;
};

/// An entry of the table (acre/elementwise/elementary.hpp) beside the C library's function, and
/// where to draw its arguments.
template <class Op, class Function>
sampled sample(long double (*reference)(long double), double low, double high)
{
  static_assert(std::is_same_v<Function, ad::unary<Op, numbers>>);
  return {Op::name,
          [](double x) { return Op{}(x); },
          [](float x) { return Op{}(x); },
          reference,
          low,
          high,
          Op::ulp};
}
#define ACRE_SAMPLED(name) sample<ad::name##_op, decltype(acre::name(std::declval<numbers>()))>

std::vector<sampled> sampled_functions()
{
  return {
      ACRE_SAMPLED(sqrt)(std::sqrt, 0, 100),
      ACRE_SAMPLED(cbrt)(std::cbrt, -100, 100),
      ACRE_SAMPLED(exp)(std::exp, -740, 709),
      ACRE_SAMPLED(exp2)(std::exp2, -1070, 1023),
      ACRE_SAMPLED(expm1)(std::expm1, -40, 700),
      ACRE_SAMPLED(log)(std::log, 0, 100),
      ACRE_SAMPLED(log2)(std::log2, 0, 100),
      ACRE_SAMPLED(log10)(std::log10, 0, 100),
      ACRE_SAMPLED(log1p)(std::log1p, -1, 100),
      ACRE_SAMPLED(softplus)(
          [](long double x) { return std::fmax(x, 0.0L) + std::log1p(std::exp(-std::fabs(x))); },
          -700, 700),
      ACRE_SAMPLED(sin)(std::sin, -1e6, 1e6),
      ACRE_SAMPLED(cos)(std::cos, -1e6, 1e6),
      ACRE_SAMPLED(tan)(std::tan, -1e6, 1e6),
      ACRE_SAMPLED(arcsin)(std::asin, -1, 1),
      ACRE_SAMPLED(arccos)(std::acos, -1, 1),
      ACRE_SAMPLED(arctan)(std::atan, -10, 10),
      ACRE_SAMPLED(sinh)(std::sinh, -30, 30),
      ACRE_SAMPLED(cosh)(std::cosh, -30, 30),
      ACRE_SAMPLED(tanh)(std::tanh, -25, 25),
      ACRE_SAMPLED(arcsinh)(std::asinh, -100, 100),
      ACRE_SAMPLED(arccosh)(std::acosh, 1, 100),
      ACRE_SAMPLED(arctanh)(std::atanh, -1, 1),
      ACRE_SAMPLED(erf)(std::erf, -6, 6),
      ACRE_SAMPLED(erfc)(std::erfc, -6, 26),
      ACRE_SAMPLED(lgamma)(std::lgamma, -30, 100),
      ACRE_SAMPLED(tgamma)(std::tgamma, -30, 170),
  };
}

template <class... Op>
std::vector<std::string> names(acre::detail::type_list<Op...>)
{
  return {Op::name...};
}

TEST(math_accuracy_sample, no_function_is_left_out)
{
  std::vector<std::string> sampled_names;
  for (sampled const& f : sampled_functions()) sampled_names.push_back(f.name);
  EXPECT_EQ(sampled_names, names(ad::elementary_functions()));
}

/// |got - exact| in ulp of exact, in T.
template <class T>
double ulps(T got, long double exact)
{
  if (static_cast<long double>(got) == exact) return 0;
  int const digits = std::numeric_limits<T>::digits;
  int const least = std::numeric_limits<T>::min_exponent;
  if (std::isinf(got)) return static_cast<T>(exact) == got ? 0 : 1e9;
  int e = exact == 0 ? least : std::ilogb(exact) + 1;
  if (e < least) e = least;
  return static_cast<double>(
      std::fabs(std::ldexp(static_cast<long double>(got) - exact, digits - e)));
}

TEST(math_accuracy_sample, errors_stay_below_their_bounds)
{
  if (std::numeric_limits<long double>::digits < 64)
    GTEST_SKIP() << "long double is no wider than double";
  for (sampled const& f : sampled_functions()) {
    std::mt19937_64 random(20240501);
    double worst = 0, worst_float = 0;
    for (int k = 0; k < 20000; ++k) {
      double const u = std::ldexp(static_cast<double>(random() >> 11), -53);
      double x = f.low + (f.high - f.low) * u;
      if (k % 2) x = std::ldexp(x, -static_cast<int>(random() % 40));  // small ones too
      if (f.low == 1 && x < 1) x = 1 + x;
      worst = std::max(worst, ulps(f.as_double(x), f.reference(x)));
      auto const y = static_cast<float>(x);
      worst_float = std::max(worst_float, ulps(f.as_float(y), f.reference(y)));
    }
    EXPECT_LT(worst, f.bound.float64) << f.name;
    EXPECT_LT(worst_float, f.bound.float32) << f.name;
  }
}

/// Gamma is 1 or -1 twice between any two poles below -2; from -17 on no double comes near.
TEST(math_accuracy_double, lgamma_next_to_its_zeros)
{
  if (std::numeric_limits<long double>::digits < 64)
    GTEST_SKIP() << "long double is no wider than double";
  double worst = 0, smallest = 1;
  auto const compare = [&](double x) {
    double const got = am::lgamma(x);
    worst = std::max(worst, ulps(got, std::lgamma(static_cast<long double>(x))));
    smallest = std::min(smallest, std::fabs(got));
  };
  std::mt19937_64 random(20261121);
  for (int n = 2; n < 18; ++n)
    for (bool const rises : {true, false}) {
      double low = rises ? -n - 0.6 : -n - 1, high = rises ? -n : -n - 0.6;
      for (int step = 0; step < 60; ++step) {
        double const middle = low + (high - low) / 2;
        ((std::lgamma(static_cast<long double>(middle)) < 0) == rises ? low : high) = middle;
      }
      double below = low, above = high;
      for (int k = 0; k < 100; ++k) {
        compare(below), compare(above);
        below = std::nextafter(below, -100.0), above = std::nextafter(above, 0.0);
      }
      for (int k = 0; k < 2000; ++k)
        compare(low * (1 + std::ldexp(static_cast<double>(random() >> 11) - 0x1p52, -55 - k % 50)));
    }
  EXPECT_LT(worst, 1.5);
  EXPECT_LT(smallest, 0x1p-53);  // at -2.457
}

/// pow() magnifies the logarithm's error most for results near both ends of the range, and for x
/// near both ends of the logarithm's interval.
TEST(math_accuracy_double, powers_with_large_exponents)
{
  if (std::numeric_limits<long double>::digits < 64)
    GTEST_SKIP() << "long double is no wider than double";
  std::mt19937_64 random(20261121);
  auto const uniform = [&] { return std::ldexp(static_cast<double>(random() >> 11), -53); };
  double worst = ulps(am::pow(0x1.683567172d5a1p+0, 0x1.0037d7fb1299bp+11),
                      std::pow(0x1.683567172d5a1p+0L, 0x1.0037d7fb1299bp+11L));
  for (int k = 0; k < 200000; ++k) {
    double const x = k % 2 == 0 ? 0.7072 + 0.04 * uniform() : 1.36 + 0.05 * uniform();
    double const y = (random() & 1 ? 1 : -1) * (650 + 58 * uniform()) / std::log(x);
    worst = std::max(worst, ulps(am::pow(x, y), std::pow(static_cast<long double>(x),
                                                         static_cast<long double>(y))));
  }
  EXPECT_LT(worst, ad::power_op::ulp.float64);
}

template <class Op, class Function>
void expect_accurate_pair(long double (*reference)(long double, long double), double low,
                          double high)
{
  static_assert(std::is_same_v<Function, ad::binary<Op, double, numbers, numbers>>);
  std::mt19937_64 random(20261122);
  double worst = 0, worst_float = 0;
  for (int k = 0; k < 20000; ++k) {
    auto const drawn = [&] {
      double const u = std::ldexp(static_cast<double>(random() >> 11), -53);
      return std::ldexp(low + (high - low) * u, -static_cast<int>(random() % 20));
    };
    double const x = drawn(), y = drawn();
    worst = std::max(worst, ulps(Op{}(x, y), reference(x, y)));
    auto const a = static_cast<float>(x), b = static_cast<float>(y);
    worst_float = std::max(worst_float, ulps(Op{}(a, b), reference(a, b)));
  }
  EXPECT_LT(worst, Op::ulp.float64) << Op::name;
  EXPECT_LT(worst_float, Op::ulp.float32) << Op::name;
}
#define ACRE_EXPECT_ACCURATE_PAIR(name) \
  expect_accurate_pair<ad::name##_op,   \
                       decltype(acre::name(std::declval<numbers>(), std::declval<numbers>()))>

TEST(math_accuracy_sample, errors_of_pairs_stay_below_their_bounds)
{
  if (std::numeric_limits<long double>::digits < 64)
    GTEST_SKIP() << "long double is no wider than double";
  ACRE_EXPECT_ACCURATE_PAIR(arctan2)(std::atan2, -10, 10);
  ACRE_EXPECT_ACCURATE_PAIR(hypot)(std::hypot, -10, 10);
  ACRE_EXPECT_ACCURATE_PAIR(power)(std::pow, 0, 20);
}

TYPED_TEST(math_accuracy, odd_functions_are_odd_and_even_ones_even)
{
  using T = TypeParam;
  std::mt19937_64 random(3);
  for (int k = 0; k < 20000; ++k) {
    T const x = static_cast<T>(std::ldexp(static_cast<double>(random() >> 11),
                                          -53 + static_cast<int>(random() % 60) - 30));
    ASSERT_EQ(bits(am::sin(-x)), bits(-am::sin(x)));
    ASSERT_EQ(bits(am::cos(-x)), bits(am::cos(x)));
    ASSERT_EQ(bits(am::tan(-x)), bits(-am::tan(x)));
    ASSERT_EQ(bits(am::atan(-x)), bits(-am::atan(x)));
    ASSERT_EQ(bits(am::sinh(-x)), bits(-am::sinh(x)));
    ASSERT_EQ(bits(am::cosh(-x)), bits(am::cosh(x)));
    ASSERT_EQ(bits(am::tanh(-x)), bits(-am::tanh(x)));
    ASSERT_EQ(bits(am::asinh(-x)), bits(-am::asinh(x)));
    ASSERT_EQ(bits(am::cbrt(-x)), bits(-am::cbrt(x)));
    ASSERT_EQ(bits(am::erf(-x)), bits(-am::erf(x)));
    T s, c;
    am::sincos(x, s, c);
    ASSERT_EQ(bits(s), bits(am::sin(x)));
    ASSERT_EQ(bits(c), bits(am::cos(x)));
    if (am::trig_is_common(x)) {
      ASSERT_EQ(bits(am::sin_common(x)), bits(am::sin(x)));
      ASSERT_EQ(bits(am::cos_common(x)), bits(am::cos(x)));
    }
    ASSERT_EQ(bits(am::hypot(x, T(1))), bits(am::hypot(T(-1), x)));
  }
}

TYPED_TEST(math_accuracy, monotone_across_the_seams)
{
  using T = TypeParam;
  for (T at : {T(0.5), T(1), T(2), T(0.34657359), T(1.0397208), T(0.70710678), T(1.4142136), T(21),
               T(0.41421356)}) {
    T x = at;
    for (int k = 0; k < 200; ++k) x = std::nextafter(x, T(0));
    for (int k = 0; k < 400; ++k) {
      T const y = std::nextafter(x, T(100));
      ASSERT_LE(am::exp(x), am::exp(y)) << x;
      ASSERT_LE(am::log(x), am::log(y)) << x;
      ASSERT_LE(am::sinh(x), am::sinh(y)) << x;
      ASSERT_LE(am::atan(x), am::atan(y)) << x;
      ASSERT_LE(am::erf(x), am::erf(y)) << x;
      x = y;
    }
  }
}

}  // namespace
