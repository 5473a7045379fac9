#include <acre/order/bincount.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/quantile.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

/// Counts and quantiles of more elements than 32 bits count, where memory is fast enough for that.
namespace {

template <class Space>
class counting_large : public ::testing::Test {};
TYPED_TEST_SUITE(counting_large, acre_test::spaces, acre_test::space_names);

template <class X, class Counts>
void expect_counts(X const& x, Counts const& counts)
{
  EXPECT_EQ(acre::sum(counts).item(), x.size());
  for (int const k : {0, 1, 77, 128, 255})
    EXPECT_EQ(counts(k).item(), acre::count_nonzero(x == k).item()) << k;
}

TYPED_TEST(counting_large, histogram)
{
  acre_test::where_memory_allows([] {
    auto const x = acre_test::large_bytes(TypeParam());
    expect_counts(x, acre::histogram(x, 256, 0, 256));
  });
}

TYPED_TEST(counting_large, bincount)
{
  acre_test::where_memory_allows([] {
    auto const x = acre_test::large_bytes(TypeParam());
    expect_counts(x, acre::bincount(x));
  });
}

TYPED_TEST(counting_large, quantile)
{
  acre_test::where_memory_allows([] {
    auto const x = acre_test::large_bytes(TypeParam());
    for (double const q : {0.25, 0.5, 0.999}) {
      int const value = acre::quantile(x, q, acre::order_statistic::lower).item();
      auto const place = static_cast<std::int64_t>(
          q * static_cast<double>(acre_test::large_size<TypeParam>() - 1));
      EXPECT_LE(acre::count_nonzero(x < value).item(), place) << q;
      EXPECT_GT(acre::count_nonzero(x <= value).item(), place) << q;
    }
  });
}

}  // namespace
