// Sorting, searching and sets at run time: those of arrays, and what is refused.

#include <acre/array/print.hpp>
#include <acre/dynamic/group_by.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/quantile.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/order_models.hpp>
#include <acre_test/spaces.hpp>

#include <cmath>
#include <limits>
#include <map>
#include <vector>

using acre::dtype, acre::dynamic_array, acre::shape;
using acre_test::equals, acre_test::error_of, acre_test::place;
namespace dynamic = acre::dynamic;

namespace {

template <class Space>
class dynamic_order : public ::testing::Test {};
TYPED_TEST_SUITE(dynamic_order, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_order, sorts_along_axes_in_every_dtype)
{
  TypeParam const space;
  auto const x = acre::from_host<std::int16_t>(space, {3, 1, 2, -1, 0, 1}).reshape(shape(2, 3));
  for (auto const type :
       {dtype::int8, dtype::int16, dtype::int32, dtype::int64, dtype::float32, dtype::float64}) {
    auto const a = dynamic::astype(dynamic_array(x), type);
    auto const as_int = [](dynamic_array const& r) { return dynamic::astype(r, dtype::int64); };
    auto const sorted = dynamic::sort(a);
    EXPECT_EQ(sorted.dtype(), type);
    EXPECT_TRUE(equals<std::int64_t>(as_int(sorted).template as<std::int64_t, 2, TypeParam>(),
                                     {1, 2, 3, -1, 0, 1}));
    EXPECT_TRUE(equals<std::int64_t>(
        as_int(dynamic::sort(a, {.axis = 0})).template as<std::int64_t, 2, TypeParam>(),
        {-1, 0, 1, 3, 1, 2}));
    EXPECT_TRUE(equals<std::int64_t>(as_int(dynamic::sort(a, {.axis = {}, .descending = true}))
                                         .template as<std::int64_t, 1, TypeParam>(),
                                     {3, 2, 1, 1, 0, -1}));
    EXPECT_TRUE(equals<std::int64_t>(
        dynamic::argsort(a, {.axis = {}}).template as<std::int64_t, 1, TypeParam>(),
        {3, 4, 1, 5, 2, 0}));
    EXPECT_TRUE(equals<std::int64_t>(dynamic::argsort(a, {.axis = -2, .descending = true})
                                         .template as<std::int64_t, 2, TypeParam>(),
                                     {0, 0, 0, 1, 1, 1}));
  }
  std::vector<std::int64_t> const places{1, -2};
  EXPECT_TRUE(equals<std::int16_t>(
      dynamic::partition(dynamic_array(x), places).template as<std::int16_t, 2, TypeParam>(),
      {1, 2, 3, -1, 0, 1}));
  EXPECT_TRUE(equals<std::int64_t>(dynamic::argpartition(dynamic_array(x), places, std::nullopt)
                                       .template as<std::int64_t, 1, TypeParam>(),
                                   {3, 4, 1, 5, 2, 0}));
  dynamic_array const truth = dynamic::astype(
      dynamic_array(acre::from_host<std::uint8_t>(space, {1, 0, 1})), dtype::boolean);
  EXPECT_EQ(dynamic::sort(truth).dtype(), dtype::boolean);
  EXPECT_TRUE(equals<unsigned char>(
      dynamic::astype(dynamic::sort(truth, {.axis = 0, .descending = true}), dtype::uint8)
          .template as<std::uint8_t, 1, TypeParam>(),
      {1, 1, 0}));
  using number = acre::complex<float>;
  dynamic_array const z(
      acre::from_host<number>(space, {number(2, 1), number(1, 5), number(2, -1), number(1, 4)}));
  EXPECT_TRUE(equals<std::int64_t>(dynamic::argsort(z).template as<std::int64_t, 1, TypeParam>(),
                                   {3, 1, 2, 0}));
  EXPECT_EQ(dynamic::sort(z).dtype(), dtype::complex64);
}

TYPED_TEST(dynamic_order, takes_several_keys_and_values)
{
  TypeParam const space;
  dynamic_array const first(acre::from_host<float>(space, {2, 1, 1, 2}));
  dynamic_array const second(acre::from_host<std::int8_t>(space, {0, 1, 0, 0}));
  std::array<dynamic_array, 2> const keys{first, second};
  EXPECT_TRUE(equals<std::int64_t>(dynamic::lexsort(keys).template as<std::int64_t, 1, TypeParam>(),
                                   {2, 0, 3, 1}));
  dynamic_array const number(acre::full(space, shape(), 2.5f));
  for (int const axis : {0, -1}) {
    auto const place = dynamic::lexsort(std::array{number, number}, axis);
    EXPECT_EQ(place.rank(), 0);
    EXPECT_EQ((place.template as<std::int64_t, 0, TypeParam>().item()), 0);
  }
  EXPECT_EQ(error_of<acre::index_error>([&] { dynamic::lexsort({&number, 1}, 1); }),
            "axis 1 is out of bounds for array of dimension 0");
  auto const sorted = dynamic::sort_by_key(first, second);
  EXPECT_TRUE(equals<float>(sorted.keys.template as<float, 1, TypeParam>(), {1, 1, 2, 2}));
  EXPECT_TRUE(
      equals<std::int8_t>(sorted.values.template as<std::int8_t, 1, TypeParam>(), {1, 0, 0, 0}));
  auto const top = dynamic::topk(first, 3);
  EXPECT_TRUE(equals<float>(top.values.template as<float, 1, TypeParam>(), {2, 2, 1}));
  EXPECT_TRUE(
      equals<std::int64_t>(top.indices.template as<std::int64_t, 1, TypeParam>(), {0, 3, 1}));
}

TYPED_TEST(dynamic_order, searches_in_the_promoted_dtype)
{
  TypeParam const space;
  dynamic_array const a(acre::from_host<std::uint8_t>(space, {1, 3, 3, 9}));
  dynamic_array const v(acre::from_host<double>(space, {2.5, 3, 3.5, -1}).reshape(shape(2, 2)));
  auto const left = dynamic::searchsorted(a, v);
  EXPECT_EQ(left.rank(), 2);
  EXPECT_TRUE(equals<std::int64_t>(left.template as<std::int64_t, 2, TypeParam>(), {1, 1, 3, 0}));
  EXPECT_TRUE(equals<std::int64_t>(dynamic::searchsorted(a, v, acre::search_side::right)
                                       .template as<std::int64_t, 2, TypeParam>(),
                                   {1, 3, 3, 0}));
  dynamic_array const mixed(acre::from_host<float>(space, {9, 1, 3}));
  EXPECT_TRUE(equals<std::int64_t>(
      dynamic::searchsorted(mixed, v, acre::search_side::left, dynamic::argsort(mixed))
          .template as<std::int64_t, 2, TypeParam>(),
      {1, 1, 2, 0}));
  EXPECT_TRUE(equals<unsigned char>(
      dynamic::astype(dynamic::isin(v, a), dtype::uint8).template as<std::uint8_t, 2, TypeParam>(),
      {0, 1, 0, 0}));
  auto const merged = dynamic::merge(a, dynamic::sort(mixed));
  EXPECT_EQ(merged.dtype(), dtype::float32);
  EXPECT_TRUE(equals<float>(merged.template as<float, 1, TypeParam>(), {1, 1, 3, 3, 3, 9, 9}));
}

TYPED_TEST(dynamic_order, weighs_elements_and_divides_by_less)
{
  TypeParam const space;
  double const nan = std::numeric_limits<double>::quiet_NaN();
  // weights: the second element alone is above a quarter
  dynamic_array const x(acre::from_host<float>(space, {3, 1, 2, 9, 8, 7}).reshape(shape(2, 3)));
  dynamic_array const w(acre::from_host<std::int32_t>(space, {1, 1, 8}));
  dynamic::quantile_options options{
      .axes = std::vector{1}, .method = "inverted_cdf", .keepdims = true, .weights = w};
  auto const some = dynamic::quantile("quantile", x, 0.25, options);
  EXPECT_EQ(some.dtype(), dtype::float32);
  EXPECT_TRUE(equals<float>(some.template as<float, 2, TypeParam>(), {2, 7}));
  dynamic_array const q(acre::from_host<double>(space, {0, 95}));
  options.keepdims = false;
  EXPECT_TRUE(equals<float>(
      dynamic::quantile("percentile", x, q, options).template as<float, 2, TypeParam>(),
      {1, 7, 3, 9}));
  dynamic_array const bytes = dynamic::astype(x, dtype::uint8);
  options = {.method = "inverted_cdf", .weights = bytes};
  EXPECT_EQ(dynamic::item<std::uint8_t>(dynamic::quantile("quantile", bytes, 0.5, options)), 8);
  dynamic_array const gap(acre::from_host<double>(space, {1, nan, 2}));
  options.weights = w;
  EXPECT_TRUE(std::isnan(dynamic::item<double>(dynamic::quantile("quantile", gap, 0.5, options))));
  EXPECT_EQ(dynamic::item<double>(dynamic::quantile("nanquantile", gap, 0.5, options)), 2);
  options.method = "linear";
  EXPECT_EQ(error_of<acre::value_error>([&] { dynamic::quantile("quantile", gap, 0.5, options); }),
            "Only method 'inverted_cdf' supports weights. Got: linear.");
  EXPECT_EQ(error_of<acre::value_error>([&] { dynamic::median("median", gap, options); }),
            "median takes no weights");
  options = {.axes = std::vector{0}, .method = "inverted_cdf", .weights = w};
  EXPECT_EQ(error_of<acre::shape_error>([&] { dynamic::quantile("quantile", x, 0.5, options); }),
            "Shape of weights must be consistent with shape of a along specified axis.");

  dynamic_array const key(acre::from_host<std::int8_t>(space, {1, 0, 1, 1}));
  dynamic_array const value(acre::from_host<double>(space, {1, 5, 2, 6}));
  auto const spread = dynamic::group_by({&key, 1}, {&value, 1}, "var", {.ddof = 1}).values[0];
  EXPECT_EQ(acre::to_string(spread.template as<double, 1, TypeParam>()), "[nan  7.]");
}

// Keys whose different values take 84 bits: the groups are those of the combinations' numbers.
TYPED_TEST(dynamic_order, groups_by_many_columns)
{
  TypeParam const space;
  constexpr std::uint64_t rows = 900, combinations = 60, columns = 14;
  std::map<std::vector<std::int64_t>, std::int64_t> number;
  std::vector<std::vector<std::int64_t>> keys(columns);
  for (std::uint64_t i = 0; i < rows; ++i) {
    std::vector<std::int64_t> row;
    for (std::uint64_t c = 0; c < columns; ++c)
      row.push_back(static_cast<std::int64_t>(
                        acre_test::mix(acre_test::mix(i) % combinations * columns + c) % 97) -
                    48);
    for (std::size_t c = 0; c < columns; ++c) keys[c].push_back(row[c]);
    number[row] = 0;
  }
  std::int64_t next = 0;
  for (auto& [row, n] : number) n = next++;
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<std::int64_t> row;
    for (auto const& column : keys) row.push_back(column[i]);
    numbers.push_back(number[row]);
  }
  std::vector<dynamic_array> wide;
  for (auto const& column : keys) {
    auto const k = place(space, column);
    if (wide.size() % 2 == 0)
      wide.emplace_back(acre::evaluate(acre::cast<double>(k) * 1e300));
    else
      wide.emplace_back(acre::evaluate(k * (std::int64_t{1} << 57)));
  }
  dynamic_array const by(place(space, numbers)), value(place(space, acre_test::noise<double>(rows)));
  for (char const* const reduction : {"sum", "mean", "first", "last", "count"}) {
    auto const found = dynamic::group_by(wide, {&value, 1}, reduction);
    auto const wanted = dynamic::group_by({&by, 1}, {&value, 1}, reduction);
    auto const same = [](dynamic_array const& a, dynamic_array const& b) {
      return equals(dynamic::astype(a, dtype::float64).template as<double, 1, TypeParam>(),
                    acre::to_vector(
                        dynamic::astype(b, dtype::float64).template as<double, 1, TypeParam>()));
    };
    EXPECT_TRUE(same(found.values[0], wanted.values[0])) << reduction;
    ASSERT_EQ(found.keys.size(), columns);
    for (std::size_t c = 0; c < columns; ++c)
      EXPECT_TRUE(
          same(found.keys[c], dynamic::group_by({&by, 1}, {&wide[c], 1}, "first").values[0]))
          << reduction << ", column " << c;
  }
}

