#include <acre/acre.hpp>
#include <acre/distributed.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "bits.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Reductions along axes on virtual processes against one process' own of the whole array, to the
// bit.
namespace {

using namespace acre;
using namespace acre_test;
namespace dist = acre::distributed;
using dist::blocks;
using dist::processes;

/// Every reduction along the axes.
template <class T, int Rank, class... Axes>
void compare_all(dist::array<T, Rank> const& x, array<T, Rank> const& w, bool floats,
                 Axes const&... which)
{
  if (floats) {
    same_part("sum", sum(x, which...), sum(w, which...));
    same_part("prod", prod(x, which...), prod(w, which...));
    same_part("mean", mean(x, which...), mean(w, which...));
    same_part("var", var(x, which...), var(w, which...));
    same_part("stddev", stddev(x, ddof(1), which...), stddev(w, ddof(1), which...));
    same_part("sum of an expression", sum(x * x + T(1), which...), sum(w * w + T(1), which...));
  }
  same_part("any", any(x, which...), any(w, which...));
  same_part("all", all(x, which...), all(w, which...));
  same_part("count_nonzero", count_nonzero(x > 0, which...), count_nonzero(w > 0, which...));
  bool const has_extremes = [&] {
    try {
      max(w, which...);
      return true;
    } catch (value_error const&) {
      return false;
    }
  }();
  if (!has_extremes) {
    EXPECT_THROW(max(x, which...), value_error);
    EXPECT_THROW(argmin(x, which...), value_error);
    return;
  }
  if (floats) {
    same_part("max", max(x, which...), max(w, which...));
    same_part("min", min(x, which...), min(w, which...));
  }
  same_part("argmax", argmax(x, which...), argmax(w, which...));
  same_part("argmin", argmin(x, which...), argmin(w, which...));
}

/// Matrices whose axis 0 is cut, or axis 1.
template <class T>
void matrices(int cases, std::uint64_t seed)
{
  std::mt19937_64 dice(seed);
  auto const on = queues();
  for (int k = 0; k < cases; ++k) {
    // around the edges of tiles: of 512 along columns, of 4096 along rows
    std::int64_t const long_one = std::array<std::int64_t, 9>{1,   7,   8,    65,  511,
                                                              512, 513, 1500, 4100}[dice() % 9],
                       short_one = static_cast<std::int64_t>(dice() % 6);
    bool const is_tall = dice() % 2 == 0;
    auto const rows = is_tall ? long_one : short_one, columns = is_tall ? short_one : long_one;
    int const count = 1 + static_cast<int>(dice() % 7), axis = static_cast<int>(dice() % 2);
    auto const cut = random_cuts(dice, axis == 0 ? rows : columns, count);
    with_blocks<T, 2>(on[static_cast<std::size_t>(k) % on.size()], count,
                      blocks(shape(rows, columns), dist::cuts(axis, cut)), dice(),
                      [&](auto const& x, auto const& w) {
                        compare_all(x, w, true, 0);
                        compare_all(x, w, true, 1);
                        compare_all(x, w, true, -1, keepdims);
                        compare_all(x, w, true, axes(0), keepdims);
                        compare_all(x, w, axis == 0, axes(0, 1), keepdims);
                        compare_all(x, w, axis == 0, keepdims);
                      });
    if (testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << "case " << k << ": " << rows << " x " << columns << " on " << count
                    << ", axis " << axis;
      return;
    }
  }
}
TEST(distributed_axes, matrices_float64) { matrices<double>(200, 1); }
TEST(distributed_axes, matrices_float32) { matrices<float>(120, 2); }
TEST(distributed_axes, matrices_int32) { matrices<std::int32_t>(60, 3); }
TEST(distributed_axes, matrices_int64) { matrices<std::int64_t>(60, 4); }
TEST(distributed_axes, matrices_float16) { matrices<float16>(40, 5); }

}  // namespace
