// The static face of histograms, mostly of float32, between whose edges acre::dynamic has no
// kernels: dynamic_histograms.cpp has the other dtypes.

#include <acre/order/bincount.hpp>
#include <acre/order/digitize.hpp>
#include <acre/order/histogram_rules.hpp>
#include <acre/order/histogramdd.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/bin_models.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using counts = std::vector<std::int64_t>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

template <class Space>
class histogram_edges : public ::testing::Test {};
TYPED_TEST_SUITE(histogram_edges, acre_test::spaces, acre_test::space_names);

TYPED_TEST(histogram_edges, bins_lie_between_given_edges)
{
  auto const x = acre::from_host<float>(TypeParam(), {0, 0.5, 1, 1, 3, 3.5, 4, 4.000001F, -1e-30F,
                                                      float(nan), float(inf), float(-inf)});
  auto const edges = acre::from_host<float>(TypeParam(), {0, 1, 1, 3, 4});
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::histogram(x, edges), {2, 0, 2, 3}));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::histogram(x, edges, acre::outside::counted),
                                              {2, 2, 0, 2, 3, 2}));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::histogram(x, edges, acre::outside::clamped),
                                              {4, 0, 2, 5}));
  auto const to_nan = acre::from_host<float>(TypeParam(), {1, 3, float(nan)});
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::histogram(x, to_nan), {2, 6}));
  auto const one = acre::from_host<float>(TypeParam(), {1});
  EXPECT_EQ(acre::histogram(x, one).size(), 0);
  EXPECT_EQ(acre::histogram(x, acre::empty<float>(TypeParam(), acre::shape(0))).size(), 0);
}

/// Among few values a bin is found by halving, among many by cells.
template <class Space>
void expect_the_models_places(std::vector<float> const& edges, std::vector<float> const& values)
{
  for (std::size_t const n : {std::size_t{50}, values.size()}) {
    std::vector<float> const some(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n));
    auto const [left, right, falling, bins] = acre_test::places_among(edges, some);
    auto const x = acre::from_host(Space(), some), e = acre::from_host(Space(), edges);
    EXPECT_TRUE(acre_test::equals(acre::evaluate(acre::digitize(x, e, true)), left));
    EXPECT_TRUE(acre_test::equals(acre::evaluate(acre::digitize(x, e)), right));
    EXPECT_TRUE(acre_test::equals(acre::evaluate(acre::digitize(x, acre::flip(e))), falling));
    EXPECT_TRUE(acre_test::equals(acre::histogram(x, e), bins));
  }
}

TYPED_TEST(histogram_edges, uneven_ones_have_the_places_of_a_model)
{
  std::vector<float> values, edges;  // cells on a GPU, too, among more than 200 edges
  for (std::size_t i = 0; i < 210001; ++i) {
    std::uint64_t const word = acre_test::mix(i + 11);
    double const u = static_cast<double>(word >> 11) * 0x1p-53;
    values.push_back(static_cast<float>(i % 97 == 0   ? nan
                                        : i % 89 == 0 ? inf
                                        : i % 83 == 0 ? -0.0
                                        : i % 2       ? u
                                                      : std::pow(10.0, 600 * u - 300)));
  }
  for (std::size_t i = 0; i < 3000; ++i) edges.push_back(values[2 * i + 1]);
  std::erase_if(edges, [](float v) { return v != v; });
  std::sort(edges.begin(), edges.end());
  expect_the_models_places<TypeParam>(edges, values);
}

TYPED_TEST(histogram_edges, edges_are_compared_in_the_common_dtype)
{
  auto const f = acre::from_host<float>(TypeParam(), {0.1f, 0.3f});
  auto const wide = acre::from_host<double>(TypeParam(), {0.1, 0.3, 1});
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::histogram(f, wide), {1, 1}));
}

TYPED_TEST(histogram_edges, agree_with_equal_bins)
{
  auto const v = acre_test::noise<float>(200003);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = acre_test::place(space, v);
    for (std::int64_t const bins : {1, 100, 9999}) {
      auto const edges = acre::histogram_bin_edges(x, bins, -3, 5);
      EXPECT_EQ(edges.size(), bins + 1);
      auto const wanted = acre::to_vector(acre::histogram(x, bins, -3, 5));
      EXPECT_TRUE(acre_test::equals(acre::histogram(x, edges), wanted));
      EXPECT_TRUE(
          acre_test::equals(acre::histogram(x, bins, -3, 5, acre::cast<bool>(x * 0 + 1)), wanted));
    }
  }
}

