#include <acre/order/group_by.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

/// Groups of more elements than 32 bits count, where memory is fast enough for that.
namespace {

using acre::shape;

template <class Space>
class groups_large : public ::testing::Test {};
TYPED_TEST_SUITE(groups_large, acre_test::spaces, acre_test::space_names);

TYPED_TEST(groups_large, group_by)
{
  acre_test::where_memory_allows([] {
    TypeParam const space;
    std::int64_t const n = acre_test::large_size<TypeParam>();
    auto const i = acre::index_of(space, shape(n));
    auto const key = acre::evaluate(acre::cast<std::int8_t>(i * 0x5851f42d >> 16));
    auto const odd = i % 7 < 3;
    auto const groups = acre::group_by(key);
    ASSERT_EQ(groups.size(), 256);
    EXPECT_EQ(groups.keys()(0).item(), -128);
    auto const count = groups.count();
    auto const sum = groups.sum(acre::cast<std::uint8_t>(odd));
    for (int const k : {0, 1, 77, 128, 255}) {
      EXPECT_EQ(count(k).item(), acre_test::how_many(key == k - 128)) << k;
      EXPECT_EQ(sum(k).item(), acre_test::how_many((key == k - 128) & odd)) << k;
    }
    auto const last = groups.last(i);  // past 2^31
    EXPECT_EQ(last(key(-1).item() + 128).item(), n - 1);
    EXPECT_EQ(last(key(-6).item() + 128).item(), n - 6);
  });
}

}  // namespace
