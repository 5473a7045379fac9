#include <acre/order/sets.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

/// Sets of more elements than 32 bits count, where memory is fast enough for that.
namespace {

template <class Space>
class sets_large : public ::testing::Test {};
TYPED_TEST_SUITE(sets_large, acre_test::spaces, acre_test::space_names);

TYPED_TEST(sets_large, of_two)
{
  acre_test::where_memory_allows([] {
    TypeParam const space;
    auto const x = acre_test::large_with_rare(space, 250);
    auto const y = acre::from_host<std::uint8_t>(space, {250, 3, 77, 3, 130});
    EXPECT_TRUE(acre_test::holds(acre::isin(x, y) == ((x == 3) | (x == 77) | (x == 250))));
    EXPECT_EQ(acre::to_vector(acre::isin(y, x)), (std::vector<unsigned char>{1, 1, 1, 1, 0}));
    EXPECT_TRUE(acre_test::equals<std::uint8_t>(acre::intersect1d(x, y), {3, 77, 250}));
    EXPECT_TRUE(acre_test::equals<std::uint8_t>(acre::setdiff1d(y, x), {130}));
    EXPECT_EQ(acre::setxor1d(x, y).size(), 99);  // without 3 and 77, with 130
    // together more than 2^32
    EXPECT_TRUE(acre_test::holds(acre::union1d(x, x) == acre::unique(x)));
    EXPECT_EQ(acre::union1d(x, y).size(), 102);
  });
}

}  // namespace
