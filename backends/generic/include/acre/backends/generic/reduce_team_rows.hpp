#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/lanes.hpp>
#include <acre/backends/generic/reduce_teams.hpp>
#include <acre/backends/generic/teams.hpp>

#include <algorithm>
#include <cstdint>

/// Rows of at most as many elements as there are lanes, some hundred by a team: neighbouring
/// threads read neighbouring elements into the team's memory, and have a row each there.
namespace acre::backends::generic {

/// The tree of N neighbours, x(First) …, each of which has a lane of its own; element x(0) is
/// number `number`. How many an accumulator has is known when this is compiled: no row divides by
/// it.
template <int N, int First = 0, class Reducer, class X>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type tree_of_elements(
    Reducer const& reducer, [[maybe_unused]] std::int64_t number, X const& x)
{
  if constexpr (N == 1 && combines_alike<Reducer>) {
    return reducer.alone(x(First));
  } else if constexpr (N == 2 && combines_alike<Reducer>) {
    return reducer.pair(x(First), x(First + 1));
  } else if constexpr (N == 1) {
    auto a = reducer.identity();
    append_one<elements::of_arrays>(reducer, a, 0, x(First), number + First);
    return a;
  } else {
    constexpr int left = N > 4 ? 4 : N > 2 ? 2 : 1;
    return joined<elements::of_arrays>(
        reducer, tree_of_elements<left, First>(reducer, number, x), left,
        tree_of_elements<N - left, First + left>(reducer, number, x), N - left);
  }
}
/// The tree of a row of n elements, reduce_lanes at most, eight at a time: x(e) are those from e
/// on.
template <class Reducer, class X>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type tree_of_row(Reducer const& reducer, int n,
                                                                X const& x)
{
  using value = typename Reducer::value_type;
  constexpr auto are = elements::of_arrays;
  auto const eight = [&](int first, auto count) {
    auto const* const some = x(first);
    return tree_of_elements<count>(reducer, first, [&](int e) { return some[e]; });
  };
  if (n <= few) return with_few(n, [&](auto count) { return eight(0, count); });
  constexpr int levels = 4;
  static_assert(few << (levels - 1) == reduce_lanes);
  value waiting[levels] = {};  // for as many elements more: the trees of 8, 16, 32, 64
  value result{};
  int const parts = n / few;
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
  for (int part = 0; part < parts; ++part) {
    result = eight(part * few, constant<few>());
    bool goes_up = true;
    unrolled<levels>([&](auto level) {
      if (!goes_up) return;
      goes_up = (part >> level & 1) != 0;
      if (goes_up)
        result = joined<are>(reducer, waiting[level], few << level, result, few << level);
      else
        waiting[level] = result;
    });
  }
  int behind = n % few;
  if (behind > 0) result = with_few(behind, [&](auto count) { return eight(parts * few, count); });
  unrolled<levels>([&](auto level) {
    if ((parts >> level & 1) == 0) return;
    result = behind > 0 ? joined<are>(reducer, waiting[level], few << level, result, behind)
                        : waiting[level];
    behind += few << level;
  });
  return result;
}

template <bool Unit, class Backend, class Program, class Reducer, class Put>
struct reduce_rows_in_teams {
  using element = typename Program::value_type;
  using value = typename Reducer::value_type;
  /// Elements that a thread reads at once, and a team has room for, so that threads have a row
  /// each.
  static constexpr int threads = team_threads / 2, held = 8,
                       room = (sizeof(element) <= 4 && sizeof(value) <= 8 ? 16384 : 32768) /
                              sizeof(element),
                       row_of_banks = sizeof(element) <= 4 ? 5 : 4;  // 2^5 or 2^4 elements
  /// Registers are bounded for so many (for_teams).
  static constexpr int most = (sizeof(value) <= 8 ? 2 : 1) * threads;
  struct shared {
    element x[room + (room >> row_of_banks)];
  };
  reduction red;
  Program program;
  Reducer reducer;
  Put put;
  std::int64_t along, groups;  // rows along the last kept axis; and teams' turns
  int length, rows;            // elements of a row, rows of a turn
  int gaps;                    // one behind each 2^gaps elements
  bool beside;                 // each row's elements lie behind those of the one before
  divisor by_length;

  reduce_rows_in_teams(reduction const& r, Program const& p, Reducer const& re, Put const& pu)
      : red(r),
        program(p),
        reducer(re),
        put(pu),
        along(r.it.outer[r.kept_rank - 1]),
        length(static_cast<int>(r.length)),
        rows(static_cast<int>(std::min<std::int64_t>(room / length, along))),
        // so that neighbouring rows begin in other banks; eight elements have none between them
        gaps(length % few == 0 ? row_of_banks : 31),
        beside(Unit && r.dense && r.length == r.it.inner)
  {
    groups = (along + rows - 1) / rows;
    by_length = divisor(length);
  }
  /// Whether it takes a reduction: of few elements a row's neighbours are many.
  static bool takes(reduction const& r)
  {
    return r.length > 1 && r.length <= reduce_lanes && r.kept_rank > 0 && r.kept > 0 &&
           r.it.outer_rank == r.kept_rank && r.it.outer[r.kept_rank - 1] >= team_threads;
  }
  std::int64_t turns() const { return red.kept / along * groups; }

  KOKKOS_INLINE_FUNCTION int place(int i) const { return i + (i >> gaps); }
  KOKKOS_INLINE_FUNCTION void operator()(team<Backend, threads> const& all, shared& own,
                                         std::int64_t turn) const
  {
    std::int64_t const outer = quotient(turn, groups), first = (turn - outer * groups) * rows,
                       row = outer * along + first;
    int const here = static_cast<int>(first + rows < along ? rows : along - first),
              count = here * length;
    all.each([&](int rank) {
      auto const from = bind_along(program, reduced_position(red, row, 0), red.kept_rank - 1);
      auto const read_by = [&](auto const& read) {
        auto const some_of = [&](int begin, auto const& has) {
          element some[held] = {};
          unrolled<held>([&](int h) {
            if (has(begin + h * threads)) some[h] = read(begin + h * threads);
          });
          int const to = place(begin), apart = place(threads);
          unrolled<held>([&](int h) {
            if (has(begin + h * threads)) own.x[to + h * apart] = some[h];
          });
        };
        int begin = rank;
        for (; begin + (held - 1) * threads < count; begin += held * threads)
          some_of(begin, [](int) { return true; });
        if (begin < count) some_of(begin, [&](int i) { return i < count; });
      };
      if (beside)
        read_by([&](int i) { return from.template at<Unit>(i); });
      else
        read_by([&](int i) {
          int const r = static_cast<int>(by_length.quotient(static_cast<std::uint32_t>(i)));
          return from.template at<Unit>(i - r * length, r);
        });
    });
    all.each([&](int rank) {
      for (int r = rank; r < here; r += threads)
        put(row + r,
            tree_of_row(reducer, length, [&](int e) { return own.x + place(r * length + e); }));
    });
  }
};

}  // namespace acre::backends::generic
