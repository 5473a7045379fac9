// acre::math: special values, exact cases, rounding and remainders.
#include <acre/elementwise/power.hpp>
#include <acre/math.hpp>

#include <algorithm>
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
  return testing::AssertionFailure()
         << "got " << testing::PrintToString(got) << ", expected " << testing::PrintToString(want)
         << " (bits " << std::hex << bits(got) << ", " << bits(want) << ")";
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

  std::vector<T> const values = {z,     -z,    T(0.5), T(-0.5), T(1),     T(-1), T(2), T(-2),
                                 T(3),  T(-3), T(2.5), T(-2.5), i,        -i,    n,    most,
                                 -most, least, -least, T(1e10), T(-1e10), T(7),  T(-7)};
  for (T x : values)
    for (T y : values) {
      T const expected = std::pow(x, y);
      T const got = am::pow(x, y);
      bool const exact =
          std::isnan(expected) || expected == z || std::isinf(expected) || expected == T(1);
      if (exact)
        EXPECT_TRUE(same(got, expected)) << x << " ^ " << y;
      else
        EXPECT_NEAR(got / expected, 1.0, 4 * double(std::numeric_limits<T>::epsilon()))
            << x << " ^ " << y;
    }
  for (int b = 2; b < 12; ++b) {  // exact powers
    double p = 1;
    for (int e = 0; p < (sizeof(T) == 8 ? 0x1p53 : 0x1p24); ++e, p *= b)
      EXPECT_TRUE(same(am::pow(T(b), T(e)), static_cast<T>(p))) << b << " ^ " << e;
  }
}

/// Squares, reciprocals and roots as powers are rounded correctly: as numbers, in rows of one
/// exponent, which are computed by that operation alone, and between others.
TYPED_TEST(math_functions, powers_of_one_operation)
{
  using T = TypeParam;
  std::mt19937_64 random(20261130);
  std::vector<T> x = {T(0), -T(0), inf<T>, -inf<T>, nan<T>, std::numeric_limits<T>::denorm_min()};
  while (x.size() < 1000)
    x.push_back(static_cast<T>(std::ldexp(static_cast<double>(random() >> 11), -50)) -
                (x.size() % 3 == 0 ? T(3) : T(0)));
  auto const square = [](T v) { return v * v; };
  auto const reciprocal = [](T v) { return T(1) / v; };
  auto const root = [](T v) {
    return v == T(0) || v == -inf<T> ? std::fabs(v) : std::sqrt(v);  // as std::pow
  };
  auto const expected = [&](T v, T y) {
    return y == T(2) ? square(v) : y == T(-1) ? reciprocal(v) : y == T(0.5) ? root(v) : am::pow(v, y);
  };
  auto const count = static_cast<int>(x.size());
  std::vector<T> z(x.size()), alike(x.size()), mixed(x.size());
  T const exponents[] = {T(2), T(-1), T(0.5), T(1.5), T(3)};
  using rows = acre::detail::compiled_pair<acre::detail::power_op>;
  for (T const y : exponents) {
    std::ranges::fill(alike, y);
    rows::row(x.data(), alike.data(), z.data(), count);
    for (std::size_t k = 0; k < x.size(); ++k) {
      EXPECT_TRUE(same(am::pow(x[k], y), expected(x[k], y))) << x[k] << " ^ " << y;
      EXPECT_TRUE(same(z[k], expected(x[k], y))) << x[k] << " ^ " << y;
    }
  }
  for (std::size_t k = 0; k < x.size(); ++k) mixed[k] = exponents[random() % 5];
  rows::row(x.data(), mixed.data(), z.data(), count);
  for (std::size_t k = 0; k < x.size(); ++k)
    EXPECT_TRUE(same(z[k], expected(x[k], mixed[k]))) << x[k] << " ^ " << mixed[k];
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
  std::vector<T> const values = {z,
                                 -z,
                                 T(1),
                                 T(-1),
                                 i,
                                 -i,
                                 n,
                                 std::numeric_limits<T>::denorm_min(),
                                 std::numeric_limits<T>::max()};
  for (T y : values)
    for (T x : values) {
      auto const expected =
          static_cast<T>(std::atan2(static_cast<double>(y), static_cast<double>(x)));
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
  std::vector<T> const values = {T(0),         -T(0),         T(0.5),
                                 T(-0.5),      T(1.5),        T(2.5),
                                 T(-2.5),      T(0.49999997), T(-0.2),
                                 T(1e9),       big,           -big,
                                 big - T(0.5), big + 1,       inf<T>,
                                 -inf<T>,      nan<T>,        -nan<T>,
                                 T(-3.7),      T(3.7),        std::numeric_limits<T>::denorm_min()};
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

TYPED_TEST(math_functions, nextafter_is_the_next_number)
{
  using T = TypeParam;
  std::vector<T> numbers{T(0),   -T(0),   std::numeric_limits<T>::denorm_min(),
                         T(1),   T(-1),   std::numeric_limits<T>::min(),
                         inf<T>, -inf<T>, std::numeric_limits<T>::max(),
                         nan<T>};
  std::mt19937_64 random(8);
  for (int k = 0; k < 300; ++k) {
    std::uint64_t const a = random();
    if constexpr (sizeof(T) == 8)
      numbers.push_back(__builtin_bit_cast(double, a));
    else
      numbers.push_back(__builtin_bit_cast(float, std::uint32_t(a)));
  }
  for (T const x : numbers)
    for (T const y : numbers)
      ASSERT_TRUE(
          same(am::nextafter(x, y), std::isnan(x) || std::isnan(y) ? nan<T> : std::nextafter(x, y)))
          << x << " towards " << y;
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
      x = __builtin_bit_cast(float, std::uint32_t(a)),
      y = __builtin_bit_cast(float, std::uint32_t(b));
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
  std::vector<row> const rows = {{7, 2, 3, 1},   {-7, 2, -4, 1},  {7, -2, -4, -1}, {-7, -2, 3, -1},
                                 {6, 3, 2, z},   {-6, 3, -2, z},  {6, -3, -2, -z}, {z, 3, z, z},
                                 {-z, 3, -z, z}, {z, -3, -z, -z}, {1, z, i, n},    {-1, z, -i, n},
                                 {z, z, n, n},   {5, i, z, 5},    {-5, i, -1, i},  {5, -i, -1, -i},
                                 {i, 5, n, n},   {n, 5, n, n},    {5, n, n, n}};
  for (row const& r : rows) {
    EXPECT_TRUE(same(am::floor_divide(r.x, r.y), r.quotient)) << r.x << " // " << r.y;
    EXPECT_TRUE(same(am::remainder(r.x, r.y), r.remainder)) << r.x << " % " << r.y;
  }
}

}  // namespace
