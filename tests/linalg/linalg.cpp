// Linear algebra of the vendors' libraries by what defines it: equations, products, orthogonality.
// Messages are NumPy's (2.4).

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/linalg/dense.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre/rearrange/triangle.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>
#include <acre_test/order_hashes.hpp>

#include <algorithm>
#include <cmath>

using acre::ALL, acre::matmul, acre::none, acre::shape, acre::slice;
using acre_test::error_of, acre_test::place;
namespace linalg = acre::linalg;

namespace {

template <class T>
using values = std::vector<T>;

template <class T>
double magnitude(T const& x)
{
  if constexpr (std::is_arithmetic_v<T>)
    return std::fabs(static_cast<double>(x));
  else
    return std::hypot(static_cast<double>(x.real()), static_cast<double>(x.imag()));
}

/// The largest absolute value.
template <class E>
double largest(E const& e)
{
  double m = 0;
  for (auto const& x : to_vector(e))
    m = std::max(m, std::isnan(magnitude(x)) ? 1e300 : magnitude(x));
  return m;
}

template <class T>
constexpr double epsilon = std::numeric_limits<acre::real_t<T>>::epsilon();

/// From -1 to 1.
template <class T>
values<T> numbers(std::int64_t n, std::int64_t seed)
{
  values<T> v;
  auto const one = [&](std::int64_t k) {
    return static_cast<acre::real_t<T>>(
        static_cast<double>(acre_test::mix(seed * 1000003 + k)) * 0x1p-63 - 1);
  };
  for (std::int64_t i = 0; i < n; ++i)
    if constexpr (std::is_arithmetic_v<T>)
      v.push_back(one(i));
    else
      v.emplace_back(one(2 * i), one(2 * i + 1));
  return v;
}

template <class Space>
class linear_algebra : public acre_test::on_space<Space> {
 protected:
  template <class T, class... Extent>
  auto matrix(std::int64_t seed, Extent... extent) const
  {
    return place(this->space, numbers<T>((std::int64_t{1} * ... * extent), seed), shape(extent...));
  }
  /// |a x - b| within what partial pivots leave.
  template <class A, class X, class B>
  void expect_solution(A const& a, X const& x, B const& b)
  {
    using T = typename X::value_type;
    auto const n = static_cast<double>(a.shape()[A::rank - 1]);
    EXPECT_LE(largest(matmul(a, x) - b),
              10 * epsilon<T> * n * n * (1 + largest(a)) * (1 + largest(x)));
  }
};
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
  EXPECT_LE(largest(vectors - x(ALL, ALL, 0)), 1e-12);
  auto const pairs =
      linalg::solve(a.reshape(shape(5, 1, 4, 4)), this->template matrix<double>(3, 2, 4, 3));
  EXPECT_EQ(pairs.shape(), shape(5, 2, 4, 3));
}

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
    EXPECT_LE(largest(product - place(this->space, rows, shape(17, 17))), 17 * 17 * epsilon<T>);
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
    EXPECT_LE(largest(x(1, ALL, k) - linalg::solve(a(ALL, 0), b(1, ALL, k))), 1e-9);
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

