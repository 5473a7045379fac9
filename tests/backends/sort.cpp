#include <acre/order/sort.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

namespace {

template <class Space>
class sort : public ::testing::Test {};
TYPED_TEST_SUITE(sort, acre_test::spaces, acre_test::space_names);

/// A stable sort by < with NaNs last: NumPy's order, which leaves -0.0 and 0.0 as they came.
template <class T>
std::vector<T> sorted(std::vector<T> v)
{
  std::stable_sort(v.begin(), v.end(), [](T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
      if (a == b) return std::signbit(a) && !std::signbit(b);
    }
    return a < b;
  });
  return v;
}

template <class T, class Space>
void sorts(std::int64_t count)
{
  auto const v = acre_test::noise<T>(count);
  for (Space const& space : acre_test::instances<Space>())
    EXPECT_TRUE(acre_test::equals(acre::sort(acre_test::place(space, v)), sorted(v))) << count;
}

TYPED_TEST(sort, puts_numbers_in_order)
{
  // around networks of one list, the chunks and the merges of two and three of them
  for (std::int64_t n : {0,   1,    2,    48,   49,    64,    65,    129,    256,    257,
                         513, 1000, 1024, 1025, 65535, 65536, 65537, 131072, 131073, 200001}) {
    sorts<float, TypeParam>(n);
    sorts<std::int32_t, TypeParam>(n);
    if (n < 2000) sorts<double, TypeParam>(n);
  }
}

template <class T, class Space>
void orders_specials()
{
  using limits = std::numeric_limits<T>;
  T const nan = limits::quiet_NaN(), inf = limits::infinity(), tiny = limits::denorm_min();
  std::vector<T> const v{
      nan, 1, -nan, 0, inf, -0.0f, -inf, -tiny, limits::max(), limits::lowest(), tiny, -0.0f, 0};
  auto const got = acre::to_vector(acre::sort(acre_test::place(Space(), v)));
  std::vector<T> const wanted{-inf, limits::lowest(), -tiny, -0.0f, -0.0f, 0, 0, tiny,
                              1,    limits::max(),    inf,   nan,   -nan};
  ASSERT_EQ(got.size(), wanted.size());
  EXPECT_EQ(std::memcmp(got.data(), wanted.data(), got.size() * sizeof(T)), 0);
}
TYPED_TEST(sort, puts_negative_zero_before_zero_and_nan_last)
{
  orders_specials<float, TypeParam>();
  orders_specials<double, TypeParam>();
}

TYPED_TEST(sort, takes_expressions_and_slices_and_leaves_them_alone)
{
  auto const x = acre::from_host<double>(TypeParam(), {3, 1, 4, 1, 5, 9, 2, 6});
  EXPECT_TRUE(acre_test::equals<double>(acre::sort(-x), {-9, -6, -5, -4, -3, -2, -1, -1}));
  EXPECT_TRUE(acre_test::equals<double>(acre::sort(x(acre::slice(acre::none, acre::none, -2))),
                                        {1, 1, 6, 9}));
  EXPECT_TRUE(acre_test::equals<double>(x, {3, 1, 4, 1, 5, 9, 2, 6}));
}

}  // namespace
