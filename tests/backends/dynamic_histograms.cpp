// Histograms between given edges, of found ranges, along several axes and with weights, in each of
// the dtypes that values are compared in.

#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/histogram.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre_test/bin_models.hpp>
#include <acre_test/dynamic_sweep.hpp>
#include <acre_test/dynamic_values.hpp>

#include <cmath>
#include <limits>

using acre::dtype, acre::dynamic_array, acre::dynamic_space, acre::outside;
using acre::dynamic::bin_options;
using acre_test::elements_of, acre_test::error_of, acre_test::has_elements, acre_test::noise,
    acre_test::place;
namespace dynamic = acre::dynamic;

namespace {

using counts = std::vector<std::int64_t>;
using doubles = std::vector<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

dynamic_array between(dynamic_array const& x, dynamic_array const& edges,
                      outside o = outside::dropped)
{
  return dynamic::histogram(x, {.edges = edges, .outside = o}).counts;
}

DYNAMIC_SWEEP(dynamic_histograms, bins_lie_between_given_edges)
{
  auto const x = place(space, doubles{0, 0.5, 1, 1, 3, 3.5, 4, 4.000001, -1e-300, nan, inf, -inf});
  auto const edges = place(space, doubles{0, 1, 1, 3, 4});
  EXPECT_TRUE(has_elements(between(x, edges), counts{2, 0, 2, 3}));
  EXPECT_TRUE(has_elements(between(x, edges, outside::counted), counts{2, 2, 0, 2, 3, 2}));
  EXPECT_TRUE(has_elements(between(x, edges, outside::clamped), counts{4, 0, 2, 5}));
  EXPECT_TRUE(has_elements(between(x, place(space, doubles{1, 3, nan})), counts{2, 6}));
  EXPECT_EQ(between(x, place(space, doubles{1})).size(), 0);
  EXPECT_EQ(between(x, place(space, doubles{})).size(), 0);
}

template <class T>
std::vector<T> ascending(std::vector<T> v)
{
  std::sort(v.begin(), v.end());
  return v;
}
/// Among few values a bin is found by halving, among many by cells.
template <class T>
void expect_the_models_places(dynamic_space const& space, std::vector<T> const& edges,
                              std::vector<T> const& values)
{
  for (std::size_t const n : {std::size_t{50}, values.size()}) {
    std::vector<T> const some(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n));
    auto const [left, right, falling, bins] = acre_test::places_among(edges, some);
    auto const x = place(space, some), e = place(space, edges);
    EXPECT_TRUE(has_elements(dynamic::digitize(x, e, true), left));
    EXPECT_TRUE(has_elements(dynamic::digitize(x, e), right));
    EXPECT_TRUE(has_elements(dynamic::digitize(x, dynamic::flip(e)), falling));
    EXPECT_TRUE(has_elements(between(x, e), bins));
  }
}

DYNAMIC_SWEEP(dynamic_histograms, uneven_ones_have_the_places_of_a_model)
{
  std::size_t const n = 210001;  // cells on a GPU, too, among 201 edges
  auto const word = [](std::size_t i) { return acre_test::mix(i + 11); };
  doubles values, steep, fine, equal(5, 1.5);
  for (std::size_t i = 0; i < n; ++i) {
    double const u = static_cast<double>(word(i) >> 11) * 0x1p-53;
    values.push_back(i % 97 == 0   ? nan
                     : i % 89 == 0 ? inf
                     : i % 83 == 0 ? -0.0
                     : i % 2       ? u
                                   : std::pow(10.0, 600 * u - 300));
  }
  for (int i = -300; i <= 300; i += 3) steep.push_back(std::pow(10.0, i));
  for (std::size_t i = 0; i < 2000; ++i) fine.push_back(values[i % 97 == 0 ? 1 : i]);
  fine = ascending(fine);
  auto bounded = fine;
  while (bounded.back() > 1) bounded.pop_back();  // most values' own cell has all edges
  bounded.push_back(1e200);
  equal.push_back(1.5000000000000002);
  for (auto const& edges : {steep, fine, bounded, equal, {-inf, 0.0, 0.25, inf}, {0.0, 1.0}, {0.5}})
    if (edges.size() > 1) expect_the_models_places(space, edges, values);
  std::vector<std::uint64_t> large, edges;  // float64 holds none of them exactly
  for (std::size_t i = 0; i < n; ++i) large.push_back(~std::uint64_t{0} - word(i) % 5000);
  for (std::size_t i = 0; i < 500; ++i) edges.push_back(large[3 * i]);
  expect_the_models_places(space, ascending(edges), large);
}

// Integers beyond what float64 holds, against edges of their own dtype.
DYNAMIC_SWEEP(dynamic_histograms, edges_are_compared_in_the_common_dtype)
{
  std::int64_t const big = (std::int64_t{1} << 60) + 1;
  auto const x = place(space, counts{big - 1, big, big + 1});
  EXPECT_TRUE(has_elements(between(x, place(space, counts{0, big, big + 1})), counts{1, 2}));
  auto const f = place(space, std::vector{0.1f, 0.3f});
  EXPECT_TRUE(has_elements(between(f, place(space, doubles{0.1, 0.3, 1})), counts{1, 1}));
}

