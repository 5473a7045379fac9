#pragma once

#include <acre/reduce/detail/over_axes.hpp>
#include <acre/reduce/reducer.hpp>

/// A reduction of a user's own, in the order of all others (acre/reduce/axes.hpp).
namespace acre {

/// A reduction of one's own. `r` gives identity() (combine(x, identity()) must be x to the bit),
/// empty() for no elements, combine(a, b) and finish(), KOKKOS_FUNCTIONs all. Lanes take elements
/// in turn, so that combine has to commute (a scan's need not). The map is an expression:
///
/// ```cpp
/// struct l2norm {
///   using value_type = double;
///   KOKKOS_FUNCTION double identity() const { return -0.0; }
///   KOKKOS_FUNCTION double empty() const { return 0.0; }
///   KOKKOS_FUNCTION double combine(double a, double b) const { return a + b; }
///   KOKKOS_FUNCTION double finish(double a) const { return math::sqrt(a); }
/// };
///
/// auto const x = from_host(std::vector{3.0, 4.0, 6.0, 8.0}, shape(2, 2));
/// std::cout << reduce(square(x), l2norm{}, 1) << '\n';
/// ```
/// ```text
/// [ 5. 10.]
/// ```
///
/// The accumulator and what finish() returns may be any trivially copyable types, to the first of
/// which an element converts; where a dtype is returned the result is an array, else records.
template <expression E, reducer R, class... Axes>
auto reduce(E const& e, R const& r, Axes const&... which)
{
  return detail::reduce_with(r, e, which...);
}

}  // namespace acre