TYPED_TEST(linear_algebra, multiplies_many_in_the_best_order)
{
  auto const a = this->template matrix<double>(1, 10, 30),
             b = this->template matrix<double>(2, 30, 5),
             c = this->template matrix<double>(3, 5, 60),
             d = this->template matrix<double>(4, 60, 7);
  auto const close = [](auto const& x, auto const& y) {
    EXPECT_EQ(x.shape(), y.shape());
    EXPECT_LE(largest(x - y), 1e-10);
  };
  auto const abc = matmul(matmul(a, b), c), abcd = matmul(abc, d);
  close(linalg::multi_dot(a, b), matmul(a, b));
  close(linalg::multi_dot(a, b, c), abc);
  close(linalg::multi_dot(a, b, c, d), abcd);
  close(linalg::multi_dot(a(0), b, c, d), evaluate(abcd(0)));
  close(linalg::multi_dot(a, b, c, d(ALL, 0)), evaluate(abcd(ALL, 0)));
  close(linalg::multi_dot(a(0), b, c, d(ALL, 0)), evaluate(abcd(0, 0)));
  close(linalg::multi_dot(a(0), a(1)), matmul(a(0), a(1)));
  close(linalg::multi_dot(acre::cast<float>(a), b, c), matmul(matmul(acre::cast<float>(a), b), c));
  auto const three = acre::full<int>(this->space, shape(2, 2), 3);
  EXPECT_EQ(to_vector(linalg::multi_dot(three, three, three)), values<int>(4, 108));
  // CLRS' example: ((a (b c)) ((d e) f))
  auto const splits = acre::detail::product_splits({30, 35, 15, 5, 10, 20, 25});
  EXPECT_EQ(splits[0 * 6 + 5], 2u);
  EXPECT_EQ(splits[0 * 6 + 2], 0u);
  EXPECT_EQ(splits[3 * 6 + 5], 4u);
  EXPECT_EQ(error_of<acre::shape_error>([&] { linalg::multi_dot(a, b, d); }),
            "shapes (30,5) and (60,7) not aligned: 5 (dim 1) != 60 (dim 0)");
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
            "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
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
  EXPECT_LE(largest(matmul(linalg::inv(back), back) - acre::eye<double>(this->space, 10)), 1e-10);
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
  EXPECT_LE(largest(z - matmul(a, b)), 1e-13);
}

