#pragma once

#include <acre/ragged/detail/levels.hpp>
#include <acre/ragged/reduce.hpp>

/// Reductions of lists along any of their axes, which the template's argument names: sum<0>(x),
/// max<1>(x). Along an axis that is not the innermost, elements of different lists are combined
/// that have the same place there, as far as lists have one:
///
/// ```cpp
/// auto const x = from_lists<double>({{1, 2, 3}, {}, {10, 20}});
/// std::cout << sum<0>(x) << max<0>(x) << count_nonzero<0>(x) << argmax<0>(x) << '\n';
/// ```
/// ```text
/// [11. 22.  3.][10. 20.  3.][2 2 1][2 2 0]
/// ```
///
/// As many results as the longest list has elements; of lists of lists, lists of results: of
/// x[k][l][j] sum<0> has [l][j], sum<1> [k][j], sum<2> is sum(x, 2). Awkward's axis. A result has
/// the bits of the same reduction of its elements, in the order of their lists, as an array.
///
/// Along another axis than the innermost: waits; elements are copied, level by level, into the
/// order of the results by a stable sort of 8-byte keys. Scratch: 40 bytes an element. Same bits on
/// every backend.
namespace acre {

/// sum(x, -1), prod(x, -1) … of the lists along axis `Axis`, with their dtypes.
template <int Axis, ragged_expression E>
auto sum(E const& e)
{
  return detail::along_level<Axis>(e, [](auto const& x) { return sum(x, -1); });
}
template <int Axis, ragged_expression E>
auto prod(E const& e)
{
  return detail::along_level<Axis>(e, [](auto const& x) { return prod(x, -1); });
}
template <int Axis, ragged_expression E>
auto mean(E const& e)
{
  return detail::along_level<Axis>(e, [](auto const& x) { return mean(x, -1); });
}
template <int Axis, ragged_expression E>
auto max(E const& e)
{
  return detail::along_level<Axis>(e, [](auto const& x) { return max(x, -1); });
}
template <int Axis, ragged_expression E>
auto min(E const& e)
{
  return detail::along_level<Axis>(e, [](auto const& x) { return min(x, -1); });
}
template <int Axis, ragged_expression E>
auto any(E const& e)
{
  return detail::along_level<Axis>(e, [](auto const& x) { return any(x, -1); });
}
template <int Axis, ragged_expression E>
auto all(E const& e)
{
  return detail::along_level<Axis>(e, [](auto const& x) { return all(x, -1); });
}
template <int Axis, ragged_expression E>
auto count_nonzero(E const& e)
{
  return detail::along_level<Axis>(e, [](auto const& x) { return count_nonzero(x, -1); });
}
/// A reduction of the user's own (acre/reduce/reduce.hpp) along axis `Axis`.
template <int Axis, ragged_expression E, reducer R>
auto reduce(E const& e, R const& r)
{
  return detail::along_level<Axis>(e, [&](auto const& x) { return reduce(x, r, -1); });
}

/// The number along the axis of the first largest (smallest) element; int64.
template <int Axis, ragged_expression E>
auto argmax(E const& e)
{
  return detail::positions_along<Axis, true>(e);
}
template <int Axis, ragged_expression E>
auto argmin(E const& e)
{
  return detail::positions_along<Axis, false>(e);
}

}  // namespace acre
