// acre::math: special values, accuracy on a sample (tests/reference/mpfr_errors.cpp measures it
// thoroughly), exact identities, and the recorded bits of a fixed sample.
#include <acre/math.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace am = acre::math;

template <class T>
constexpr T inf = std::numeric_limits<T>::infinity();
template <class T>
constexpr T nan = std::numeric_limits<T>::quiet_NaN();

std::uint64_t bits(double x) { return __builtin_bit_cast(std::uint64_t, x); }
std::uint64_t bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }

/// Equal bits; any NaN must be the NaN with sign and payload 0.
template <class T>
testing::AssertionResult same(T got, T expected)
{
  T const want = std::isnan(expected) ? nan<T> : expected;
  if (bits(got) == bits(want)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "got " << testing::PrintToString(got) << ", expected "
                                     << testing::PrintToString(want) << " (bits " << std::hex
                                     << bits(got) << ", " << bits(want) << ")";
}

template <class T>
struct math_functions : testing::Test {};
using scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(math_functions, scalars);

TYPED_TEST(math_functions, special_values_of_exp_and_log)
{
  using T = TypeParam;
  T const i = inf<T>, n = nan<T>, z = T(0);
  T const tiny = std::numeric_limits<T>::denorm_min();
  EXPECT_TRUE(same(am::exp(z), T(1)));
  EXPECT_TRUE(same(am::exp(-z), T(1)));
  EXPECT_TRUE(same(am::exp(i), i));
  EXPECT_TRUE(same(am::exp(-i), z));
  EXPECT_TRUE(same(am::exp(n), n));
  EXPECT_TRUE(same(am::exp(-n), n));
  EXPECT_TRUE(same(am::exp(T(1e5)), i));
  EXPECT_TRUE(same(am::exp(T(-1e5)), z));
  EXPECT_TRUE(same(am::exp(tiny), T(1)));
  EXPECT_TRUE(same(am::exp2(z), T(1)));
  EXPECT_TRUE(same(am::exp2(i), i));
  EXPECT_TRUE(same(am::exp2(-i), z));
  EXPECT_TRUE(same(am::exp2(n), n));
  for (int k = -1074; k < 1024; ++k)
    EXPECT_TRUE(same(am::exp2(T(k)), static_cast<T>(std::ldexp(1.0, k)))) << k;
  EXPECT_TRUE(same(am::expm1(z), z));
  EXPECT_TRUE(same(am::expm1(-z), -z));
  EXPECT_TRUE(same(am::expm1(i), i));
  EXPECT_TRUE(same(am::expm1(-i), T(-1)));
  EXPECT_TRUE(same(am::expm1(T(-1e5)), T(-1)));
  EXPECT_TRUE(same(am::expm1(n), n));
  EXPECT_TRUE(same(am::expm1(tiny), tiny));
  EXPECT_TRUE(same(am::expm1(-tiny), -tiny));

  EXPECT_TRUE(same(am::log(T(1)), z));
  EXPECT_TRUE(same(am::log(z), -i));
  EXPECT_TRUE(same(am::log(-z), -i));
  EXPECT_TRUE(same(am::log(i), i));
  EXPECT_TRUE(same(am::log(T(-1)), n));
  EXPECT_TRUE(same(am::log(-i), n));
  EXPECT_TRUE(same(am::log(n), n));
  EXPECT_TRUE(same(am::log2(z), -i));
  EXPECT_TRUE(same(am::log2(i), i));
  EXPECT_TRUE(same(am::log2(T(-1)), n));
  EXPECT_TRUE(same(am::log2(n), n));
  EXPECT_TRUE(same(am::log10(z), -i));
  EXPECT_TRUE(same(am::log10(i), i));
  EXPECT_TRUE(same(am::log10(-i), n));
  EXPECT_TRUE(same(am::log10(n), n));
  bool const wide = sizeof(T) == 8;
  for (int k = wide ? -1074 : -149; k < (wide ? 1024 : 128); ++k)
    EXPECT_TRUE(same(am::log2(static_cast<T>(std::ldexp(1.0, k))), T(k))) << k;
  T power = 1;
  for (int k = 0; k <= (wide ? 22 : 10); ++k, power *= 10)
    EXPECT_TRUE(same(am::log10(power), T(k))) << k;
  EXPECT_TRUE(same(am::log1p(z), z));
  EXPECT_TRUE(same(am::log1p(-z), -z));
  EXPECT_TRUE(same(am::log1p(T(-1)), -i));
  EXPECT_TRUE(same(am::log1p(T(-2)), n));
  EXPECT_TRUE(same(am::log1p(-i), n));
  EXPECT_TRUE(same(am::log1p(i), i));
  EXPECT_TRUE(same(am::log1p(n), n));
  EXPECT_TRUE(same(am::log1p(tiny), tiny));
  EXPECT_TRUE(same(am::log1p(-tiny), -tiny));

  EXPECT_TRUE(same(am::logaddexp(i, i), i));
  EXPECT_TRUE(same(am::logaddexp(-i, -i), -i));
  EXPECT_TRUE(same(am::logaddexp(-i, T(3)), T(3)));
  EXPECT_TRUE(same(am::logaddexp(T(3), -i), T(3)));
  EXPECT_TRUE(same(am::logaddexp(i, -i), i));
  EXPECT_TRUE(same(am::logaddexp(i, T(0)), i));
  EXPECT_TRUE(same(am::logaddexp(n, T(0)), n));
  EXPECT_TRUE(same(am::logaddexp(i, n), n));
  EXPECT_TRUE(same(am::logaddexp(T(1e30), T(1)), T(1e30)));
}

TYPED_TEST(math_functions, special_values_of_roots_and_powers)
{
  using T = TypeParam;
  T const i = inf<T>, n = nan<T>, z = T(0);
  EXPECT_TRUE(same(am::sqrt(z), z));
  EXPECT_TRUE(same(am::sqrt(-z), -z));
  EXPECT_TRUE(same(am::sqrt(i), i));
  EXPECT_TRUE(same(am::sqrt(T(-1)), n));
  EXPECT_TRUE(same(am::sqrt(-n), n));
  EXPECT_TRUE(same(am::cbrt(-z), -z));
  EXPECT_TRUE(same(am::cbrt(-i), -i));
  EXPECT_TRUE(same(am::cbrt(n), n));
  for (int k = -150; k < 200; ++k)
    EXPECT_TRUE(same(am::cbrt(static_cast<T>(k * k * k)), static_cast<T>(k))) << k;
  EXPECT_TRUE(same(am::hypot(T(3), T(-4)), T(5)));
  EXPECT_TRUE(same(am::hypot(i, n), i));
  EXPECT_TRUE(same(am::hypot(n, -i), i));
  EXPECT_TRUE(same(am::hypot(n, T(1)), n));
  EXPECT_TRUE(same(am::hypot(z, -z), z));
  T const most = std::numeric_limits<T>::max();
  T const least = std::numeric_limits<T>::denorm_min();
  EXPECT_TRUE(same(am::hypot(most, most), i));
  EXPECT_TRUE(same(am::hypot(most, T(1)), most));
  EXPECT_TRUE(same(am::hypot(least, z), least));
  EXPECT_TRUE(same(am::hypot(3 * least, 4 * least), 5 * least));

  std::vector<T> const values = {z,    -z,     T(0.5), T(-0.5), T(1),  T(-1), T(2),  T(-2), T(3),
                                 T(-3), T(2.5), T(-2.5), i,     -i,    n,     most,  -most, least,
                                 -least, T(1e10), T(-1e10), T(7), T(-7)};
  for (T x : values)
    for (T y : values) {
      T const expected = std::pow(x, y);
      T const got = am::pow(x, y);
      bool const exact = std::isnan(expected) || expected == z || std::isinf(expected) || expected == T(1);
      if (exact)
        EXPECT_TRUE(same(got, expected)) << x << " ^ " << y;
      else
        EXPECT_NEAR(got / expected, 1.0, 4 * double(std::numeric_limits<T>::epsilon())) << x << " ^ " << y;
    }
  for (int b = 2; b < 12; ++b) {  // exact powers
    double p = 1;
    for (int e = 0; p < (sizeof(T) == 8 ? 0x1p53 : 0x1p24); ++e, p *= b)
      EXPECT_TRUE(same(am::pow(T(b), T(e)), static_cast<T>(p))) << b << " ^ " << e;
  }
}

TYPED_TEST(math_functions, special_values_of_trigonometric_functions)
{
  using T = TypeParam;
  T const i = inf<T>, n = nan<T>, z = T(0);
  for (T x : {i, -i, n, -n}) {
    EXPECT_TRUE(same(am::sin(x), n));
    EXPECT_TRUE(same(am::cos(x), n));
    EXPECT_TRUE(same(am::tan(x), n));
    EXPECT_TRUE(same(am::asin(x), n));
    EXPECT_TRUE(same(am::acos(x), n));
    T s = 1, c = 1;
    am::sincos(x, s, c);
    EXPECT_TRUE(same(s, n));
    EXPECT_TRUE(same(c, n));
  }
  EXPECT_TRUE(same(am::sin(-z), -z));
  EXPECT_TRUE(same(am::sin(z), z));
  EXPECT_TRUE(same(am::cos(-z), T(1)));
  EXPECT_TRUE(same(am::tan(-z), -z));
  EXPECT_TRUE(same(am::asin(-z), -z));
  EXPECT_TRUE(same(am::acos(T(1)), z));
  EXPECT_TRUE(same(am::acos(T(-1)), static_cast<T>(3.14159265358979323846)));
  EXPECT_TRUE(same(am::asin(T(1)), static_cast<T>(1.57079632679489661923)));
  EXPECT_TRUE(same(am::asin(T(1.0001)), n));
  EXPECT_TRUE(same(am::atan(-z), -z));
  EXPECT_TRUE(same(am::atan(i), static_cast<T>(1.57079632679489661923)));
  EXPECT_TRUE(same(am::atan(-i), static_cast<T>(-1.57079632679489661923)));
  EXPECT_TRUE(same(am::atan(n), n));
  std::vector<T> const values = {z, -z, T(1), T(-1), i, -i, n, std::numeric_limits<T>::denorm_min(),
                                 std::numeric_limits<T>::max()};
  for (T y : values)
    for (T x : values) {
      auto const expected = static_cast<T>(std::atan2(static_cast<double>(y), static_cast<double>(x)));
      EXPECT_TRUE(same(am::atan2(y, x), expected)) << y << ", " << x;
    }
}

TYPED_TEST(math_functions, special_values_of_hyperbolic_and_special_functions)
{
  using T = TypeParam;
  T const i = inf<T>, n = nan<T>, z = T(0);
  for (T x : {z, -z, i, -i, n}) {
    EXPECT_TRUE(same(am::sinh(x), x));
    EXPECT_TRUE(same(am::asinh(x), x));
    EXPECT_TRUE(same(am::cosh(x), x == z ? T(1) : x * x));
  }
  EXPECT_TRUE(same(am::tanh(-z), -z));
  EXPECT_TRUE(same(am::tanh(i), T(1)));
  EXPECT_TRUE(same(am::tanh(-i), T(-1)));
  EXPECT_TRUE(same(am::tanh(n), n));
  EXPECT_TRUE(same(am::acosh(T(1)), z));
  EXPECT_TRUE(same(am::acosh(T(0.5)), n));
  EXPECT_TRUE(same(am::acosh(-i), n));
  EXPECT_TRUE(same(am::acosh(i), i));
  EXPECT_TRUE(same(am::acosh(n), n));
  EXPECT_TRUE(same(am::atanh(-z), -z));
  EXPECT_TRUE(same(am::atanh(T(1)), i));
  EXPECT_TRUE(same(am::atanh(T(-1)), -i));
  EXPECT_TRUE(same(am::atanh(T(2)), n));
  EXPECT_TRUE(same(am::atanh(n), n));
  EXPECT_TRUE(same(am::erf(-z), -z));
  EXPECT_TRUE(same(am::erf(i), T(1)));
  EXPECT_TRUE(same(am::erf(-i), T(-1)));
  EXPECT_TRUE(same(am::erf(n), n));
  EXPECT_TRUE(same(am::erfc(z), T(1)));
  EXPECT_TRUE(same(am::erfc(i), z));
  EXPECT_TRUE(same(am::erfc(-i), T(2)));
  EXPECT_TRUE(same(am::erfc(n), n));
  EXPECT_TRUE(same(am::tgamma(z), i));
  EXPECT_TRUE(same(am::tgamma(-z), -i));
  EXPECT_TRUE(same(am::tgamma(T(-1)), n));
  EXPECT_TRUE(same(am::tgamma(-i), n));
  EXPECT_TRUE(same(am::tgamma(i), i));
  EXPECT_TRUE(same(am::tgamma(n), n));
  EXPECT_TRUE(same(am::tgamma(T(200)), i));
  double factorial = 1;
  for (int k = 1; k <= 22; factorial *= k, ++k)
    EXPECT_TRUE(same(am::tgamma(T(k)), static_cast<T>(factorial))) << k;
  EXPECT_TRUE(same(am::lgamma(T(1)), z));
  EXPECT_TRUE(same(am::lgamma(T(2)), z));
  EXPECT_TRUE(same(am::lgamma(z), i));
  EXPECT_TRUE(same(am::lgamma(T(-3)), i));
  EXPECT_TRUE(same(am::lgamma(-i), i));
  EXPECT_TRUE(same(am::lgamma(i), i));
  EXPECT_TRUE(same(am::lgamma(n), n));
}

TYPED_TEST(math_functions, rounding_signs_and_classes)
{
  using T = TypeParam;
  T const big = sizeof(T) == 8 ? T(0x1p52) : T(0x1p23);
  std::vector<T> const values = {T(0),    -T(0),  T(0.5),  T(-0.5), T(1.5),    T(2.5),   T(-2.5), T(0.49999997),
                                 T(-0.2), T(1e9), big,     -big,    big - T(0.5), big + 1, inf<T>,  -inf<T>,
                                 nan<T>,  -nan<T>, T(-3.7), T(3.7), std::numeric_limits<T>::denorm_min()};
  for (T x : values) {
    EXPECT_TRUE(same(am::floor(x), std::floor(x)));
    EXPECT_TRUE(same(am::ceil(x), std::ceil(x)));
    EXPECT_TRUE(same(am::trunc(x), std::trunc(x)));
    EXPECT_TRUE(same(am::rint(x), std::nearbyint(x)));
    EXPECT_EQ(am::signbit(x), std::signbit(x));
    EXPECT_EQ(am::isnan(x), std::isnan(x));
    EXPECT_EQ(am::isinf(x), std::isinf(x));
    EXPECT_EQ(am::isfinite(x), std::isfinite(x));
    EXPECT_EQ(bits(am::fabs(x)), bits(std::fabs(x)));
    EXPECT_EQ(bits(am::copysign(x, T(-1))), bits(std::copysign(x, T(-1))));
    EXPECT_EQ(bits(am::copysign(x, T(1))), bits(std::copysign(x, T(1))));
  }
}

TYPED_TEST(math_functions, remainders_are_exact_and_follow_numpy)
{
  using T = TypeParam;
  T const i = inf<T>, n = nan<T>, z = T(0);
  std::mt19937_64 random(7);
  for (int k = 0; k < 100000; ++k) {
    std::uint64_t const a = random(), b = random();
    T x, y;
    if constexpr (sizeof(T) == 8)
      x = __builtin_bit_cast(double, a), y = __builtin_bit_cast(double, b);
    else
      x = __builtin_bit_cast(float, std::uint32_t(a)), y = __builtin_bit_cast(float, std::uint32_t(b));
    if (k % 2) y = static_cast<T>(std::ldexp(x, -int(b % 70)) * T(1.2345678));
    if (std::isnan(x) || std::isnan(y)) continue;
    ASSERT_TRUE(same(am::fmod(x, y), std::fmod(x, y))) << x << " mod " << y;
  }
  EXPECT_EQ(am::floor_divide(0.3, 0.1), 2.0);
  EXPECT_EQ(am::floor_divide(0.3f, 0.1f), 3.0f);
  EXPECT_TRUE(same(am::fmod(T(5), i), T(5)));
  EXPECT_TRUE(same(am::fmod(-z, T(5)), -z));
  EXPECT_TRUE(same(am::fmod(i, T(5)), n));
  EXPECT_TRUE(same(am::fmod(T(5), z), n));

  struct row {
    T x, y, quotient, remainder;
  };
  std::vector<row> const rows = {
      {7, 2, 3, 1},          {-7, 2, -4, 1},       {7, -2, -4, -1},     {-7, -2, 3, -1},
      {6, 3, 2, z},          {-6, 3, -2, z},       {6, -3, -2, -z},     {z, 3, z, z},
      {-z, 3, -z, z},        {z, -3, -z, -z},      {1, z, i, n},        {-1, z, -i, n},
      {z, z, n, n},          {5, i, z, 5},         {-5, i, -1, i},      {5, -i, -1, -i},
      {i, 5, n, n},          {n, 5, n, n},         {5, n, n, n}};
  for (row const& r : rows) {
    EXPECT_TRUE(same(am::floor_divide(r.x, r.y), r.quotient)) << r.x << " // " << r.y;
    EXPECT_TRUE(same(am::remainder(r.x, r.y), r.remainder)) << r.x << " % " << r.y;
  }
}

TEST(math_functions_double, published_hard_arguments)
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

#define ACRE_SAMPLED(name, low, high, bound, float_bound)                                   \
  {#name, [](double x) { return am::name(x); }, [](float x) { return am::name(x); },        \
   [](long double x) { return std::name(x); }, low, high, bound, float_bound}

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
      ACRE_SAMPLED(sqrt, 0, 100, 0.501, 0.501),      ACRE_SAMPLED(cbrt, -100, 100, 0.51, 0.51),
      ACRE_SAMPLED(exp, -740, 709, 1, 1),            ACRE_SAMPLED(exp2, -1070, 1023, 1, 1),
      ACRE_SAMPLED(expm1, -40, 700, 1.1, 1),         ACRE_SAMPLED(log, 0, 100, 1, 1),
      ACRE_SAMPLED(log2, 0, 100, 1, 1),              ACRE_SAMPLED(log10, 0, 100, 1, 1),
      ACRE_SAMPLED(log1p, -1, 100, 1, 1),            ACRE_SAMPLED(sin, -1e6, 1e6, 1, 0.51),
      ACRE_SAMPLED(cos, -1e6, 1e6, 1, 0.51),         ACRE_SAMPLED(tan, -1e6, 1e6, 1.1, 0.51),
      ACRE_SAMPLED(asin, -1, 1, 1, 0.52),            ACRE_SAMPLED(acos, -1, 1, 1, 0.52),
      ACRE_SAMPLED(atan, -10, 10, 1, 0.53),          ACRE_SAMPLED(sinh, -30, 30, 1, 0.51),
      ACRE_SAMPLED(cosh, -30, 30, 1, 0.51),          ACRE_SAMPLED(tanh, -25, 25, 1, 0.51),
      ACRE_SAMPLED(asinh, -100, 100, 1.1, 0.51),     ACRE_SAMPLED(acosh, 1, 100, 1.5, 0.51),
      ACRE_SAMPLED(atanh, -1, 1, 1.1, 0.51),         ACRE_SAMPLED(erf, -6, 6, 1.3, 0.51),
      ACRE_SAMPLED(erfc, -6, 26, 1.3, 0.51),         ACRE_SAMPLED(tgamma, -30, 170, 1.5, 0.51),
      ACRE_SAMPLED(lgamma, 0, 100, 1.5, 0.51),
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
  return static_cast<double>(std::fabs(std::ldexp(static_cast<long double>(got) - exact, digits - e)));
}

