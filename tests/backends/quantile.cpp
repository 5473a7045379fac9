#include <acre/order/weighted_quantile.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cmath>
#include <limits>

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

template <class Space>
class quantile : public ::testing::Test {};
TYPED_TEST_SUITE(quantile, acre_test::spaces, acre_test::space_names);

// NumPy's own results, to the bit.
TYPED_TEST(quantile, every_method)
{
  using acre::interpolation, acre::order_statistic;
  auto const x = acre::from_host<double>(TypeParam(), {3, -1, 4, 1, -5, 9, 2, 6, 5, 3.5});
  std::vector const q{0.0, 0.1, 0.25, 0.5, 0.83, 1.0};
  std::pair<interpolation, std::vector<double>> const between[] = {
      {interpolation::linear, {-5.0, -1.4, 1.25, 3.25, 5.47, 9.0}},
      {interpolation::midpoint, {-5.0, -3.0, 1.5, 3.25, 5.5, 9.0}},
      {interpolation::hazen, {-5.0, -3.0, 1.0, 3.25, 5.799999999999999, 9.0}},
      {interpolation::weibull, {-5.0, -4.6, 0.5, 3.25, 6.389999999999997, 9.0}},
      {interpolation::median_unbiased,
       {-5.0, -3.533333333333333, 0.833333333333333, 3.25, 5.909999999999998, 9.0}},
      {interpolation::normal_unbiased,
       {-5.0, -3.4000000000000004, 0.875, 3.25, 5.8824999999999985, 9.0}},
      {interpolation::interpolated_inverted_cdf, {-5.0, -5.0, 0.0, 3.0, 5.299999999999999, 9.0}},
      {interpolation::averaged_inverted_cdf, {-5.0, -3.0, 1.0, 3.25, 6.0, 9.0}}};
  for (auto const& [method, wanted] : between)
    EXPECT_TRUE(acre_test::equals(acre::quantile(x, q, method), wanted)) << int(method);
  std::pair<order_statistic, std::vector<double>> const elements[] = {
      {order_statistic::lower, {-5.0, -5.0, 1.0, 3.0, 5.0, 9.0}},
      {order_statistic::higher, {-5.0, -1.0, 2.0, 3.5, 6.0, 9.0}},
      {order_statistic::nearest, {-5.0, -1.0, 1.0, 3.0, 5.0, 9.0}},
      {order_statistic::inverted_cdf, {-5.0, -5.0, 1.0, 3.0, 6.0, 9.0}},
      {order_statistic::closest_observation, {-5.0, -5.0, -1.0, 3.0, 5.0, 9.0}}};
  for (auto const& [method, wanted] : elements)
    EXPECT_TRUE(acre_test::equals(acre::quantile(x, q, method), wanted)) << int(method);
}

TYPED_TEST(quantile, dtypes_are_numpys)
{
  auto const f = acre::from_host<float>(TypeParam(), {1, 2});
  auto const i = acre::from_host<std::int8_t>(TypeParam(), {-100, 100});
  EXPECT_EQ(acre::quantile(f, 0.3).item(), 1 + 1.0f * 0.3f);
  EXPECT_TRUE(acre_test::equals<double>(acre::quantile(f, std::vector{0.3}), {1.3}));
  EXPECT_TRUE((std::is_same_v<decltype(acre::quantile(f, 0.5).item()), float>));
  EXPECT_TRUE((std::is_same_v<decltype(acre::quantile(i, 0.5).item()), double>));
  EXPECT_EQ(acre::quantile(i, 0.5).item(), 0);  // NumPy's difference wraps around to 128
  auto const lower = acre::quantile(i, 0.5, acre::order_statistic::lower);
  EXPECT_TRUE(acre_test::equals<std::int8_t>(lower, {-100}));
  using acre::array;
  EXPECT_TRUE((std::is_same_v<decltype(acre::median(array<bool, 1, TypeParam>()).item()), double>));
  EXPECT_TRUE((std::is_same_v<decltype(acre::quantile(array<std::uint64_t, 1, TypeParam>(), 0.5,
                                                      acre::order_statistic::nearest)
                                           .item()),
                              std::uint64_t>));
}

