#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre_test/error_of.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// start() and finish(), and what is computed in between: on virtual processes, against one.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::error_of;
using dist::blocks;
using dist::processes;
using testing::HasSubstr;

std::int64_t drawn(std::mt19937_64& dice, std::int64_t most)
{
  return static_cast<std::int64_t>(dice() % static_cast<std::uint64_t>(most + 1));
}

blocks<2> some_blocks(std::mt19937_64& dice, std::int64_t rows, std::int64_t columns)
{
  auto const h = dist::halo(drawn(dice, std::min<std::int64_t>(rows, 3)),
                            drawn(dice, std::min<std::int64_t>(columns, 2)));
  switch (dice() % 5) {
    case 0:
      return blocks(shape(rows, columns), h);
    case 1:
      return blocks(shape(rows, columns), axes(1), h, dist::periodic(1));
    case 2:
      return blocks(shape(rows, columns), axes(0, 1), h, dist::periodic(0, 1));
    case 3:
      return blocks(shape(rows, columns), axes(0, 1), h, dist::periodic(0));
    default:
      return blocks(shape(rows, columns), axes(0, 1), h);
  }
}

TEST(distributed_overlap, inner_and_rim_are_the_whole_and_inner_needs_no_halo)
{
  std::mt19937_64 dice(11);
  std::int64_t before_finish = 0;
  for (int k = 0; k < 300; ++k) {
    auto const rows = 1 + drawn(dice, 20), columns = 1 + drawn(dice, 14);
    auto const where_it_is = some_blocks(dice, rows, columns);
    auto const& w = where_it_is.wanted();
    std::int64_t offset[4];
    for (int j = 0; j < 4; ++j) {
      auto const width = w.halo[j % 2];
      offset[j] = width == 0 ? 0 : drawn(dice, 2 * width) - width;
    }
    dist::virtual_processes(
        1 + static_cast<int>(dice() % 9),
        [&](processes const& all) {
          dist::array<double, 2> u(all, where_it_is), v;
          generator g(3);
          u = own_part(u, g.normal(u.space(), u.shape()));
          auto const step =
              where(u > 0, u + 0.3 * shifted(u, offset[0], offset[1]),
                    shifted(u, offset[2], offset[3])) *
                  (1 + dist::cast<double>(coordinate(u, 1))) +
              own_part(u, g.at(0).uniform(u.space(), u.shape())) +
              on_blocks(
                  [](auto const& x) { return elementwise([](double y) { return y * y; }, x); }, u);
          exchange(u);
          dist::array<double, 2> const wanted(step);
          v = dist::array<double, 2>(u * 0 - 1);
          // so that what reads the halo too early is seen
          auto const nan = std::numeric_limits<double>::quiet_NaN();
          auto const mine = copy(u.local());
          auto const outside = copy(u.with_halo());
          u.with_halo()(ALL, ALL) = where(outside == 0, 0.0, nan);
          u.local()(ALL, ALL) = mine;
          start(u);
          inner(v) = step;
          auto const computed = v.local();
          before_finish += count_nonzero(computed == wanted.local()).item();
          EXPECT_FALSE(any(isnan(computed)).item()) << k;
          finish(u);
          EXPECT_TRUE(array_equal(u.with_halo(), outside)) << k;
          rim(v) = step;
          EXPECT_TRUE(array_equal(v.local(), wanted.local())) << k;
        },
        dice());
    if (HasFailure()) return;
  }
  EXPECT_GT(before_finish, 10000);
}

TEST(distributed_overlap, in_three_dimensions)
{
  std::mt19937_64 dice(12);
  for (int k = 0; k < 60; ++k) {
    auto const extents = shape(2 + drawn(dice, 8), 2 + drawn(dice, 6), 2 + drawn(dice, 6));
    auto const where_it_is =
        k % 2 == 0 ? blocks(extents, axes(0, 1, 2), dist::halo(1, 2, 1), dist::periodic(0, 2))
                   : blocks(extents, axes(0, 2), dist::halo(2, 1, 1), dist::periodic(1, 2));
    dist::virtual_processes(
        1 + static_cast<int>(dice() % 12),
        [&](processes const& all) {
          dist::array<float, 3> u(all, where_it_is), v(all, where_it_is);
          u = dist::cast<float>((coordinate(u, 0) * 100 + coordinate(u, 1)) * 100 +
                                coordinate(u, 2) + 1);
          auto const corner = shifted(u, 1, 1, 1) + 2 * shifted(u, -1, 1, -1);
          start(u);
          inner(v) = corner;
          finish(u);
          rim(v) = corner;
          auto const first = u.first();
          auto const values = to_vector(v.local());
          std::size_t at = 0;
          auto const element = [&](std::int64_t i, std::int64_t j, std::int64_t l) {
            std::int64_t x[3] = {i, j, l};
            for (int axis = 0; axis < 3; ++axis) {
              auto const n = extents[axis];
              if (where_it_is.wanted().periodic[axis]) x[axis] = (x[axis] + n) % n;
              if (x[axis] < 0 || x[axis] >= n) return 0.0f;
            }
            return static_cast<float>((x[0] * 100 + x[1]) * 100 + x[2] + 1);
          };
          for (std::int64_t i = 0; i < v.local().extent(0); ++i)
            for (std::int64_t j = 0; j < v.local().extent(1); ++j)
              for (std::int64_t l = 0; l < v.local().extent(2); ++l) {
                auto const x = first[0] + i, y = first[1] + j, z = first[2] + l;
                EXPECT_EQ(values[at++],
                          element(x + 1, y + 1, z + 1) + 2 * element(x - 1, y + 1, z - 1))
                    << k << ": " << x << ' ' << y << ' ' << z;
              }
        },
        dice());
    if (HasFailure()) return;
  }
}

