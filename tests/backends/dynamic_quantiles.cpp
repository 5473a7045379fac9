// Quantiles of each kind of dtype, of many elements and with weights.

#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/quantile.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre_test/dynamic_order_models.hpp>
#include <acre_test/dynamic_values.hpp>

#include <cmath>
#include <limits>

using acre::dtype, acre::dynamic_array, acre::dynamic_space;
using acre::dynamic::quantile_options;
using acre_test::error_of, acre_test::has_elements, acre_test::host_elements, acre_test::noise,
    acre_test::place;
namespace dynamic = acre::dynamic;

namespace {

using doubles = std::vector<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

/// Elements and dtype.
bool same(dynamic_array const& a, dynamic_array const& b)
{
  return a.dtype() == b.dtype() && dynamic::to_host(a) == dynamic::to_host(b);
}
dynamic_array part(dynamic_array const& a, dynamic::index_term const& first)
{
  return dynamic::getitem(a, std::array{first});
}
dynamic_array quantile(dynamic_array const& x, dynamic_array const& q,
                       quantile_options const& options = {})
{
  return dynamic::quantile("quantile", x, q, options);
}
dynamic_array quantile(dynamic_array const& x, double q, quantile_options const& options = {})
{
  return dynamic::quantile("quantile", x, q, options);
}

// NumPy gives the nanmean of no elements, without q's axis.
DYNAMIC_SWEEP(dynamic_quantiles, nan_functions_of_no_elements)
{
  auto const q = place(space, doubles{0.1, 0.5, 0.9});
  for (dtype const type : {dtype::boolean, dtype::int32, dtype::uint64, dtype::float32}) {
    auto const none = dynamic::astype(dynamic::reshape(place(space, doubles{}), {2, 0}), type);
    auto const wanted = type == dtype::float32 ? type : dtype::float64;
    for (std::string const method : {"linear", "lower", "nowhere"}) {
      quantile_options const options{.axes = std::vector{1}, .method = method};
      for (auto const& r : {dynamic::quantile("nanquantile", none, q, options),
                            dynamic::quantile("nanpercentile", none, 50.0, options),
                            dynamic::median("nanmedian", none, {.axes = std::vector{1}})}) {
        EXPECT_EQ(r.dtype(), wanted);
        EXPECT_TRUE(has_elements(dynamic::astype(r, dtype::float64), doubles{nan, nan}));
      }
    }
    auto const kept =
        dynamic::quantile("nanquantile", none, q, {.axes = std::vector{0}, .keepdims = true});
    EXPECT_EQ(acre::to_string(kept.shape()), "(1,0)");
  }
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { dynamic::quantile("nanquantile", place(space, doubles{}), 1.5); }),
            "Quantiles must be in the range [0, 1], not 1.5");
}

// Between elements a list q counts in the result's dtype, and axes are looked for before
// duplicates.
DYNAMIC_SWEEP(dynamic_quantiles, dtypes_of_lists_and_axes)
{
  auto const q = dynamic::astype(place(space, doubles{0.25, 0.5}), dtype::float32);
  auto const x = dynamic::astype(place(space, doubles{1, 7, 3, 2}), dtype::uint8);
  EXPECT_EQ(quantile(x, q).dtype(), dtype::float32);
  EXPECT_TRUE(has_elements(dynamic::astype(quantile(x, q), dtype::float64), doubles{1.75, 2.5}));
  EXPECT_EQ(quantile(dynamic::astype(x, dtype::int32), q).dtype(), dtype::float64);
  EXPECT_EQ(quantile(x, dynamic::astype(q, dtype::float64)).dtype(), dtype::float64);
  EXPECT_EQ(quantile(x, q, {.method = "lower"}).dtype(), dtype::uint8);
  EXPECT_EQ(error_of<acre::index_error>([&] { quantile(x, q, {.axes = std::vector{0, 0, 1}}); }),
            "axis 1 is out of bounds for array of dimension 1");
}

DYNAMIC_SWEEP(dynamic_quantiles, halves)
{
  using acre::float16;
  auto const x = dynamic::astype(place(space, doubles{1, 7, 3, 2.5}), dtype::float16);
  auto const is = [&](dynamic_array const& r, double wanted) {
    EXPECT_EQ(r.dtype(), dtype::float16);
    EXPECT_EQ(dynamic::item<double>(dynamic::astype(r, dtype::float64)),
              static_cast<double>(static_cast<float>(float16(static_cast<float>(wanted)))));
  };
  is(dynamic::median("median", x), 2.75);
  is(quantile(x, 0.3), 2.35);
  is(quantile(x, 0.3, {.method = "lower"}), 1);
  auto const of_list = quantile(x, place(space, doubles{0.3, 0.5}));
  EXPECT_TRUE(has_elements(of_list, doubles{2.3499999999999996, 2.75}));
}

