// Determinants, least squares, and what is refused or empty.
#include <acre/elementwise/elementary.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/rearrange.hpp>

#include "linear_algebra.hpp"

using acre::ALL, acre::matmul, acre::shape, acre::slice;
using acre_test::expect_at_most, acre_test::linear_algebra, acre_test::error_of,
    acre_test::from_identity, acre_test::largest, acre_test::place, acre_test::values;
namespace linalg = acre::linalg;

namespace {

TYPED_TEST_SUITE(linear_algebra, acre_test::spaces, acre_test::space_names);

TYPED_TEST(linear_algebra, has_determinants)
{
  auto const of = [&](values<double> const& v, std::int64_t n) {
    return place(this->space, v, shape(n, n));
  };
  EXPECT_EQ(linalg::det(of({1, 2, 3, 4}, 2)).item(), -2);
  EXPECT_EQ(linalg::det(of({0, 1, 1, 0}, 2)).item(), -1);
  EXPECT_EQ(linalg::det(of({1, 2, 2, 4}, 2)).item(), 0);
  EXPECT_EQ(linalg::det(of({}, 0)).item(), 1);
  auto const [sign, log] = linalg::slogdet(of({1, 2, 2, 4}, 2));
  EXPECT_EQ(sign.item(), 0);
  EXPECT_EQ(log.item(), -std::numeric_limits<double>::infinity());
  // far beyond what a product of them could hold
  auto const large = evaluate(acre::eye<double>(this->space, 300) * 1e10);
  EXPECT_NEAR(linalg::slogdet(large).logabsdet.item(), 3000 * std::log(10.0), 1e-9);
  EXPECT_EQ(linalg::det(large).item(), std::numeric_limits<double>::infinity());
  auto const mixed = acre::copy(large);
  mixed(slice(0, 150), slice(0, 150)) = acre::eye<double>(this->space, 150) * 1e-10;
  EXPECT_NEAR(linalg::det(mixed).item(), 1, 1e-12);
  EXPECT_TRUE(
      acre_test::equals(linalg::matrix_power(of({1, 1, 1, 0}, 2), 10), {89.0, 55.0, 55.0, 34.0}));
  EXPECT_TRUE(
      acre_test::equals(linalg::matrix_power(of({1, 1, 1, 0}, 2), 0), {1.0, 0.0, 0.0, 1.0}));
  EXPECT_TRUE(
      acre_test::equals(linalg::matrix_power(of({2, 0, 0, 4}, 2), -2), {0.25, 0.0, 0.0, 0.0625}));
}

TYPED_TEST(linear_algebra, has_determinants_of_stacks)
{
  // rows of a diagonal of powers of two in another order, so that there is nothing to round
  auto const check = [&]<class T>(T, std::int64_t n, std::int64_t count) {
    values<T> all(static_cast<std::size_t>(count * n * n)), wanted, signs;
    values<acre::real_t<T>> logarithms;
    for (std::int64_t each = 0; each < count; ++each) {
      int exponent = 0;
      bool odd = false;
      std::int64_t const turned = each % (n - 1) + 1;  // rows 0 to turned go round: as many swaps
      for (std::int64_t row = 0; row < n; ++row) {
        std::int64_t const column = row > turned ? row : (row + 1) % (turned + 1);
        int const power = static_cast<int>((each * 7 + row * 5) % 11) - 5;
        bool const negative = (each + row) % 3 == 0;
        exponent += power;
        odd ^= negative;
        all[static_cast<std::size_t>((each * n + row) * n + column)] =
            T(std::ldexp(acre::real_t<T>(negative ? -1 : 1), power));
      }
      odd ^= turned % 2 != 0;
      bool const singular = each % 50 == 49;
      if (singular) {
        std::int64_t const row = each % n;
        for (std::int64_t column = 0; column < n; ++column)
          all[static_cast<std::size_t>((each * n + row) * n + column)] = T(0);
      }
      acre::real_t<T> const sign = singular ? 0 : odd ? -1 : 1;
      signs.push_back(T(sign));
      wanted.push_back(T(std::ldexp(sign, exponent)));
      logarithms.push_back(static_cast<acre::real_t<T>>(
          singular ? -std::numeric_limits<double>::infinity() : exponent * std::log(2.0)));
    }
    auto const a = place(this->space, all, shape(count, n, n));
    EXPECT_EQ(largest(linalg::det(a) - place(this->space, wanted, shape(count))), 0) << n;
    auto const [sign, logarithm] = linalg::slogdet(a);
    EXPECT_EQ(largest(sign - place(this->space, signs, shape(count))), 0) << n;
    auto const found = to_vector(logarithm);
    for (std::size_t i = 0; i < found.size(); ++i)
      if (std::isinf(logarithms[i]))
        EXPECT_EQ(found[i], logarithms[i]) << i;
      else
        EXPECT_NEAR(found[i], logarithms[i], 1e-5) << i;
  };
  check(float(), 32, 517);
  check(double(), 9, 100);
  check(double(), 300, 3);
  check(acre::complex<float>(), 17, 67);
  check(acre::complex<double>(), 12, 1);
}

TYPED_TEST(linear_algebra, finds_least_squares)
{
  auto const x = place(this->space, values<double>{0, 1, 2, 3}, shape(4)),
             y = place(this->space, values<double>{-1, 0.2, 0.9, 2.1}, shape(4));
  auto const a = acre::stack(std::tuple(x, acre::ones<double>(this->space, shape(4))), -1);
  auto const line = linalg::lstsq(a, y);
  EXPECT_NEAR(line.x(0).item(), 1, 1e-14);
  EXPECT_NEAR(line.x(1).item(), -0.95, 1e-14);
  EXPECT_NEAR(line.residuals(0).item(), 0.05, 1e-14);
  EXPECT_EQ(line.rank, 2);
  auto const b = this->template matrix<double>(3, 4, 3);
  auto const several = linalg::lstsq(a, b);
  expect_at_most(largest(several.x - linalg::matmul(linalg::pinv(a), b)), 1e-14);
  auto const singular = linalg::lstsq(acre::ones<double>(this->space, shape(3, 2)), y(slice(0, 3)));
  EXPECT_EQ(singular.rank, 1);
  EXPECT_EQ(singular.residuals.size(), 0);
  EXPECT_NEAR(singular.x(0).item(), singular.x(1).item(), 1e-15);
  EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::lstsq(a, y(slice(0, 3))); }),
            "Incompatible dimensions");
  EXPECT_NEAR(
      linalg::cond(place(this->space, values<double>{1, 0, -1, 0, 1, 0, 1, 0, 1}, shape(3, 3)))
          .item(),
      std::sqrt(2.0), 1e-14);
  EXPECT_EQ(linalg::cond(acre::zeros<double>(this->space, shape(2, 2))).item(),
            std::numeric_limits<double>::infinity());
}

