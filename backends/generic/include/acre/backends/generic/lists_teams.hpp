#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/lists.hpp>
#include <acre/backends/generic/select_teams.hpp>

#include <cstdint>

/// Elements of lists by teams (teams.hpp): a team has a stretch of them, marks those that a list
/// begins with, and counts the marks before each.
namespace acre::backends::generic {

template <class Index, class F>
struct visit_lists_by_teams {
  static constexpr int stretch = mark_tile,
                       most_lists = 16 * stretch;  // more, most of them empty, are not looked at
  struct shared : shared_marks {
    std::uint32_t list[stretch];  // of each mark, from the stretch's first one on
  };
  list_bounds<Index> lists;
  std::int64_t const* list_at;  // the list of each stretch's first element, and of the last one
  F f;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t number) const
  {
    std::int64_t const first = number * stretch, first_list = list_at[number],
                       left = lists.total - first, some = list_at[number + 1] - first_list + 1;
    int const count = left < stretch ? static_cast<int>(left) : stretch;
    if (some > most_lists) {
      all.each([&](int rank) {
        for (int j = rank; j < count; j += team_threads)
          visit(first + j, lists.list_of(first + j, first_list, first_list + some));
      });
      return;
    }
    auto const for_beginnings = [&](int rank, auto const& g) {
      for (int l = rank; l < some; l += team_threads) {
        std::int64_t const begin = lists.begin(first_list + l) - first;
        if (begin < count && lists.length(first_list + l) > 0)
          g(static_cast<std::uint32_t>(l), begin > 0 ? static_cast<int>(begin) : 0);
      }
    };
    all.each([&](int rank) { own.bits[rank] = 0; });
    all.each([&](int rank) {
      for_beginnings(rank, [&](std::uint32_t, int begin) {
        atomic_fetch_or(reinterpret_cast<std::uint32_t*>(own.bits) + begin / 32,
                        std::uint32_t{1} << begin % 32);
      });
    });
    own.count(all);
    all.each([&](int rank) {
      for_beginnings(rank, [&](std::uint32_t l, int begin) { own.list[mark_of(own, begin)] = l; });
    });
    all.each([&](int rank) {
      auto const list = [&](int j) { return first_list + own.list[mark_of(own, j)]; };
      if constexpr (list_walk<F>) {
        constexpr int held = 4;  // made before one is put
        using value = decltype(value_at(first, first_list));
        for (int j = rank; j < count; j += held * team_threads) {
          value made[held];
          for (int h = 0; h < held; ++h)
            if (int const i = j + h * team_threads; i < count)
              made[h] = value_at(first + i, list(i));
          for (int h = 0; h < held; ++h)
            if (int const i = j + h * team_threads; i < count) f.put(first + i, made[h]);
        }
      } else {
        for (int j = rank; j < count; j += team_threads) visit(first + j, list(j));
      }
    });
  }

 private:
  /// The number of the mark of a place, or of the last one before it.
  KOKKOS_INLINE_FUNCTION static int mark_of(shared const& own, int place)
  {
    int const byte = place / marks_of_thread;
    unsigned const until = own.bits[byte] & ((2u << place % marks_of_thread) - 1);
    return own.before[byte] + Kokkos::popcount(until) - 1;
  }
  KOKKOS_INLINE_FUNCTION auto value_at(std::int64_t k, std::int64_t list) const
  {
    auto const of = f.list(list);
    return f.value(of, f.at(of, k - lists.begin(list)));
  }
  KOKKOS_INLINE_FUNCTION void visit(std::int64_t k, std::int64_t list) const
  {
    if constexpr (list_walk<F>)
      f.put(k, value_at(k, list));
    else
      f(k, list, k - lists.begin(list));
  }
};

}  // namespace acre::backends::generic
