// The static face of dynamic_exact_integers.cpp: uint64 beside signed dtypes, and integers that
// would wrap around before they are float64.

#include <acre/order/digitize.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/quantile.hpp>
#include <acre/order/sets.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/trapezoid.hpp>
#include <acre_test/on_space.hpp>

#include <cstdint>
#include <type_traits>

namespace {

using acre_test::equals;

template <class Space>
class exact_integers : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(exact_integers, acre_test::spaces, acre_test::space_names);

constexpr std::uint64_t big = std::uint64_t{1} << 62, last = ~std::uint64_t{0};
constexpr std::int64_t large = std::int64_t{1} << 62;

TYPED_TEST(exact_integers, of_both_signs_are_compared_as_numbers)
{
  auto const u = this->template row<std::uint64_t>({big, big + 1, big + 2, last});
  auto const i = this->template row<std::int64_t>({INT64_MIN, -1, large + 1, large + 3});
  EXPECT_TRUE(equals<unsigned char>(acre::evaluate(acre::isin(u, i)), {false, true, false, false}));
  EXPECT_TRUE(equals<unsigned char>(acre::evaluate(acre::isin(i, u)), {false, false, true, false}));
  EXPECT_TRUE(equals<std::uint64_t>(acre::setdiff1d(u, i), {big, big + 2, last}));
  EXPECT_TRUE(equals<std::uint64_t>(acre::intersect1d(i, u), {big + 1}));
  EXPECT_TRUE(equals<double>(acre::setxor1d(u, i), {-0x1p63, -1, 0x1p62, 0x1p64}));
  using places = std::int64_t;
  EXPECT_TRUE(equals<places>(acre::evaluate(acre::searchsorted(u, i)), {0, 0, 1, 3}));
  EXPECT_TRUE(equals<places>(acre::evaluate(acre::searchsorted(i, u)), {2, 2, 3, 4}));
  EXPECT_EQ(acre::searchsorted(u, large + 1).item(), 1);
  EXPECT_EQ(acre::searchsorted(u, large + 1, acre::search_side::right).item(), 2);
  EXPECT_EQ(acre::searchsorted(u, -1).item(), 0);
  EXPECT_EQ(acre::searchsorted(i, last).item(), 4);
  EXPECT_TRUE(equals<places>(acre::evaluate(acre::digitize(i, u)), {0, 0, 2, 3}));
  EXPECT_TRUE(equals<places>(acre::histogram(u, i), {0, 1, 2}));
  EXPECT_TRUE(equals<places>(acre::histogram(i, u, acre::outside::counted), {2, 0, 1, 1, 0}));
  EXPECT_TRUE(equals<places>(acre::histogram(i, u, acre::outside::clamped), {2, 1, 1}));
  auto const weights = acre::ones(this->space, acre::shape(4));
  EXPECT_TRUE(equals<double>(acre::histogram(u, i, weights), {0, 1, 2}));
}

/// Many values are looked up by cells and tables.
TYPED_TEST(exact_integers, of_both_signs_are_found_among_many)
{
  constexpr std::int64_t n = 60000;
  auto const k = acre::arange<std::int64_t>(this->space, n);
  auto const i = acre::evaluate(k - n / 2);
  auto const u = acre::evaluate(acre::cast<std::uint64_t>(k % 7) + (last - 6));
  EXPECT_EQ(acre::count_nonzero(acre::isin(i, u)).item(), 0) << "-1 is not 2^64 - 1";
  auto const near = acre::evaluate(acre::cast<std::uint64_t>(k % 5));
  EXPECT_EQ(acre::count_nonzero(acre::isin(i, near)).item(), 5);
  EXPECT_EQ(acre::count_nonzero(acre::isin(u, i)).item(), 0);
  auto const edges = this->template row<std::uint64_t>({0, 10, 20, last});
  EXPECT_TRUE(equals<std::int64_t>(acre::histogram(i, edges), {10, 10, n / 2 - 20}));
}

TYPED_TEST(exact_integers, do_not_wrap_before_they_are_float64)
{
  auto const y = this->template row<std::uint8_t>({200, 200, 100});
  EXPECT_EQ(acre::trapezoid(y).item(), 350);
  EXPECT_EQ(acre::trapezoid(y, 2).item(), 700);
  EXPECT_TRUE(equals<double>(acre::evaluate(acre::cumulative_trapezoid(y)), {200, 350}));
  EXPECT_EQ(acre::trapezoid(y, y).item(), -15000);
  auto const b = this->template row<bool>({true, true, false});
  EXPECT_EQ(acre::trapezoid(b).item(), 1.5);
  EXPECT_EQ(acre::trapezoid(this->template row<double>({1, 1, 1}), b).item(), -1);
  auto const f = acre::trapezoid(this->template row<float>({1, 1, 1}), y);
  static_assert(acre_test::has_dtype<float, decltype(f)>);
  EXPECT_EQ(f.item(), -100);
  auto const edges = this->template row<std::int8_t>({-100, 100});
  auto const ones = this->template row<std::int64_t>({1});
  EXPECT_TRUE(equals<double>(acre::evaluate(acre::histogram_density(ones, edges)), {1.0 / 200}));
  auto const ends = this->template row<std::int64_t>({INT64_MIN, INT64_MAX});
  EXPECT_EQ(acre::median(ends).item(), 0);
  EXPECT_EQ(acre::quantile(ends, 0.25).item(), -0x1p62);
}

}  // namespace