TYPED_TEST(linear_algebra, refuses_what_it_cannot_decompose)
{
  auto const of = [&](values<double> const& v) { return place(this->space, v, shape(2, 2)); };
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const square = "Last 2 dimensions of the array must be square, not 2 by 3";
  auto const wide = this->template matrix<double>(1, 2, 3);
  auto const refused = [](auto const& call) { return error_of<acre::linalg_error>(call); };
  EXPECT_EQ(refused([&] { linalg::cholesky(of({1, 2, 2, 1})); }),
            "Matrix is not positive definite");
  EXPECT_EQ(refused([&] { linalg::cholesky(of({nan, 2, 2, 1})); }),
            "Matrix is not positive definite");
  auto large = acre::eye<double>(this->space, 80);
  EXPECT_EQ(refused([&] { linalg::cholesky(large); }), "nothing");
  for (double const bad : {nan, HUGE_VAL}) {
    large(79, 3) = bad;
    EXPECT_EQ(refused([&] { linalg::cholesky(large); }), "Matrix is not positive definite");
    large(79, 3) = 0;
    large(40, 40) = bad;
    EXPECT_EQ(refused([&] { linalg::cholesky(large); }), "Matrix is not positive definite");
    large(40, 40) = 1;
  }
  EXPECT_EQ(refused([&] { linalg::svd(of({nan, 2, 2, 1})); }), "SVD did not converge");
  EXPECT_EQ(refused([&] { linalg::svdvals(of({1, 2, -HUGE_VAL, 1})); }), "SVD did not converge");
  EXPECT_EQ(refused([&] { linalg::lstsq(of({nan, 2, 2, 1}), of({1, 2, 3, 4})); }),
            "SVD did not converge in Linear Least Squares");
  EXPECT_EQ(refused([&] { linalg::eigh(of({nan, 2, 2, 1})); }), "Eigenvalues did not converge");
  EXPECT_EQ(refused([&] { linalg::eig(of({nan, 2, 2, 1})); }),
            "Array must not contain infs or NaNs");
  EXPECT_EQ(refused([&] { linalg::inv(of({1, 2, 2, 4})); }), "Singular matrix");
  EXPECT_EQ(refused([&] { linalg::matrix_power(of({1, 2, 2, 4}), -1); }), "Singular matrix");
  EXPECT_EQ(refused([&] { linalg::cholesky(wide); }), square);
  EXPECT_EQ(refused([&] { linalg::det(wide); }), square);
  EXPECT_EQ(refused([&] { linalg::slogdet(wide); }), square);
  EXPECT_EQ(refused([&] { linalg::inv(wide); }), square);
  EXPECT_EQ(refused([&] { linalg::eig(wide); }), square);
  EXPECT_EQ(refused([&] { linalg::eigvalsh(wide); }), square);
  EXPECT_EQ(refused([&] { linalg::matrix_power(wide, 2); }), square);
  EXPECT_EQ(refused([&] { linalg::cond(acre::empty<double>(this->space, shape(0, 3))); }),
            "cond is not defined on empty arrays");
}

