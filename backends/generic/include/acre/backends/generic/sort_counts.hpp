#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/generic/team_sums.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

/// How often teams that sort have met each digit, and what is before each (sort_teams.hpp).
namespace acre::backends::generic {

/// The counts of a pass: of tiles, as sums within groups of `together` of them, of a digit's groups
/// and of digits, which become the sums of those before.
struct digit_counts {
  static constexpr int digits = 256;
  std::int64_t tiles, groups;
  int together;
  std::uint32_t* of_tiles;              // those of a tile side by side
  std::int64_t *of_groups, *of_digits;  // those of a digit side by side
  std::int64_t* added;                  // digits whose groups are added up; of the queue's counters

  /// Groups enough for the teams of so many threads, and no more, as these are added up by
  /// themselves.
  digit_counts(std::int64_t all, std::int64_t threads)
      : tiles(all), together(static_cast<int>(std::clamp<std::int64_t>(64 * all / threads, 1, 16)))
  {
    groups = (tiles + together - 1) / together;
  }
};
/// A team has a digit's groups; the one that comes last adds up the digits.
struct sum_groups {
  struct shared : team_sums<std::int64_t> {
    bool is_last;
  };
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
      if (rank > 0) return;
      atomic_store(counts.of_digits + digit, own.team_sums<std::int64_t>::all);
      Kokkos::memory_fence();
      own.is_last = atomic_fetch_add(counts.added, std::int64_t{1}) == counts.digits - 1;
    });
    if (own.is_last) sum_digits(all, own);
  }

 private:
  template <class Team>
  KOKKOS_INLINE_FUNCTION void sum_digits(Team const& all, shared& own) const
  {
    static_assert(digit_counts::digits == team_threads);
    all.each([&](int rank) {
      Kokkos::memory_fence();
      own.of[rank] = atomic_load(counts.of_digits + rank);
      if (rank == 0) *counts.added = 0;
    });
    own.add_up(all);
    all.each([&](int rank) { counts.of_digits[rank] = own.before(rank); });
  }
};

}  // namespace acre::backends::generic