DYNAMIC_SWEEP(dynamic_histograms, ranges_are_found_in_the_data)
{
  auto const found = [&](auto const& v, std::int64_t bins) {
    auto const made = dynamic::histogram(place(space, v), {.bins = bins});
    return std::pair(made.counts, made.edges[0]);
  };
  auto const [h, edges] = found(std::vector<float>{1, 2, 3, 4, 2}, 3);
  EXPECT_TRUE(has_elements(h, counts{1, 2, 2}));
  EXPECT_TRUE(has_elements(edges, std::vector<float>{1, 2, 3, 4}));
  auto const [none, unit] = found(std::vector<float>{}, 2);
  EXPECT_TRUE(has_elements(none, counts{0, 0}));
  EXPECT_TRUE(has_elements(unit, std::vector<float>{0, 0.5, 1}));
  auto const [same, around] = found(std::vector<std::int8_t>{7, 7}, 2);
  EXPECT_TRUE(has_elements(same, counts{0, 2}));
  EXPECT_TRUE(has_elements(around, doubles{6.5, 7, 7.5}));
  EXPECT_EQ(error_of<acre::value_error>([&] { found(doubles{1, inf}, 3); }),
            "autodetected range of [1.0, inf] is not finite");
  EXPECT_EQ(error_of<acre::value_error>([&] { found(doubles{1, 2}, 0); }),
            "`bins` must be positive, when an integer");
}

DYNAMIC_SWEEP(dynamic_histograms, float_weights_are_added_in_the_order_of_scatter_add)
{
  auto const v = noise<double>(50000), w = noise<double>(50000, 1);
  auto const f = noise<float>(50000, 2);
  for (auto const& each : instances()) {
    auto const x = place(each, v);
    for (auto const& weights : {place(each, w), place(each, f)}) {
      auto const made = dynamic::histogram(x, {.bins = 5, .range = std::pair(-1.0, 1.0)}, weights);
      EXPECT_EQ(made.counts.dtype(), weights.dtype());
      auto const bin = dynamic::digitize(x, made.edges[0]);
      std::vector<dynamic_array> own;
      for (std::int64_t b = 1; b <= 5; ++b)
        own.push_back(
            dynamic::reduce("sum", dynamic::compress(dynamic::binary("equal", bin, b), weights)));
      EXPECT_EQ(dynamic::to_host(made.counts), dynamic::to_host(dynamic::stack(own)));
    }
    auto const counted = dynamic::histogram(
        x, {.bins = 2, .range = std::pair(-1.0, 1.0), .outside = outside::counted}, place(each, f));
    EXPECT_EQ(counted.counts.size(), 4);
  }
}

DYNAMIC_SWEEP(dynamic_histograms, refuses_bad_edges)
{
  auto const x = place(space, doubles{1, 2});
  for (auto const& edges : {doubles{0, 2, 1}, doubles{0, nan, 1}})
    EXPECT_EQ(error_of<acre::value_error>([&] { between(x, place(space, edges)); }),
              "`bins` must increase monotonically, when an array");
  auto const near = place(space, std::vector{1, 1 + 0x1p-22f});
  EXPECT_EQ(error_of<acre::value_error>([&] {
              dynamic::histogram(near, {.bins = 30, .range = std::pair(1.0, 1 + 0x1p-22)});
            }),
            "Too many bins for data range. Cannot create 30 finite-sized bins.");
}

DYNAMIC_SWEEP(dynamic_histograms, density_and_clamped_bins)
{
  auto const x = place(space, doubles{0.5, 1.5, 1.5, 3});
  auto const density =
      dynamic::histogram(x, {.edges = place(space, doubles{0, 1, 4})}, {}, true).counts;
  EXPECT_TRUE(has_elements(density, doubles{0.25, 0.25}));
  auto const y = dynamic::binary(
      "multiply", place(space, doubles{-5, -0.05, 0, 0.09, 0.1, 119.99, 120, 1e6, nan, inf}), 10.0);
  EXPECT_TRUE(has_elements(
      dynamic::histogram(y, {.bins = 3, .range = std::pair(0.0, 3.0), .outside = outside::clamped})
          .counts,
      counts{4, 1, 4}));
}

DYNAMIC_SWEEP(dynamic_histograms, rules_choose_the_number_of_bins)
{
  doubles v;
  for (int i = 0; i < 1000; ++i) v.push_back(i * i % 997);
  auto const x = place(space, v);
  auto const bins = [&](bin_options const& options) {
    return dynamic::histogram(x, options).edges[0].size() - 1;
  };
  // np.histogram_bin_edges(v, rule).size - 1
  std::pair<char const*, std::int64_t> const wanted[] = {
      {"auto", 11},  {"sturges", 11}, {"fd", 10},    {"sqrt", 32},
      {"scott", 10}, {"rice", 20},    {"doane", 11}, {"stone", 9}};
  for (auto const& [rule, number] : wanted) EXPECT_EQ(bins({.rule = rule}), number) << rule;
  EXPECT_EQ(bins({.rule = "sqrt", .range = std::pair(0.0, 10.0)}), 4);
  EXPECT_EQ(error_of<acre::value_error>([&] { bins({.rule = "some"}); }),
            "'some' is not a valid estimator for `bins`");
}

