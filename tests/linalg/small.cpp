// Matrices of up to eight rows, which acre computes itself, beside those of nine.
#include <acre/device/graph.hpp>
#include <acre/rearrange/triangle.hpp>
#include <acre/reduce/logic.hpp>

#include <functional>
#include <initializer_list>

#include "linear_algebra.hpp"

using acre::ALL, acre::matmul, acre::shape, acre::slice;
using acre_test::dagger, acre_test::epsilon, acre_test::error_of, acre_test::expect_at_most,
    acre_test::from_identity, acre_test::largest, acre_test::linear_algebra, acre_test::place,
    acre_test::values;
namespace linalg = acre::linalg;

namespace {

TYPED_TEST_SUITE(linear_algebra, acre_test::spaces, acre_test::space_names);

/// With `rest` on the diagonal below: a matrix of nine rows, which the library computes.
template <class A>
auto nine_rows(A const& a, typename A::value_type rest = 1)
{
  auto const n = a.shape()[1];
  auto all = acre::zeros<typename A::value_type>(a.space(), shape(a.shape()[0], 9, 9));
  all(ALL, slice(n, 9), slice(n, 9)) =
      evaluate(acre::eye<typename A::value_type>(a.space(), 9 - n) * rest);
  all(ALL, slice(0, n), slice(0, n)) = a;
  return all;
}

/// Beside the library's results, in units of eps times the condition number.
TYPED_TEST(linear_algebra, small_matrices_are_as_accurate_as_the_library)
{
  auto const check = [&]<class T>(T) {
    double const eps = epsilon<T>;
    std::int64_t const count = 200;
    for (std::int64_t const n : {1, 2, 3, 4, 5, 8}) {
      auto const a = this->template matrix<T>(n, count, n, n);
      auto const own = linalg::inv(a);
      auto const theirs = evaluate(linalg::inv(nine_rows(a))(ALL, slice(0, n), slice(0, n)));
      auto const det = to_vector(linalg::det(a)), other = to_vector(linalg::det(nine_rows(a)));
      auto const b = this->template matrix<T>(3, count, n, 2);
      auto const x = linalg::solve(a, b);
      for (int k = 0; k < count; ++k) {
        double const size = largest(own(k)), condition = size * largest(a(k)) * n * n;
        expect_at_most(largest(own(k) - theirs(k)), 4 * eps * condition * size);
        // what one rounding of x leaves, and in float64 what the factors do
        bool const rounded_once = sizeof(acre::real_t<T>) == 4;
        double const left = largest(matmul(a(k), x(k)) - b(k));
        expect_at_most(left, eps * (rounded_once ? 2 : 4) * n * n * largest(a(k)) * largest(x(k)));
        auto const at = static_cast<std::size_t>(k);
        expect_at_most(acre_test::magnitude(det[at] - other[at]),
                       4 * eps * condition * acre_test::magnitude(det[at]));
      }
    }
  };
  check(float());
  check(double());
  check(acre::complex<float>());
  check(acre::complex<double>());
}

TYPED_TEST(linear_algebra, small_hermitian_matrices)
{
  auto const check = [&]<class T>(T) {
    double const eps = epsilon<T>;
    std::int64_t const count = 200;
    for (std::int64_t const n : {1, 2, 3, 4, 5, 8}) {
      auto const a = this->template matrix<T>(n, count, n, n);
      auto const h = evaluate(a + dagger(a));
      auto const p = evaluate(matmul(a, dagger(a)) + acre::eye<T>(this->space, n));
      for (auto const which : {acre::triangle::lower, acre::triangle::upper}) {
        auto const [w, v] = linalg::eigh(h, which);
        expect_at_most(largest(matmul(h, v) - v * acre::expand_dims(w, -2)), 4 * n * eps);
        expect_at_most(from_identity(matmul(dagger(v), v)), 4 * n * eps);
        EXPECT_TRUE(all(w(ALL, slice(0, n - 1)) <= w(ALL, slice(1, n))).item());
        expect_at_most(largest(linalg::eigvalsh(h, which) - w), 0);
        // the component of the greatest absolute value
        if constexpr (std::is_arithmetic_v<T>) {
          EXPECT_TRUE(all(acre::max(v, 1) >= acre::max(-v, 1)).item());
        }
        auto const l = linalg::cholesky(p, which);
        double const bound = 2 * static_cast<double>(n) * eps * largest(p);
        if (which == acre::triangle::lower) {
          expect_at_most(largest(matmul(l, dagger(l)) - p), bound);
          expect_at_most(largest(acre::triu(l, 1)), 0);
        } else {
          expect_at_most(largest(matmul(dagger(l), l) - p), bound);
          expect_at_most(largest(acre::tril(l, -1)), 0);
        }
      }
      auto const theirs = linalg::eigvalsh(nine_rows(h, T(-100)));
      expect_at_most(largest(theirs(ALL, slice(9 - n, 9)) - linalg::eigvalsh(h)), 900 * eps);
    }
  };
  check(float());
  check(double());
  check(acre::complex<float>());
  check(acre::complex<double>());
}

TYPED_TEST(linear_algebra, small_matrices_of_special_values)
{
  double const inf = std::numeric_limits<double>::infinity(),
               nan = std::numeric_limits<double>::quiet_NaN();
  for (std::int64_t const n : {1, 2, 3, 4, 5, 8, 9}) {
    auto const one = acre::eye<double>(this->space, n);
    auto const all = acre::ones<double>(this->space, shape(n, n));
    double const m = static_cast<double>(n);
    // equal eigenvalues, also 0
    for (double const scale : {0.0, 1.0, -1.0, 1e300, 1e-300, 5e-324}) {
      if (n > acre::linalg_own_rows) break;  // the library may overflow on the way
      auto const [w, v] = linalg::eigh(evaluate(one * scale));
      expect_at_most(largest(w - scale), 0);
      expect_at_most(from_identity(v), 0);
      auto const [values_of_all, vectors] = linalg::eigh(evaluate(all * scale));
      expect_at_most(from_identity(matmul(vectors.transpose(), vectors)), 1e-14);
      double const sum = scale * m;
      expect_at_most(std::fabs(values_of_all(sum > 0 ? -1 : 0).item() - sum),
                     std::fabs(sum) * 1e-14);
      if (scale == 0) continue;
      // inverses without overflow on the way, and determinants
      if (std::fabs(scale) > 1e-307)
        expect_at_most(largest(linalg::inv(evaluate(one * scale)) - one / scale), 0);
      expect_at_most(largest(linalg::solve(evaluate(one * scale), evaluate(all * scale)) - all), 0);
      auto const [sign, logarithm] = linalg::slogdet(evaluate(one * scale));
      EXPECT_EQ(sign.item(), scale < 0 && n % 2 == 1 ? -1 : 1);
      EXPECT_NEAR(logarithm.item(), m * std::log(std::fabs(scale)), 1e-12 * m);
    }
    auto mixed = acre::copy(one);
    mixed(0, 0) = 1e200;
    if (n > 1) mixed(1, 1) = 1e200;
    if (n > 2) mixed(2, 2) = 1e-200;
    if (n > 3) mixed(3, 3) = 1e-200;
    double const product = n == 1 ? 1e200 : n == 2 ? inf : n == 3 ? 1e200 : 1;
    double const det = linalg::det(mixed).item();
    EXPECT_TRUE(det == product || std::fabs(det / product - 1) < 1e-14) << det;
    // rows that change places
    auto const turned = acre::copy(one(slice(acre::none, acre::none, -1)));
    EXPECT_EQ(linalg::det(turned).item(), n / 2 % 2 == 0 ? 1 : -1);
    EXPECT_EQ(from_identity(matmul(linalg::inv(turned), turned)), 0);
    // singular ones, among others
    auto stack = this->template matrix<double>(1, 1000, n, n);
    stack(737) = evaluate(all * (n == 1 ? 0.0 : 3.0));
    EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::inv(stack); }), "Singular matrix");
    EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::solve(stack, all); }), "Singular matrix");
    EXPECT_EQ(linalg::det(stack)(737).item(), 0);
    EXPECT_EQ(linalg::slogdet(stack).logabsdet(737).item(), -inf);
    EXPECT_EQ(linalg::slogdet(stack).sign(737).item(), 0);
    // not finite ones
    stack(737) = one;
    EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::inv(stack); }), "nothing");
    stack(737, n - 1, 0) = nan;
    EXPECT_TRUE(std::isnan(linalg::det(stack)(737).item()) || n > 1);
    EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::inv(stack); }), "nothing");
    EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::eigh(stack); }),
              "Eigenvalues did not converge");
    EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::eigvalsh(stack, acre::triangle::upper); }),
              "Eigenvalues did not converge");
    stack(737, n - 1, 0) = inf;
    EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::eigvalsh(stack); }),
              "Eigenvalues did not converge");
    auto const positive = evaluate(matmul(stack, acre::swapaxes(stack, -1, -2)) + one);
    EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::cholesky(positive); }),
              "Matrix is not positive definite");
    positive(737) = -one;
    EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::cholesky(positive); }),
              "Matrix is not positive definite");
    positive(737) = one;
    EXPECT_EQ(error_of<acre::linalg_error>([&] { linalg::cholesky(positive); }), "nothing");
  }
}