TYPED_TEST(linear_algebra, multiplies)
{
  auto const check = [&]<class T>(T) {
    auto const a = this->template matrix<T>(1, 37, 45), b = this->template matrix<T>(2, 45, 70);
    auto const same = [&](auto const& product, auto const& x, auto const& y) {
      EXPECT_EQ(product.shape(), matmul(x, y).shape());
      EXPECT_LE(largest(product - matmul(x, y)), 300 * epsilon<T>);
    };
    auto const check_product = [&](auto const& x, auto const& y) {
      same(linalg::matmul(x, y), x, y);
    };
    check_product(a, b);
    auto const at = acre::copy(a.transpose()).transpose(),
               bt = acre::copy(b.transpose()).transpose();
    check_product(at, b);
    check_product(a, bt);
    check_product(bt.transpose(), at.transpose());
    check_product(a(slice(1, none, 3), slice(2, 40)), b(slice(3, 41), slice(none, none, 2)));
    check_product(flip(a), b);
    check_product(a(0, ALL), b);
    check_product(a, b(ALL, 3));
    check_product(a(0, ALL), b(ALL, 3));
    check_product(a(slice(3, 4), ALL), b(ALL, slice(5, 6)));
    check_product(acre::broadcast_to(a(0, ALL), shape(5, 45)), b);
    auto const c = acre::copy(b.transpose());
    same(linalg::matmul(conj(a), b), acre::copy(conj(a)), b);
    same(linalg::matmul(a, conj(c.transpose())), a, acre::copy(conj(c.transpose())));
    same(linalg::matmul(conj(a.transpose()), a), acre::copy(conj(a.transpose())), a);
  };
  check(float());
  check(double());
  check(acre::complex<float>());
  check(acre::complex<double>());
  auto const a = this->template matrix<double>(1, 4, 1, 5, 6);
  auto const b = this->template matrix<double>(2, 3, 6, 7);
  EXPECT_LE(largest(linalg::matmul(a, b) - matmul(a, b)), 1e-14);
  auto const turned = linalg::matmul(b.transpose(shape(0, 2, 1)), a.transpose(shape(0, 1, 3, 2)));
  EXPECT_LE(largest(turned - matmul(b.transpose(shape(0, 2, 1)), a.transpose(shape(0, 1, 3, 2)))),
            1e-14);
  auto const of = [&](auto const& extents) { return acre::empty<double>(this->space, extents); };
  EXPECT_TRUE(
      acre_test::equals(linalg::matmul(of(shape(2, 0)), of(shape(0, 2))), {0.0, 0.0, 0.0, 0.0}));
  EXPECT_EQ(linalg::matmul(of(shape(3, 0, 4)), of(shape(4, 5))).shape(), shape(3, 0, 5));
  EXPECT_EQ(error_of<acre::shape_error>([&] { linalg::matmul(of(shape(2, 3)), of(shape(4, 5))); }),
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(n?,k),(k,m?)->(n?,m?) (size 4 is different from 3)");
}

/// Conjugate and transposed, by acre's own.
template <class A>
auto dagger(A const& a)
{
  return acre::copy(conj(acre::swapaxes(a, -1, -2)));
}
template <class A>
double from_identity(A const& a)
{
  return largest(a - acre::eye<typename A::value_type>(a.space(), a.shape()[A::rank - 1]));
}

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
      EXPECT_LE(largest(matmul(p, matmul(l, u)) - a), bound);
      EXPECT_EQ(l.shape(), shape(m, k));
      EXPECT_EQ(largest(acre::triu(l, 1)), 0);
      EXPECT_EQ(largest(acre::tril(u, -1)), 0);
      auto const [q, r] = linalg::qr(a);
      EXPECT_EQ(q.shape(), shape(m, k));
      EXPECT_LE(largest(matmul(q, r) - a), bound);
      EXPECT_LE(from_identity(matmul(dagger(q), q)), bound);
      EXPECT_EQ(largest(acre::tril(r, -1)), 0);
      auto const [whole_q, whole_r] = linalg::qr(a, acre::qr_mode::complete);
      EXPECT_EQ(whole_q.shape(), shape(m, m));
      EXPECT_LE(largest(matmul(whole_q, whole_r) - a), bound);
      EXPECT_LE(from_identity(matmul(dagger(whole_q), whole_q)), bound);
      for (bool const full : {false, true}) {
        auto const [left, s, right] = linalg::svd(a, full);
        EXPECT_EQ(left.shape(), shape(m, full ? m : k));
        EXPECT_EQ(right.shape(), shape(full ? n : k, n));
        EXPECT_LE(from_identity(matmul(dagger(left), left)), bound);
        EXPECT_LE(from_identity(matmul(right, dagger(right))), bound);
        auto const scaled = evaluate(left(ALL, slice(0, k)) * s);
        EXPECT_LE(largest(matmul(scaled, right(slice(0, k), ALL)) - a), bound);
        EXPECT_LE(largest(linalg::svdvals(a) - s), bound);
        for (int i = 1; i < k; ++i) EXPECT_GE(s(i - 1).item(), s(i).item());
      }
      auto const inverse = linalg::pinv(a);
      EXPECT_LE(largest(matmul(a, matmul(inverse, a)) - a), 10 * bound);
      EXPECT_EQ(linalg::matrix_rank(a).item(), k);
      if (m != n) continue;
      auto const h = evaluate(matmul(a, dagger(a)) + acre::eye<T>(this->space, n));
      auto const lower = linalg::cholesky(h);
      EXPECT_LE(largest(matmul(lower, dagger(lower)) - h), bound);
      EXPECT_EQ(largest(acre::triu(lower, 1)), 0);
      auto const upper = linalg::cholesky(h, acre::triangle::upper);
      EXPECT_LE(largest(upper - dagger(lower)), bound * (1 + largest(h)));
      auto const hermitian = evaluate(a + dagger(a));
      for (auto const which : {acre::triangle::lower, acre::triangle::upper}) {
        auto const half = which == acre::triangle::lower ? evaluate(acre::tril(hermitian))
                                                         : evaluate(acre::triu(hermitian));
        auto const [w, v] = linalg::eigh(half, which);
        EXPECT_LE(largest(matmul(hermitian, v) - v * w), bound);
        EXPECT_LE(from_identity(matmul(dagger(v), v)), bound);
        EXPECT_LE(largest(linalg::eigvalsh(half, which) - w), bound);
      }
      auto const [w, v] = linalg::eig(a);
      auto const product = matmul(acre::cast<typename decltype(v)::value_type>(a), v);
      EXPECT_LE(largest(product - v * w), bound);
      EXPECT_LE(largest(acre::sum(linalg::eigvals(a)) - acre::sum(w)), bound);
      auto const inverted = linalg::inv(h);
      EXPECT_LE(from_identity(matmul(h, inverted)), bound * (1 + largest(h)));
      auto const [sign, log] = linalg::slogdet(h);
      EXPECT_LE(magnitude(sign.item() - T(1)), bound);
      EXPECT_NEAR(log.item(), acre::sum(acre::log(linalg::eigvalsh(h))).item(), bound);
      EXPECT_LE(largest(linalg::matrix_power(a, 3) - matmul(a, matmul(a, a))), n * bound);
    }
  };
  check(float());
  check(double());
  check(acre::complex<float>());
  check(acre::complex<double>());
}

