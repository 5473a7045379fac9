#include <acre/elementwise/division.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/order/topk.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

/// The largest of more elements than 32 bits count, where memory is fast enough for that.
namespace {

template <class Space>
class topk_large : public ::testing::Test {};
TYPED_TEST_SUITE(topk_large, acre_test::spaces, acre_test::space_names);

/// The largest stand first and past 2^31.
template <class T, class Space>
void expect_top(Space const& space)
{
  std::int64_t const n = acre_test::large_size<Space>();
  auto const i = acre::index_of(space, acre::shape(n));
  auto const x = acre::evaluate(acre::cast<T>(
      acre::where(i == n - 2, 127, acre::where((i == 7) | (i == 8) | (i == n - 1), 126, i % 101))));
  auto const top = acre::topk(x, 4);
  EXPECT_TRUE(acre_test::equals<T>(top.values, {127, 126, 126, 126}));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(top.indices, {n - 2, 7, 8, n - 1}));
}

TYPED_TEST(topk_large, of_bytes)
{
  acre_test::where_memory_allows([] { expect_top<std::uint8_t>(TypeParam()); });
}

/// Elements of more than a byte, which are found by their digits.
TYPED_TEST(topk_large, by_digits)
{
  acre_test::where_memory_allows([] { expect_top<std::int16_t>(TypeParam()); });
}

}  // namespace
