// In a dtype of each kind and size that acre::dynamic searches in another: dynamic_searchsorted.cpp
// has the others.

#include <acre/order/merge.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/sort.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/order_models.hpp>
#include <acre_test/spaces.hpp>

#include <cstring>
#include <iterator>

namespace {

template <class Space>
class searchsorted : public ::testing::Test {};
TYPED_TEST_SUITE(searchsorted, acre_test::spaces, acre_test::space_names);

template <class T>
std::vector<T> in_order(std::vector<T> const& raw)
{
  std::vector<T> sorted;
  for (auto const at : acre_test::order_of(raw))
    sorted.push_back(raw[static_cast<std::size_t>(at)]);
  return sorted;
}

template <class S, class V, class Space>
void finds(std::int64_t n, std::int64_t queries, bool ordered = false)
{
  using T = acre::promote_t<S, V>;
  auto const sorted = in_order(acre_test::crowded<S>(n, 1));
  auto values = acre_test::crowded<V>(queries, 2);
  if (ordered) values = in_order(values);
  auto const less = [](T a, T b) { return acre_test::comes_before<T>(a, b); };
  for (auto const side : {acre::search_side::left, acre::search_side::right}) {
    std::vector<std::int64_t> wanted;
    for (V const value : values) {
      auto const bound = side == acre::search_side::left
                             ? std::lower_bound(sorted.begin(), sorted.end(), value,
                                                [&](S a, V b) {
                                                  return less(static_cast<T>(a), static_cast<T>(b));
                                                })
                             : std::upper_bound(sorted.begin(), sorted.end(), value, [&](V a, S b) {
                                 return less(static_cast<T>(a), static_cast<T>(b));
                               });
      wanted.push_back(bound - sorted.begin());
    }
    auto const got = acre::searchsorted(acre_test::place(Space(), sorted),
                                        acre_test::place(Space(), values), side);
    EXPECT_TRUE(acre_test::equals(acre::evaluate(got), wanted)) << n;
  }
}

TYPED_TEST(searchsorted, finds_what_std_finds)
{
  for (bool const ordered : {false, true}) {
    finds<float, float, TypeParam>(1025, 500, ordered);
    finds<std::uint8_t, std::int8_t, TypeParam>(300, 700, ordered);
    finds<acre::complex<float>, acre::complex<float>, TypeParam>(300, 700, ordered);
  }
}

TYPED_TEST(searchsorted, finds_one_value_as_among_several)
{
  auto const a = acre_test::place(TypeParam(), acre_test::crowded<float>(1000, 1));
  auto const values = acre_test::crowded<float>(300, 2);
  auto const together =
      acre::to_vector(acre::searchsorted(a, acre_test::place(TypeParam(), values)));
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(together[i], acre::searchsorted(a, values[i]).item()) << i;
}

TYPED_TEST(searchsorted, takes_views_shapes_and_a_sorter)
{
  auto const a = acre::from_host<int>(TypeParam(), {9, 8, 7, 5, 5, 1});
  auto const v = acre::from_host<int>(TypeParam(), {5, 0, 10, 8}).reshape(acre::shape(2, 2));
  auto const up = a(acre::slice(acre::none, acre::none, -1));
  EXPECT_TRUE(
      acre_test::equals<std::int64_t>(acre::evaluate(acre::searchsorted(up, v)), {1, 0, 6, 4}));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(
      acre::evaluate(acre::searchsorted(a, v + 0, acre::search_side::right, acre::argsort(a))),
      {3, 0, 6, 5}));
  EXPECT_EQ(acre::evaluate(acre::searchsorted(up, v)).shape(), acre::shape(2, 2));
  auto const few = acre::from_host<int>(TypeParam(), {0, 1});
  EXPECT_THROW(acre::searchsorted(a, v, acre::search_side::left, few), acre::value_error);
}

template <class A, class B, class Space>
void merges(std::int64_t n, std::int64_t m)
{
  using T = acre::promote_t<A, B>;
  auto const sorted = [](auto const& raw) {
    auto v = raw;
    auto const order = acre_test::order_of(raw);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = raw[static_cast<std::size_t>(order[i])];
    return v;
  };
  auto const a = sorted(acre_test::crowded<A>(n, 1));
  auto const b = sorted(acre_test::crowded<B>(m, 2));
  std::vector<T> const x(a.begin(), a.end()), y(b.begin(), b.end());
  std::vector<T> wanted;
  std::merge(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(wanted),
             [](T p, T q) { return acre_test::comes_before<T>(p, q); });
  auto const got =
      acre::to_vector(acre::merge(acre_test::place(Space(), a), acre_test::place(Space(), b)));
  ASSERT_EQ(got.size(), wanted.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    wrong += std::memcmp(&got[i], &wanted[i], sizeof(T)) != 0;
  EXPECT_EQ(wrong, 0u) << n << " and " << m;
}

TYPED_TEST(searchsorted, merges_as_std_does)
{
  merges<std::int32_t, std::int16_t, TypeParam>(5000, 700);
  merges<acre::complex<float>, acre::complex<float>, TypeParam>(300, 200);
}

}  // namespace
