#include <acre/order/sets.hpp>
#include <acre_test/spaces.hpp>
#include <acre_test/unique_model.hpp>

#include <algorithm>

namespace {

using acre_test::same_numbers, acre_test::unique_model;

template <class Space>
class sets : public ::testing::Test {};
TYPED_TEST_SUITE(sets, acre_test::spaces, acre_test::space_names);

template <class A, class B, class Space>
void are_sets(std::int64_t n, std::int64_t m)
{
  SCOPED_TRACE(std::to_string(n) + " and " + std::to_string(m));
  using T = acre::promote_t<A, B>;
  auto const a = acre_test::crowded<A>(n, 1);
  auto const b = acre_test::crowded<B>(m, 2);
  auto const in = [](auto const& v, T x) {
    return std::any_of(v.begin(), v.end(), [&](auto y) { return static_cast<T>(y) == x; });
  };
  std::vector<unsigned char> member;
  for (A const x : a) member.push_back(in(b, static_cast<T>(x)));
  std::vector<T> both, only_a, one, all(a.begin(), a.end());
  for (T const x : unique_model<A>(a).values) {
    (in(b, x) ? both : only_a).push_back(x);
    if (!in(b, x)) one.push_back(x);
  }
  for (T const x : unique_model<B>(b).values)
    if (!in(a, x)) one.push_back(x);
  auto const order = acre_test::order_of(one);
  std::vector<T> one_in_order;
  for (auto const at : order) one_in_order.push_back(one[static_cast<std::size_t>(at)]);
  for (B const x : b) all.push_back(static_cast<T>(x));

  auto const x = acre_test::place(Space(), a);
  auto const y = acre_test::place(Space(), b);
  EXPECT_EQ(acre::to_vector(acre::isin(x, y)), member);
  EXPECT_TRUE(same_numbers(acre::to_vector(acre::intersect1d(x, y)), both));
  EXPECT_TRUE(same_numbers(acre::to_vector(acre::setdiff1d(x, y)), only_a));
  EXPECT_TRUE(same_numbers(acre::to_vector(acre::setxor1d(x, y)), one_in_order));
  EXPECT_TRUE(same_numbers(acre::to_vector(acre::union1d(x, y)), unique_model<T>(all).values));
}

/// In small dtypes, which acre::dynamic has not: dynamic_sets.cpp has the others.
TYPED_TEST(sets, agree_with_loops)
{
  for (std::int64_t const n : {0, 1, 3000}) are_sets<std::int8_t, std::int16_t, TypeParam>(n, 500);
}

}  // namespace
