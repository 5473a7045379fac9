#include <acre/order/unique.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

/// Scans and different values of more elements than 32 bits count, where memory is fast enough for
/// that.
namespace {

using acre::slice, acre::none;

template <class Space>
class scan_large : public ::testing::Test {};
TYPED_TEST_SUITE(scan_large, acre_test::spaces, acre_test::space_names);

TYPED_TEST(scan_large, sums)
{
  acre_test::where_memory_allows([] {
    auto const x = acre_test::large_bytes(TypeParam());
    auto const sums = acre::cumsum(x);
    ASSERT_EQ(sums.size(), x.size());
    EXPECT_EQ(sums(-1).item(), acre::sum(x).item());
    EXPECT_TRUE(
        acre::all(sums(slice(1, none)) - sums(slice(none, -1)) == x(slice(1, none))).item());
  });
}

TYPED_TEST(scan_large, maxima)
{
  acre_test::where_memory_allows([] {
    auto const x = acre_test::large_bytes(TypeParam());
    auto const largest = acre::cummax(x);
    EXPECT_EQ(largest(-1).item(), acre::max(x).item());
    EXPECT_TRUE(acre::all(largest >= x).item());
    EXPECT_TRUE(acre::all(largest(slice(1, none)) ==
                          acre::maximum(largest(slice(none, -1)), x(slice(1, none))))
                    .item());
  });
}

TYPED_TEST(scan_large, different_values)
{
  acre_test::where_memory_allows([] {
    auto const x = acre_test::large_bytes(TypeParam());
    auto const found = acre::unique_counts(x);
    ASSERT_EQ(found.values.size(), 256);
    EXPECT_EQ(acre::sum(found.counts).item(), x.size());
    for (int const k : {0, 1, 77, 128, 255}) {
      EXPECT_EQ(found.values(k).item(), k);
      EXPECT_EQ(found.counts(k).item(), acre::count_nonzero(x == k).item()) << k;
    }
  });
}

}  // namespace