TEST(distributed_overlap, what_a_program_writes_beyond_an_edge_is_a_corners_too)
{
  // as on one process, whose halo beyond an edge goes along all columns
  constexpr std::int64_t rows = 7, columns = 9;
  auto const run = [&](processes const& all, bool tiles) {
    auto const where_it_is = tiles ? blocks(shape(rows, columns), axes(0, 1), dist::halo(1, 1))
                                   : blocks(shape(rows, columns), axes(0), dist::halo(1, 1));
    dist::array<double, 2> u(all, where_it_is);
    u = dist::cast<double>(coordinate(u, 0) * 10 + coordinate(u, 1));
    auto const outside = u.with_halo();
    std::int64_t const m = u.local().extent(0), n = u.local().extent(1);
    if (m > 0 && n > 0) {  // beside the block alone
      if (u.first()[0] == 0) outside(0, slice(1, n + 1)) = u.local()(0) + 0.5;
      if (u.first()[0] + m == rows) outside(m + 1, slice(1, n + 1)) = u.local()(m - 1) + 0.25;
      if (u.first()[1] == 0) outside(slice(1, m + 1), 0) = u.local()(ALL, 0) - 0.5;
      if (u.first()[1] + n == columns)
        outside(slice(1, m + 1), n + 1) = u.local()(ALL, n - 1) - 0.25;
    }
    exchange(u);
    return gather_to(
        shifted(u, 1, 1) + 2 * shifted(u, -1, 1) + 4 * shifted(u, 1, -1) + 8 * shifted(u, -1, -1),
        0);
  };
  array<double, 2> const alone = run(processes(), false);
  for (int const count : {2, 3, 4, 6, 9})
    for (bool const tiles : {false, true})
      dist::virtual_processes(count, [&](processes const& all) {
        auto const whole = run(all, tiles);
        if (all.rank() == 0) {
          EXPECT_TRUE(array_equal(whole, alone)) << count << tiles;
        }
      });
}

TEST(distributed_overlap, of_what_reductions_leave_and_what_broadcasts)
{
  dist::virtual_processes(6, [](processes const& all) {
    auto const where_it_is =
        blocks(shape(12, 10), axes(0, 1), dist::halo(1, 1), dist::periodic(0, 1), dist::grid(2, 3));
    dist::array<double, 2> u(all, where_it_is), v(all, where_it_is);
    generator g(1);
    u = own_part(u, g.normal(u.space(), u.shape()));
    auto const largest = max(u, 0);
    auto const step = u + shifted(u, 1, -1) * largest;
    exchange(u);
    dist::array<double, 2> const wanted(step);
    start(u);
    inner(v) = step;
    finish(u);
    rim(v) = step;
    EXPECT_TRUE(array_equal(v.local(), wanted.local()));
  });
}

TEST(distributed_overlap, exchanges_of_several_arrays_may_be_under_way)
{
  dist::virtual_processes(5, [](processes const& all) {
    auto const ring = blocks(shape(23), dist::halo(2), dist::periodic(0));
    dist::array<std::int64_t, 1> u(all, ring), v(all, ring);
    u = coordinate(u, 0);
    v = coordinate(v, 0) * 100;
    auto const before = all.sent().messages;
    start(u);
    start(v);
    EXPECT_EQ(sum(u), 253);  // and other calls in between
    u = u + 1000;            // what was sent is sent
    finish(v);
    finish(u);
    EXPECT_EQ(all.sent().messages - before, all.rank() < 4 ? 5 : 4);  // the sum's among them
    EXPECT_EQ(sum(shifted(v, 2)), 25300);
    dist::array<std::int64_t, 1> const left(shifted(u, -1));
    EXPECT_EQ(left.local()(0).item(), (u.first()[0] + 22) % 23);
  });
}

TEST(distributed_overlap, halves_that_do_not_fit_are_refused)
{
  dist::virtual_processes(3, [](processes const& all) {
    auto const ring = blocks(shape(12), dist::halo(1), dist::periodic(0));
    dist::array<double, 1> u(all, ring), v(all, ring),
        other(all, blocks(shape(12), dist::cuts(0, {0, 1, 2})));
    EXPECT_THAT(error_of<value_error>([&] { finish(u); }), HasSubstr("start(u) begins one"));
    auto const step = u + shifted(u, 1);
    start(u);
    EXPECT_THAT(error_of<value_error>([&] { start(u); }), HasSubstr("finish(u) ends it"));
    EXPECT_THAT(error_of<value_error>([&] { exchange(u); }), HasSubstr("finish(u) ends it"));
    EXPECT_THAT(error_of<value_error>([&] { rim(v) = step; }), HasSubstr("finish(u) comes first"));
    EXPECT_THAT(error_of<value_error>([&] { v = step; }), HasSubstr("finish(u) comes first"));
    EXPECT_THAT(error_of<value_error>([&] { inner(u) = step; }),
                HasSubstr("assign it to another array"));
    EXPECT_THAT(error_of<shape_error>([&] { inner(other) = step; }), HasSubstr("redistribute"));
    inner(v) = v - u;  // v's own elements are read and written
    finish(u);
    rim(v) = step;
    auto const was = u;
    start(u);
    u = u + 1;  // in new memory, as `was` is a name of the old one
    EXPECT_THAT(error_of<value_error>([&] { finish(u); }), HasSubstr("of the memory that u has"));
    exchange(u);  // what was sent for the other disturbs nobody
    EXPECT_EQ(sum(shifted(u, 1)), 12);
    finish(was);
    EXPECT_EQ(sum(shifted(was, 1)), 0);
  });
}

}  // namespace
