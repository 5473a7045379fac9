#include <acre/index/advanced.hpp>
#include <acre/order/sort_by_key.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

/// The order of more elements than 32 bits count, where memory is fast enough for that.
namespace {

using acre::slice, acre::none;

template <class Space>
class argsort_large : public ::testing::Test {};
TYPED_TEST_SUITE(argsort_large, acre_test::spaces, acre_test::space_names);

/// Keys ascend, and where they are equal so do the numbers of their rows: as many different rows.
template <class X, class Keys, class Rows>
void expect_order(X const& x, Keys const& keys, Rows const& rows)
{
  ASSERT_EQ(rows.size(), x.size());
  EXPECT_TRUE(acre_test::holds(keys == x(rows)));
  auto const first = slice(none, -1), second = slice(1, none);
  EXPECT_TRUE(acre_test::holds((keys(first) < keys(second)) |
                               ((keys(first) == keys(second)) & (rows(first) < rows(second)))));
}

TYPED_TEST(argsort_large, argsort)
{
  acre_test::where_memory_allows([] {
    auto const x = acre_test::large_bytes(TypeParam());
    auto const order = acre::argsort(x);
    expect_order(x, acre::evaluate(x(order)), order);
  });
}

TYPED_TEST(argsort_large, sort_by_key)
{
  acre_test::where_memory_allows([] {
    TypeParam const space;
    auto const x = acre_test::large_bytes(space);
    auto const row = acre::cast<std::uint32_t>(acre::index_of(space, acre::shape(x.size())));
    auto const sorted = acre::sort_by_key(x, row);
    expect_order(x, sorted.keys, acre::evaluate(acre::cast<std::int64_t>(sorted.values)));
  });
}

TYPED_TEST(argsort_large, sort_by_key_of_bytes)
{
  acre_test::where_memory_allows([] {
    auto const x = acre_test::large_bytes(TypeParam());
    auto const sorted = acre::sort_by_key(x, x ^ 0x55);
    ASSERT_EQ(sorted.values.size(), x.size());
    EXPECT_TRUE(acre_test::holds(sorted.values == (sorted.keys ^ 0x55)));
    EXPECT_TRUE(acre_test::holds(sorted.keys(slice(none, -1)) <= sorted.keys(slice(1, none))));
  });
}

}  // namespace
