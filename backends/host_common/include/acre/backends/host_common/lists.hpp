#pragma once

#include <acre/backends/common/lists.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/reduce.hpp>
#include <acre/backends/host_common/short_lists.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace acre::backends {

namespace host {

/// The places of some neighbouring short lists, side by side.
template <class Walk>
class places_of_lists {
 public:
  using place_type = typename Walk::place_type;

  places_of_lists() {}  // places are written as they are counted
  int size() const { return size_; }
  /// Adds one more list, of less than reduce_lanes places.
  template <class List>
  void add(Walk const& walk, List const& list)
  {
    size_ += walk.write_places(list, [&](int member) { return place_[member] + size_; });
  }
  place_type const* of(int member) const { return place_[member]; }

 private:
  int size_ = 0;
  place_type place_[Walk::members][values_at_once + places_slack];
};

}  // namespace host

/// See backends/common/lists.hpp. A task is a stretch of elements: it looks for its first list, and
/// walks from there.
template <class Index, class F>
void visit_lists(host::queue& on, list_bounds<Index> const& lists, F const& f)
{
  static_assert(visit_takes<Index, F>());
  constexpr std::int64_t stretch = host::visited_by_task;
  // elements k … end - 1 of a list that begins at `begin`
  auto const visit = [&](std::int64_t list, std::int64_t begin, std::int64_t k, std::int64_t end) {
    if constexpr (list_walk<F>) {
      if (k >= end) return;
      auto const of = f.list(list);
      for (auto p = f.at(of, k - begin); k < end; ++k, f.next(of, p)) f.put(k, f.value(of, p));
    } else {
      for (; k < end; ++k) f(k, list, k - begin);
    }
  };
  on.for_tasks("visit", (lists.total + stretch - 1) / stretch, [&](std::int64_t task) {
    std::int64_t k = task * stretch;
    std::int64_t const last = std::min(k + stretch, lists.total);
    std::int64_t list = lists.list_of(k), begin = lists.begin(list);
    for (; k < last; ++list) {
      std::int64_t const next = lists.begin(list + 1);
      bool written = false;
      if constexpr (writes_places<F>) {
        // what is written behind a list's last place is the next ones', which come later
        written = k == begin && next + places_slack <= last;
        if (written) f.write_places(f.list(list), [&](int member) { return f.out[member] + k; });
      } else if constexpr (fills_lists<F>) {
        written = next + places_slack <= last;
        if (written) f.fill(f.list(list), k, next - k);
      }
      if (!written) visit(list, begin, k, std::min(next, last));
      k = begin = next;
    }
  });
}

namespace host {

/// Takes as many short lists as follow each other from `list` on, before `end`; returns how many.
template <class Made, class Reducer, class Target>
int reduce_short_dealt(Made const& made, std::int64_t list, std::int64_t end,
                       Reducer const& reducer, Target const& target)
{
  using value = typename Reducer::value_type;
  value values[values_at_once + reduce_lanes];
  int begin[lists_at_once + 1], count = 0;
  int const most = static_cast<int>(std::min<std::int64_t>(end - list, lists_at_once));
  begin[0] = 0;
  // calls add(list, n) for these, which adds the n values to those before
  auto const each_list = [&](auto const& add) {
    for (; count < most && begin[count] <= values_at_once - reduce_lanes; ++count) {
      auto const of = made.list(list + count);
      std::int64_t const n = made.count(of);
      if (n >= reduce_lanes) break;
      add(of, static_cast<int>(n));
      begin[count + 1] = begin[count] + static_cast<int>(n);
    }
  };
  if constexpr (writes_places<Made>) {
    places_of_lists<Made> places;
    each_list([&](auto const& of, int) { places.add(made, of); });
#pragma GCC ivdep
    for (int t = 0; t < places.size(); ++t)
      values[t] =
          static_cast<value>(made.value_at([&](int member) { return places.of(member)[t]; }));
  } else {
    each_list([&](auto const& of, int n) {
      value* const to = values + begin[count];
      auto p = made.begin(of);
      for (int t = 0; t < n; ++t, made.next(of, p)) to[t] = static_cast<value>(made.value(of, p));
    });
  }
  fill_behind(values, begin[count]);
  reduce_short_lists(reducer, values, begin, count, list, target);
  return count;
}

}  // namespace host

/// A task is some neighbouring lists.
template <class Made, class Reducer, class Target>
void reduce_dealt(host::queue& on, std::int64_t count, Made const& made, Reducer const& reducer,
                  Target const& target)
{
  static_assert(dealing_takes<Made, Reducer, Target>());
  using value = typename Reducer::value_type;
  constexpr std::int64_t together = host::dealt_lists_of_task;
  on.for_tasks("dealt", (count + together - 1) / together, [&](std::int64_t task) {
    std::int64_t const end = std::min(count, (task + 1) * together);
    for (std::int64_t list = task * together; list < end;) {
      int const taken = host::reduce_short_dealt(made, list, end, reducer, target);
      list += taken;
      if (taken > 0) continue;
      auto const of = made.list(list);
      std::int64_t const n = made.count(of);
      auto position = made.at(of, std::int64_t{0});
      std::int64_t place = 0;  // of position; most are asked for one behind the other
      auto const at = [&](std::int64_t e) {
        if (e != place) position = made.at(of, e);
        auto const v = static_cast<value>(made.value(of, position));
        place = e + 1;
        if (place < n) made.next(of, position);
        return v;
      };
      std::int64_t tiles = 0;
      auto const level = std::make_unique<value[]>((n + reduce_tile - 1) / reduce_tile);
      for (std::int64_t begin = 0; begin < n; begin += reduce_tile)
        level[tiles++] = host::detail::reduce_one_tile(
            reducer, begin, std::min<std::int64_t>(n - begin, reduce_tile), at);
      target(list++, n, host::detail::reduce_levels(reducer, level.get(), tiles));
    }
  });
}

}  // namespace acre::backends
