// Decompositions of stacks, and of large matrices.
#include <acre/reduce/sum.hpp>

#include "linear_algebra.hpp"

using acre::matmul, acre::shape;
using acre_test::expect_at_most, acre_test::from_identity, acre_test::largest,
    acre_test::linear_algebra;
namespace linalg = acre::linalg;

namespace {

TYPED_TEST_SUITE(linear_algebra, acre_test::spaces, acre_test::space_names);

TYPED_TEST(linear_algebra, decomposes_stacks)
{
  auto const a = this->template matrix<double>(1, 2, 3, 6, 4);
  auto const [q, r] = linalg::qr(a);
  expect_at_most(largest(matmul(q, r) - a), 1e-14);
  auto const [left, s, right] = linalg::svd(a, false);
  expect_at_most(largest(matmul(evaluate(left * acre::expand_dims(s, -2)), right) - a), 1e-14);
  auto const [p, l, u] = linalg::lu(a);
  expect_at_most(largest(matmul(p, matmul(l, u)) - a), 1e-14);
  auto const square =
      evaluate(matmul(a, acre::swapaxes(a, -1, -2)) + acre::eye<double>(this->space, 6));
  auto const lower = linalg::cholesky(square);
  expect_at_most(largest(matmul(lower, acre::swapaxes(lower, -1, -2)) - square), 1e-13);
  auto const [w, v] = linalg::eigh(square);
  expect_at_most(largest(matmul(square, v) - v * acre::expand_dims(w, -2)), 1e-13);
  expect_at_most(largest(linalg::det(square) - acre::prod(w, -1)), 1e-10);
  expect_at_most(from_identity(matmul(linalg::inv(square), square)), 1e-12);
  EXPECT_EQ(linalg::matrix_rank(a).shape(), shape(2, 3));
}

TYPED_TEST(linear_algebra, decomposes_large_matrices)
{
  std::int64_t const n = 1000;
  auto const a = this->template matrix<double>(1, n, n);
  auto const [u, s, vh] = linalg::svd(a, false);
  expect_at_most(largest(linalg::matmul(evaluate(u * s), vh) - a), 1e-12);
  expect_at_most(from_identity(linalg::matmul(u.transpose(), u)), 1e-12);
  expect_at_most(from_identity(linalg::matmul(vh, vh.transpose())), 1e-12);
  EXPECT_NEAR(acre::sum(acre::square(s)).item(), acre::sum(acre::square(a)).item(),
              1e-9 * static_cast<double>(n));
  auto const b = this->template matrix<double>(2, n, 5);
  this->expect_solution(a, linalg::solve(a, b), b);
}

}  // namespace
