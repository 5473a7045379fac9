// Equations by factors that are kept.
#include <acre/rearrange/triangle.hpp>

#include "linear_algebra.hpp"

using acre::ALL, acre::matmul, acre::shape, acre::none, acre::slice;
using acre_test::expect_at_most, acre_test::linear_algebra, acre_test::epsilon, acre_test::error_of,
    acre_test::largest, acre_test::place, acre_test::values;
namespace linalg = acre::linalg;

namespace {

TYPED_TEST_SUITE(linear_algebra, acre_test::spaces, acre_test::space_names);

TYPED_TEST(linear_algebra, solves_with_kept_factors)
{
  auto const check = [&]<class T>(T) {
    auto const a = this->template matrix<T>(1, 17, 17);
    auto const f = linalg::lu_factor(a.transpose());
    for (std::int64_t const k : {1, 3}) {
      auto const b = this->template matrix<T>(k, 17, k);
      this->expect_solution(a.transpose(), linalg::lu_solve(f, b), b);
    }
    auto const b = this->template matrix<T>(2, 17);
    this->expect_solution(a.transpose(), linalg::lu_solve(f, b), b);
    // what they are the factors of
    auto const order = to_vector(f.piv);
    auto rows = to_vector(copy(a.transpose()));
    for (std::size_t i = 0; i < 17; ++i)
      if (order[i] != static_cast<std::int64_t>(i))
        std::swap_ranges(rows.begin() + static_cast<std::ptrdiff_t>(17 * i),
                         rows.begin() + static_cast<std::ptrdiff_t>(17 * i + 17),
                         rows.begin() + static_cast<std::ptrdiff_t>(17 * order[i]));
    auto const l = evaluate(tril(f.lu, -1) + acre::eye<T>(this->space, 17));
    auto const product = matmul(l, triu(f.lu));
    expect_at_most(largest(product - place(this->space, rows, shape(17, 17))),
                   17 * 17 * epsilon<T>);
  };
  check(float());
  check(acre::complex<double>());
  auto const a = this->template matrix<double>(1, 5, 4, 4),
             b = this->template matrix<double>(2, 5, 4, 3);
  auto const f = linalg::lu_factor(a);
  EXPECT_EQ(f.piv.shape(), shape(5, 4));
  this->expect_solution(a, linalg::lu_solve(f, b), b);
  auto const side = b(0);
  auto const x = linalg::lu_solve(f, side);
  EXPECT_EQ(x.shape(), shape(5, 4, 3));
  this->expect_solution(a, x, side);
  EXPECT_EQ(linalg::lu_solve(f, side(ALL, 0)).shape(), shape(5, 4));
  auto const one = linalg::lu_factor(a(2));
  this->expect_solution(a(2), linalg::lu_solve(one, b), b);
  auto const none = linalg::lu_factor(acre::zeros<double>(this->space, shape(0, 0)));
  EXPECT_EQ(linalg::lu_solve(none, acre::zeros<double>(this->space, shape(0, 2))).shape(),
            shape(0, 2));
  auto const of = [&](auto const& extents) { return acre::zeros<double>(this->space, extents); };
  EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::lu_factor(of(shape(2, 2))); }),
            "Singular matrix");
  EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::lu_factor(of(shape(2, 3))); }),
            "Last 2 dimensions of the array must be square, not 2 by 3");
  EXPECT_EQ(
      error_of<acre::shape_error>([&] { linalg::lu_solve(f, of(shape(3))); }),
      "lu_solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
      "(m,m),(m)->(m) (size 3 is different from 4)");
  EXPECT_EQ(error_of<acre::shape_error>([&] { linalg::lu_solve(f, of(shape(2, 4, 1))); }),
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "(5,4,4)->(5,newaxis,newaxis) (2,4,1)->(2,newaxis,newaxis)  and requested shape (4,1)");
}

