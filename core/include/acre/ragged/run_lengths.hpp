#pragma once

#include <acre/order/run_lengths.hpp>
#include <acre/ragged/rearrange.hpp>

namespace acre {

/// Runs of equal neighbours in each list: lists of the value, of the first one's index in the list
/// and of the length of each.
template <class Values, class Numbers>
struct list_runs {
  Values values;
  Numbers starts, lengths;
};

namespace detail {

template <class E>
auto runs_of_lists(E const& e)
{
  using T = typename E::value_type;
  using Space = typename E::space_type;
  auto const elements = evaluate(e.flat());
  auto const place = local_index(e).flat();
  array<bool, 1, Space> begins(e.space(), place.shape());
  begins = place == 0;
  if (place.size() > 1) begins(slice(1, none)) = begins(slice(1, none)) | changes(elements);
  auto const m = mark_true(begins);
  auto const lists = marked_structure(*e.structure(), m);
  array<std::int64_t, 1, Space> bounds(e.space(), shape_t<1>{m.count + 1});
  bounds(slice(none, -1)) = marked_positions(e.space(), m);
  bounds(slice(-1, none)) = place.size();
  auto const values = relisted(lists, marked_elements(elements, m));
  auto const starts = relisted(lists, marked_elements(place, m)),
             lengths = relisted(lists, bounds(slice(1, none)) - bounds(slice(none, -1)));
  return list_runs<ragged<T, Space, typename E::index_type>,
                   ragged<std::int64_t, Space, typename E::index_type>>{values, starts, lengths};
}

}  // namespace detail

/// As run_lengths of each list (acre/order/run_lengths.hpp): a run ends with its list. Waits.
///
/// ```cpp
/// auto const runs = run_lengths(from_lists<int>({{7, 7, 3}, {}, {3, 3}}));
/// std::cout << runs.values << runs.starts << runs.lengths << '\n';
/// ```
/// ```text
/// [[7, 3], [], [3]][[0, 2], [], [0]][[2, 1], [], [2]]
/// ```
template <ragged_expression E>
auto run_lengths(E const& e)
{
  static_assert(!detail::nested_lists<E>,
                "acre: run_lengths takes lists of one level; flatten(x) has one fewer");
  return detail::runs_of_lists(e);
}

}  // namespace acre
