#pragma once

#include <acre/reduce/detail/variance.hpp>

/// Variance and standard deviation, along axes named as in acre/reduce/axes.hpp, with NumPy's ddof:
///
/// ```cpp
/// auto const x = from_host(std::vector{1.0, 2.0, 3.0, 6.0}, shape(2, 2));
/// std::cout << var(x) << '\n';                 // of everything, / n
/// std::cout << stddev(x, ddof(1), 0) << '\n';  // along axis 0, / (n - 1)
/// ```
/// ```text
/// 3.5
/// [1.41421356 2.82842712]
/// ```
///
/// One pass: each element is read, or computed, once. Every lane of a tile (the order of every
/// reduction, acre/reduce/axes.hpp) takes its first element for the origin, from the ninth on the
/// mean of eight, and sums the distances from it and their squares. In that order's tree pairs of
/// sums are brought to the origin that is the mean of theirs, weighted by their numbers, and added:
/// after T. F. Chan, G. H. Golub, R. J. LeVeque, "Updating formulae and a pairwise algorithm for
/// computing sample variances" (1979), with origins for means. Hence the same bits everywhere.
///
/// Error: whatever mean / standard deviation is, as elements enter by their distances alone
/// (NumPy's two passes add the square of the mean's own error): a few units in the last place, and
/// at most nine times the error of a sum() of squares, where lanes begin with outliers.
///
/// Infinite or NaN where squares of distances are beyond the largest number.
///
/// Integers in float64, complex numbers in their real dtype. Scratch: sum()'s, of 4 numbers each.
/// Queued. Throws as sum() does.
namespace acre {

/// The variance, sum(|x - mean|²) / (n - ddof): var(x, ddof(1), 0) along axis 0.
/// Without ddof, / n. Nothing, or ddof >= n: NaN or an infinity, as the division by 0 gives.
template <expression E, class... Axes>
auto var(E const& e, ddof d, Axes const&... which)
{
  return detail::spread(false, d, e, which...);
}
template <expression E, class... Axes>
auto var(E e, Axes... which)
{
  return acre::var(e, ddof(0), which...);
}

/// The standard deviation: the square root of var().
template <expression E, class... Axes>
auto stddev(E const& e, ddof d, Axes const&... which)
{
  return detail::spread(true, d, e, which...);
}
template <expression E, class... Axes>
auto stddev(E e, Axes... which)
{
  return acre::stddev(e, ddof(0), which...);
}

}  // namespace acre

#include <acre/reduce/detail/refusals/variance.hpp>
