// Reductions and products.
#include <acre/array/sequences.hpp>
#include <acre/reduce.hpp>

#include <string>

#include "operands.hpp"

namespace refused {

void more_axes_than_there_are(here<double> const& x)
{
  // expect: acre: more axes are named than the expression has
  // also: acre: an array's rank is 0 to 8
  sum(x, axes(0, 1));
}

void the_larger_of_an_array_and_a_number(here<double> const& x)
{
  // expect: acre: axes are named by an integer or axes(0, 2), and kept by keepdims behind them:
  // sum(x, 1, keepdims); the larger of two arrays is maximum(a, b)
  max(x, 0.0);
}

void halves_accumulated_in_halves()
{
  // expect: acre: float16 and bfloat16 are accumulated in float: give the reducer a value_type of
  // it, or take cast<float>(x)
  detail::accumulates<float16>();
}

void axis_of_rank_0(here<double, 0> const& x)
{
  // expect: acre: an array of rank 0 has no axis to reduce
  // also: acre: more axes are named than the expression has
  // also: acre: an array's rank is 0 to 8
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

void covariance_of_three_axes(here<double, 3> const& m)
{
  // expect: acre: cov and corrcoef take variables in one or two dimensions
  cov(m);
}

struct square_of {
  double operator()(double x) const { return x * x; }
};
struct sum_of_both {
  double operator()(double a, double b) const { return a + b; }
};
struct text_of {
  std::string text;
  double operator()(double a, double b) const { return a + b; }
};

void reduction_with_a_number_for_an_axis(here<double, 2> const& x)
{
  // expect: acre: a reduction's map takes the operands that it is called with; axes are named as
  // also: acre: elementwise's function is const and takes a number for each operand
  reduction(square_of{}, sum_of_both{}, square_of{}, -0.0)(x, 1);
}

void reduction_with_axes_in_front(here<double, 2> const& x)
{
  // expect: acre: a reduction is called with the map's operands first, then with axes
  // also: acre: a reduction is called with arrays, expressions and numbers
  reduction(square_of{}, sum_of_both{}, square_of{}, -0.0)(axes(1), x);
}

void reduction_of_numbers()
{
  // expect: acre: a reduction is called with arrays, expressions and numbers
  reduction(square_of{}, sum_of_both{}, square_of{}, -0.0)(1.0);
}

void reduction_that_owns_memory()
{
  // expect: acre: a reduction's functions capture something that owns memory; of an array capture
  reduction(square_of{}, text_of{}, square_of{}, -0.0);
}

void reduction_of_strings()
{
  // expect: acre: a reduction's identity is of a trivially copyable type
  // also: acre: a reduction's combine takes two accumulators, of the identity's type, and
  // also: acre: a reduction's finish takes the accumulator, of the identity's type
  reduction(square_of{}, sum_of_both{}, square_of{}, std::string());
}

void reduction_that_combines_one()
{
  // expect: acre: a reduction's combine takes two accumulators, of the identity's type, and
  reduction(square_of{}, square_of{}, square_of{}, -0.0);
}

void reduction_that_finishes_two()
{
  // expect: acre: a reduction's finish takes the accumulator, of the identity's type
  reduction(square_of{}, sum_of_both{}, sum_of_both{}, -0.0);
}

void average_without_weights(here<int, 2> const& x)
{
  // expect: acre: average takes weights; without them it is mean(x)
  average(x, 0);
}

void gradient_of_a_number(here<int, 0> const& x)
{
  // expect: acre: gradient takes arrays of one and more axes
  gradient(x);
}

void gradient_at_a_number(here<float, 0> const& f, here<float> const& x)
{
  // expect: acre: gradient takes arrays of one and more axes
  gradient(f, x);
}

void gradient_at_a_matrix(here<float, 2> const& f)
{
  // expect: acre: gradient takes a distance, or coordinates of one axis along an axis of the
  // array
  gradient(f, f);
}

void trapezoids_of_a_number(here<int, 0> const& y)
{
  // expect: acre: trapezoid takes arrays of one and more axes
  // also: acre: an array of rank 0 has no axis to reduce
  // also: acre: more axes are named than the expression has
  trapezoid(y);
}

void trapezoids_of_a_number_at_a_place(here<float, 0> const& y)
{
  // expect: acre: trapezoid takes arrays of one and more axes
  // also: acre: diff requires input that is at least one dimensional
  // also: acre: an array of rank 0 has no axis to reduce
  // also: acre: more axes are named than the expression has
  // also: acre: an array's rank is 0 to 8
  trapezoid(y, y);
}

void complex_angles_unwrapped(here<complex<float>> const& z)
{
  // expect: acre: unwrap takes angles, which are real numbers: angle(z)
  // also: acre: a complex number becomes a real one by real(z) or abs(z)
  unwrap(z);
}

void powers_of_a_matrix(here<float, 2> const& x)
{
  // expect: acre: vander takes one axis
  vander(x);
}

void sum_of_complex_exponentials(here<complex<double>> const& z)
{
  // expect: acre: logsumexp and softmax take real numbers
  logsumexp(z, 0);
}

void shares_with_axes_kept(here<float, 2> const& x)
{
  // expect: acre: softmax has the shape of its operand; leave keepdims out
  // also: acre: axes are named by an integer or axes(0, 2), and kept by keepdims behind them:
  // sum(x, 1, keepdims)
  softmax(x, 0, keepdims);
}

}  // namespace refused
