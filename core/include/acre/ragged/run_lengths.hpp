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

/// By deduction of the members, which nvcc's host compiler doesn't do for the class.
template <class Values, class Numbers>
list_runs<Values, Numbers> runs_of(Values const& values, Numbers const& starts,
                                   Numbers const& lengths)
{
  return {values, starts, lengths};
}

template <class E>
auto runs_of_lists(E const& e)
{
  if constexpr (nested_lists<E>) {
    auto const inner = runs_of_lists(e.flat());
    return runs_of(relisted(e.structure(), inner.values), relisted(e.structure(), inner.starts),
                   relisted(e.structure(), inner.lengths));
  } else {
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
    return runs_of(relisted(lists, marked_elements(elements, m)),
                   relisted(lists, marked_elements(place, m)),
                   relisted(lists, bounds(slice(1, none)) - bounds(slice(none, -1))));
  }
}

}  // namespace detail

/// run_lengths of each list (acre/order/run_lengths.hpp): a run ends with its list. For nested
/// lists, of the innermost ones. Waits. Scratch: 18 bytes an element.
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
  return detail::runs_of_lists(e);
}

}  // namespace acre
