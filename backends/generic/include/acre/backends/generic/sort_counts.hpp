#pragma once

#include <acre/backends/generic/teams.hpp>

#include <algorithm>
#include <cstdint>

/// How often teams that sort have met each digit, and what is before each (sort_teams.hpp).
namespace acre::backends::generic {

/// What each thread of a team adds, and the sums of those before it.
template <class T>
struct team_sums {
  static constexpr int some = 16, groups = team_threads / some;
  T of[team_threads], of_some[groups], before_some[groups], all;

  /// All of a team call it.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void add_up(Team const& team)
  {
    team.each([&](int rank) {
      if (rank >= groups) return;
      T here[some], sum = 0;
      for (int i = 0; i < some; ++i) here[i] = of[rank * some + i];
      for (int i = 0; i < some; ++i) {
        of[rank * some + i] = sum;
        sum += here[i];
      }
      of_some[rank] = sum;
    });
    team.each([&](int rank) {
      if (rank >= groups) return;
      T sum = 0, before = 0;
      for (int i = 0; i < groups; ++i) {
        T const here = of_some[i];
        before += i < rank ? here : 0;
        sum += here;
      }
      before_some[rank] = before;
      if (rank == 0) all = sum;
    });
  }
  KOKKOS_INLINE_FUNCTION T before(int rank) const { return of[rank] + before_some[rank / some]; }
};

/// The counts of a pass: of tiles, as sums within groups of `together` of them, of a digit's groups
/// and of digits, which become the sums of those before.
struct digit_counts {
  static constexpr int digits = 256;
  std::int64_t tiles, groups;
  int together;
  std::uint32_t* of_tiles;              // those of a tile side by side
  std::int64_t *of_groups, *of_digits;  // those of a digit side by side

  /// Groups enough for the teams of so many threads, and no more, as these are added up by
  /// themselves.
  digit_counts(std::int64_t all, std::int64_t threads)
      : tiles(all), together(static_cast<int>(std::clamp<std::int64_t>(64 * all / threads, 1, 16)))
  {
    groups = (tiles + together - 1) / together;
  }
};
struct sum_groups {
  using shared = team_sums<std::int64_t>;
  digit_counts counts;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t digit) const
  {
    std::int64_t* const of = counts.of_groups + digit * counts.groups;
    std::int64_t const each = (counts.groups + team_threads - 1) / team_threads;
    auto const end = [&](int rank) {
      return (rank + 1) * each < counts.groups ? (rank + 1) * each : counts.groups;
    };
    all.each([&](int rank) {
      std::int64_t sum = 0;
      for (std::int64_t i = rank * each; i < end(rank); ++i) sum += of[i];
      own.of[rank] = sum;
    });
    own.add_up(all);
    all.each([&](int rank) {
      std::int64_t sum = own.before(rank);
      for (std::int64_t i = rank * each; i < end(rank); ++i) {
        std::int64_t const here = of[i];
        of[i] = sum;
        sum += here;
      }
      if (rank == 0) counts.of_digits[digit] = own.all;
    });
  }
};
struct sum_digits {
  using shared = team_sums<std::int64_t>;
  digit_counts counts;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t) const
  {
    static_assert(digit_counts::digits == team_threads);
    all.each([&](int rank) { own.of[rank] = counts.of_digits[rank]; });
    own.add_up(all);
    all.each([&](int rank) { counts.of_digits[rank] = own.before(rank); });
  }
};

}  // namespace acre::backends::generic
