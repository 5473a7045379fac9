#include <acre/acre.hpp>
#include <acre/distributed.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "bits.hpp"
#include <gtest/gtest.h>

// Quantiles along axes on virtual processes against one process' own of the whole array, to the
// bit.
namespace {

using namespace acre;
using namespace acre_test;
namespace dist = acre::distributed;
using dist::blocks;
using dist::processes;

/// Every function of quantiles along the axes.
template <class X, class W, class... Axes>
void compare(X const& x, W const& w, Axes const&... which)
{
  std::vector<double> const several{0.9, 0.2, 0.5, 0.0, 1.0};
  same_part("median", median(x, which...), median(w, which...));
  same_part("nanmedian", nanmedian(x, which...), nanmedian(w, which...));
  same_part("quantile", quantile(x, 0.3, which...), quantile(w, 0.3, which...));
  same_part("quantiles", quantile(x, several, which...), quantile(w, several, which...));
  same_part("percentile", percentile(x, 90, interpolation::hazen, which...),
            percentile(w, 90, interpolation::hazen, which...));
  same_part("an element", quantile(x, 0.6, order_statistic::higher, which...),
            quantile(w, 0.6, order_statistic::higher, which...));
  same_part("nanquantile", nanquantile(x, several, which...), nanquantile(w, several, which...));
  same_part("nanpercentile", nanpercentile(x, 25, which...), nanpercentile(w, 25, which...));
}

template <class T>
void matrices(int cases, std::uint64_t seed)
{
  std::mt19937_64 dice(seed);
  auto const on = queues();
  for (int k = 0; k < cases; ++k) {
    auto const rows = static_cast<std::int64_t>(1 + dice() % (k % 5 == 0 ? 300 : 9)),
               columns = static_cast<std::int64_t>(1 + dice() % (k % 7 == 0 ? 200 : 9));
    int const count = 1 + static_cast<int>(dice() % 7), axis = static_cast<int>(dice() % 2);
    auto const cut = random_cuts(dice, axis == 0 ? rows : columns, count, 4);
    with_blocks<T, 2>(on[static_cast<std::size_t>(k) % on.size()], count,
                      blocks(shape(rows, columns), dist::cuts(axis, cut)), dice(),
                      [&](auto const& x, auto const& w) {
                        compare(x, w, 0);
                        compare(x, w, 1, keepdims);
                        if constexpr (std::is_floating_point_v<T>) {
                          auto const hole = [](auto const& a) { return where(a > 500, NAN, a); };
                          compare(hole(x), hole(w), 1);
                          compare(hole(x), hole(w), 0, keepdims);
                        }
                      });
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "case " << k << ": " << rows << " by " << columns << " on " << count;
      return;
    }
  }
}
TEST(distributed_quantile_axes, float64) { matrices<double>(40, 1); }
TEST(distributed_quantile_axes, float32) { matrices<float>(20, 2); }
TEST(distributed_quantile_axes, float16) { matrices<float16>(20, 3); }
TEST(distributed_quantile_axes, int64) { matrices<std::int64_t>(20, 4); }
TEST(distributed_quantile_axes, bools) { matrices<bool>(10, 5); }

/// Three axes, of which any are cut and any reduced.
TEST(distributed_quantile_axes, several_axes)
{
  for (int const count : {1, 4, 6}) {
    auto const each = [&](auto const& where) {
      with_blocks<double, 3>(serial(), count, where, 7, [](auto const& x, auto const& w) {
        compare(x, w, 1);
        compare(x, w, axes(0, 2));
        compare(x, w, axes(1, 2), keepdims);
        EXPECT_EQ(median(x, axes(0, 1, 2)), median(w).item());
        same_part("of all, kept", median(x, axes(0, 1, 2), keepdims),
                  median(w, axes(0, 1, 2), keepdims));
      });
    };
    each(blocks(shape(7, 5, 8)));
    each(blocks(shape(7, 5, 8), axes(1, 2)));
    each(blocks(shape(7, 5, 8), axes(0, 2)));
    each(blocks(shape(2, 5, 1), axes(0, 1)));
  }
}

/// The result stands beside the array that it was made from.
TEST(distributed_quantile_axes, beside_their_array)
{
  with_blocks<double, 2>(serial(), 3, blocks(shape(20, 6)), 8, [](auto const& x, auto const& w) {
    same_part("columns", copy(x - median(x, 0)), evaluate(w - median(w, 0)));
    same_part("rows", copy(x - median(x, 1, keepdims)), evaluate(w - median(w, 1, keepdims)));
    auto const middle = median(x, 0);
    same_part("of copies", median(middle, 0, keepdims), median(median(w, 0), 0, keepdims));
  });
}

TEST(distributed_quantile_axes, of_nothing)
{
  dist::virtual_processes(3, [](processes const& all) {
    dist::array<double, 2> none(all, blocks(shape(0, 4))), no_lines(all, blocks(shape(4, 0)));
    EXPECT_THROW(quantile(none, 0.5, 0), index_error);
    EXPECT_THROW(quantile(none, 2.0, 0), value_error);
    auto const middle = median(none, 0);
    EXPECT_EQ(middle.shape(), shape(4));
    EXPECT_TRUE(std::isnan(middle.local()(3).item()));
    EXPECT_EQ(quantile(no_lines, 0.5, 0).shape(), shape(0));
    EXPECT_EQ(quantile(none, 0.5, 1).shape(), shape(0));
  });
}

/// Each element crosses once, and each result to those along the axis; nothing along others.
TEST(distributed_quantile_axes, messages)
{
  dist::virtual_processes(4, [](processes const& all) {
    dist::array<double, 2> x(all, blocks(shape(40, 8)));
    x = coordinate(x, 0) * 7 % 11 + coordinate(x, 1);
    auto before = all.sent();
    median(x, 1);
    EXPECT_EQ(all.sent().joint_calls, before.joint_calls);
    EXPECT_EQ(all.sent().bytes, before.bytes);
    before = all.sent();
    median(x, 0);
    EXPECT_EQ(all.sent().joint_calls - before.joint_calls, 4);  // twice to agree, and to send
    EXPECT_LE(all.sent().bytes - before.bytes, 8 * (10 * 8 + 4 * 2) + 2 * 64);
  });
}

TEST(distributed_quantile_axes, an_error_that_any_met_before_is_told_to_all)
{
  auto const table = arange(serial(), 4.0);
  dist::virtual_processes(3, [&](processes const& all) {
    dist::array<std::int64_t, 2> i(all, blocks(shape(9, 2)));
    i = coordinate(i, 0);
    auto const looked_up = on_blocks([&](auto const& mine) { return take(table, mine); }, i);
    try {
      median(looked_up, 0);
      ADD_FAILURE();
    } catch (index_error const& e) {
      EXPECT_EQ(e.details().position, 8);
    }
  });
}

}  // namespace