TYPED_TEST(linear_algebra, of_nothing_is_nothing)
{
  auto const of = [&](auto const& extents) { return acre::empty<double>(this->space, extents); };
  EXPECT_EQ(linalg::solve(of(shape(0, 0)), of(shape(0, 3))).shape(), shape(0, 3));
  EXPECT_EQ(linalg::solve(of(shape(3, 3)), of(shape(3, 0))).shape(), shape(3, 0));
  EXPECT_EQ(linalg::solve(of(shape(0, 3, 3)), of(shape(3, 1))).shape(), shape(0, 3, 1));
  EXPECT_EQ(linalg::inv(of(shape(0, 4, 4))).shape(), shape(0, 4, 4));
  EXPECT_EQ(linalg::cholesky(of(shape(0, 0))).shape(), shape(0, 0));
  auto const [u, s, vh] = linalg::svd(of(shape(0, 3)));
  EXPECT_EQ(s.size(), 0);
  EXPECT_EQ(from_identity(vh), 0);
  auto const [q, r] = linalg::qr(of(shape(3, 0)), acre::qr_mode::complete);
  EXPECT_EQ(from_identity(q), 0);
  EXPECT_EQ(r.shape(), shape(3, 0));
  EXPECT_EQ(linalg::eigh(of(shape(0, 0))).eigenvectors.shape(), shape(0, 0));
  EXPECT_EQ(linalg::eigvals(of(shape(0, 0))).size(), 0);
  EXPECT_EQ(linalg::pinv(of(shape(0, 3))).shape(), shape(3, 0));
  EXPECT_EQ(linalg::matrix_rank(of(shape(3, 0))).item(), 0);
  auto const [p, l, upper] = linalg::lu(of(shape(2, 0)));
  EXPECT_EQ(from_identity(p), 0);
}

}  // namespace
