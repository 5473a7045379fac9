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

#include "bits.hpp"
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

template <class T, int Rank>
void expect_same(dist::array<T, Rank> const& a, dist::array<T, Rank> const& b, int k)
{
  EXPECT_EQ(acre_test::bits_of(a.local()), acre_test::bits_of(b.local())) << k;
}

/// Steps by exchanged() of offsets that the compiler knows, against exchange() and offsets of run
/// time: `known(u, v)` and `named(u, v)` are one step of both.
template <class T, int Rank, class Known, class Named>
void compare_steps(blocks<Rank> const& where_it_is, int count, std::uint64_t seed,
                   Known const& known, Named const& named)
{
  dist::virtual_processes(
      count,
      [&](processes const& all) {
        dist::array<T, Rank> u(all, where_it_is), v(all, where_it_is), next(all, where_it_is);
        u = dist::cast<T>(where(own_part(u, generator(3).uniform(u.space(), u.shape())) > 0.3,
                                coordinate(u, 0) * 10 + coordinate(u, Rank - 1), 7));
        v = dist::cast<T>(coordinate(v, Rank - 1) * 3 - coordinate(v, 0));
        auto expected = copy(u), still = copy(v);
        for (int step = 0; step < 3; ++step) {
          auto const e = known(u, v);
          auto const before = all.sent().messages;
          next = exchanged(e);
          auto const sent = all.sent().messages - before;
          std::swap(u, next);
          exchange(expected);
          exchange(still);
          EXPECT_EQ(all.sent().messages - before, 2 * sent) << count;
          expected = dist::array<T, Rank>(named(expected, still));
          expect_same(u, expected, count);
        }
        exchange(u);
        dist::array<T, Rank> const windows(known(u, v)), slices(named(u, v));
        expect_same(windows, slices, count);
      },
      seed);
}

TEST(distributed_overlap, one_call_of_one_axis)
{
  std::mt19937_64 dice(13);
  for (int count = 1; count <= 7; ++count)
    for (bool const ring : {false, true}) {
      auto const n = 7 + drawn(dice, 40);
      auto const two = dist::halo(2);
      compare_steps<double, 1>(
          ring ? blocks(shape(n), two, dist::periodic(0)) : blocks(shape(n), two), count, dice(),
          [](auto const& u, auto const& v) {
            return u + 0.5 * (dist::shifted<-2>(v) - dist::shifted<1>(u) + dist::shifted<0>(u));
          },
          [](auto const& u, auto const& v) {
            return u + 0.5 * (dist::shifted(v, -2) - dist::shifted(u, 1) + dist::shifted(u, 0));
          });
      if (HasFailure()) return;
    }
}

TEST(distributed_overlap, one_call_of_two_axes)
{
  std::mt19937_64 dice(14);
  auto const known = [](auto const& u, auto const& v) {
    return 3 * u - dist::shifted<-1, 1>(u) + dist::shifted<0, 0>(u) - dist::shifted<1, 0>(v);
  };
  auto const named = [](auto const& u, auto const& v) {
    return 3 * u - shifted(u, -1, 1) + shifted(u, 0, 0) - shifted(v, 1, 0);
  };
  for (int k = 0; k < 70; ++k) {
    // blocks without elements among them
    auto const s = shape(2 + drawn(dice, 20), 2 + drawn(dice, 14));
    auto const h = dist::halo(1 + drawn(dice, 1), 1 + drawn(dice, 1));
    blocks<2> const of[] = {blocks(s, h), blocks(s, axes(1), h, dist::periodic(1)),
                            blocks(s, axes(0, 1), h, dist::periodic(0, 1)),
                            blocks(s, axes(0, 1), h, dist::periodic(0)), blocks(s, axes(0, 1), h)};
    compare_steps<std::int32_t, 2>(of[k % 5], 1 + k % 7, dice(), known, named);
    if (HasFailure()) return;
  }
}

TEST(distributed_overlap, one_call_of_three_axes)
{
  std::mt19937_64 dice(15);
  for (int k = 0; k < 20; ++k) {
    auto const s = shape(2 + drawn(dice, 8), 2 + drawn(dice, 6), 2 + drawn(dice, 6));
    compare_steps<float, 3>(
        k % 2 == 0 ? blocks(s, axes(0, 1, 2), dist::halo(1, 2, 1), dist::periodic(0, 2))
                   : blocks(s, axes(0, 2), dist::halo(2, 1, 1), dist::periodic(1, 2)),
        1 + k % 7, dice(),
        [](auto const& u, auto const& v) {
          return u + dist::shifted<1, 1, -1>(u) - 0.5f * dist::shifted<-1, 0, 0>(v);
        },
        [](auto const& u, auto const& v) {
          return u + dist::shifted(u, 1, 1, -1) - 0.5f * dist::shifted(v, -1, 0, 0);
        });
    if (HasFailure()) return;
  }
}

TEST(distributed_overlap, one_call_assigns_as_an_expression_is_assigned)
{
  dist::virtual_processes(3, [](processes const& all) {
    auto const ring = blocks(shape(12), dist::halo(1), dist::periodic(0));
    dist::array<double, 1> u(all, ring), v(all, ring), none,
        other(all, blocks(shape(12), dist::cuts(0, {0, 1, 2})));
    u = coordinate(u, 0);
    auto const mean = 0.5 * (dist::shifted<-1>(u) + shifted(u, 1));
    auto const before = all.sent().messages;
    dist::array<double, 1> const fresh = exchanged(mean);
    EXPECT_EQ(all.sent().messages - before, 2);  // read twice, exchanged once
    none = exchanged(mean);
    v = coordinate(v, 0) * 100;
    auto const old = v;
    auto const* const memory = old.local().data();
    v = exchanged(v + mean);  // in new memory, as another name has this one
    EXPECT_EQ(old.local().data(), memory);
    EXPECT_NE(v.local().data(), memory);
    expect_same(none, fresh, 0);
    expect_same(v, dist::array<double, 1>(old + fresh), 0);
    auto const* const kept = v.local().data();
    v = exchanged(v + mean);
    EXPECT_EQ(v.local().data(), kept);
    v = exchanged(mean);
    EXPECT_EQ(v.local().data(), kept);
    expect_same(v, fresh, 0);
    auto const sent = all.sent().messages;
    v = exchanged(u + dist::shifted<0>(u));  // no halo is read
    EXPECT_EQ(all.sent().messages, sent);
    EXPECT_EQ(sum(v), 132);

    EXPECT_THAT(error_of<value_error>([&] { dist::shifted<-2>(u); }),
                HasSubstr("distributed::shifted: -2 along axis 0 is beyond the halo of 1: "
                          "blocks(…, halo(2)) has room for it"));
    EXPECT_THAT(error_of<value_error>([&] { u = exchanged(mean); }),
                HasSubstr("distributed::exchanged: the expression reads neighbours of the elements "
                          "that it writes, and the other half would see new ones: assign it to "
                          "another array, and swap the two"));
    EXPECT_THAT(error_of<shape_error>([&] { other = exchanged(mean); }), HasSubstr("redistribute"));
    start(v);
    EXPECT_THAT(error_of<value_error>([&] { none = exchanged(mean + dist::shifted<1>(v)); }),
                HasSubstr("distributed::exchanged: this array's exchange is under way: finish(u) "
                          "ends it"));
    finish(v);
    none = exchanged(mean);  // nothing was begun
    expect_same(none, fresh, 0);
  });
}

}  // namespace
