#include <acre/elementwise/elementary.hpp>
#include <acre/order/histogram.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using counts = std::vector<std::int64_t>;

template <class Space>
class histogram : public ::testing::Test {};
TYPED_TEST_SUITE(histogram, acre_test::spaces, acre_test::space_names);

/// By the definition: the last edge that is not above the value.
template <class T>
counts counted(std::vector<T> const& v, std::int64_t bins, double low, double high)
{
  using edge = std::conditional_t<std::is_floating_point_v<T>, T, double>;
  std::vector<edge> edges;
  double const step = (high - low) / static_cast<double>(bins);
  for (std::int64_t i = 0; i < bins; ++i)
    edges.push_back(static_cast<edge>(static_cast<double>(i) * step + low));
  edges.push_back(static_cast<edge>(high));
  counts result(static_cast<std::size_t>(bins));
  for (T const x : v) {
    auto const value = static_cast<edge>(x);
    if (!(value >= edges.front() && value <= edges.back())) continue;
    std::int64_t bin = bins - 1;
    while (value < edges[static_cast<std::size_t>(bin)]) --bin;
    ++result[static_cast<std::size_t>(bin)];
  }
  return result;
}

/// These counts by bisection, for many bins.
counts counted_fast(std::vector<double> const& v, std::int64_t bins, double low, double high)
{
  std::vector<double> edges;
  double const step = (high - low) / static_cast<double>(bins);
  for (std::int64_t i = 0; i < bins; ++i) edges.push_back(static_cast<double>(i) * step + low);
  edges.push_back(high);
  counts result(static_cast<std::size_t>(bins));
  for (double const x : v) {
    if (!(x >= low && x <= high)) continue;
    auto const after = std::upper_bound(edges.begin(), edges.end(), x);
    ++result[std::min(result.size() - 1, static_cast<std::size_t>(after - edges.begin()) - 1)];
  }
  return result;
}

TYPED_TEST(histogram, bins_are_half_open_and_the_last_one_closed)
{
  double const nan = std::numeric_limits<double>::quiet_NaN(),
               inf = std::numeric_limits<double>::infinity();
  auto const x = acre::from_host<double>(
      TypeParam(), {0, 0.5, 1, 1.5, 2, 3, 4, -1e-300, 4.000001, nan, inf, -inf, -0.0});
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::histogram(x, 4, 0, 4), {3, 2, 1, 2}));
}

// Every edge itself, and its neighbours: what a division alone gets wrong.
template <class T, class Space>
void decides_at_the_edges(std::int64_t bins, double low, double high)
{
  std::vector<T> v;
  double const step = (high - low) / static_cast<double>(bins);
  for (std::int64_t i = 0; i <= bins; ++i) {
    auto const edge = static_cast<T>(static_cast<double>(i) * step + low);
    for (T x : {edge, std::nextafter(edge, T(-1e30)), std::nextafter(edge, T(1e30))})
      v.push_back(x);
  }
  for (Space const& space : acre_test::instances<Space>())
    EXPECT_TRUE(acre_test::equals(acre::histogram(acre_test::place(space, v), bins, low, high),
                                  counted(v, bins, low, high)));
}
TYPED_TEST(histogram, values_on_an_edge_fall_where_numpys_do)
{
  decides_at_the_edges<double, TypeParam>(10, 0, 1);
  decides_at_the_edges<double, TypeParam>(75, -6, 6);
  decides_at_the_edges<double, TypeParam>(1000, -0.1, 0.7);
  decides_at_the_edges<float, TypeParam>(10, 0, 1);
  decides_at_the_edges<float, TypeParam>(777, -0.1, 0.7);
  decides_at_the_edges<float, TypeParam>(5000, 0.1, 0.77);
}

// Sizes of all kinds: where a guess has no bits left to tell bins apart by.
template <class T, class Space>
void drops_what_is_far()
{
  std::vector<T> v;
  using limits = std::numeric_limits<T>;
  for (int e = limits::min_exponent; e < limits::max_exponent; ++e)
    for (T const x : {T(1), T(-1), T(1.25), T(-1.75)}) v.push_back(std::ldexp(x, e));
  for (double const low : {0.0, -3.0, 0.1})
    for (std::int64_t const bins : {1, 1000})
      EXPECT_TRUE(
          acre_test::equals(acre::histogram(acre_test::place(Space(), v), bins, low, low + 7),
                            counted(v, bins, low, low + 7)));
}
TYPED_TEST(histogram, drops_what_lies_far_outside)
{
  drops_what_is_far<float, TypeParam>();
  drops_what_is_far<double, TypeParam>();
}

TYPED_TEST(histogram, counts_any_shape_and_dtype)
{
  auto const f = acre_test::noise<float>(100003);
  auto const i = acre_test::noise<std::int16_t>(3 * 1000);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    EXPECT_TRUE(acre_test::equals(acre::histogram(acre_test::place(space, f), 100, -3, 5),
                                  counted(f, 100, -3, 5)));
    auto const table = acre_test::place(space, i, acre::shape(3, 1000));
    EXPECT_TRUE(
        acre_test::equals(acre::histogram(table, 7, -20000, 20000), counted(i, 7, -20000, 20000)));
    EXPECT_TRUE(acre_test::equals(acre::histogram(table.transpose(), 7, -20000, 20000),
                                  counted(i, 7, -20000, 20000)));
  }
  auto const b = acre::from_host<bool>(TypeParam(), {true, false, true});
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::histogram(b, 2, 0, 1), {1, 2}));
}

