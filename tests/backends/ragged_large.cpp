#include <acre/elementwise/division.hpp>
#include <acre/elementwise/maximum.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

/// Lists of more elements in all than 32 bits count, where memory is fast enough for that.
namespace {

using acre::none, acre::slice;

template <class Space>
class ragged_large : public ::testing::Test {};
TYPED_TEST_SUITE(ragged_large, acre_test::spaces, acre_test::space_names);

/// Every other list is empty, the rest have 1000 bytes, the last one what is left.
template <class Space>
acre::ragged<std::uint8_t, Space> large_lists(Space const& space)
{
  auto const x = acre_test::large_bytes(space);
  auto const entry = acre::index_of(space, acre::shape(x.size() / 1000 * 2 + 3));
  return {acre::evaluate(acre::minimum(
              acre::floor_divide(entry, std::int64_t{2}) * std::int64_t{1000}, x.size())),
          x};
}

/// Some of the lists that have elements, of the first and the last of all.
template <class Lists>
std::vector<std::int64_t> some_of(Lists const& x)
{
  return {1, 3, 77, x.size() - 3, x.size() - 1};
}

TYPED_TEST(ragged_large, sums_and_maxima)
{
  acre_test::where_memory_allows([] {
    auto const x = large_lists(TypeParam());
    ASSERT_EQ(flatten(x).size(), acre_test::large_size<TypeParam>());
    auto const sums = sum(x, 1);
    auto const largest = max(x, 1);
    for (std::int64_t const list : some_of(x)) {
      EXPECT_EQ(sums(list).item(), acre::sum(x(list)).item()) << list;
      EXPECT_EQ(largest(list).item(), acre::max(x(list)).item()) << list;
      EXPECT_EQ(sums(list - 1).item(), 0) << list;
    }
    EXPECT_EQ(acre::sum(sums).item(), acre::sum(flatten(x)).item());
  });
}

TYPED_TEST(ragged_large, elements_by_mask)
{
  acre_test::where_memory_allows([] {
    auto const x = large_lists(TypeParam());
    auto const chosen = x(x > 3);
    EXPECT_EQ(flatten(chosen).size(), acre::count_nonzero(flatten(x) > 3).item());
    EXPECT_GT(acre::min(flatten(chosen)).item(), 3);
    for (std::int64_t const list : some_of(x))
      EXPECT_EQ(
          acre::sum(chosen(list)).item(),
          acre::sum(x(list)).item() - acre::sum(acre::cast<int>(x(list)) * (x(list) <= 3)).item())
          << list;
  });
}

}  // namespace
