// acre::math of complex numbers: accuracy against long double on a sample, and C's special cases.
#include <acre/elementwise/elementary.hpp>
#include <acre/math/complex_functions.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace {

namespace am = acre::math;
using complex = Kokkos::complex<double>;
double const inf = std::numeric_limits<double>::infinity(),
             not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Distance in units of the last place of what is expected, in T.
template <class T>
double ulps(T got, long double expected)
{
  T const rounded = static_cast<T>(expected);
  if (std::isinf(rounded) || std::isinf(got)) return got == rounded ? 0 : 1e9;
  T const size = std::max(std::abs(rounded), std::numeric_limits<T>::min());
  T const unit = size - std::nextafter(size, T(0));
  return static_cast<double>(std::abs(static_cast<long double>(got) - expected) /
                             static_cast<long double>(unit));
}

struct errors {
  double real = 0, imag = 0;
};

template <class T, class F, class G>
errors largest_errors(F f, G reference, double low, double high)
{
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(low, high);
  errors e;
  for (int k = 0; k < 200000; ++k) {
    auto const part = [&] {
      double const size = std::exp2(exponent(random));
      return static_cast<T>((random() & 1) != 0 ? -size : size);
    };
    T const a = part(), b = part();
    auto const got = f(Kokkos::complex<T>(a, b));
    auto const expected = reference(std::complex<long double>(a, b));
    e.real = std::max(e.real, ulps<T>(got.real(), expected.real()));
    e.imag = std::max(e.imag, ulps<T>(got.imag(), expected.imag()));
  }
  return e;
}

template <class T>
void expect_accurate()
{
  using long_complex = std::complex<long double>;
  auto const exp = [](Kokkos::complex<T> z) { return am::exp(z); };
  auto const log = [](Kokkos::complex<T> z) { return am::log(z); };
  auto const sqrt = [](Kokkos::complex<T> z) { return am::sqrt(z); };
  auto const long_exp = [](long_complex z) { return std::exp(z); };

  auto const long_log = [](long_complex z) { return std::log(z); };
  auto const long_sqrt = [](long_complex z) { return std::sqrt(z); };
  double const range = sizeof(T) == 8 ? 1000 : 120;
  auto const check = [&](char const* name, acre::detail::error_bound ulp, errors e) {
    double const bound = sizeof(T) == 8 ? ulp.float64 : ulp.float32;
    testing::Test::RecordProperty(name, std::to_string(e.real) + " " + std::to_string(e.imag));
    EXPECT_LE(e.real, bound) << name;
    EXPECT_LE(e.imag, bound) << name;
  };
  using namespace acre::detail;
  check("exp", exp_op::complex_ulp, largest_errors<T>(exp, long_exp, -10, 6));
  check("log", log_op::complex_ulp, largest_errors<T>(log, long_log, -range, range));
  check("log near 1", log_op::complex_ulp, largest_errors<T>(log, long_log, -1.5, 0.5));
  check("sqrt", sqrt_op::complex_ulp, largest_errors<T>(sqrt, long_sqrt, -range, range));
  check("sqrt, usual", sqrt_op::complex_ulp, largest_errors<T>(sqrt, long_sqrt, -4, 4));
#define ACRE_CHECK_COMPLEX(op, function, low, high)                             \
  check(#function, op::complex_ulp,                                             \
        largest_errors<T>([](Kokkos::complex<T> z) { return am::function(z); }, \
                          [](long_complex z) { return std::function(z); }, low, high))
  ACRE_CHECK_COMPLEX(sin_op, sin, -20, 6);
  ACRE_CHECK_COMPLEX(cos_op, cos, -20, 6);
  ACRE_CHECK_COMPLEX(tan_op, tan, -20, 6);
  ACRE_CHECK_COMPLEX(sinh_op, sinh, -20, 6);
  ACRE_CHECK_COMPLEX(cosh_op, cosh, -20, 6);
  ACRE_CHECK_COMPLEX(tanh_op, tanh, -20, 6);
  ACRE_CHECK_COMPLEX(arcsin_op, asin, -20, 60);
  ACRE_CHECK_COMPLEX(arccos_op, acos, -20, 60);
  ACRE_CHECK_COMPLEX(arctan_op, atan, -20, 60);
  ACRE_CHECK_COMPLEX(arcsinh_op, asinh, -20, 60);
  ACRE_CHECK_COMPLEX(arccosh_op, acosh, -20, 60);
  ACRE_CHECK_COMPLEX(arctanh_op, atanh, -20, 60);
  ACRE_CHECK_COMPLEX(arcsin_op, asin, -2, 2);
  ACRE_CHECK_COMPLEX(arccos_op, acos, -2, 2);
  ACRE_CHECK_COMPLEX(arctanh_op, atanh, -2, 2);
#undef ACRE_CHECK_COMPLEX
  check("log10", log10_op::complex_ulp,
        largest_errors<T>([](Kokkos::complex<T> z) { return am::log10(z); },
                          [](long_complex z) { return std::log10(z); }, -range, range));
  check("log2", log2_op::complex_ulp,
        largest_errors<T>([](Kokkos::complex<T> z) { return am::log2(z); },
                          [](long_complex z) { return std::log(z) / std::log(2.0L); }, -4, 4));
}

