// Products of matrices.
#include <acre/linalg.hpp>

#include "operands.hpp"

namespace refused {

void product_of_a_number(here<double, 0> const& x, here<double, 2> const& a)
{
  // expect: acre: matmul takes arrays of one and more dimensions; numbers multiply by *
  // also: acre: an array's rank is 0 to 8
  matmul(x, a);
}

void product_of_two_spaces(here<double, 2> const& a, away<double, 2> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  matmul(a, b);
}

void dot_product_of_a_number(here<double, 0> const& x, here<double, 2> const& a)
{
  // expect: acre: vecdot takes arrays of one and more dimensions
  vecdot(x, a);
}

void cross_product_of_a_number(here<double, 0> const& x, here<double> const& a)
{
  // expect: acre: cross takes vectors along a last axis
  cross(x, a);
}

void kronecker_product_of_many_axes(here<double, 5> const& a)
{
  // expect: acre: kron takes arrays of up to 4 axes
  // also: acre: an array's rank is 0 to 8
  kron(a, a);
}

void sums_over_more_axes_than_there_are(here<double> const& a, here<double, 2> const& b)
{
  // expect: acre: more axes are named than the expression has
  // also: acre: an array's rank is 0 to 8
  tensordot(a, b);
}

void sums_of_many_axes(here<double, 6> const& a, here<double, 3> const& b)
{
  // expect: acre: the result would have more than 8 axes
  // also: acre: an array's rank is 0 to 8
  tensordot<0>(a, b);
}

void equations_of_a_vector(here<double> const& a)
{
  // expect: acre: linalg::solve takes matrices of two and more dimensions
  linalg::solve(a, a);
}

void equations_equal_to_a_number(here<double, 2> const& a, here<double, 0> const& b)
{
  // expect: acre: linalg::solve takes right-hand sides of one and more dimensions
  linalg::solve(a, b);
}

void decomposition_of_a_vector(here<double> const& a)
{
  // expect: acre: linear algebra takes matrices: arrays of two and more dimensions
  linalg::cholesky(a);
}

void least_squares_of_a_stack(here<double, 3> const& a, here<double, 2> const& b)
{
  // expect: acre: linalg::lstsq takes one matrix of equations
  linalg::lstsq(a, b);
}

void least_squares_of_many_sides(here<double, 2> const& a, here<double, 3> const& b)
{
  // expect: acre: linalg::lstsq takes right-hand sides of one or two dimensions
  linalg::lstsq(a, b);
}

void equations_of_two_spaces(here<double, 2> const& a, away<double, 2> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  linalg::solve(a, b);
}

void kept_factors_and_a_number(here<double, 2> const& a, here<double, 0> const& x)
{
  // expect: acre: linalg::lu_solve takes right-hand sides of one and more dimensions
  linalg::lu_solve(linalg::lu_factor(a), x);
}

void kept_factors_of_another_space(here<double, 2> const& a, away<double> const& x)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  linalg::lu_solve(linalg::lu_factor(a), x);
}

void kept_factors_and_wider_sides(here<float, 2> const& a, here<double> const& x)
{
  // expect: acre: linalg::lu_solve gives the factors' dtype, and the right-hand sides' is wider
  linalg::lu_solve(linalg::lu_factor(a), x);
}

void factors_without_rows(here<double> const& x)
{
  // expect: acre: linalg::cho_solve takes factors of two and more dimensions
  // also: acre: an array's rank is 0 to 8
  linalg::cho_solve(x, x);
}

void cholesky_factors_and_a_number(here<double, 2> const& a, here<double, 0> const& x)
{
  // expect: acre: linalg::cho_solve takes right-hand sides of one and more dimensions
  linalg::cho_solve(a, x);
}

void cholesky_factors_of_another_space(here<double, 2> const& a, away<double> const& x)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  linalg::cho_solve(a, x);
}

void many_products_with_a_vector_between(here<double, 2> const& a, here<double> const& x)
{
  // expect: acre: linalg::multi_dot takes matrices; the first and the last may be vectors
  linalg::multi_dot(a, x, a);
}

void many_products_of_two_spaces(here<double, 2> const& a, away<double, 2> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  linalg::multi_dot(a, a, b);
}

void library_product_of_a_number(here<double, 0> const& x, here<double, 2> const& a)
{
  // expect: acre: matmul takes arrays of one and more dimensions; numbers multiply by *
  // also: acre: an array's rank is 0 to 8
  linalg::matmul(x, a);
}

void library_product_of_two_spaces(here<double, 2> const& a, away<double, 2> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  linalg::matmul(a, b);
}

void product_of_a_matrix_and_a_number(here<double, 2> const& a, here<double, 0> const& x)
{
  // expect: acre: matvec takes matrices and vectors
  // also: acre: matmul takes arrays of one and more dimensions; numbers multiply by *
  matvec(a, x);
}

void product_of_a_vector_and_a_vector(here<double> const& x)
{
  // expect: acre: vecmat takes vectors and matrices
  vecmat(x, x);
}

void norm_of_the_matrices_of_a_vector(here<double> const& x)
{
  // expect: acre: matrix_norm takes arrays of two and more axes
  // also: acre: more axes are named than the expression has
  matrix_norm(x);
}

void einstein_sum_of_too_many_axes(here<double, 4> const& a, here<double, 5> const& b)
{
  // expect: acre: the result would have more than 8 axes
  // also: acre: an array's rank is 0 to 8
  einsum<"ijkl,mnopq->ijklmnopq">(a, b);
}

void einstein_sum_of_two_spaces(here<double, 2> const& a, away<double, 2> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  einsum<"ij,jk">(a, b);
}

}  // namespace refused
