// Reductions and products.
#include <acre/reduce.hpp>

#include "operands.hpp"

namespace refused {

void more_axes_than_there_are(here<double> const& x)
{
  // expect: acre: more axes are named than the expression has
  // also: acre: an array's rank is 0 to 6
  sum(x, axes(0, 1));
}

void axis_of_rank_0(here<double, 0> const& x)
{
  // expect: acre: an array of rank 0 has no axis to reduce
  // also: acre: more axes are named than the expression has
  // also: acre: an array's rank is 0 to 6
  sum(x, 0);
}

void differences_of_rank_0(here<double, 0> const& x)
{
  // expect: acre: diff requires input that is at least one dimensional
  diff(x);
}

void diagonal_of_rank_1(here<double> const& a)
{
  // expect: acre: diag requires an array of at least two dimensions
  diagonal(a);
}

void dot_of_two_axes(here<double, 2> const& a, here<double> const& b)
{
  // expect: acre: dot takes two one-dimensional arrays
  dot(a, b);
}

void average_with_weights_of_no_axis(here<double, 2> const& a, here<double> const& weights)
{
  // expect: acre: average wants weights of the array's shape, or one-dimensional ones and the axis
  average(a, weights);
}

}  // namespace refused