void expect_same(complex got, double real, double imag)
{
  auto const same = [](double x, double y) {
    return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
  };
  EXPECT_TRUE(same(got.real(), real) && same(got.imag(), imag))
      << got.real() << ", " << got.imag() << " instead of " << real << ", " << imag;
}

}  // namespace

TEST(math_complex, float64_is_within_3_ulp) { expect_accurate<double>(); }
TEST(math_complex, float32_is_nearly_correctly_rounded) { expect_accurate<float>(); }

TEST(math_complex, exp_special_cases)
{
  expect_same(am::exp(complex(0.0, -0.0)), 1, -0.0);
  expect_same(am::exp(complex(1.0, inf)), not_a_number, not_a_number);
  expect_same(am::exp(complex(inf, 0.0)), inf, 0);
  expect_same(am::exp(complex(-inf, 3.0)), -0.0, 0);
  expect_same(am::exp(complex(-inf, inf)), 0, 0);
  expect_same(am::exp(complex(inf, inf)), inf, not_a_number);
  expect_same(am::exp(complex(inf, 1.0)), inf, inf);
  expect_same(am::exp(complex(not_a_number, 0.0)), not_a_number, 0);
  expect_same(am::exp(complex(not_a_number, 1.0)), not_a_number, not_a_number);
  // finite, though e^a is not
  auto const z = am::exp(complex(709.9, 1.5707963267948966));
  EXPECT_TRUE(std::isfinite(z.real()));
  EXPECT_EQ(z.imag(), inf);
}

TEST(math_complex, log_special_cases)
{
  expect_same(am::log(complex(0.0, 0.0)), -inf, 0);
  expect_same(am::log(complex(-0.0, -0.0)), -inf, -am::atan2(0.0, -1.0));
  expect_same(am::log(complex(1.0, 0.0)), 0, 0);
  expect_same(am::log(complex(-1.0, -0.0)), 0, -am::atan2(0.0, -1.0));
  expect_same(am::log(complex(inf, not_a_number)), inf, not_a_number);
  expect_same(am::log(complex(not_a_number, 1.0)), not_a_number, not_a_number);
  expect_same(am::log(complex(-inf, 1.0)), inf, am::atan2(0.0, -1.0));
  EXPECT_NEAR(am::log(complex(1e308, 1e308)).real(), 709.5427822324, 1e-9);
  EXPECT_NEAR(am::log(complex(5e-324, 0)).real(), -744.4400719214, 1e-9);
}

TEST(math_complex, sqrt_special_cases)
{
  expect_same(am::sqrt(complex(-0.0, -0.0)), 0, -0.0);
  expect_same(am::sqrt(complex(-4.0, 0.0)), 0, 2);
  expect_same(am::sqrt(complex(-4.0, -0.0)), 0, -2);
  expect_same(am::sqrt(complex(4.0, -0.0)), 2, -0.0);
  expect_same(am::sqrt(complex(not_a_number, inf)), inf, inf);
  expect_same(am::sqrt(complex(inf, -1.0)), inf, -0.0);
  expect_same(am::sqrt(complex(-inf, -1.0)), 0, -inf);
  expect_same(am::sqrt(complex(-inf, not_a_number)), not_a_number, inf);
  expect_same(am::sqrt(complex(not_a_number, 1.0)), not_a_number, not_a_number);
  EXPECT_TRUE(std::isfinite(am::sqrt(complex(1.7e308, 1.7e308)).real()));
  EXPECT_GT(am::sqrt(complex(5e-324, 5e-324)).real(), 0.0);
}

TEST(math_complex, signs_of_zeros_as_the_array_api_standard_has_them)
{
  for (double const angle : {0.0, 1.0, 2.0, 4.0, 1e300}) {
    expect_same(am::tanh(complex(inf, angle)), 1, 0);
    expect_same(am::tanh(complex(inf, -angle)), 1, -0.0);
    expect_same(am::tanh(complex(-inf, angle)), -1, 0);
  }
  expect_same(am::expm1(complex(-0.0, 0.0)), 0, 0);
  expect_same(am::expm1(complex(-0.0, -0.0)), 0, -0.0);
  expect_same(am::expm1(complex(0.0, 0.0)), 0, 0);
}

