// Different slices along an axis: static and at run time. Counts of what lies outside, at run time.

#include <acre/dynamic/histogram.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/order/unique_along.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <limits>

using acre::dynamic_array, acre::shape;
using acre_test::equals, acre_test::error_of;

namespace {

template <class Space>
class dynamic_unique : public ::testing::Test {};
TYPED_TEST_SUITE(dynamic_unique, acre_test::spaces, acre_test::space_names);

/// Both give these.
template <class T, int Rank, class Space>
void gives(acre::array<T, Rank, Space> const& x, int axis, std::vector<T> const& values,
           std::vector<std::int64_t> const& indices, std::vector<std::int64_t> const& inverse,
           std::vector<std::int64_t> const& counts)
{
  auto const all = acre::unique_all(x, axis);
  EXPECT_TRUE(equals<T>(all.values, values));
  EXPECT_TRUE(equals<T>(acre::unique(x, axis), values));
  EXPECT_TRUE(equals<std::int64_t>(all.indices, indices));
  EXPECT_TRUE(equals<std::int64_t>(all.inverse_indices, inverse));
  EXPECT_TRUE(equals<std::int64_t>(all.counts, counts));
  auto const same = acre::dynamic::unique_all(dynamic_array(x), axis);
  EXPECT_TRUE(equals<T>(same.values.template as<T, Rank, Space>(), values));
  EXPECT_TRUE(equals<std::int64_t>(same.indices.template as<std::int64_t, 1, Space>(), indices));
  EXPECT_TRUE(
      equals<std::int64_t>(same.inverse_indices.template as<std::int64_t, 1, Space>(), inverse));
  EXPECT_TRUE(equals<std::int64_t>(same.counts.template as<std::int64_t, 1, Space>(), counts));
}

TYPED_TEST(dynamic_unique, rows_columns_and_slices)
{
  TypeParam const space;
  auto const x = acre::from_host<std::int32_t>(space, {2, 1, 3, 0, 5, 3, 2, 1, 3, 2, 0, 3})
                     .reshape(shape(4, 3));
  gives(x, 0, {0, 5, 3, 2, 0, 3, 2, 1, 3}, {1, 3, 0}, {2, 0, 2, 1}, {1, 1, 2});
  gives(x, -1, {1, 2, 3, 5, 0, 3, 1, 2, 3, 0, 2, 3}, {1, 0, 2}, {1, 0, 2}, {1, 1, 1});
  auto const cube =
      acre::from_host<std::int32_t>(space, {1, 1, 2, 2, 1, 1, 4, 4}).reshape(shape(2, 2, 2));
  gives(cube, 2, {1, 2, 1, 4}, {0}, {0, 0}, {2});
  gives(cube, 0, {1, 1, 2, 2, 1, 1, 4, 4}, {0, 1}, {0, 1}, {1, 1});
  gives(acre::from_host<std::int32_t>(space, {3, 1, 3}), 0, {1, 3}, {1, 0}, {1, 0, 1}, {1, 2});
}

TYPED_TEST(dynamic_unique, zeros_and_nans_are_equal)
{
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const x = acre::from_host<double>(TypeParam(), {nan, 0.0, nan, -0.0, 1.0, nan, nan, 0.0})
                     .reshape(shape(4, 2));
  auto const all = acre::unique_all(x, 0);
  EXPECT_TRUE(equals<std::int64_t>(all.inverse_indices, {1, 1, 0, 1}));
  EXPECT_TRUE(equals<std::int64_t>(all.indices, {2, 0}));
  auto const same = acre::dynamic::unique_all(dynamic_array(x), 0);
  EXPECT_TRUE(equals<std::int64_t>(same.inverse_indices.template as<std::int64_t, 1, TypeParam>(),
                                   {1, 1, 0, 1}));
}

TYPED_TEST(dynamic_unique, of_nothing)
{
  TypeParam const space;
  gives(acre::empty<float>(space, shape(0, 3)), 0, {}, {}, {}, {});
  gives(acre::empty<float>(space, shape(3, 0)), 0, {}, {0}, {0, 0, 0}, {3});
  EXPECT_EQ(acre::unique(acre::empty<float>(space, shape(3, 0)), 0).shape(), shape(1, 0));
  auto const x = acre::zeros<float>(space, shape(2, 2));
  std::string const text = "axis 2 is out of bounds for array of dimension 2";
  EXPECT_EQ(error_of<acre::index_error>([&] { acre::unique(x, 2); }), text);
  EXPECT_EQ(error_of<acre::index_error>([&] { acre::dynamic::unique(dynamic_array(x), 2); }), text);
}

TYPED_TEST(dynamic_unique, counts_outside)
{
  TypeParam const space;
  dynamic_array const x(acre::from_host<double>(space, {-1.0, 0.5, 1.5, 2.0, 7.0, 8.0}));
  dynamic_array const edges(acre::from_host<double>(space, {0.0, 1.0, 2.0}));
  auto const counts = [&](acre::dynamic::bin_options bins, acre::outside o) {
    bins.outside = o;
    return acre::dynamic::histogram(x, bins).counts.template as<std::int64_t, 1, TypeParam>();
  };
  using acre::outside;
  for (acre::dynamic::bin_options const& bins :
       {acre::dynamic::bin_options{.bins = 2, .range = std::pair(0.0, 2.0)},
        acre::dynamic::bin_options{.edges = edges}}) {
    EXPECT_TRUE(equals<std::int64_t>(counts(bins, outside::dropped), {1, 2}));
    EXPECT_TRUE(equals<std::int64_t>(counts(bins, outside::clamped), {2, 4}));
    EXPECT_TRUE(equals<std::int64_t>(counts(bins, outside::counted), {1, 1, 2, 2}));
  }
  EXPECT_EQ(error_of<acre::value_error>([&] {
              acre::dynamic::histogram(x, {.edges = edges, .outside = outside::counted}, {}, true);
            }),
            "a density is of the bins' counts alone, without those of what lies outside");
}

}  // namespace
