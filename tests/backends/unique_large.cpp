#include <acre/index/advanced.hpp>
#include <acre/order/unique.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

#include <numeric>

/// Different values of more elements than 32 bits count, where memory is fast enough for that;
/// their counts alone are in scan_large.cpp.
namespace {

using acre::slice, acre::none;

template <class Space>
class unique_large : public ::testing::Test {};
TYPED_TEST_SUITE(unique_large, acre_test::spaces, acre_test::space_names);

TYPED_TEST(unique_large, unique_all)
{
  acre_test::where_memory_allows([] {
    auto const x = acre_test::large_with_rare(TypeParam(), 250);
    std::int64_t const n = x.size();
    auto const all = acre::unique_all(x);
    ASSERT_EQ(all.values.size(), 101);
    EXPECT_TRUE(acre_test::holds(all.values(all.inverse_indices) == x));
    EXPECT_TRUE(acre_test::holds(x(all.indices) == all.values));
    auto const counts = acre::to_vector(all.counts);
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), n);
    EXPECT_EQ(all.counts(100).item(), 2);
    EXPECT_EQ(all.indices(100).item(), n - 3);
    for (int const k : {0, 1, 77, 99}) {
      EXPECT_EQ(all.counts(k).item(), acre_test::how_many(x == k)) << k;
      EXPECT_EQ(acre_test::how_many(x(slice(none, all.indices(k).item())) == k), 0) << k;
    }
  });
}

}  // namespace