TEST(math_complex, abs_and_arg)
{
  EXPECT_EQ(am::abs(complex(3.0, -4.0)), 5.0);
  EXPECT_EQ(am::abs(complex(-inf, not_a_number)), inf);
  EXPECT_EQ(am::arg(complex(0.0, 2.0)), am::atan2(2.0, 0.0));
}

template <class T>
void divides_at_the_ends()
{
  using number = Kokkos::complex<T>;
  using limits = std::numeric_limits<T>;
  T const max = limits::max(), denormal = limits::denorm_min();
  // z / z and z / 2z of every size are 1 and 1/2
  for (T const size : {max / 2, max / 3, max / 5, T(1), limits::min(), limits::min() / 3, denormal})
    for (number const z : {number(size, size), number(size, 0), number(0, -size),
                           number(size, -denormal), number(-denormal, size)}) {
      auto const one = am::divide(z, z), half = am::divide(z, number(2 * z.real(), 2 * z.imag()));
      EXPECT_NEAR(one.real(), 1, limits::epsilon()) << size;
      EXPECT_NEAR(one.imag(), 0, limits::epsilon()) << size;
      EXPECT_NEAR(half.real(), 0.5, limits::epsilon()) << size;
      EXPECT_NEAR(half.imag(), 0, limits::epsilon()) << size;
    }
  auto const small = am::reciprocal(number(max, max)), large = am::reciprocal(number(denormal, 0));
  EXPECT_NEAR(static_cast<double>(small.real() * max), 0.5, 1e-6);
  EXPECT_NEAR(static_cast<double>(small.imag() * max), -0.5, 1e-6);
  EXPECT_EQ(large.real(), limits::infinity());
  auto const from_far = am::divide(number(max, -max), number(max, max));
  EXPECT_EQ(from_far.real(), 0);
  EXPECT_EQ(from_far.imag(), -1);
}
TEST(math_complex, quotients_at_the_ends_of_the_range)
{
  divides_at_the_ends<double>();
  divides_at_the_ends<float>();
}

template <class T>
void signs_at_the_ends()
{
  using number = Kokkos::complex<T>;
  using limits = std::numeric_limits<T>;
  for (T const size :
       {limits::max(), limits::max() / 2, limits::min(), limits::min() / 8, limits::denorm_min()})
    for (T const sign : {T(1), T(-1)}) {
      auto const both = am::sign(number(sign * size, size)), one = am::sign(number(0, -size));
      EXPECT_NEAR(both.real(), static_cast<double>(sign) * 0.70710678118654752, limits::epsilon());
      EXPECT_NEAR(both.imag(), 0.70710678118654752, limits::epsilon());
      EXPECT_EQ(one.real(), 0);
      EXPECT_EQ(one.imag(), -1);
    }
  auto const mixed = am::sign(number(limits::max(), limits::denorm_min()));
  EXPECT_EQ(mixed.real(), 1);
  EXPECT_EQ(mixed.imag(), 0);
}
TEST(math_complex, signs_at_the_ends_of_the_range)
{
  signs_at_the_ends<double>();
  signs_at_the_ends<float>();
  expect_same(am::sign(complex(inf, 1.0)), 1, 0);
  expect_same(am::sign(complex(not_a_number, -inf)), 0, -1);
  expect_same(am::sign(complex(inf, inf)), not_a_number, not_a_number);
}

/// e^a is beyond all numbers, and the sine so small that the product is one.
TEST(math_complex, exponentials_of_the_smallest_angles)
{
  double const tiny = std::numeric_limits<double>::denorm_min();
  auto const close = [](double got, double wanted) {
    EXPECT_NEAR(got / wanted, 1, 1e-14) << got << " instead of " << wanted;
  };
  close(am::exp(complex(1440, tiny)).imag(), 1.1962958538972261e302);
  close(am::expm1(complex(1440, 3 * tiny)).imag(), 3.5888875616916783e302);
  close(am::cosh(complex(1440, tiny)).imag(), 5.9814792694861306e301);
  close(am::cosh(complex(-710, tiny)).imag(), -5.5187003347482516e-16);
  close(am::sinh(complex(710, 3 * tiny)).imag(), 1.6556101004244755e-15);
  close(am::sin(complex(tiny, 1440)).real(), 5.9814792694861306e301);
  close(am::cos(complex(3 * tiny, -710)).imag(), 1.6556101004244755e-15);
}
