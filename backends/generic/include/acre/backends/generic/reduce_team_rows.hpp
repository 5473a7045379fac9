#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/lanes.hpp>
#include <acre/backends/generic/reduce_teams.hpp>
#include <acre/backends/generic/team_rows.hpp>
#include <acre/backends/generic/teams.hpp>

#include <cstdint>

/// Reductions of short rows in a team's memory (team_rows.hpp): a thread has one of at most as many
/// elements as there are lanes, eight threads one of more.
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

/// Accumulators of several numbers have larger memory, as they leave room for fewer teams anyway.
template <class Element, class Value>
inline constexpr int bytes_of_reduced_rows =
    sizeof(Element) <= 4 && sizeof(Value) <= 8 ? 16384 : 32768;

template <bool Unit, class Backend, class Program, class Reducer, class Put>
struct reduce_rows_in_teams {
  using element = typename Program::value_type;
  using value = typename Reducer::value_type;
  using rows_type = team_rows<Unit, element, bytes_of_reduced_rows<element, value>>;
  using shared = typename rows_type::shared;
  static constexpr int threads = rows_type::threads;
  /// Registers are bounded for so many (for_teams).
  static constexpr int most = (sizeof(value) <= 8 ? 2 : 1) * threads;
  rows_type rows;
  Program program;
  Reducer reducer;
  Put put;

  KOKKOS_INLINE_FUNCTION void operator()(team<Backend, threads> const& all, shared& own,
                                         std::int64_t turn) const
  {
    auto const some = rows.of_turn(turn);
    all.each([&](int rank) { rows.read(own, rank, some, program); });
    all.each([&](int rank) {
      for (int r = rank; r < some.count; r += threads)
        put(some.first + r,
            tree_of_row(reducer, rows.length, [&](int e) { return own.x + rows.place(r, e); }));
    });
  }
};

/// Rows of more elements than there are lanes: a thread has eight of those (reduce_by_eights).
inline constexpr int longest_team_row = 256;
/// (Not those of float32 with accumulators of several numbers: what these wait for is more teams.)
template <class Element, class Value>
inline constexpr bool reduces_rows_by_eights =
    sizeof(Value) <= 8 || (sizeof(Element) > 4 && sizeof(Value) <= 32);

template <bool Unit, class Backend, class Program, class Reducer, class Put>
struct reduce_rows_by_eights {
  using element = typename Program::value_type;
  using value = typename Reducer::value_type;
  using rows_type = team_rows<Unit, element, sizeof(element) <= 4 ? 16384 : 32768>;
  static constexpr int threads = rows_type::threads, most_rows = 2 * threads / few;
  struct shared {
    typename rows_type::shared rows;
    value part[most_rows * few];
  };
  rows_type rows;
  Program program;
  Reducer reducer;
  Put put;

  KOKKOS_INLINE_FUNCTION void operator()(team<Backend, threads> const& all, shared& own,
                                         std::int64_t turn) const
  {
    auto const some = rows.of_turn(turn);
    all.each([&](int rank) { rows.read(own.rows, rank, some, program); });
    all.each([&](int rank) {
      for (int p = rank; p < some.count * few; p += threads) {
        int const begin = p / few * rows.length;
        own.part[p] = eight_lanes_of_tile<elements::of_arrays>(
            reducer, p % few, rows.length, 0,
            [&](int e) { return own.rows.x[rows.place(begin + e)]; });
      }
    });
    all.each([&](int rank) {
      for (int r = rank; r < some.count; r += threads)
        put(some.first + r, join_few(reducer, few, [&](int p) { return own.part[r * few + p]; }));
    });
  }
};

}  // namespace acre::backends::generic
