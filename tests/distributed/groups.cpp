#include <acre_test/error_of.hpp>

#include "cases.hpp"
#include <gmock/gmock.h>

// group_by on virtual processes, against one process' own of the whole columns.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::blocks_of;
using acre_test::same_bits;
using dist::blocks;
using dist::processes;

template <class X, class W>
testing::AssertionResult same_part(X const& x, W const& whole)
{
  auto const all = evaluate(whole);
  if (x.size() != all.size())
    return testing::AssertionFailure() << x.size() << " groups, not " << all.size();
  auto const f = x.first()[0];
  return same_bits(x.local(), all(slice(f, f + x.local().size())), true);
}

template <class Key, class T>
void random_cases(int cases, std::uint64_t seed)
{
  std::mt19937_64 dice(seed);
  auto const on = acre_test::queues();
  for (int k = 0; k < cases; ++k) {
    auto const& space = on[static_cast<std::size_t>(k) % on.size()];
    auto const n = static_cast<std::int64_t>(dice() % (k % 20 == 0 ? 30000 : k % 3 == 0 ? 9 : 500));
    int const count = 1 + static_cast<int>(dice() % (k % 10 == 0 ? 40 : 9));
    auto const key = from_host(space, acre_test::draw<Key>(dice, n));
    auto const other = from_host(space, acre_test::draw<std::int8_t>(dice, n));
    auto const v = from_host(space, acre_test::draw<T>(dice, n));
    auto const groups = group_by(key);
    auto const pairs = group_by(key, other);
    auto const cut = blocks(shape(n), dist::cuts(0, acre_test::random_cuts(dice, n, count, 64)));
    dist::virtual_processes(
        count,
        [&](processes const& all) {
          auto const x = blocks_of(all, key, cut);
          auto const y = blocks_of(all, other, cut);
          auto const w = blocks_of(all, v, cut);
          auto const mine = group_by(x);
          ASSERT_EQ(mine.size(), groups.size());
          ASSERT_TRUE(same_part(mine.keys(), groups.keys()));
          ASSERT_TRUE(same_part(mine.count(), groups.count()));
          ASSERT_TRUE(same_part(mine.sum(w), groups.sum(v))) << k;
          ASSERT_TRUE(same_part(mine.count(w), groups.count(v)));
          ASSERT_TRUE(same_part(mine.mean(w), groups.mean(v)));
          ASSERT_TRUE(same_part(mine.max(w), groups.max(v)));
          ASSERT_TRUE(same_part(mine.any(w), groups.any(v)));
          ASSERT_TRUE(same_part(mine.last(w), groups.last(v)));
          ASSERT_TRUE(same_part(mine.first(w), groups.first(v)));
          ASSERT_TRUE(same_part(mine.var(w, ddof(1)), groups.var(v, ddof(1))));
          auto const [a, b] = mine.sum(w, y);
          ASSERT_TRUE(same_part(a, groups.sum(v)));
          ASSERT_TRUE(same_part(b, groups.sum(other)));
          auto const two = group_by(x, y);
          ASSERT_EQ(two.size(), pairs.size());
          ASSERT_TRUE(same_part(two.keys(), pairs.keys()));
          ASSERT_TRUE(same_part(two.template keys<1>(), pairs.template keys<1>()));
          ASSERT_TRUE(same_part(two.sum(w), pairs.sum(v)));
        },
        dice());
    if (testing::Test::HasFatalFailure()) return;
  }
}
TEST(distributed_groups, int64_float64) { random_cases<std::int64_t, double>(100, 1); }
TEST(distributed_groups, float64_float32) { random_cases<double, float>(100, 2); }
TEST(distributed_groups, uint8_float64) { random_cases<std::uint8_t, double>(60, 3); }

TEST(distributed_groups, values_have_the_blocks_of_the_keys)
{
  dist::virtual_processes(3, [](processes const& all) {
    dist::array<std::int64_t, 1> key(all, blocks(shape(9)));
    dist::array<double, 1> other(all, blocks(shape(9), dist::cuts(0, {0, 9, 9})));
    auto const groups = group_by(key);
    EXPECT_THAT(acre_test::error_of<shape_error>([&] { groups.sum(other); }),
                testing::HasSubstr("redistribute"));
    EXPECT_EQ(groups.size(), 1);
  });
}

}  // namespace
