// Decompositions of square matrices, by what they are the parts of.
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/rearrange/triangle.hpp>
#include <acre/reduce/sum.hpp>

#include "linear_algebra.hpp"

using acre::matmul;
using acre_test::dagger, acre_test::epsilon, acre_test::expect_at_most, acre_test::from_identity,
    acre_test::largest, acre_test::linear_algebra, acre_test::magnitude;
namespace linalg = acre::linalg;

namespace {

TYPED_TEST_SUITE(linear_algebra, acre_test::spaces, acre_test::space_names);

TYPED_TEST(linear_algebra, decomposes_square_matrices)
{
  auto const check = [&]<class T>(T) {
    for (std::int64_t const n : {1, 2, 17}) {
      double const bound = 60 * epsilon<T> * static_cast<double>(n);
      auto const a = this->template matrix<T>(2 * n, n, n);
      auto const h = evaluate(matmul(a, dagger(a)) + acre::eye<T>(this->space, n));
      auto const lower = linalg::cholesky(h);
      expect_at_most(largest(matmul(lower, dagger(lower)) - h), bound);
      EXPECT_EQ(largest(acre::triu(lower, 1)), 0);
      auto const upper = linalg::cholesky(h, acre::triangle::upper);
      expect_at_most(largest(upper - dagger(lower)), bound * (1 + largest(h)));
      auto const hermitian = evaluate(a + dagger(a));
      for (auto const which : {acre::triangle::lower, acre::triangle::upper}) {
        auto const half = which == acre::triangle::lower ? evaluate(acre::tril(hermitian))
                                                         : evaluate(acre::triu(hermitian));
        auto const [w, v] = linalg::eigh(half, which);
        expect_at_most(largest(matmul(hermitian, v) - v * w), bound);
        expect_at_most(from_identity(matmul(dagger(v), v)), bound);
        expect_at_most(largest(linalg::eigvalsh(half, which) - w), bound);
      }
      auto const [w, v] = linalg::eig(a);
      auto const product = matmul(acre::cast<typename decltype(v)::value_type>(a), v);
      expect_at_most(largest(product - v * w), bound);
      expect_at_most(largest(acre::sum(linalg::eigvals(a)) - acre::sum(w)), bound);
      auto const inverted = linalg::inv(h);
      expect_at_most(from_identity(matmul(h, inverted)), bound * (1 + largest(h)));
      auto const [sign, log] = linalg::slogdet(h);
      expect_at_most(magnitude(sign.item() - T(1)), bound);
      EXPECT_NEAR(log.item(), acre::sum(acre::log(linalg::eigvalsh(h))).item(), bound);
      expect_at_most(largest(linalg::matrix_power(a, 3) - matmul(a, matmul(a, a))), n * bound);
    }
  };
  check(float());
  check(double());
  check(acre::complex<float>());
  check(acre::complex<double>());
}

}  // namespace
