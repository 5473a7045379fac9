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

void integral_over_a_plane(here<double, 3> const& y, here<double, 2> const& x)
{
  // expect: acre: trapezoid takes coordinates along the axis, or one for each element
  trapezoid(y, x);
}

void convolution_of_two_axes(here<double, 2> const& a, here<double> const& v)
{
  // expect: acre: convolve takes two one-dimensional arrays
  convolve(a, v);
}

void correlation_of_two_axes(here<double> const& a, here<double, 2> const& v)
{
  // expect: acre: correlate takes two one-dimensional arrays
  correlate(a, v);
}

void convolution_across_spaces(here<double> const& a, away<double> const& v)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  convolve(a, v);
}

void correlation_across_spaces(here<double> const& a, away<double> const& v)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  correlate(a, v);
}

void variance_of_complex_numbers_without_nan(here<complex<double>> const& z)
{
  // expect: acre: nanvar and nanstd take real numbers
  nanvar(z);
}

void covariance_of_three_axes(here<double, 3> const& m)
{
  // expect: acre: cov and corrcoef take variables in one or two dimensions
  cov(m);
}

}  // namespace refused
