#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre_test/error_of.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "bits.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

// histogram and bincount on virtual processes against one process' own, to the bit.
namespace {

using namespace acre;
using namespace acre_test;
namespace dist = acre::distributed;
using dist::blocks;
using dist::processes;

template <class A, class B>
void same(char const* what, A const& got, B const& wanted)
{
  static_assert(std::is_same_v<A, B>);
  ASSERT_EQ(got.shape(), wanted.shape()) << what;
  ASSERT_EQ(bits_of(got), bits_of(wanted)) << what;
}

template <class T>
void histograms(int cases, std::uint64_t seed)
{
  std::mt19937_64 dice(seed);
  auto const on = queues();
  for (int k = 0; k < cases; ++k) {
    auto const rows = static_cast<std::int64_t>(dice() % (k % 5 == 0 ? 9000 : 200)),
               columns = static_cast<std::int64_t>(1 + dice() % 4);
    int const count = 1 + static_cast<int>(dice() % 7), axis = static_cast<int>(k % 3 == 0);
    auto const bins = static_cast<std::int64_t>(1 + dice() % (k % 7 == 0 ? 9000 : 40));
    auto const& space = on[static_cast<std::size_t>(k) % on.size()];
    array<double, 1, host> const edges(linspace(space, -800.0, 800.0, bins + 1));
    with_blocks<T, 2>(
        space, count,
        blocks(shape(rows, columns),
               dist::cuts(axis, random_cuts(dice, axis == 0 ? rows : columns, count))),
        dice(), [&](auto const& x, auto const& w) {
          same("bounds", histogram(x, bins, -500, 700), histogram(w, bins, -500, 700));
          same("clamped", histogram(x, bins, -500, 700, outside::counted),
               histogram(w, bins, -500, 700, outside::counted));
          same("edges", histogram(x, edges), histogram(w, edges));
          same("integer weights", histogram(x, bins, -500, 700, cast<std::int32_t>(x / 2)),
               histogram(w, bins, -500, 700, cast<std::int32_t>(w / 2)));
          if (axis == 0 || std::is_integral_v<T>) {
            auto const [h, e] = histogram(x, bins);
            auto const [hw, ew] = histogram(w, bins);
            same("counts of found bins", h, hw);
            same("found edges", e, ew);
          }
          if (axis == 0) {
            same("weights", histogram(x, bins, -500, 700, cast<double>(x) / 3),
                 histogram(w, bins, -500, 700, cast<double>(w) / 3));
            same("float32 weights", histogram(x, edges, cast<float>(cast<double>(x) * 0.37)),
                 histogram(w, edges, cast<float>(cast<double>(w) * 0.37)));
            same("weights of found bins", histogram(x, bins, cast<double>(x) / 3).counts,
                 histogram(w, bins, cast<double>(w) / 3).counts);
          }
        });
    if (testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << "case " << k << ": " << rows << " x " << columns << " on " << count
                    << ", axis " << axis << ", " << bins << " bins";
      return;
    }
  }
}
TEST(distributed_counts, histograms_float64) { histograms<double>(60, 1); }
TEST(distributed_counts, histograms_float32) { histograms<float>(40, 2); }
TEST(distributed_counts, histograms_int32) { histograms<std::int32_t>(40, 3); }

TEST(distributed_counts, bincounts)
{
  std::mt19937_64 dice(4);
  auto const on = queues();
  for (int k = 0; k < 80; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % (k % 5 == 0 ? 30000 : 300));
    int const count = 1 + static_cast<int>(dice() % 7);
    std::int64_t const most = k % 6 == 0 ? 20000 : 50;
    auto const& space = on[static_cast<std::size_t>(k) % on.size()];
    with_blocks<std::int64_t, 1>(
        space, count, blocks(shape(n), dist::cuts(0, random_cuts(dice, n, count))), dice(),
        [&](auto const& x, auto const& w) {
          same("bincount", bincount(abs(x) % most), bincount(abs(w) % most));
          same("minlength", bincount(abs(x) % most, 70), bincount(abs(w) % most, 70));
          same("weights", bincount(abs(x) % most, x / 7.0), bincount(abs(w) % most, w / 7.0));
          same("integer weights", bincount(abs(x) % most, x), bincount(abs(w) % most, w));
          same("uint8", bincount(cast<std::uint8_t>(abs(x) % 200)),
               bincount(cast<std::uint8_t>(abs(w) % 200)));
        });
    if (testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << "case " << k << ": " << n << " elements on " << count;
      return;
    }
  }
}

TEST(distributed_counts, errors_are_the_same_on_all)
{
  using testing::HasSubstr;
  dist::virtual_processes(3, [](processes const& all) {
    dist::array<std::int64_t, 1> x(all, blocks(shape(9)));
    x = coordinate(x, 0) - 1;  // the negative one is process 0's
    EXPECT_THAT(error_of<value_error>([&] { bincount(x); }), HasSubstr("no negative elements"));
    EXPECT_THAT(error_of<value_error>([&] { histogram(x, 0, 0, 1); }),
                HasSubstr("`bins` must be positive"));
    EXPECT_THAT(error_of<value_error>([&] { histogram(x, from_host(host(), {1.0, 0.0})); }),
                HasSubstr("must increase monotonically"));
    dist::array<double, 1> y(all, blocks(shape(9)));
    y = where(coordinate(y, 0) == 8, std::numeric_limits<double>::infinity(), 1.0);
    EXPECT_THAT(error_of<value_error>([&] { histogram(y, 4); }), HasSubstr("is not finite"));
    dist::array<double, 1> z(all, blocks(shape(9), dist::cuts(0, {0, 0, 9})));
    EXPECT_THAT(error_of<shape_error>([&] { histogram(y, 4, 0, 1, z); }),
                HasSubstr("redistribute"));
    dist::array<double, 2> tiles(all, blocks(shape(9, 9), axes(1)));
    EXPECT_THAT(error_of<value_error>([&] { histogram(tiles, 4, 0, 1, tiles); }),
                HasSubstr("redistribute(x, axes(0))"));
    EXPECT_EQ(sum(histogram(tiles, 4, 0, 1)).item(), 81);
    auto const table = arange(serial(), 4.0);
    auto const looked_up = on_blocks([&](auto const& mine) { return take(table, mine); }, x);
    EXPECT_THROW(histogram(looked_up, 3, 0, 1), index_error);
    EXPECT_EQ(sum(histogram(x, 3, 0, 2)).item(), 3);  // goes on
  });
}

}  // namespace