TYPED_TEST(dynamic_order, knows_sets)
{
  TypeParam const space;
  dynamic_array const a(acre::from_host<std::uint8_t>(space, {4, 1, 4, 2}).reshape(shape(2, 2)));
  dynamic_array const b(acre::from_host<std::int16_t>(space, {2, 3}));
  auto const is = [](dynamic_array const& got, dtype type, std::vector<std::int64_t> const& want) {
    EXPECT_EQ(got.dtype(), type);
    EXPECT_TRUE(
        equals(dynamic::astype(got, dtype::int64).template as<std::int64_t, 1, TypeParam>(), want));
  };
  is(dynamic::unique(a), dtype::uint8, {1, 2, 4});
  is(dynamic::intersect1d(a, b), dtype::int16, {2});
  is(dynamic::union1d(a, b), dtype::int16, {1, 2, 3, 4});
  is(dynamic::setdiff1d(a, b), dtype::uint8, {1, 4});
  is(dynamic::setxor1d(a, b), dtype::int16, {1, 3, 4});
  auto const all = dynamic::unique_all(a);
  is(all.indices, dtype::int64, {1, 3, 0});
  is(all.counts, dtype::int64, {1, 1, 2});
  EXPECT_TRUE(equals<std::int64_t>(all.inverse_indices.template as<std::int64_t, 2, TypeParam>(),
                                   {2, 0, 2, 1}));
  auto const runs = dynamic::run_lengths(dynamic_array(acre::from_host<float>(space, {2, 2, 1})));
  is(runs.values, dtype::float32, {2, 1});
  is(runs.starts, dtype::int64, {0, 2});
  is(runs.lengths, dtype::int64, {2, 1});
}