DYNAMIC_SWEEP(dynamic_quantiles, refusals_of_no_integers)
{
  auto const none = place(space, std::vector<int>{});
  auto const text = [&](double q, char const* method) {
    return error_of<acre::index_error>([&] { quantile(none, q, {.method = method}); });
  };
  EXPECT_EQ(text(0.5, "linear"), "index 0 is out of bounds for axis 0 with size 0");
  EXPECT_EQ(text(0, "midpoint"), "index -1 is out of bounds for axis 0 with size 0");
  EXPECT_EQ(text(0.5, "nearest"), "cannot do a non-empty take from an empty axes.");
}

// NumPy's own results, to the bit.
DYNAMIC_SWEEP(dynamic_quantiles, every_method)
{
  auto const x = place(space, doubles{3, -1, 4, 1, -5, 9, 2, 6, 5, 3.5});
  auto const q = place(space, doubles{0.0, 0.1, 0.25, 0.5, 0.83, 1.0});
  std::pair<char const*, doubles> const methods[] = {
      {"linear", {-5.0, -1.4, 1.25, 3.25, 5.47, 9.0}},
      {"midpoint", {-5.0, -3.0, 1.5, 3.25, 5.5, 9.0}},
      {"hazen", {-5.0, -3.0, 1.0, 3.25, 5.799999999999999, 9.0}},
      {"weibull", {-5.0, -4.6, 0.5, 3.25, 6.389999999999997, 9.0}},
      {"median_unbiased",
       {-5.0, -3.533333333333333, 0.833333333333333, 3.25, 5.909999999999998, 9.0}},
      {"normal_unbiased", {-5.0, -3.4000000000000004, 0.875, 3.25, 5.8824999999999985, 9.0}},
      {"interpolated_inverted_cdf", {-5.0, -5.0, 0.0, 3.0, 5.299999999999999, 9.0}},
      {"averaged_inverted_cdf", {-5.0, -3.0, 1.0, 3.25, 6.0, 9.0}},
      {"lower", {-5.0, -5.0, 1.0, 3.0, 5.0, 9.0}},
      {"higher", {-5.0, -1.0, 2.0, 3.5, 6.0, 9.0}},
      {"nearest", {-5.0, -1.0, 1.0, 3.0, 5.0, 9.0}},
      {"inverted_cdf", {-5.0, -5.0, 1.0, 3.0, 6.0, 9.0}},
      {"closest_observation", {-5.0, -5.0, -1.0, 3.0, 5.0, 9.0}}};
  for (auto const& [method, wanted] : methods)
    EXPECT_TRUE(has_elements(quantile(x, q, {.method = method}), wanted)) << method;
}

DYNAMIC_SWEEP(dynamic_quantiles, dtypes_are_numpys)
{
  auto const f = place(space, std::vector<float>{1, 2});
  EXPECT_EQ(dynamic::item<float>(quantile(f, 0.3)), 1 + 1.0f * 0.3f);
  EXPECT_TRUE(has_elements(quantile(f, place(space, doubles{0.3})), doubles{1.3}));
  auto const i = place(space, std::vector<std::int8_t>{-100, 100});
  EXPECT_EQ(dynamic::item<double>(quantile(i, 0.5)), 0);
  EXPECT_EQ(dynamic::item<std::int8_t>(quantile(i, 0.5, {.method = "lower"})), -100);
  auto const b = place(space, std::vector{true, false});
  EXPECT_EQ(dynamic::item<double>(dynamic::median("median", b)), 0.5);
  std::uint64_t const big = ~std::uint64_t{0};
  auto const u = place(space, std::vector<std::uint64_t>{big, big - 1, 1});
  EXPECT_EQ(dynamic::item<std::uint64_t>(quantile(u, 0.5, {.method = "nearest"})), big - 1);
}

