// Decompositions, by what they are the parts of.
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre/rearrange/triangle.hpp>

#include "linear_algebra.hpp"

using acre::ALL, acre::matmul, acre::shape, acre::slice;
using acre_test::expect_at_most, acre_test::linear_algebra, acre_test::dagger, acre_test::epsilon,
    acre_test::from_identity, acre_test::largest, acre_test::magnitude;
namespace linalg = acre::linalg;

namespace {

TYPED_TEST_SUITE(linear_algebra, acre_test::spaces, acre_test::space_names);

TYPED_TEST(linear_algebra, decomposes)
{
  auto const check = [&]<class T>(T) {
    double const eps = epsilon<T>;
    for (auto const& [m, n] :
         {std::pair{1, 1}, {2, 2}, {17, 17}, {30, 17}, {17, 30}, {5, 1}, {1, 5}}) {
      double const bound = 60 * eps * std::max(m, n);
      auto const a = this->template matrix<T>(m + n, m, n);
      auto const k = std::min(m, n);
      auto const [p, l, u] = linalg::lu(a);
      expect_at_most(largest(matmul(p, matmul(l, u)) - a), bound);
      EXPECT_EQ(l.shape(), shape(m, k));
      EXPECT_EQ(largest(acre::triu(l, 1)), 0);
      EXPECT_EQ(largest(acre::tril(u, -1)), 0);
      auto const [q, r] = linalg::qr(a);
      EXPECT_EQ(q.shape(), shape(m, k));
      expect_at_most(largest(matmul(q, r) - a), bound);
      expect_at_most(from_identity(matmul(dagger(q), q)), bound);
      EXPECT_EQ(largest(acre::tril(r, -1)), 0);
      auto const [whole_q, whole_r] = linalg::qr(a, acre::qr_mode::complete);
      EXPECT_EQ(whole_q.shape(), shape(m, m));
      expect_at_most(largest(matmul(whole_q, whole_r) - a), bound);
      expect_at_most(from_identity(matmul(dagger(whole_q), whole_q)), bound);
      for (bool const full : {false, true}) {
        auto const [left, s, right] = linalg::svd(a, full);
        EXPECT_EQ(left.shape(), shape(m, full ? m : k));
        EXPECT_EQ(right.shape(), shape(full ? n : k, n));
        expect_at_most(from_identity(matmul(dagger(left), left)), bound);
        expect_at_most(from_identity(matmul(right, dagger(right))), bound);
        auto const scaled = evaluate(left(ALL, slice(0, k)) * s);
        expect_at_most(largest(matmul(scaled, right(slice(0, k), ALL)) - a), bound);
        expect_at_most(largest(linalg::svdvals(a) - s), bound);
        for (int i = 1; i < k; ++i) EXPECT_GE(s(i - 1).item(), s(i).item());
      }
      auto const inverse = linalg::pinv(a);
      expect_at_most(largest(matmul(a, matmul(inverse, a)) - a), 10 * bound);
      EXPECT_EQ(linalg::matrix_rank(a).item(), k);
    }
  };
  check(float());
  check(double());
  check(acre::complex<float>());
  check(acre::complex<double>());
}

}  // namespace