TYPED_TEST(histogram_edges, ranges_are_found_in_the_data)
{
  auto const x = acre::from_host<float>(TypeParam(), {1, 2, 3, 4, 2});
  auto const [h, edges] = acre::histogram(x, 3);
  EXPECT_TRUE(acre_test::equals<std::int64_t>(h, {1, 2, 2}));
  EXPECT_TRUE(acre_test::equals<float>(edges, {1, 2, 3, 4}));
  auto const none = acre::histogram(acre::empty<float>(TypeParam(), acre::shape(0)), 2);
  EXPECT_TRUE(acre_test::equals<std::int64_t>(none.counts, {0, 0}));
  EXPECT_TRUE(acre_test::equals<float>(none.edges, {0, 0.5, 1}));
  EXPECT_EQ(acre_test::error_of<acre::value_error>(
                [&] { acre::histogram(acre::from_host<float>(TypeParam(), {1, float(inf)}), 3); }),
            "autodetected range of [1.0, inf] is not finite");
  EXPECT_EQ(acre_test::error_of<acre::value_error>([&] { acre::histogram(x, 0); }),
            "`bins` must be positive, when an integer");
}

TYPED_TEST(histogram_edges, float_weights_are_added_in_the_order_of_scatter_add)
{
  auto const v = acre_test::noise<float>(50000);
  auto const w = acre_test::noise<double>(50000, 1);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = acre_test::place(space, v);
    auto const weights = acre_test::place(space, w);
    auto const sums = acre::histogram(x, 5, -1, 1, weights);
    acre::array<std::int64_t, 1, TypeParam> const bin =
        acre::digitize(x, acre::histogram_bin_edges(x, 5, -1, 1)) - 1;
    for (std::int64_t b = 0; b < 5; ++b) {
      auto const own = acre::compress(bin == b, weights);
      EXPECT_EQ(double(sums(b)), acre::sum(own).item()) << b;
    }
    auto const counted = acre::histogram(x, 2, -1, 1, weights, acre::outside::counted);
    EXPECT_EQ(counted.size(), 4);
  }
}

TYPED_TEST(histogram_edges, refuses_bad_edges)
{
  auto const x = acre::from_host<float>(TypeParam(), {1, 2});
  auto const message = [&](std::initializer_list<float> edges) {
    return acre_test::error_of<acre::value_error>(
        [&] { acre::histogram(x, acre::from_host<float>(TypeParam(), edges)); });
  };
  EXPECT_EQ(message({0, 2, 1}), "`bins` must increase monotonically, when an array");
  EXPECT_EQ(message({0, float(nan), 1}), "`bins` must increase monotonically, when an array");
  auto const near = acre::from_host<float>(TypeParam(), {1, 1 + 0x1p-22f});
  EXPECT_EQ(
      acre_test::error_of<acre::value_error>([&] { acre::histogram(near, 30, 1, 1 + 0x1p-22); }),
      "Too many bins for data range. Cannot create 30 finite-sized bins.");
}

TYPED_TEST(histogram_edges, density_and_clamped_bins)
{
  auto const x = acre::from_host<float>(TypeParam(), {0.5, 1.5, 1.5, 3});
  auto const edges = acre::from_host<float>(TypeParam(), {0, 1, 4});
  EXPECT_TRUE(acre_test::equals<double>(acre::histogram_density(acre::histogram(x, edges), edges),
                                        {0.25, 0.25}));
  auto const y = acre::from_host<float>(
      TypeParam(), {-5, -0.05F, 0, 0.09F, 0.1F, 119.99F, 120, 1e6F, float(nan), float(inf)});
  EXPECT_TRUE(acre_test::equals<std::int64_t>(
      acre::histogram(y * 10.0F, 3, 0, 3, acre::outside::clamped), {4, 1, 4}));
}