// Digits are counted for few quantiles of many elements, rows are sorted for others.
void same_bits_by_digits_and_by_sorting(host_elements const& v, host_elements const& sorted,
                                        std::vector<dynamic_space> const& instances)
{
  doubles many;
  for (int k = 0; k <= 20; ++k) many.push_back(k / 20.0);
  for (auto const& space : instances) {
    auto const x = place(space, v);
    auto const by_rows = quantile(x, place(space, many));
    for (int const k : {1, 20})
      EXPECT_TRUE(
          same(part(quantile(x, place(space, doubles{many[std::size_t(k)]})), 0), part(by_rows, k)))
          << acre::name(v.type) << ' ' << k;
    for (double const q : {0.123, 1.0}) {
      auto const at = static_cast<std::size_t>(std::floor(static_cast<double>(v.count() - 1) * q));
      auto const lower = quantile(x, q, {.method = "lower"});
      EXPECT_TRUE(has_numbers(lower, v.with({sorted.at(at), sorted.at(at) + v.size})))
          << acre::name(v.type) << ' ' << q;
    }
    auto const shifted = part(x, acre::slice(1, acre::none, 1));
    EXPECT_TRUE(same(dynamic::median("nanmedian", shifted),
                     dynamic::median("median", dynamic::copy(shifted))))
        << acre::name(v.type);
  }
}
template <class T>
void same_bits_by_digits_and_by_sorting(std::vector<T> v,
                                        std::vector<dynamic_space> const& instances)
{
  host_elements const elements(v);
  std::sort(v.begin(), v.end());
  same_bits_by_digits_and_by_sorting(elements, host_elements(v), instances);
}
DYNAMIC_SWEEP(dynamic_quantiles, same_bits_by_digits_and_by_sorting)
{
  auto f = noise<float>(300001);
  same_bits_by_digits_and_by_sorting(f, instances());
  f.resize(140000);
  for (auto& value : f) value = std::floor(value * 4) / 4;  // many equal ones
  same_bits_by_digits_and_by_sorting(f, instances());
  same_bits_by_digits_and_by_sorting(noise<double>(140000), instances());
  same_bits_by_digits_and_by_sorting(noise<std::int16_t>(140000), instances());
}

/// Rows of which few elements are found have the bits of rows that are sorted, as 21 quantiles are.
void same_bits_of_rows(host_elements const& v, std::int64_t length,
                       std::vector<dynamic_space> const& instances)
{
  SCOPED_TRACE(std::to_string(length) + " of " + acre::name(v.type));
  std::int64_t const rows = static_cast<std::int64_t>(v.count()) / length;
  doubles many;
  for (int k = 0; k <= 20; ++k) many.push_back(k / 20.0);
  quantile_options const of_1{.axes = std::vector{1}}, of_0{.axes = std::vector{0}};
  for (auto const& space : instances) {
    auto const x = place(space, v, {rows, length}), y = place(space, v, {length, rows});
    auto const of_rows = quantile(x, place(space, many), of_1),
               of_columns = quantile(y, place(space, many), of_0);
    for (int const k : {0, 1, 10, 19, 20}) {
      auto const q = many[static_cast<std::size_t>(k)];
      EXPECT_TRUE(same(part(quantile(x, place(space, doubles{q}), of_1), 0), part(of_rows, k)))
          << q;
    }
    auto const few = quantile(y, place(space, doubles{0.35, 0.5, 0.75}), of_0);
    for (auto const& [at, k] : {std::pair{0, 7}, {1, 10}, {2, 15}})
      EXPECT_TRUE(same(part(few, at), part(of_columns, k)));
  }
}

DYNAMIC_SWEEP(dynamic_quantiles, of_rows)
{
  auto const all = instances();
  for (std::int64_t const length : {128, 129, 1000, 2049, 8191, 8192, 17001}) {
    auto v = noise<double>(3 * length);
    same_bits_of_rows(host_elements(v), length, all);
    for (auto& value : v) value = std::floor(value * 4) / 4 + 0.0;  // many equal ones, both zeros
    same_bits_of_rows(host_elements(v), length, all);
    v[static_cast<std::size_t>(length) + 3] = -nan;
    v[0] = -inf;
    same_bits_of_rows(host_elements(v), length, all);
    same_bits_of_rows(host_elements(noise<std::int32_t>(3 * length)), length, all);
    same_bits_of_rows(host_elements(noise<std::uint8_t>(2 * length)), length, all);
  }
}

DYNAMIC_SWEEP(dynamic_quantiles, nan_among_numbers)
{
  auto v = noise<double>(200001);
  for (auto const& each : instances()) {
    v[777] = nan;
    auto const x = place(each, v);
    EXPECT_TRUE(std::isnan(dynamic::item<double>(dynamic::median("median", x))));
    auto numbers = v;
    numbers.erase(numbers.begin() + 777);
    EXPECT_TRUE(
        same(dynamic::median("nanmedian", x), dynamic::median("median", place(each, numbers))));
    auto const all_nan = place(each, doubles(200000, nan));
    EXPECT_TRUE(std::isnan(dynamic::item<double>(dynamic::quantile("nanquantile", all_nan, 0.3))));
  }
}

