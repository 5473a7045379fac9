#include "cases.hpp"

// sort, argsort and unique on virtual processes, against one process' own of the whole array.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::blocks_of;
using acre_test::same_bits;
using dist::blocks;
using dist::processes;

template <class T>
void compare(host const& space, std::vector<T> const& values, std::vector<std::int64_t> const& cut,
             std::uint64_t seed)
{
  auto const whole = from_host(space, values);
  auto const n = whole.size();
  auto const up = sort(whole), down = sort(whole, descending);
  auto const places = argsort(whole), places_down = argsort(whole, descending);
  auto const different = unique(whole);
  int const count = static_cast<int>(cut.size()) - 1;
  int seen = 0;
  dist::virtual_processes(
      count,
      [&](processes const& all) {
        auto const x = blocks_of(all, whole, blocks(shape(n), dist::cuts(0, cut)));
        auto const mine = [&](auto const& w) {
          auto const f = x.first()[0];
          return w(slice(f, f + x.local().size()));
        };
        ASSERT_TRUE(same_bits(sort(x).local(), mine(up))) << n << " on " << count;
        ASSERT_TRUE(same_bits(sort(x, descending).local(), mine(down))) << n << " on " << count;
        ASSERT_TRUE(same_bits(argsort(x).local(), mine(places))) << n << " on " << count;
        ASSERT_TRUE(same_bits(argsort(x, descending).local(), mine(places_down)))
            << n << " on " << count;
        auto const u = unique(x);
        auto const from = u.first()[0];
        ASSERT_EQ(u.size(), different.size());
        ASSERT_TRUE(same_bits(u.local(), different(slice(from, from + u.local().size()))));
        ++seen;
      },
      seed);
  ASSERT_EQ(seen, count);
}

template <class T>
void random_cases(int cases, std::uint64_t seed)
{
  std::mt19937_64 dice(seed);
  auto const on = acre_test::queues();
  for (int k = 0; k < cases; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % (k % 20 == 0  ? 30000
                                                       : k % 2 == 0 ? 700
                                                                    : 12));
    int const count = 1 + static_cast<int>(dice() % (k % 10 == 0 ? 40 : 9));
    compare(on[static_cast<std::size_t>(k) % on.size()], acre_test::draw<T>(dice, n),
            acre_test::random_cuts(dice, n, count), dice());
    if (testing::Test::HasFatalFailure()) return;
  }
}
TEST(distributed_sort, float64) { random_cases<double>(300, 1); }
TEST(distributed_sort, float32) { random_cases<float>(300, 2); }
TEST(distributed_sort, float16) { random_cases<float16>(100, 3); }
TEST(distributed_sort, bfloat16) { random_cases<bfloat16>(100, 4); }
TEST(distributed_sort, int64) { random_cases<std::int64_t>(200, 5); }
TEST(distributed_sort, int32) { random_cases<std::int32_t>(200, 6); }
TEST(distributed_sort, int8) { random_cases<std::int8_t>(100, 7); }
TEST(distributed_sort, uint16) { random_cases<std::uint16_t>(100, 8); }
TEST(distributed_sort, uint64) { random_cases<std::uint64_t>(100, 9); }
TEST(distributed_sort, bools) { random_cases<bool>(100, 10); }

}  // namespace
