#include <acre/order/sort.hpp>
#include <acre/reduce/logic.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

/// More elements than 32 bits count, where memory is fast enough for that.
namespace {

template <class Space>
class sort_large : public ::testing::Test {};
TYPED_TEST_SUITE(sort_large, acre_test::spaces, acre_test::space_names);

TYPED_TEST(sort_large, more_than_two_to_the_31)
{
  TypeParam const space;
  std::int64_t const n = acre_test::large_size<TypeParam>();
  auto const x = acre_test::large_bytes(space);
  auto const sorted = acre::sort(x);
  ASSERT_EQ(sorted.size(), n);
  EXPECT_TRUE(
      acre::all(sorted(acre::slice(1, acre::none)) >= sorted(acre::slice(acre::none, -1))).item());
  for (int const k : {0, 1, 77, 128, 255})
    EXPECT_EQ(acre::count_nonzero(sorted == k).item(), acre::count_nonzero(x == k).item()) << k;
}

}  // namespace
