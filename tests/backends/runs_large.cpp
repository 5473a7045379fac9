#include <acre/order/run_lengths.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

/// Runs of more elements than 32 bits count, where memory is fast enough for that.
namespace {

using acre::shape, acre::slice, acre::none;

template <class Space>
class runs_large : public ::testing::Test {};
TYPED_TEST_SUITE(runs_large, acre_test::spaces, acre_test::space_names);

TYPED_TEST(runs_large, run_lengths)
{
  acre_test::where_memory_allows([] {
    TypeParam const space;
    std::int64_t const n = acre_test::large_size<TypeParam>(), length = 1 << 10,
                       count = (n + length - 1) / length;
    auto const runs =
        acre::run_lengths(acre::cast<std::uint8_t>(acre::index_of(space, shape(n)) >> 10));
    ASSERT_EQ(runs.starts.size(), count);
    EXPECT_TRUE(acre_test::holds(runs.starts == length * acre::index_of(space, shape(count))));
    EXPECT_TRUE(acre_test::holds(runs.lengths(slice(none, -1)) == length));
    EXPECT_EQ(runs.lengths(-1).item(), n - length * (count - 1));
    EXPECT_EQ(runs.values(-1).item(), static_cast<std::uint8_t>(count - 1));
  });
}

/// One run for each element; and one run of all.
TYPED_TEST(runs_large, shortest_and_longest_runs)
{
  acre_test::where_memory_allows([] {
    TypeParam const space;
    std::int64_t const n = acre_test::large_size<TypeParam>();
    auto const number = acre::index_of(space, shape(n));
    {
      auto const runs = acre::run_lengths(acre::cast<std::uint8_t>(number));
      ASSERT_EQ(runs.starts.size(), n);
      EXPECT_TRUE(acre_test::holds(runs.starts == number));
      EXPECT_TRUE(acre_test::holds(runs.lengths == 1));
      EXPECT_TRUE(acre_test::holds(runs.values == acre::cast<std::uint8_t>(number)));
    }
    auto const one = acre::run_lengths(acre::full<std::uint8_t>(space, shape(n), 3));
    EXPECT_TRUE(acre_test::equals<std::int64_t>(one.starts, {0}));
    EXPECT_TRUE(acre_test::equals<std::int64_t>(one.lengths, {n}));
  });
}

}  // namespace