TEST(math_functions_sample, errors_stay_below_their_bounds)
{
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is no wider than double";
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

TYPED_TEST(math_functions, odd_functions_are_odd_and_even_ones_even)
{
  using T = TypeParam;
  std::mt19937_64 random(3);
  for (int k = 0; k < 20000; ++k) {
    T const x = static_cast<T>(std::ldexp(static_cast<double>(random() >> 11), -53 + static_cast<int>(random() % 60) - 30));
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

/// A number that changes when one bit of one result changes: the same on every compiler and CPU.
/// The arguments: any bit pattern, and numbers of ordinary size.
template <class T, class F>
std::uint64_t fingerprint(F f)
{
  std::uint64_t hash = 0xcbf29ce484222325u;
  std::uint64_t state = 0;
  for (int k = 0; k < 4096; ++k) {
    T x[2];
    for (T& v : x) {
      std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      z ^= z >> 31;
      double const size = std::ldexp(static_cast<double>(z >> 11), -53 - static_cast<int>(z & 15) + 7);
      if constexpr (sizeof(T) == 8)
        v = k % 4 == 0 ? __builtin_bit_cast(double, z) : (k % 4 == 1 ? -size : size);
      else
        v = k % 4 == 0 ? __builtin_bit_cast(float, static_cast<std::uint32_t>(z))
                       : static_cast<float>(k % 4 == 1 ? -size : size);
    }
    hash = (hash ^ bits(static_cast<T>(f(x[0], x[1])))) * 0x100000001b3u;
  }
  return hash;
}

#define ACRE_BITS(name, of_float, of_double)                                              \
  {#name, fingerprint<float>([](float x, float) { return am::name(x); }),                 \
   fingerprint<double>([](double x, double) { return am::name(x); }), of_float, of_double}
#define ACRE_BITS2(name, of_float, of_double)                                             \
  {#name, fingerprint<float>([](float x, float y) { return am::name(x, y); }),            \
   fingerprint<double>([](double x, double y) { return am::name(x, y); }), of_float, of_double}

TEST(math_functions_bits, are_the_recorded_ones)
{
  struct row {
    char const* name;
    std::uint64_t got_float, got_double, of_float, of_double;
  };
  std::vector<row> const rows = {
      ACRE_BITS(sqrt, 0x5338215834de62e8u, 0xff4ebffdb861cdb2u),
      ACRE_BITS(cbrt, 0x1bc3188091bb9494u, 0xece8b0deec6c8366u),
      ACRE_BITS(exp, 0x6f3d29886e8bb21eu, 0x0b2a61c94305b2aeu),
      ACRE_BITS(exp2, 0x639c7d83c6b11679u, 0x4d55da3221728b85u),
      ACRE_BITS(expm1, 0x0fe5c5d6c1773520u, 0x112b2d51efb96001u),
      ACRE_BITS(log, 0x5f7ff694a799ea12u, 0xfd0899093345b649u),
      ACRE_BITS(log2, 0xc2d5e8e15f58709du, 0x2337e3e83459a05au),
      ACRE_BITS(log10, 0x577dff188a4d8927u, 0xbf8d4560b95942bdu),
      ACRE_BITS(log1p, 0x0b93223faaeef925u, 0xda3550241545d97bu),
      ACRE_BITS(sin, 0xc4ab3666c1efdf73u, 0x513c76ba324a65f5u),
      ACRE_BITS(cos, 0xde00fe03be46d7fbu, 0x309d87b85b4b8b73u),
      ACRE_BITS(tan, 0xb17a8ca337a07ae0u, 0x270c586bcc849a2cu),
      ACRE_BITS(asin, 0xd4965fcbcbfb4c9eu, 0x585551bc4a2e1528u),
      ACRE_BITS(acos, 0x7aac6700e93888e9u, 0xd0e210b83f2186bdu),
      ACRE_BITS(atan, 0xb8ba35d4b2c25ec1u, 0xc17e6d36d86d8059u),
      ACRE_BITS(sinh, 0xc8d61b20b59330f0u, 0x593ad614afe6af0bu),
      ACRE_BITS(cosh, 0x598a4345352ca38au, 0x8f98554ed920dc82u),
      ACRE_BITS(tanh, 0x8fe2aa9bfc03cdceu, 0x47609ff8feb7effau),
      ACRE_BITS(asinh, 0x6abe3bde97fe911cu, 0x606c1d2420a276e5u),
      ACRE_BITS(acosh, 0xb7d56ab182133d80u, 0xc15a08c689ac69fau),
      ACRE_BITS(atanh, 0x4faf0163a8df2c7eu, 0x1f723eac49efc45au),
      ACRE_BITS(erf, 0xdd5acf5fc731acc3u, 0x89779139baeec083u),
      ACRE_BITS(erfc, 0x680dce44836c42f1u, 0x9b65ab240ab7ab88u),
      ACRE_BITS(lgamma, 0x483c5963f99a8c96u, 0x4219bd1da35f4666u),
      ACRE_BITS(tgamma, 0x09c8a4c1d6f76c62u, 0xbe8888b2e00d027bu),
      ACRE_BITS(floor, 0xad1dc2ba353c1f2cu, 0xaa037c340a8f2204u),
      ACRE_BITS(rint, 0x1c27f520e288b67eu, 0x1089246ef1e2fa04u),
      ACRE_BITS2(pow, 0x306e6496d1d69facu, 0x975d2812dfafc00eu),
      ACRE_BITS2(hypot, 0xb5e5599929157fa1u, 0xf71522efa40e211cu),
      ACRE_BITS2(atan2, 0x06d423f8eb82fe48u, 0xb4f99d418ff7d8efu),
      ACRE_BITS2(logaddexp, 0x402653522e986a40u, 0x596c6475ea5b4c5eu),
      ACRE_BITS2(fmod, 0x137259c90926e315u, 0xf3f2e415693092f0u),
      ACRE_BITS2(floor_divide, 0x31fb5164a828464bu, 0x0168c438c7f4f26cu),
      ACRE_BITS2(remainder, 0x154b3e924dc73546u, 0xa5f00b334948a05du),
  };
  for (row const& r : rows) {
    EXPECT_EQ(r.got_float, r.of_float) << r.name << std::hex << " float: 0x" << r.got_float << "u";
    EXPECT_EQ(r.got_double, r.of_double) << r.name << std::hex << " double: 0x" << r.got_double << "u";
  }
}

TYPED_TEST(math_functions, monotone_across_the_seams)
{
  using T = TypeParam;
  for (T at : {T(0.5), T(1), T(2), T(0.34657359), T(1.0397208), T(0.70710678), T(1.4142136), T(21), T(0.41421356)}) {
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