TYPED_TEST(quantile, along_axes)
{
  auto const x =
      acre::from_host<double>(TypeParam(), {5, 1, 3, 4, 2, 0}).reshape(acre::shape(2, 3));
  EXPECT_TRUE(acre_test::equals<double>(acre::median(x, 0), {4.5, 1.5, 1.5}));
  EXPECT_TRUE(acre_test::equals<double>(acre::median(x, 1), {3, 2}));
  EXPECT_TRUE(acre_test::equals<double>(acre::median(x.transpose(), -1), {4.5, 1.5, 1.5}));
  EXPECT_EQ(acre::median(x, 1, acre::keepdims).shape(), acre::shape(2, 1));
  auto const several = acre::percentile(x, std::vector{0.0, 50.0}, 1);
  EXPECT_EQ(several.shape(), acre::shape(2, 2));
  EXPECT_TRUE(acre_test::equals<double>(several, {1, 0, 3, 2}));
  EXPECT_TRUE(
      acre_test::equals<double>(acre::percentile(x, several(0), acre::axes(1, 0)), {0.05, 0}));
  EXPECT_EQ(acre::quantile(x * 2, 1.0, acre::axes(0, 1)).item(), 10);
  EXPECT_EQ(acre::median(acre::full(TypeParam(), acre::shape(), 7.0)).item(), 7);
}

TYPED_TEST(quantile, nan_wins_or_is_left_out)
{
  auto const x = acre::from_host<double>(TypeParam(), {nan, 1, 3, 2, nan, nan, 4, 4, inf})
                     .reshape(acre::shape(3, 3));
  EXPECT_TRUE(acre_test::equals<double>(acre::median(x, 1), {nan, nan, 4}));
  EXPECT_TRUE(acre_test::equals<double>(acre::quantile(x, 0.0, acre::order_statistic::lower, 1),
                                        {nan, nan, 4}));
  EXPECT_TRUE(acre_test::equals<double>(acre::nanmedian(x, 1), {2, 2, 4}));
  EXPECT_EQ(acre::nanmedian(x).item(), 3.5);
  // as NumPy's: what is between a number and an infinity is NaN
  EXPECT_TRUE(acre_test::equals<double>(acre::nanquantile(x, std::vector{0.0, 1.0}, 0),
                                        {2, 1, nan, 4, 4, nan}));
  EXPECT_TRUE(acre_test::equals<double>(acre::nanpercentile(x, 50, 1), {2, 2, nan}));
  auto const none = acre::full(TypeParam(), acre::shape(2), nan);
  EXPECT_TRUE(std::isnan(acre::nanmedian(none).item()));
  EXPECT_TRUE(std::isnan(acre::nanmedian(acre::empty<float>(TypeParam(), acre::shape(0))).item()));
}

TYPED_TEST(quantile, refuses_what_numpy_refuses)
{
  auto const x = acre::from_host<double>(TypeParam(), {1, 2});
  auto const none = acre::empty<double>(TypeParam(), acre::shape(0));
  auto const message = [](auto const& f) { return acre_test::error_of<acre::value_error>(f); };
  EXPECT_EQ(message([&] { acre::quantile(x, 1.01); }),
            "Quantiles must be in the range [0, 1], not 1.01");
  EXPECT_EQ(message([&] { acre::nanquantile(x, nan); }),
            "Quantiles must be in the range [0, 1], not nan");
  EXPECT_EQ(message([&] { acre::percentile(x, std::vector{50.0, -1.0}); }),
            "Percentiles must be in the range [0, 100], not -1");
  EXPECT_EQ(acre_test::error_of<acre::index_error>([&] { acre::quantile(none, 0.5); }),
            "index -1 is out of bounds for axis 0 with size 0");
  EXPECT_EQ(acre_test::error_of<acre::index_error>([&] { acre::median(x, 1); }),
            "axis 1 is out of bounds for array of dimension 1");
  EXPECT_TRUE(std::isnan(acre::median(none).item()));
  EXPECT_EQ(acre::quantile(x, std::vector<double>()).size(), 0);
}