// NumPy's own results.
/// One element in the middle is the median, also where twice of it is infinite, and infinities.
DYNAMIC_SWEEP(dynamic_quantiles, medians_of_complex_numbers_at_the_ends)
{
  using complex = acre::complex<double>;
  using numbers = std::vector<complex>;
  complex const far(1.7e308, 1.7e308), infinite(inf, 1);
  for (numbers const& v : {numbers{far}, numbers{far, -far, far}, numbers{infinite}})
    EXPECT_TRUE(has_elements(dynamic::median("median", place(space, v)), numbers{v[0]}));
  EXPECT_TRUE(has_elements(dynamic::median("median", place(space, numbers{{1, 2}, {3, 5}})),
                           numbers{{2, 3.5}}));
}

DYNAMIC_SWEEP(dynamic_quantiles, count_elements_by_their_weights)
{
  auto const weighted = [](dynamic_array const& w, std::optional<std::vector<int>> axes = {},
                           bool keepdims = false) {
    return quantile_options{std::move(axes), "inverted_cdf", keepdims, w};
  };
  auto const x = place(space, doubles{3, -1, 4, 1, -5, 9, 2, 6, 5, 3.5});
  auto const w = place(space, doubles{1, 0, 2, 0.5, 0, 1, 3, 0.25, 1, 1});
  EXPECT_TRUE(
      has_elements(quantile(x, place(space, doubles{0.0, 0.1, 0.25, 0.5, 0.83, 1.0}), weighted(w)),
                   doubles{1, 2, 2, 3.5, 5, 9}));
  doubles const v{3, -2, 2, 0, 7, -6, 10, 2, 11, -10, 18, 4};
  auto const m = place(space, v, {3, 4});
  auto const columns = place(space, doubles{1, 2, 3, 4});
  EXPECT_TRUE(
      has_elements(quantile(m, place(space, doubles{0.3, 0.9}), weighted(columns, std::vector{1})),
                   doubles{0, 2, 4, 2, 10, 18}));
  auto const rows = place(space, doubles{1, 0, 3});
  EXPECT_TRUE(has_elements(quantile(m, 0.6, weighted(rows, std::vector{0}, true)),
                           doubles{11, -10, 18, 4}));
  EXPECT_TRUE(has_elements(
      dynamic::quantile("percentile", m, 40, weighted(place(space, doubles(12, 1), {3, 4}))),
      doubles{2}));
  auto with_nan = v;
  with_nan[6] = nan;
  auto const n = place(space, with_nan, {3, 4});
  auto const of_columns = weighted(columns, std::vector{1});
  EXPECT_TRUE(has_elements(quantile(n, 0.5, of_columns), doubles{0, nan, 4}));
  EXPECT_TRUE(has_elements(dynamic::quantile("nanquantile", n, 0.5, of_columns), doubles{0, 2, 4}));
  auto const i = place(space, std::vector<std::int8_t>{5, 7, 7, 1});
  EXPECT_TRUE(has_elements(quantile(i, place(space, doubles{0.2, 0.7}),
                                    weighted(place(space, std::vector{0.1F, 0.2F, 0.3F, 0.4F}))),
                           std::vector<std::int8_t>{1, 7}));

  auto const refused = [&](std::string const& method, dynamic_array const& weights) {
    return error_of<acre::value_error>([&] { quantile(x, 0.5, {{}, method, false, weights}); });
  };
  for (auto const* const method : {"linear", "lower"})
    EXPECT_EQ(refused(method, w),
              std::string("Only method 'inverted_cdf' supports weights. Got: ") + method + ".");
  EXPECT_EQ(refused("inverted_cdf", dynamic::unary("negative", w)),
            "Weights must be non-negative.");
  for (auto const* const function : {"multiply", "true_divide"})
    EXPECT_EQ(refused("inverted_cdf", dynamic::binary(function, w, 0.0)),
              "Weights included NaN, inf or were all zero.");
}

/// All weights alike, and whole numbers as repetitions.
DYNAMIC_SWEEP(dynamic_quantiles, weights_are_repetitions)
{
  auto const v = noise<float>(70001);
  std::vector<float> repeated;
  std::vector<std::int64_t> times;
  for (std::size_t k = 0; k < v.size(); ++k) {
    times.push_back(static_cast<std::int64_t>(k * 7 % 4));
    repeated.insert(repeated.end(), k * 7 % 4, v[k]);
  }
  auto const many = place(space, v), all = place(space, repeated);
  quantile_options const plain{.method = "inverted_cdf"};
  auto by_times = plain, alike = plain;
  by_times.weights = place(space, times);
  alike.weights = place(space, std::vector<float>(v.size(), 1));
  for (double const q : {0.0, 0.123, 0.5, 0.987, 1.0}) {
    EXPECT_TRUE(same(quantile(many, q, by_times), quantile(all, q, plain))) << q;
    EXPECT_TRUE(same(quantile(many, q, alike), quantile(many, q, plain))) << q;
  }
}

}  // namespace
