#pragma once

#include <acre/ragged/detail/selection.hpp>
#include <acre/ragged/ragged.hpp>

/// Elements of lists (of nested ones, of the innermost), beside what x(…) gives (ragged.hpp).
/// Arguments may be expressions. Scratch: of argwhere one bit an element, of the others none. Same
/// bits and errors on every backend.
namespace acre {

/// Positions of the elements of lists that are true: with several fields, the mask is evaluated
/// once, and the picked lists share one structure:
///
/// ```cpp
/// auto const pt = from_lists<double>({{40, 3, 20}, {}, {5}});
/// auto const eta = from_lists<double>({{0.5, 1, 2}, {}, {0}});
/// auto const hard = argwhere(pt > 10);
/// std::cout << ragged(pt(hard)) << ragged(eta(hard)) << '\n';
/// ```
/// ```text
/// [[40, 20], [], []][[0.5, 2], [], []]
/// ```
///
/// Waits.
template <ragged_expression M>
  requires std::same_as<typename M::value_type, bool>
auto argwhere(M const& mask)
{
  return detail::innermost_positions(mask, [](auto const& x) { return detail::true_places(x); });
}

/// Element k[i] of each list i, where k is an array of integers with one for each list, or one
/// integer for all; from the end where negative. One for each list: a new array. With fill(v) a
/// list that has no such element reads as v; without, it is an index_error: index 3 is out of
/// bounds for list 7 with size 2. Waits then.
template <lists E, class K>
auto element_of_each(E const& e, K const& k, index_mode mode = index_mode::raise,
                     std::source_location where = std::source_location::current())
{
  return detail::picked_of_each(e, k, mode, typename E::value_type(0), where);
}
template <ragged_expression E, class K, scalar S>
auto element_of_each(E const& e, K const& k, fill<S> f,
                     std::source_location where = std::source_location::current())
{
  return detail::picked_of_each(e, k, index_mode::fill,
                                detail::fitting<typename E::value_type>(f.value), where);
}

/// The first (last) element of each list, and `value` for an empty one.
template <ragged_expression E, scalar S>
auto first(E const& e, fill<S> value)
{
  return element_of_each(e, 0, value);
}
template <ragged_expression E, scalar S>
auto last(E const& e, fill<S> value)
{
  return element_of_each(e, -1, value);
}

}  // namespace acre