TYPED_TEST(linear_algebra, decomposes_stacks)
{
  auto const a = this->template matrix<double>(1, 2, 3, 6, 4);
  auto const [q, r] = linalg::qr(a);
  EXPECT_LE(largest(matmul(q, r) - a), 1e-14);
  auto const [left, s, right] = linalg::svd(a, false);
  EXPECT_LE(largest(matmul(evaluate(left * acre::expand_dims(s, -2)), right) - a), 1e-14);
  auto const [p, l, u] = linalg::lu(a);
  EXPECT_LE(largest(matmul(p, matmul(l, u)) - a), 1e-14);
  auto const square =
      evaluate(matmul(a, acre::swapaxes(a, -1, -2)) + acre::eye<double>(this->space, 6));
  auto const lower = linalg::cholesky(square);
  EXPECT_LE(largest(matmul(lower, acre::swapaxes(lower, -1, -2)) - square), 1e-13);
  auto const [w, v] = linalg::eigh(square);
  EXPECT_LE(largest(matmul(square, v) - v * acre::expand_dims(w, -2)), 1e-13);
  EXPECT_LE(largest(linalg::det(square) - acre::prod(w, -1)), 1e-10);
  EXPECT_LE(from_identity(matmul(linalg::inv(square), square)), 1e-12);
  EXPECT_EQ(linalg::matrix_rank(a).shape(), shape(2, 3));
}

TYPED_TEST(linear_algebra, decomposes_large_matrices)
{
  std::int64_t const n = 1000;
  auto const a = this->template matrix<double>(1, n, n);
  auto const [u, s, vh] = linalg::svd(a, false);
  EXPECT_LE(largest(linalg::matmul(evaluate(u * s), vh) - a), 1e-12);
  EXPECT_LE(from_identity(linalg::matmul(u.transpose(), u)), 1e-12);
  EXPECT_LE(from_identity(linalg::matmul(vh, vh.transpose())), 1e-12);
  EXPECT_NEAR(acre::sum(acre::square(s)).item(), acre::sum(acre::square(a)).item(),
              1e-9 * static_cast<double>(n));
  auto const b = this->template matrix<double>(2, n, 5);
  this->expect_solution(a, linalg::solve(a, b), b);
}

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
  EXPECT_LE(largest(several.x - linalg::matmul(linalg::pinv(a), b)), 1e-14);
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
  EXPECT_EQ(refused([&] { linalg::svd(of({nan, 2, 2, 1})); }), "SVD did not converge");
  EXPECT_EQ(refused([&] { linalg::svdvals(of({1, 2, -HUGE_VAL, 1})); }), "SVD did not converge");
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