/// A step so small that its reciprocal is infinite, and one so large that it is.
TYPED_TEST(histogram_edges, at_the_ends_of_the_range)
{
  using acre_test::equals;
  auto const x = acre::from_host<double>(TypeParam(), {1e-310});
  EXPECT_TRUE(
      equals<std::int64_t>(acre::histogram(x, 10, 0.0, 1e-309), {0, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(equals<double>(acre::histogram(x, 2, 0.0, 1e-309, x), {1e-310, 0}));
  auto const two = acre::from_host<double>(TypeParam(), {0, 1e-310, 3.5e-311});
  auto const [h, e] = acre::histogram(two, 10);
  EXPECT_TRUE(equals<std::int64_t>(h, {1, 0, 0, 1, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(e.size(), 11);
  auto const [all, along] =
      acre::histogram2d(two, two, acre::bin_axis(2, 0, 1e-310), acre::bin_axis(3));
  EXPECT_TRUE(equals<std::int64_t>(all, {1, 1, 0, 0, 0, 1}));
  EXPECT_TRUE(
      equals<std::int64_t>(acre::histogram(two, acre::histogram_bin_edges(two, 2)), {2, 1}));
  // floats between which a float64 step is far from the ends
  auto const f = acre::from_host<float>(TypeParam(), {0, 7e-45F, 1.4e-44F});
  EXPECT_TRUE(equals<std::int64_t>(acre::histogram(f, 2).counts, {1, 2}));
  std::string const why = "Too many bins for data range. Cannot create 10 finite-sized bins.";
  auto const message = [](auto const& v) {
    return acre_test::error_of<acre::value_error>([&] { acre::histogram(v, 10); });
  };
  EXPECT_EQ(message(acre::from_host<float>(TypeParam(), {0, 1e-45F})), why);
  EXPECT_EQ(message(acre::from_host<double>(TypeParam(), {0, 2e-323})), why);
  EXPECT_EQ(message(acre::from_host<float>(TypeParam(), {-3e38F, 3e38F})), why);
  EXPECT_EQ(message(acre::from_host<double>(TypeParam(), {-1.7e308, 1.7e308})), why);
}

TYPED_TEST(histogram_edges, rules_choose_the_number_of_bins)
{
  std::vector<double> v;
  for (int i = 0; i < 1000; ++i) v.push_back(i * i % 997);
  auto const x = acre_test::place(TypeParam(), v);
  // np.histogram_bin_edges(v, rule).size - 1
  std::pair<char const*, std::int64_t> const wanted[] = {
      {"auto", 11},  {"sturges", 11}, {"fd", 10},    {"sqrt", 32},
      {"scott", 10}, {"rice", 20},    {"doane", 11}, {"stone", 9}};
  for (auto const& [rule, bins] : wanted)
    EXPECT_EQ(acre::histogram_bin_edges(x, rule).size() - 1, bins) << rule;
  // float32 stays where NumPy's rules keep it; a given range is float64
  std::vector<float> narrow;
  for (double const d : v) narrow.push_back(static_cast<float>(d) * 0.1F);
  auto const y = acre_test::place(TypeParam(), narrow);
  std::pair<char const*, std::int64_t> const wanted_between[] = {
      {"auto", 10}, {"sturges", 10}, {"fd", 9},     {"sqrt", 23},
      {"scott", 8}, {"rice", 16},    {"doane", 11}, {"stone", 4}};
  for (auto const& [rule, bins] : wanted)
    EXPECT_EQ(acre::histogram_bin_edges(y, rule).size() - 1, bins) << rule;
  for (auto const& [rule, bins] : wanted_between)
    EXPECT_EQ(acre::histogram(y, rule, 0.1, 50.3).edges.size() - 1, bins) << rule;
  EXPECT_EQ(acre_test::error_of<acre::value_error>([&] {
              acre::histogram(acre::from_host<double>(TypeParam(), {0, 1, 1, 1, 1 + 1e-15, 1e300}),
                              "fd");
            }),
            "Too many bins for data range. The rule finds inf of them; give their number");
  EXPECT_EQ(acre::histogram(x, "sqrt", 0, 10).edges.size() - 1, 4);
  EXPECT_EQ(acre_test::error_of<acre::value_error>([&] { acre::histogram(x, "some"); }),
            "'some' is not a valid estimator for `bins`");
}

TYPED_TEST(histogram_edges, several_axes)
{
  auto const x = acre::from_host<double>(TypeParam(), {0, 1, 2, 2, 3, nan, -1});
  auto const y = acre::from_host<std::int32_t>(TypeParam(), {5, 5, 6, 9, 9, 9, 9});
  auto const [h, edges] = acre::histogram2d(x, y, acre::bin_axis(2, 0, 2), acre::bin_axis(2));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(h, {1, 0, 2, 1}));
  EXPECT_EQ(h.shape(), acre::shape(2, 2));
  EXPECT_TRUE(acre_test::equals<double>(edges[1], {5, 7, 9}));
  auto const weighted = acre::histogramdd(
      std::tuple(x, y, x),
      std::array{acre::bin_axis(1, 0, 3), acre::bin_axis(std::vector{5.0, 6.0, 9.0}),
                 acre::bin_axis(edges[0])},
      acre::evaluate(y * 1.0));
  EXPECT_TRUE(acre_test::equals<double>(weighted.counts, {5, 5, 0, 15}));
  EXPECT_TRUE(
      acre_test::equals<double>(acre::histogram_density(acre::histogram2d(
                                    x, y, acre::bin_axis(1, 0, 2), acre::bin_axis(2, 5, 9))),
                                {0.1875, 0.0625}));
  auto const message = [&](acre::bin_axis const& along) {
    return acre_test::error_of<acre::value_error>(
        [&] { acre::histogram2d(x, y, acre::bin_axis(1, 0, 2), along); });
  };
  EXPECT_EQ(message(acre::bin_axis(0)), "`bins[1]` must be positive, when an integer");
  EXPECT_EQ(message(acre::bin_axis(std::vector{2.0, 1.0})),
            "`bins[1]` must be monotonically increasing, when an array");
  EXPECT_EQ(acre_test::error_of<acre::value_error>([&] {
              acre::histogram2d(x, y(acre::slice(1, acre::none)), acre::bin_axis(2, 0, 1),
                                acre::bin_axis(2, 0, 1));
            }),
            "x and y must have the same length.");
}

TYPED_TEST(histogram_edges, bincount)
{
  auto const x = acre::from_host<std::int32_t>(TypeParam(), {3, 0, 3, 1});
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::bincount(x), {1, 1, 0, 2}));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::bincount(x, 6), {1, 1, 0, 2, 0, 0}));
  auto const w = acre::from_host<double>(TypeParam(), {0.5, 1, 2, 4});
  EXPECT_TRUE(acre_test::equals<double>(acre::bincount(x, w), {1, 4, 0, 2.5}));
  auto const none = acre::empty<std::int32_t>(TypeParam(), acre::shape(0));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::bincount(none, 2), {0, 0}));
  auto const message = [](auto const& f) { return acre_test::error_of<acre::value_error>(f); };
  EXPECT_EQ(message([&] { acre::bincount(x - 1); }),
            "'list' argument must have no negative elements");
  EXPECT_EQ(message([&] { acre::bincount(x, -1); }), "'minlength' must not be negative");
  EXPECT_EQ(message([&] { acre::bincount(x, acre::empty<double>(TypeParam(), acre::shape(0))); }),
            "The weights and list don't have the same length. ((0,) and (4,))");
}

TYPED_TEST(histogram_edges, digitize)
{
  auto const x = acre::from_host<float>(TypeParam(), {0, 1, 1.5, 2, 3, float(nan)});
  auto const up = acre::from_host<float>(TypeParam(), {1, 2, 2.5});
  auto const down = acre::from_host<float>(TypeParam(), {2.5, 2, 1});
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::digitize(x, up), {0, 1, 1, 2, 3, 3}));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::digitize(x, up, true), {0, 0, 1, 1, 3, 3}));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::digitize(x, down), {3, 2, 2, 1, 0, 0}));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::digitize(x, down, true), {3, 3, 2, 2, 0, 0}));
  auto const no_edges = acre::empty<float>(TypeParam(), acre::shape(0));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::digitize(x, no_edges), {0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(acre_test::error_of<acre::value_error>(
                [&] { acre::digitize(x, acre::from_host<float>(TypeParam(), {1, 3, 2})); }),
            "bins must be monotonically increasing or decreasing");
}

}  // namespace
