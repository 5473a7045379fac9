// Products by the library of the vendor.
#include <acre/array/span.hpp>
#include <acre/backends/linear_algebra.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/complex.hpp>
#include <acre/rearrange/rearrange.hpp>

#include <cstddef>
#include <span>

#include "linear_algebra.hpp"
#include <sys/mman.h>

using acre::ALL, acre::matmul, acre::shape, acre::none, acre::slice;
using acre_test::expect_at_most, acre_test::linear_algebra, acre_test::epsilon, acre_test::error_of,
    acre_test::largest, acre_test::values;
namespace linalg = acre::linalg;

namespace {

TYPED_TEST_SUITE(linear_algebra, acre_test::spaces, acre_test::space_names);

TYPED_TEST(linear_algebra, multiplies_many_in_the_best_order)
{
  auto const a = this->template matrix<double>(1, 10, 30),
             b = this->template matrix<double>(2, 30, 5),
             c = this->template matrix<double>(3, 5, 60),
             d = this->template matrix<double>(4, 60, 7);
  auto const close = [](auto const& x, auto const& y) {
    EXPECT_EQ(x.shape(), y.shape());
    expect_at_most(largest(x - y), 1e-10);
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

TYPED_TEST(linear_algebra, multiplies)
{
  auto const check = [&]<class T>(T) {
    auto const a = this->template matrix<T>(1, 37, 45), b = this->template matrix<T>(2, 45, 70);
    auto const same = [&](auto const& product, auto const& x, auto const& y) {
      EXPECT_EQ(product.shape(), matmul(x, y).shape());
      expect_at_most(largest(product - matmul(x, y)), 300 * epsilon<T>);
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
  expect_at_most(largest(linalg::matmul(a, b) - matmul(a, b)), 1e-14);
  auto const turned = linalg::matmul(b.transpose(shape(0, 2, 1)), a.transpose(shape(0, 1, 3, 2)));
  expect_at_most(
      largest(turned - matmul(b.transpose(shape(0, 2, 1)), a.transpose(shape(0, 1, 3, 2)))), 1e-14);
  auto const of = [&](auto const& extents) { return acre::empty<double>(this->space, extents); };
  EXPECT_TRUE(
      acre_test::equals(linalg::matmul(of(shape(2, 0)), of(shape(0, 2))), {0.0, 0.0, 0.0, 0.0}));
  EXPECT_EQ(linalg::matmul(of(shape(3, 0, 4)), of(shape(4, 5))).shape(), shape(3, 0, 5));
  EXPECT_EQ(error_of<acre::shape_error>([&] { linalg::matmul(of(shape(2, 3)), of(shape(4, 5))); }),
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(n?,k),(k,m?)->(n?,m?) (size 4 is different from 3)");
}

TEST(linear_algebra_of_cpus, refuses_what_the_library_cannot_count)
{
  constexpr std::size_t count = (std::size_t{1} << 31) + 1;  // zeros that take no memory
  void* const zeros = ::mmap(nullptr, count * sizeof(float), PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (zeros == MAP_FAILED) GTEST_SKIP() << "no room for 8 GiB of addresses";
  auto const x = acre::from_span(acre::serial(), std::span(static_cast<float*>(zeros), count));
  EXPECT_EQ(error_of<acre::value_error>([&] { linalg::matmul(x, x); }),
            "acre::linalg: 2147483649 is beyond the 2147483647 that this BLAS counts up to");
  ::munmap(zeros, count * sizeof(float));

  // LAPACK's answer to a query wraps: refused before anything is read or written
  auto const space = acre::serial();
  auto& on = space.queue();
  auto& library = acre::backends::linear_algebra_of(on);
  using acre::backends::linear_type, acre::backends::singular_vectors;
  auto const svd_of = [&](linear_type type, std::int64_t rows, std::int64_t columns) {
    return error_of<acre::value_error>([&] {
      library.svd(on, type, rows, columns, 1, singular_vectors::reduced, nullptr, nullptr, nullptr,
                  nullptr);
    });
  };
  EXPECT_EQ(
      svd_of(linear_type::float64, 26800, 26800),
      "acre::linalg: svd of a matrix of 26800 × 26800 works in 2156703200 numbers, beyond the "
      "2147483647 that this LAPACK counts up to");
  EXPECT_NE(svd_of(linear_type::float32, 60000, 23200), "");
  EXPECT_NE(svd_of(linear_type::complex128, 40000, 40000), "");
  EXPECT_NE(error_of<acre::value_error>([&] {
              library.eigh(on, linear_type::float64, 40000, 1, true, false, nullptr, nullptr);
            }),
            "");
}

}  // namespace