/// Determinants are queued; what may fail is waited for.
TYPED_TEST(linear_algebra, small_matrices_in_graphs)
{
  auto const a = this->template matrix<double>(1, 100, 3, 3);
  auto const out = acre::zeros<double>(this->space, shape(100));
  auto const steps = acre::capture(this->space, [=] { out(ALL) = linalg::det(a); });
  a(ALL) = a * 2.0;
  steps.replay();
  EXPECT_TRUE(acre_test::equals(out, to_vector(linalg::det(a))));
  for (auto const& call : std::initializer_list<std::function<void()>>{
           [=] { linalg::inv(a); }, [=] { linalg::eigh(a); }, [=] { linalg::cholesky(a); }})
    EXPECT_EQ(
        error_of<acre::value_error>([&] { acre::capture(this->space, call); }),
        "capture: the host waits for the queue while the queue captures a graph; that belongs "
        "before or behind capture()");
}

/// An eigenvalue problem whose parts are of very different sizes, to the accuracy of its largest.
TYPED_TEST(linear_algebra, small_hermitian_matrices_of_all_sizes)
{
  for (std::int64_t const n : {2, 3, 5, 8})
    for (double const ratio : {1e-5, 1e-40, 1e-160}) {
      auto v = acre_test::numbers<double>(n * n, n);
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j)
          v[static_cast<std::size_t>(i * n + j)] *= std::pow(ratio, static_cast<double>(i + j));
      for (bool const turned : {false, true}) {
        if (turned) std::reverse(v.begin(), v.end());
        auto const a = place(this->space, v, shape(n, n));
        auto const h = evaluate(a + a.transpose());
        auto const [w, x] = linalg::eigh(h);
        expect_at_most(from_identity(matmul(x.transpose(), x)), 1e-14);
        expect_at_most(largest(matmul(h, x) - x * w), 1e-14);
      }
    }
}

}  // namespace
