#pragma once

#include <acre/backends/generic/teams.hpp>

#include <cstdint>

/// Sums of what is before (teams.hpp): of a team's threads, and of counts by one team.
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

/// counts[i] becomes the sum of those before, and counts[n] that of all, by one team.
struct sum_few_counts {
  using shared = team_sums<std::int64_t>;
  std::int64_t n;
  std::int64_t* counts;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t) const
  {
    int const each = static_cast<int>((n + team_threads - 1) / team_threads);
    auto const end = [&](int rank) {
      return static_cast<int>((rank + 1) * each < n ? (rank + 1) * each : n);
    };
    all.each([&](int rank) {
      std::int64_t sum = 0;
      for (int i = rank * each; i < end(rank); ++i) sum += counts[i];
      own.of[rank] = sum;
    });
    own.add_up(all);
    all.each([&](int rank) {
      std::int64_t sum = own.before(rank);
      for (int i = rank * each; i < end(rank); ++i) {
        std::int64_t const here = counts[i];
        counts[i] = sum;
        sum += here;
      }
      if (rank == 0) counts[n] = own.all;
    });
  }
};

/// Whether counts are so few that one team adds them up sooner than all do.
template <class Backend>
bool are_few_counts(queue<Backend> const& on, std::int64_t n)
{
  return 32 * n <= on.threads();
}

}  // namespace acre::backends::generic
