// acre::math: accuracy on a sample (tests/reference/mpfr_errors.cpp measures it thoroughly) and
// properties that hold exactly.
#include <acre/math.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace am = acre::math;

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

#define ACRE_SAMPLED(name, low, high, bound, float_bound) \
  {#name,                                                 \
   [](double x) { return am::name(x); },                  \
   [](float x) { return am::name(x); },                   \
   [](long double x) { return std::name(x); },            \
   low,                                                   \
   high,                                                  \
   bound,                                                 \
   float_bound}

struct sampled {
  char const* name;
  double (*as_double)(double);
  float (*as_float)(float);
  long double (*reference)(long double);
  double low, high, bound, float_bound;
};

std::vector<sampled> sampled_functions()
{
  return {
      ACRE_SAMPLED(sqrt, 0, 100, 0.501, 0.501),  ACRE_SAMPLED(cbrt, -100, 100, 0.51, 0.51),
      ACRE_SAMPLED(exp, -740, 709, 1, 1),        ACRE_SAMPLED(exp2, -1070, 1023, 1, 1),
      ACRE_SAMPLED(expm1, -40, 700, 1.1, 1),     ACRE_SAMPLED(log, 0, 100, 1, 1),
      ACRE_SAMPLED(log2, 0, 100, 1, 1),          ACRE_SAMPLED(log10, 0, 100, 1, 1),
      ACRE_SAMPLED(log1p, -1, 100, 1, 1),        ACRE_SAMPLED(sin, -1e6, 1e6, 1, 0.51),
      ACRE_SAMPLED(cos, -1e6, 1e6, 1, 0.51),     ACRE_SAMPLED(tan, -1e6, 1e6, 1.1, 0.51),
      ACRE_SAMPLED(asin, -1, 1, 1, 0.52),        ACRE_SAMPLED(acos, -1, 1, 1, 0.52),
      ACRE_SAMPLED(atan, -10, 10, 1, 0.53),      ACRE_SAMPLED(sinh, -30, 30, 1, 0.51),
      ACRE_SAMPLED(cosh, -30, 30, 1, 0.51),      ACRE_SAMPLED(tanh, -25, 25, 1, 0.51),
      ACRE_SAMPLED(asinh, -100, 100, 1.1, 0.51), ACRE_SAMPLED(acosh, 1, 100, 1.5, 0.51),
      ACRE_SAMPLED(atanh, -1, 1, 1.1, 0.51),     ACRE_SAMPLED(erf, -6, 6, 1.3, 0.51),
      ACRE_SAMPLED(erfc, -6, 26, 1.3, 0.51),     ACRE_SAMPLED(tgamma, -30, 170, 1.4, 0.51),
      ACRE_SAMPLED(lgamma, -30, 100, 1.4, 0.51),
  };
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
    EXPECT_LT(worst, f.bound) << f.name;
    EXPECT_LT(worst_float, f.float_bound) << f.name;
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

/// Where pow magnifies the logarithm's error most: results near both ends of the range, and x near
/// both ends of the logarithm's interval.
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
  EXPECT_LT(worst, 0.75);
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
