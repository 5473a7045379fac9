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
void compare_all(dist::array<T, Rank> const& x, array<T, Rank, host> const& w, bool floats,
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
TEST(distributed_axes, matrices_float64) { matrices<double>(90, 1); }
TEST(distributed_axes, matrices_float32) { matrices<float>(60, 2); }
TEST(distributed_axes, matrices_int32) { matrices<std::int32_t>(30, 3); }
TEST(distributed_axes, matrices_int64) { matrices<std::int64_t>(30, 4); }
TEST(distributed_axes, matrices_float16) { matrices<float16>(40, 5); }

/// Arrays of three axes, slabs and blocks of other axes.
TEST(distributed_axes, three_axes)
{
  std::mt19937_64 dice(6);
  auto const on = queues();
  for (int k = 0; k < 60; ++k) {
    auto const extent = [&] { return static_cast<std::int64_t>(dice() % 8); };
    auto s = shape(extent(), extent(), extent());
    s[dice() % 3] = std::array<std::int64_t, 5>{9, 70, 300, 700, 1500}[dice() % 5];
    int const count = 1 + static_cast<int>(dice() % 6), axis = static_cast<int>(dice() % 3);
    auto const cut = random_cuts(dice, s[static_cast<std::size_t>(axis)], count);
    with_blocks<double, 3>(on[static_cast<std::size_t>(k) % on.size()], count,
                           blocks(s, dist::cuts(axis, cut)), dice(),
                           [&](auto const& x, auto const& w) {
                             compare_all(x, w, true, 0);
                             compare_all(x, w, true, 1, keepdims);
                             compare_all(x, w, true, 2);
                             compare_all(x, w, axis != 1, axes(0, 1));
                             compare_all(x, w, axis != 2, axes(2, 0));
                             compare_all(x, w, axis != 2, axes(1, -1), keepdims);
                           });
    if (testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << "case " << k << ": " << to_string(s) << " on " << count << ", axis " << axis;
      return;
    }
  }
}

/// Blocks of several axes: along one of them, every process along it has the result's block.
TEST(distributed_axes, blocks_of_several_axes)
{
  std::mt19937_64 dice(7);
  auto const on = queues();
  for (int k = 0; k < 80; ++k) {
    auto const rows = static_cast<std::int64_t>(1 + dice() % (k % 4 == 0 ? 1300 : 30)),
               columns = static_cast<std::int64_t>(1 + dice() % 30);
    int const down = 1 + static_cast<int>(dice() % 4), across = 1 + static_cast<int>(dice() % 3);
    with_blocks<double, 2>(
        on[static_cast<std::size_t>(k) % on.size()], down * across,
        blocks(shape(rows, columns), dist::cuts(0, random_cuts(dice, rows, down)),
               dist::cuts(1, random_cuts(dice, columns, across)), dist::grid(down, across)),
        dice(), [&](auto const& x, auto const& w) {
          compare_all(x, w, true, 0);
          compare_all(x, w, true, 1);
          compare_all(x, w, true, axes(1), keepdims);
          compare_all(x, w, across == 1, keepdims);
          // and what is left is worked with as other arrays are
          auto const down_columns = mean(x, 0);
          auto const of_columns = mean(w, 0);
          same_part("broadcast columns", copy(x - down_columns), copy(w - of_columns));
          same_part("broadcast rows", copy(sum(x, 1, keepdims) - x / 2),
                    copy(sum(w, 1, keepdims) - w / 2));
          same_part("both", copy(down_columns * max(x, 1, keepdims) + x),
                    copy(of_columns * max(w, 1, keepdims) + w));
          ASSERT_EQ(argmax(down_columns), argmax(of_columns).item());
          ASSERT_EQ(count_nonzero(down_columns > 0), count_nonzero(of_columns > 0).item());
          auto const back = gather_to(down_columns, 0);
          if (x.all().rank() == 0) {
            ASSERT_EQ(bits_of(back), bits_of(of_columns));
          }
          auto const slabs = redistribute(down_columns, axes(0));
          ASSERT_EQ(bits_of(sum(slabs)), bits_of(sum(of_columns).item()));
          if (across == 1) {  // everywhere whole
            ASSERT_EQ(bits_of(sum(down_columns)), bits_of(sum(of_columns).item()));
            ASSERT_EQ(bits_of(var(down_columns * 2)), bits_of(var(of_columns * 2).item()));
          }
        });
    if (testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << "case " << k << ": " << rows << " x " << columns << " on " << down << " x "
                    << across;
      return;
    }
  }
}

TEST(distributed_axes, results_that_are_combined_in_shares)
{
  std::mt19937_64 dice(8);
  for (auto const& space : queues())
    for (int const count : {2, 3, 7})
      with_blocks<double, 2>(
          space, count, blocks(shape(1100, 2500), dist::cuts(0, random_cuts(dice, 1100, count))),
          dice(), [&](auto const& x, auto const& w) {
            same_part("sum", sum(x, 0), sum(w, 0));
            same_part("argmax", argmax(x, 0), argmax(w, 0));
            same_part("any", any(x > 3000, 0), any(w > 3000, 0));
            same_part("var", var(x, 0, keepdims), var(w, 0, keepdims));
          });
}

TEST(distributed_axes, halos_and_what_is_sent)
{
  dist::virtual_processes(4, [](processes const& all) {
    dist::array<double, 2> u(all, blocks(shape(4 * 512, 6), dist::halo(1, 0), dist::periodic(0)));
    u = coordinate(u, 0) + coordinate(u, 1);
    auto before = all.sent();
    auto const rows = sum(u, 1);
    EXPECT_EQ(all.sent(), before);  // each process' own
    exchange(rows);
    EXPECT_EQ(rows.with_halo().extent(0), 514);
    EXPECT_EQ(to_vector(rows.with_halo()).front(),
              static_cast<double>(((all.rank() * 512 + 2047) % 2048) * 6 + 15));
    before = all.sent();
    auto const columns = sum(u, 0);
    EXPECT_EQ(all.sent().messages - before.messages, 0);  // no tile is cut
    EXPECT_EQ(all.sent().joint_calls - before.joint_calls, 1);
    EXPECT_EQ(columns.with_halo().shape(), shape(6));
    dist::array<double, 2> v(all, blocks(shape(4 * 600, 6)));
    before = all.sent();
    sum(v, 0);
    EXPECT_EQ(all.sent().messages - before.messages, all.rank() < 3 ? 1 : 0);
    EXPECT_EQ(all.sent().joint_calls - before.joint_calls, 1);
  });
}

TEST(distributed_axes, what_cannot_be_is_refused)
{
  dist::virtual_processes(4, [](processes const& all) {
    using acre_test::error_of;
    using testing::HasSubstr;
    dist::array<double, 2> tiles(all, blocks(shape(6, 6), axes(0, 1), dist::grid(2, 2)));
    EXPECT_THAT(error_of<value_error>([&] { sum(tiles, axes(0, 1), keepdims); }),
                HasSubstr("redistribute(x, axes(0))"));
    EXPECT_THAT(error_of<index_error>([&] { sum(tiles, 2); }),
                HasSubstr("axis 2 is out of bounds for array of dimension 2"));
    EXPECT_THAT(error_of<value_error>([&] { sum(tiles, axes(1, 1)); }),
                HasSubstr("duplicate value in 'axis'"));
    dist::array<double, 2> empty(all, blocks(shape(0, 6)));
    EXPECT_THAT(error_of<value_error>([&] { max(empty, 0); }), HasSubstr("no identity"));
    EXPECT_EQ(sum(sum(empty, 0)), 0);
    EXPECT_THAT(error_of<shape_error>(
                    [&] { tiles - max(tiles, 0) - max(redistribute(tiles, axes(0)), 1); }),
                HasSubstr("redistribute"));
    EXPECT_THAT(error_of<shape_error>(
                    [&] { tiles - sum(dist::array<double, 2>(all, blocks(shape(6, 5))), 0); }),
                testing::AllOf(HasSubstr("could not be broadcast together with shapes (6,6) (5,)"),
                               HasSubstr("keepdims")));
  });
  std::string text[2];
  dist::virtual_processes(2, [&](processes const& all) {
    dist::array<double, 2> u(all, blocks(shape(6, 6)));
    try {
      if (all.rank() == 0)
        sum(u, 0);
      else
        max(u, 0);
    } catch (value_error const& e) {
      text[all.rank()] = e.message();
    }
  });
  EXPECT_EQ(text[0], text[1]);
  EXPECT_THAT(text[0], testing::HasSubstr("process 0 calls sum along 0 of float64"));
}

}  // namespace
