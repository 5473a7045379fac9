// <acre/testing/detail/ulp.hpp>: distances and comparison, as acre-diff and the cross-check use
// them.
#include <acre/testing/detail/ulp.hpp>

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace {

using acre::detail::compare_elements;
using acre::detail::half_bits;
using acre::detail::ulp_distance;
using acre::detail::ulp_incomparable;
using acre::detail::unravel;

template <typename T>
class apps_ulp : public testing::Test {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(apps_ulp, floats);

TYPED_TEST(apps_ulp, steps)
{
  using T = TypeParam;
  using limits = std::numeric_limits<T>;
  T const inf = limits::infinity(), nan = limits::quiet_NaN(), tiny = limits::denorm_min();
  EXPECT_EQ(ulp_distance(T(1), T(1)), 0u);
  EXPECT_EQ(ulp_distance(T(1), std::nextafter(T(1), T(2))), 1u);
  EXPECT_EQ(ulp_distance(T(1), std::nextafter(T(1), T(0))), 1u);
  EXPECT_EQ(ulp_distance(T(1), T(2)), std::uint64_t{1} << (limits::digits - 1));
  EXPECT_EQ(ulp_distance(T(2), T(1)), ulp_distance(T(1), T(2)));
  EXPECT_EQ(ulp_distance(T(0), T(-0.0)), 0u);
  EXPECT_EQ(ulp_distance(T(-0.0), tiny), 1u);
  EXPECT_EQ(ulp_distance(-tiny, tiny), 2u);
  EXPECT_EQ(ulp_distance(limits::max(), inf), 1u);
  EXPECT_EQ(ulp_distance(-inf, inf), 2 * ulp_distance(T(0), inf));
  EXPECT_LT(ulp_distance(-inf, inf), ulp_incomparable);
  EXPECT_EQ(ulp_distance(nan, -nan), 0u);
  EXPECT_EQ(ulp_distance(nan, inf), ulp_incomparable);
  EXPECT_EQ(ulp_distance(T(0), nan), ulp_incomparable);
  static_assert(ulp_distance(T(1), T(1) + limits::epsilon()) == 1);
}

TYPED_TEST(apps_ulp, every_step_is_nextafter)
{
  using T = TypeParam;
  for (T start : {T(-3e-3), T(0.75), std::numeric_limits<T>::min(), -std::numeric_limits<T>::min(),
                  -5 * std::numeric_limits<T>::denorm_min()}) {
    T x = start;
    for (std::uint64_t k = 0; k < 20; ++k) {
      EXPECT_EQ(ulp_distance(start, x), k);
      x = std::nextafter(x, T(1));
    }
  }
}

TEST(apps_ulp_other, half_complex_integers)
{
  EXPECT_EQ(ulp_distance(half_bits{0x3c00}, half_bits{0x3c01}), 1u);
  EXPECT_EQ(ulp_distance(half_bits{0x8000}, half_bits{0x0000}), 0u);
  EXPECT_EQ(ulp_distance(half_bits{0x7e00}, half_bits{0x7c00}), ulp_incomparable);
  EXPECT_EQ(ulp_distance(half_bits{0x7bff}, half_bits{0x7c00}), 1u);
  using complex = std::complex<float>;
  EXPECT_EQ(ulp_distance(complex(1, 2), complex(1, std::nextafter(2.0f, 3.0f))), 1u);
  EXPECT_EQ(ulp_distance(std::int8_t{-128}, std::int8_t{127}), 255u);
  EXPECT_EQ(ulp_distance(std::numeric_limits<std::int64_t>::min(),
                         std::numeric_limits<std::int64_t>::max()),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(ulp_distance(true, false), 1u);
}

TEST(apps_ulp_other, compare_counts_each_kind)
{
  double const nan = std::numeric_limits<double>::quiet_NaN();
  double const other_nan = std::bit_cast<double>(std::bit_cast<std::uint64_t>(nan) + 1);
  std::vector<double> const a{1, 0.0, nan, nan, 5, 2};
  std::vector<double> const b{1, -0.0, other_nan, 7, std::nextafter(5.0, 6.0), 2};
  auto const bits = compare_elements(a.data(), b.data(), 6);
  EXPECT_FALSE(bits.same());
  EXPECT_EQ(bits.size, 6);
  EXPECT_EQ(bits.different, 3) << "a NaN is a NaN";
  EXPECT_EQ(bits.first, 1);
  EXPECT_EQ(bits.max_distance, 1u);
  EXPECT_EQ(bits.max_at, 4);
  EXPECT_EQ(bits.nan_on_one_side, 1);
  EXPECT_EQ(bits.zero_sign, 1);
  EXPECT_EQ(bits.nan_bits, 1);
  auto const equal = compare_elements(a.data(), b.data(), 6, std::uint64_t{0});
  EXPECT_EQ(equal.different, 2);
  EXPECT_EQ(equal.first, 3);
  EXPECT_EQ(compare_elements(a.data(), b.data(), 6, std::uint64_t{1}).different, 1);
  // a NaN is never within a tolerance of a number
  EXPECT_EQ(compare_elements(a.data(), b.data(), 6, ulp_incomparable).different, 1);
  EXPECT_TRUE(compare_elements(a.data(), a.data(), 6).same());
  EXPECT_TRUE(compare_elements<double>(nullptr, nullptr, 0).same());
}

TEST(apps_ulp_other, compare_complex_counts_an_element_once)
{
  using complex = std::complex<double>;
  complex const a(0.0, 0.0), b(-0.0, -0.0);
  auto const c = compare_elements(&a, &b, 1);
  EXPECT_EQ(c.different, 1);
  EXPECT_EQ(c.zero_sign, 1);
  // a part's NaN bits don't count as a difference, the other part's number does
  double const nan = std::numeric_limits<double>::quiet_NaN();
  complex const f(nan, 1), g(-nan, 1), h(-nan, 2);
  auto const same = compare_elements(&f, &g, 1), other = compare_elements(&f, &h, 1);
  EXPECT_TRUE(same.same());
  EXPECT_EQ(same.nan_bits, 1);
  EXPECT_EQ(other.different, 1);
  complex const d(1, std::numeric_limits<double>::quiet_NaN()), e(1, 1);
  EXPECT_EQ(compare_elements(&d, &e, 1).nan_on_one_side, 1);
}

TEST(apps_ulp_other, unravel)
{
  using index = std::vector<std::int64_t>;
  EXPECT_EQ(unravel(0, {}), index{});
  EXPECT_EQ(unravel(23, {2, 3, 4}), (index{1, 2, 3}));
  EXPECT_EQ(unravel(5, {2, 3}), (index{1, 2}));
  EXPECT_EQ(unravel((std::int64_t{1} << 40) + 1, {2, std::int64_t{1} << 40}), (index{1, 1}));
}

}  // namespace
