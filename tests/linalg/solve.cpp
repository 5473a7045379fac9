// Equations, of matrices anew.

#include "linear_algebra.hpp"

using acre::ALL, acre::matmul, acre::shape, acre::none, acre::slice;
using acre_test::expect_at_most, acre_test::linear_algebra, acre_test::error_of, acre_test::largest,
    acre_test::place, acre_test::values;
namespace linalg = acre::linalg;

namespace {

TYPED_TEST_SUITE(linear_algebra, acre_test::spaces, acre_test::space_names);

TYPED_TEST(linear_algebra, solves)
{
  auto const check = [&]<class T>(T) {
    for (std::int64_t const n : {1, 2, 17, 100}) {
      auto const a = this->template matrix<T>(1, n, n);
      for (std::int64_t const k : {1, 3}) {
        auto const b = this->template matrix<T>(2, n, k);
        auto const x = linalg::solve(a, b);
        EXPECT_EQ(x.shape(), shape(n, k));
        this->expect_solution(a, x, b);
        auto const turned = linalg::solve(a.transpose(), b);
        this->expect_solution(a.transpose(), turned, b);
      }
      auto const b = this->template matrix<T>(2, n);
      auto const x = linalg::solve(a, b);
      EXPECT_EQ(x.shape(), shape(n));
      this->expect_solution(a, x, b);
    }
  };
  check(float());
  check(double());
  check(acre::complex<float>());
  check(acre::complex<double>());
}

TYPED_TEST(linear_algebra, solves_stacks_and_broadcasts)
{
  auto const a = this->template matrix<double>(1, 5, 4, 4),
             b = this->template matrix<double>(2, 5, 4, 3);
  this->expect_solution(a, linalg::solve(a, b), b);
  auto const one = a(0, ALL, ALL);
  this->expect_solution(one, linalg::solve(one, b), b);
  auto const side = b(0, ALL, slice(0, 1));
  auto const x = linalg::solve(a, side);
  EXPECT_EQ(x.shape(), shape(5, 4, 1));
  this->expect_solution(a, x, side);
  auto const vectors = linalg::solve(a, side(ALL, 0));
  EXPECT_EQ(vectors.shape(), shape(5, 4));
  expect_at_most(largest(vectors - x(ALL, ALL, 0)), 1e-12);
  auto const pairs =
      linalg::solve(a.reshape(shape(5, 1, 4, 4)), this->template matrix<double>(3, 2, 4, 3));
  EXPECT_EQ(pairs.shape(), shape(5, 2, 4, 3));
}

TYPED_TEST(linear_algebra, solve_refuses)
{
  auto const of = [&](auto const& extents) { return acre::zeros<double>(this->space, extents); };
  EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::solve(of(shape(2, 2)), of(shape(2))); }),
            "Singular matrix");
  auto const one_bad = this->template matrix<double>(1, 3, 4, 4);
  one_bad(1, 2, ALL) = 0.0;
  EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::inv(one_bad); }), "Singular matrix");
  EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::solve(of(shape(2, 3)), of(shape(2))); }),
            "Last 2 dimensions of the array must be square, not 2 by 3");
  EXPECT_EQ(error_of<acre::shape_error>([&] { linalg::solve(of(shape(2, 2)), of(shape(3))); }),
            "solve1: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(m,m),(m)->(m) (size 3 is different from 2)");
  EXPECT_EQ(
      error_of<acre::shape_error>([&] { linalg::solve(of(shape(2, 2, 2)), of(shape(3, 2, 4))); }),
      "operands could not be broadcast together with remapped shapes [original->remapped]: "
      "(2,2,2)->(2,newaxis,newaxis) (3,2,4)->(3,newaxis,newaxis)  and requested shape (2,4)");
  // and the space goes on
  auto const a = this->template matrix<double>(1, 4, 4);
  auto const b = this->template matrix<double>(2, 4);
  this->expect_solution(a, linalg::solve(a, b), b);
}

TYPED_TEST(linear_algebra, takes_any_strides_and_integers)
{
  auto const wide = this->template matrix<double>(1, 20, 30);
  auto const a = wide(slice(1, none, 2), slice(0, 10)), b = wide(slice(0, 10), slice(12, 30, 7));
  this->expect_solution(a, linalg::solve(a, b), b);
  auto const back = wide(slice(none, none, -2), slice(29, none, -3));
  expect_at_most(largest(matmul(linalg::inv(back), back) - acre::eye<double>(this->space, 10)),
                 1e-10);
  auto const whole = place(this->space, values<int>{2, 1, 1, 3}, shape(2, 2));
  auto const x = linalg::solve(whole, place(this->space, values<std::int8_t>{5, 10}, shape(2)));
  static_assert(acre_test::has_dtype<double, decltype(x)>);
  EXPECT_TRUE(acre_test::equals(x, {1.0, 3.0}));
  EXPECT_TRUE(acre_test::equals(linalg::det(whole), {5.0}));
  EXPECT_TRUE(acre_test::equals(linalg::matmul(whole, whole), {5, 5, 5, 10}));
  // an operand of another queue
  TypeParam const other = this->space.new_queue();
  auto c = place(other, to_vector(a), shape(10, 10));
  auto const y = linalg::solve(c, b);
  auto const z = linalg::matmul(c, b);
  c = 0.0;
  this->expect_solution(a, y, b);
  expect_at_most(largest(z - matmul(a, b)), 1e-13);
}

}  // namespace