// Long enough for counters of a thread's own, with few bins, with many, and with more than that.
TYPED_TEST(histogram, counts_long_rows_in_any_number_of_bins)
{
  auto const f = acre_test::noise<double>(300007);
  auto const shifted = std::vector<double>(f.begin() + 1, f.end());
  std::vector<counts> expected;
  for (std::int64_t bins : {1, 32, 5000, 40000}) expected.push_back(counted_fast(f, bins, -3, 5));
  auto const expected_of_shifted = counted_fast(shifted, 32, -3, 5);
  auto weighted = expected[1];
  for (auto& count : weighted) count *= -7;
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = acre_test::place(space, f);
    for (auto const& wanted : expected)
      EXPECT_TRUE(acre_test::equals(
          acre::histogram(x, static_cast<std::int64_t>(wanted.size()), -3, 5), wanted));
    EXPECT_TRUE(acre_test::equals(acre::histogram(x(acre::slice(1, acre::none)), 32, -3, 5),
                                  expected_of_shifted));
    EXPECT_TRUE(acre_test::equals(
        acre::histogram(x, 32, -3, 5, acre::full<std::int32_t>(space, acre::shape(1), -7)),
        weighted));
  }
}

// Strided elements, counted by a block's counters and (with weights) by a thread's own.
TYPED_TEST(histogram, counts_long_rows_at_any_stride)
{
  auto const f = acre_test::noise<double>(300007);
  auto const x = acre_test::place(TypeParam(), f);
  for (std::int64_t const step : {-1, 3, -2}) {
    std::vector<double> part;
    auto const n = static_cast<std::int64_t>(f.size());
    for (std::int64_t i = step < 0 ? n - 1 : 0; i >= 0 && i < n; i += step)
      part.push_back(f[static_cast<std::size_t>(i)]);
    auto wanted = counted_fast(part, 32, -3, 5);
    auto const strided = x(acre::slice(acre::none, acre::none, step));
    EXPECT_TRUE(acre_test::equals(acre::histogram(strided, 32, -3, 5), wanted)) << step;
    for (auto& count : wanted) count *= -7;
    auto const weights = acre::full<std::int32_t>(TypeParam(), acre::shape(1), -7);
    EXPECT_TRUE(acre_test::equals(acre::histogram(strided, 32, -3, 5, weights), wanted)) << step;
  }
}

TYPED_TEST(histogram, adds_integer_weights_that_broadcast)
{
  auto const x =
      acre::from_host<double>(TypeParam(), {0, 1, 2, 0, 1, 2}).reshape(acre::shape(2, 3));
  auto const w = acre::from_host<std::int32_t>(TypeParam(), {10, -1}).reshape(acre::shape(2, 1));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::histogram(x + 0.5, 3, 0, 3, w), {9, 9, 9}));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::histogram(x, 2, 0, 2, w * 2), {18, 36}));
  EXPECT_EQ(acre_test::error_of<acre::shape_error>(
                [&] { acre::histogram(x, 2, 0, 2, x.reshape(acre::shape(3, 2)) > 0); }),
            "weights should have the same shape as a. ((3,2) and (2,3))");
}

TYPED_TEST(histogram, empty_input_and_equal_bounds)
{
  auto const none = acre::empty<float>(TypeParam(), acre::shape(0));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::histogram(none, 3, 0, 1), {0, 0, 0}));
  auto const x = acre::from_host<float>(TypeParam(), {1, 1, 0.4f, 1.5f});
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::histogram(x, 2, 1, 1), {0, 3}));
}

TYPED_TEST(histogram, refuses_bad_bins)
{
  auto const x = acre::from_host<float>(TypeParam(), {1});
  auto const message = [&](std::int64_t bins, double low, double high) {
    return acre_test::error_of<acre::value_error>([&] { acre::histogram(x, bins, low, high); });
  };
  EXPECT_EQ(message(0, 0, 1), "`bins` must be positive, when an integer");
  EXPECT_EQ(message(3, 1, 0), "max must be larger than min in range parameter.");
  EXPECT_EQ(message(3, 0, std::numeric_limits<double>::infinity()),
            "supplied range of [0, inf] is not finite");
  EXPECT_EQ(message(3, -1e308, 1e308),
            "Too many bins for data range. Cannot create 3 finite-sized bins.");
  EXPECT_EQ(message(3, 0, 5e-324),
            "Too many bins for data range. Cannot create 3 finite-sized bins.");
  auto const most = std::numeric_limits<std::int64_t>::max();
  auto const wide = acre::from_host<double>(TypeParam(), {0, 4});
  EXPECT_EQ(acre_test::error_of<acre::value_error>([&] { acre::histogram(wide, most); }),
            "Too many bins for data range. Cannot create 9223372036854775807 finite-sized bins.");
  EXPECT_THROW(acre::histogram_bin_edges(wide, std::int64_t{1} << 50), acre::out_of_memory);
}

}  // namespace