TYPED_TEST(dynamic_order, refuses_what_numpy_does)
{
  TypeParam const space;
  dynamic_array const a(acre::from_host<float>(space, {1, 2, 3, 4}).reshape(shape(2, 2)));
  dynamic_array const row(acre::from_host<float>(space, {1, 2}));
  EXPECT_EQ(error_of<acre::index_error>([&] { dynamic::sort(a, {.axis = 2}); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(error_of<acre::index_error>([&] { dynamic::lexsort({&a, 1}, -3); }),
            "axis -3 is out of bounds for array of dimension 2");
  EXPECT_EQ(error_of<acre::value_error>([&] { dynamic::searchsorted(a, row); }),
            "object too deep for desired array");
  std::array<dynamic_array, 2> const keys{a, row};
  EXPECT_EQ(error_of<acre::value_error>([&] { dynamic::lexsort(keys); }),
            "all keys need to be the same shape: (2,2) and (2,)");
  EXPECT_EQ(error_of<acre::value_error>([&] { dynamic::partition(row, 2); }),
            "kth(=2) out of bounds (2)");
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { dynamic::argpartition(row, std::vector<std::int64_t>{0, -3}); }),
            "kth(=-1) out of bounds (2)");
  EXPECT_EQ(error_of<acre::value_error>([&] { dynamic::topk(row, 3); }),
            "topk: 3 elements of an axis with 2");
}

}  // namespace
