#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/lanes.hpp>
#include <acre/backends/generic/reduce_teams.hpp>
#include <acre/backends/generic/teams.hpp>

#include <algorithm>
#include <cstdint>

/// Rows of at most as many elements as there are lanes, some hundred by a team: neighbouring
/// threads read neighbouring elements into the team's memory, and have eight of a row each there.
namespace acre::backends::generic {

/// The tree of a row of n elements from leaf `first` on, of which Leaves have `per` elements each,
/// one at least: leaf(k) is computed when it is wanted, as accumulators take registers.
template <int Leaves, class Reducer, class Leaf>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type tree_of_leaves(Reducer const& reducer,
                                                                   int first, int n, int per,
                                                                   Leaf const& leaf)
{
  if constexpr (Leaves == 1) {
    return leaf(first);
  } else {
    constexpr int half = Leaves / 2;
    auto const a = tree_of_leaves<half>(reducer, first, n, per, leaf);
    int const left = n - (first + half) * per;
    if (left <= 0) return a;
    return joined<elements::of_arrays>(reducer, a, half * per,
                                       tree_of_leaves<half>(reducer, first + half, n, per, leaf),
                                       left < half * per ? left : half * per);
  }
}
/// The tree of elements first … first + n - 1 of a row, x(0) …, n of few.
template <class Reducer, class X>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type tree_of_eight(Reducer const& reducer, int first,
                                                                  int n, X const& x)
{
  if constexpr (combines_alike<Reducer>)
    return tree_of_leaves<few / 2>(reducer, 0, n, 2, [&](int p) {
      return 2 * p + 1 < n ? reducer.pair(x(2 * p), x(2 * p + 1)) : reducer.alone(x(2 * p));
    });
  else
    return tree_of_leaves<few>(reducer, 0, n, 1, [&](int l) {
      auto a = reducer.identity();
      append_one<elements::of_arrays>(reducer, a, 0, x(l), std::int64_t{first} + l);
      return a;
    });
}

template <bool Unit, class Backend, class Program, class Reducer, class Put>
struct reduce_rows_in_teams {
  using element = typename Program::value_type;
  using value = typename Reducer::value_type;
  /// Accumulators of one number take few registers: twice as many teams.
  static constexpr int threads = team_threads, most = sizeof(value) <= 8 ? 2 * threads : threads,
                       held = 4, room = std::min<int>(4096, 16384 / sizeof(element)),
                       room_of_parts = room / 9 * 2 + 2;  // rows of nine have most
  struct shared {
    element x[room];
    value part[room_of_parts];
  };
  reduction red;
  Program program;
  Reducer reducer;
  Put put;
  std::int64_t along, groups;  // rows along the last kept axis; and teams' turns
  int length, stride, rows;    // elements of a row, from one to the next, and rows of a turn
  divisor by_length, by_rows;

  reduce_rows_in_teams(reduction const& r, Program const& p, Reducer const& re, Put const& pu)
      : red(r),
        program(p),
        reducer(re),
        put(pu),
        along(r.it.outer[r.kept_rank - 1]),
        length(static_cast<int>(r.length)),
        stride(length | 1),  // so that neighbouring rows begin in other banks
        rows(static_cast<int>(std::min<std::int64_t>(room / stride, along)))
  {
    groups = (along + rows - 1) / rows;
    by_length = divisor(length);
    by_rows = divisor(rows);
  }
  /// Whether it takes a reduction: of few elements a row's neighbours are many.
  static bool takes(reduction const& r)
  {
    return r.length > 1 && r.length <= reduce_lanes && r.kept_rank > 0 && r.kept > 0 &&
           r.it.outer_rank == r.kept_rank && r.it.outer[r.kept_rank - 1] >= team_threads;
  }
  std::int64_t turns() const { return red.kept / along * groups; }

  KOKKOS_INLINE_FUNCTION void operator()(team<Backend, threads> const& all, shared& own,
                                         std::int64_t turn) const
  {
    std::int64_t const outer = quotient(turn, groups), first = (turn - outer * groups) * rows,
                       row = outer * along + first;
    int const here = static_cast<int>(first + rows < along ? rows : along - first),
              count = here * length;
    all.each([&](int rank) {
      auto const from = bind_along(program, reduced_position(red, row, 0), red.kept_rank - 1);
      for (int begin = rank; begin < count; begin += held * threads) {
        element some[held];
        int to[held];
        unrolled<held>([&](int h) {
          int const i = begin + h * threads;
          if (i >= count) return;
          int const r = static_cast<int>(by_length.quotient(static_cast<std::uint32_t>(i))),
                    e = i - r * length;
          to[h] = r * stride + e;
          some[h] = from.template at<Unit>(e, r);
        });
        unrolled<held>([&](int h) {
          if (begin + h * threads < count) own.x[to[h]] = some[h];
        });
      }
    });
    int const parts = (length + few - 1) / few;
    all.each([&](int rank) {
      for (int task = rank; task < parts * rows; task += threads) {
        int const p = static_cast<int>(by_rows.quotient(static_cast<std::uint32_t>(task))),
                  r = task - p * rows;
        if (r >= here) continue;
        element const* const x = own.x + r * stride + p * few;
        auto const v = tree_of_eight(reducer, p * few, at_most(length - p * few, few),
                                     [&](int l) { return x[l]; });
        if (parts == 1)
          put(row + r, v);
        else
          own.part[task] = v;
      }
    });
    if (parts > 1)
      all.each([&](int rank) {
        for (int r = rank; r < here; r += threads)
          put(row + r, tree_of_leaves<few>(reducer, 0, length, few,
                                           [&](int p) { return own.part[p * rows + r]; }));
      });
  }
};

}  // namespace acre::backends::generic
