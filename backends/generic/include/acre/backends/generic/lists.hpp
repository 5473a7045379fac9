#pragma once

#include <acre/backends/common/lists.hpp>
#include <acre/backends/generic/lanes.hpp>
#include <acre/backends/generic/lists_teams.hpp>

#include <cstdint>

/// See backends/common/lists.hpp. A core looks for the list of its first element, and walks from
/// there; teams of narrow threads have a stretch of elements (lists_teams.hpp). A list that is
/// dealt is a thread's.
namespace acre::backends::generic {

/// Elements k … end - 1 of a list whose first one is element `begin`; those before `last` are the
/// same thread's, later.
template <class F>
KOKKOS_INLINE_FUNCTION void visit_list(F const& f, std::int64_t list, std::int64_t begin,
                                       std::int64_t k, std::int64_t end,
                                       [[maybe_unused]] std::int64_t last)
{
  if (k >= end) return;
  if constexpr (writes_places<F>)
    if (k == begin && end + places_slack <= last) {
      f.write_places(f.list(list), [&](int member) { return f.out[member] + k; });
      return;
    }
  if constexpr (list_walk<F>) {
    auto const of = f.list(list);
    for (auto p = f.at(of, k - begin);; f.next(of, p)) {
      f.put(k, f.value(of, p));
      if (++k == end) break;
    }
  } else {
    for (; k < end; ++k) f(k, list, k - begin);
  }
}

template <class Backend, class Index, class F>
void visit_lists_by_pieces(queue<Backend>& on, list_bounds<Index> const& lists, F const& f)
{
  for_pieces(
      on, "visit", lists.total, KOKKOS_LAMBDA(std::int64_t k, std::int64_t last) {
        for (std::int64_t list = lists.list_of(k); k < last; ++list) {
          std::int64_t const begin = lists.begin(list), next = begin + lists.length(list),
                             end = next < last ? next : last;
          visit_list(f, list, begin, k, end, last);
          if (k < end) k = end;
        }
      });
}
template <class Backend, class Index, class F>
void visit_lists_by_stretches(queue<Backend>& on, list_bounds<Index> const& lists, F const& f)
{
  using kernel = visit_lists_by_teams<Index, F>;
  std::int64_t const stretches = (lists.total + kernel::stretch - 1) / kernel::stretch;
  auto const memory = scratch_of<std::int64_t>(on, stretches + 1);
  std::int64_t* const list_at = memory.data();
  for_each(
      on, "lists", stretches + 1, KOKKOS_LAMBDA(std::int64_t s) {
        list_at[s] = lists.list_of(s < stretches ? s * kernel::stretch : lists.total - 1);
      });
  for_teams<team_threads, typename kernel::shared>(on, "visit", stretches,
                                                   kernel{lists, list_at, f});
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Index, class F>
void visit_lists(generic::queue<Backend>& on, list_bounds<Index> const& lists, F const& f)
{
  static_assert(visit_takes<Index, F>());
  if (lists.total == 0) return;
  if constexpr (generic::queue<Backend>::is_wide)
    generic::visit_lists_by_stretches(on, lists, f);
  else
    generic::visit_lists_by_pieces(on, lists, f);
}

template <class Backend, class Made, class Reducer, class Target>
void reduce_dealt(generic::queue<Backend>& on, std::int64_t count, Made const& made,
                  Reducer const& reducer, Target const& target)
{
  static_assert(dealing_takes<Made, Reducer, Target>());
  using value = typename Reducer::value_type;
  constexpr bool host = !generic::queue<Backend>::is_wide;
  generic::for_each(
      on, "dealt", count, KOKKOS_LAMBDA(std::int64_t list) {
        auto const of = made.list(list);
        std::int64_t const n = made.count(of);
        if (n == 0) return target(list, std::int64_t{0}, reducer.identity());
        auto place = made.begin(of);  // tiles are asked for in order
        auto const next_value = [&](std::int64_t e) {
          auto const v = static_cast<value>(made.value(of, place));
          if (e + 1 < n) made.next(of, place);
          return v;
        };
        if (n <= reduce_lanes) {
          value v[reduce_lanes];
          for (std::int64_t e = 0; e < n; ++e) v[e] = next_value(e);
          return target(list, n, generic::reduce_list<host>(reducer, n, [&](std::int64_t e) {
                          return v[e];
                        }));
        }
        auto const tile = [&](std::int64_t first, std::int64_t in_tile) {
          generic::row_tile<host, Reducer, generic::elements::of_tiles> lanes(reducer, in_tile);
          for (std::int64_t e = 0; e < in_tile; ++e) {
            value const v = next_value(first + e);
            lanes.append(0, e, 1, [&](std::int64_t) { return v; });
          }
          return lanes.result();
        };
        target(list, n, generic::reduce_levels<host>(reducer, n, tile));
      });
}

}  // namespace acre::backends