/// Right-hand sides with leading axes in front of, between and behind those of the factors.
TYPED_TEST(linear_algebra, kept_factors_broadcast)
{
  auto const a = this->template matrix<double>(1, 5, 1, 4, 4);
  auto const positive =
      evaluate(matmul(a, a.transpose(shape(0, 1, 3, 2))) + acre::eye<double>(this->space, 4));
  auto const f = linalg::lu_factor(a);
  auto const l = linalg::cholesky(positive);
  auto const check = [&](auto const& b) {
    auto const x = linalg::lu_solve(f, b);
    EXPECT_EQ(x.shape(), linalg::solve(a, b).shape());
    this->expect_solution(a, x, b);
    this->expect_solution(positive, linalg::cho_solve(l, b), b);
  };
  check(this->template matrix<double>(2, 5, 3, 4, 2));
  check(this->template matrix<double>(2, 3, 4, 1));
  check(this->template matrix<double>(2, 2, 1, 3, 4, 2));
  check(this->template matrix<double>(2, 2, 5, 3, 4, 1));
  auto const b = this->template matrix<double>(3, 2, 5, 3, 4, 3)(ALL, ALL, slice(none, none, -1));
  check(b);
  // as many times the same
  auto const x = linalg::lu_solve(f, b);
  for (int const k : {0, 1, 2})
    expect_at_most(largest(x(1, ALL, k) - linalg::solve(a(ALL, 0), b(1, ALL, k))), 1e-9);
}

TYPED_TEST(linear_algebra, solves_with_cholesky_factors)
{
  auto const check = [&]<class T>(T) {
    for (std::int64_t const n : {1, 2, 17, 100}) {
      auto const y = this->template matrix<T>(1, n, n);
      auto const a = evaluate(matmul(y, conj(y.transpose())) + acre::eye<T>(this->space, n));
      auto const l = linalg::cholesky(a), u = linalg::cholesky(a, acre::triangle::upper);
      for (std::int64_t const k : {1, 3}) {
        auto const b = this->template matrix<T>(k, n, k);
        this->expect_solution(a, linalg::cho_solve(l, b), b);
        this->expect_solution(a, linalg::cho_solve(u, b, acre::triangle::upper), b);
      }
      auto const b = this->template matrix<T>(2, n);
      auto const x = linalg::cho_solve(evaluate(l + triu(y, 1)), b);  // of l's triangle alone
      EXPECT_EQ(x.shape(), shape(n));
      this->expect_solution(a, x, b);
      // factors that lie in another order
      this->expect_solution(a, linalg::cho_solve(conj(u.transpose()), b), b);
    }
  };
  check(float());
  check(double());
  check(acre::complex<float>());
  check(acre::complex<double>());
  auto const y = this->template matrix<double>(1, 5, 4, 4);
  auto const a =
      evaluate(matmul(y, y.transpose(shape(0, 2, 1))) + acre::eye<double>(this->space, 4));
  auto const l = linalg::cholesky(a);
  auto const b = this->template matrix<double>(2, 5, 4, 3);
  this->expect_solution(a, linalg::cho_solve(l, b), b);
  EXPECT_EQ(linalg::cho_solve(l, b(0, ALL, 0)).shape(), shape(5, 4));
  this->expect_solution(a(1), linalg::cho_solve(l(1), b), b);
  auto const twice = acre::eye<int>(this->space, 2) * 2;
  EXPECT_EQ(to_vector(linalg::cho_solve(twice, acre::from_host(this->space, {4, 8}))),
            (values<double>{1, 2}));
  auto const of = [&](auto const& extents) { return acre::zeros<float>(this->space, extents); };
  EXPECT_EQ(linalg::cho_solve(of(shape(0, 0)), of(shape(0, 2))).shape(), shape(0, 2));
  EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::cho_solve(of(shape(2, 3)), of(shape(2))); }),
            "Last 2 dimensions of the array must be square, not 2 by 3");
  EXPECT_EQ(
      error_of<acre::shape_error>([&] { linalg::cho_solve(of(shape(2, 2)), of(shape(3, 1))); }),
      "cho_solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
      "(m,m),(m,n)->(m,n) (size 3 is different from 2)");
}

}  // namespace