// NumPy's own results.
TYPED_TEST(quantile, counts_elements_by_their_weights)
{
  using acre::weighted_by, acre::axes;
  constexpr auto inverted_cdf = acre::order_statistic::inverted_cdf;
  TypeParam const space;
  auto const x = acre::from_host<double>(space, {3, -1, 4, 1, -5, 9, 2, 6, 5, 3.5});
  auto const w = acre::from_host<double>(space, {1, 0, 2, 0.5, 0, 1, 3, 0.25, 1, 1});
  EXPECT_TRUE(acre_test::equals<double>(
      acre::quantile(x, std::vector{0.0, 0.1, 0.25, 0.5, 0.83, 1.0}, inverted_cdf, weighted_by(w)),
      {1, 2, 2, 3.5, 5, 9}));
  std::vector<double> const v{3, -2, 2, 0, 7, -6, 10, 2, 11, -10, 18, 4};
  auto const m = acre_test::place(space, v, acre::shape(3, 4));
  auto const columns = acre::from_host<double>(space, {1, 2, 3, 4});
  EXPECT_TRUE(acre_test::equals<double>(
      acre::quantile(m, std::vector{0.3, 0.9}, inverted_cdf, weighted_by(columns), 1),
      {0, 2, 4, 2, 10, 18}));
  auto const rows = acre::from_host<double>(space, {1, 0, 3});
  EXPECT_TRUE(acre_test::equals<double>(
      acre::quantile(m, 0.6, inverted_cdf, weighted_by(rows), 0, acre::keepdims),
      {11, -10, 18, 4}));
  EXPECT_EQ(acre::percentile(m, 40, inverted_cdf, weighted_by(m * 0.0 + 1.0)).item(), 2.0);
  auto with_nan = v;
  with_nan[6] = nan;
  auto const n = acre_test::place(space, with_nan, acre::shape(3, 4));
  EXPECT_TRUE(acre_test::equals<double>(
      acre::quantile(n, 0.5, inverted_cdf, weighted_by(columns), 1), {0, nan, 4}));
  EXPECT_TRUE(acre_test::equals<double>(
      acre::nanquantile(n, 0.5, inverted_cdf, weighted_by(columns), 1), {0, 2, 4}));
  auto const message = [](auto const& f) { return acre_test::error_of<acre::value_error>(f); };
  EXPECT_EQ(message([&] { acre::quantile(x, 0.5, acre::interpolation::linear, weighted_by(w)); }),
            "Only method 'inverted_cdf' supports weights. Got: linear.");
  EXPECT_EQ(message([&] { acre::quantile(x, 0.5, acre::order_statistic::lower, weighted_by(w)); }),
            "Only method 'inverted_cdf' supports weights. Got: lower.");
  EXPECT_EQ(message([&] { acre::quantile(x, 0.5, inverted_cdf, weighted_by(acre::evaluate(-w))); }),
            "Weights must be non-negative.");
  EXPECT_EQ(
      message([&] { acre::quantile(x, 0.5, inverted_cdf, weighted_by(acre::evaluate(w * 0.0))); }),
      "Weights included NaN, inf or were all zero.");
  EXPECT_EQ(
      message([&] { acre::quantile(x, 0.5, inverted_cdf, weighted_by(acre::evaluate(w / 0.0))); }),
      "Weights included NaN, inf or were all zero.");
  EXPECT_EQ(acre_test::error_of<acre::shape_error>([&] {
              acre::quantile(m, 0.5, inverted_cdf, weighted_by(rows), 1);
            }).substr(0, 74),
            "Shape of weights must be consistent with shape of a along specified axis: ");
}

}  // namespace