DYNAMIC_SWEEP(dynamic_histograms, several_axes)
{
  auto const x = place(space, doubles{0, 1, 2, 2, 3, nan, -1});
  auto const y = place(space, std::vector<std::int32_t>{5, 5, 6, 9, 9, 9, 9});
  auto const [h, edges] =
      dynamic::histogramdd({x, y}, {{.bins = 2, .range = std::pair(0.0, 2.0)}, {.bins = 2}});
  EXPECT_TRUE(has_elements(h, counts{1, 0, 2, 1}));
  EXPECT_EQ(acre_test::shape_of(h), (counts{2, 2}));
  EXPECT_TRUE(has_elements(edges[1], doubles{5, 7, 9}));
  auto const weighted = dynamic::histogramdd({x, y, x},
                                             {{.bins = 1, .range = std::pair(0.0, 3.0)},
                                              {.edges = place(space, doubles{5, 6, 9})},
                                              {.edges = edges[0]}},
                                             y);
  EXPECT_TRUE(has_elements(weighted.counts, doubles{5, 5, 0, 15}));
  EXPECT_TRUE(has_elements(dynamic::histogramdd({x, y},
                                                {{.bins = 1, .range = std::pair(0.0, 2.0)},
                                                 {.bins = 2, .range = std::pair(5.0, 9.0)}},
                                                {}, true)
                               .counts,
                           doubles{0.1875, 0.0625}));
  auto const message = [&](bin_options const& along) {
    return error_of<acre::value_error>(
        [&] { dynamic::histogramdd({x, y}, {{.bins = 1, .range = std::pair(0.0, 2.0)}, along}); });
  };
  EXPECT_EQ(message({.bins = 0}), "`bins[1]` must be positive, when an integer");
  EXPECT_EQ(message({.edges = place(space, doubles{2, 1})}),
            "`bins[1]` must be monotonically increasing, when an array");
  EXPECT_EQ(error_of<acre::value_error>([&] {
              std::array<dynamic::index_term, 1> const tail{acre::slice(1, acre::none)};
              dynamic::histogramdd({x, dynamic::getitem(y, tail)}, {{.bins = 2}, {.bins = 2}});
            }),
            "x and y must have the same length.");
}

DYNAMIC_SWEEP(dynamic_histograms, bincount)
{
  auto const x = place(space, std::vector<std::int32_t>{3, 0, 3, 1});
  EXPECT_TRUE(has_elements(dynamic::bincount(x), counts{1, 1, 0, 2}));
  EXPECT_TRUE(has_elements(dynamic::bincount(x, {}, 6), counts{1, 1, 0, 2, 0, 0}));
  auto const w = place(space, std::vector<float>{0.5, 1, 2, 4});
  EXPECT_TRUE(has_elements(dynamic::bincount(x, w), doubles{1, 4, 0, 2.5}));
  auto const none = place(space, std::vector<std::uint8_t>{});
  EXPECT_TRUE(has_elements(dynamic::bincount(none, {}, 2), counts{0, 0}));
  auto const message = [](auto const& f) { return error_of<acre::value_error>(f); };
  EXPECT_EQ(message([&] { dynamic::bincount(dynamic::binary("subtract", x, std::int64_t{1})); }),
            "'list' argument must have no negative elements");
  EXPECT_EQ(message([&] { dynamic::bincount(x, {}, -1); }), "'minlength' must not be negative");
  auto const large = std::numeric_limits<std::int64_t>::max();
  EXPECT_ANY_THROW(dynamic::bincount(place(space, counts{large})));
  EXPECT_EQ(message([&] { dynamic::bincount(x, none); }),
            "The weights and list don't have the same length. ((0,) and (4,))");
}

DYNAMIC_SWEEP(dynamic_histograms, digitize)
{
  auto const x = place(space, doubles{0, 1, 1.5, 2, 3, nan});
  auto const up = place(space, doubles{1, 2, 2.5}), down = place(space, doubles{2.5, 2, 1});
  EXPECT_TRUE(has_elements(dynamic::digitize(x, up), counts{0, 1, 1, 2, 3, 3}));
  EXPECT_TRUE(has_elements(dynamic::digitize(x, up, true), counts{0, 0, 1, 1, 3, 3}));
  EXPECT_TRUE(has_elements(dynamic::digitize(x, down), counts{3, 2, 2, 1, 0, 0}));
  EXPECT_TRUE(has_elements(dynamic::digitize(x, down, true), counts{3, 3, 2, 2, 0, 0}));
  EXPECT_TRUE(has_elements(dynamic::digitize(x, place(space, doubles{})), counts(6, 0)));
  EXPECT_EQ(
      error_of<acre::value_error>([&] { dynamic::digitize(x, place(space, doubles{1, 3, 2})); }),
      "bins must be monotonically increasing or decreasing");
}

}  // namespace
