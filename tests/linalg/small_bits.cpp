// Bits of matrices of up to eight rows, recorded, and on what they do not depend.
#include <acre/rearrange/triangle.hpp>

#include "linear_algebra.hpp"

using acre::ALL, acre::matmul, acre::none, acre::shape, acre::slice;
using acre::evaluate, acre::to_vector;
using acre_test::place, acre_test::dagger, acre_test::equals, acre_test::hasher,
    acre_test::linear_algebra;
namespace linalg = acre::linalg;

// of the hashes below
static_assert(acre::linalg_order_version == 1);

namespace {

TYPED_TEST_SUITE(linear_algebra, acre_test::spaces, acre_test::space_names);

/// So many matrices of n rows, and positive definite ones.
template <class T, class Space>
auto matrices(Space const& space, std::int64_t count, std::int64_t n)
{
  return place(space, acre_test::numbers<T>(count * n * n, n), shape(count, n, n));
}
template <class A>
auto positive(A const& a)
{
  return evaluate(matmul(a, dagger(a)) +
                  acre::eye<typename A::value_type>(a.space(), a.shape()[A::rank - 1]));
}

template <class T, class Space>
void add_results(Space const& space, std::int64_t n, hasher& h)
{
  std::int64_t const count = 300;
  auto const a = matrices<T>(space, count, n), p = positive(a);
  auto const b = place(space, acre_test::numbers<T>(count * n * 5, 77), shape(count, n, 5));
  h.add(to_vector(linalg::solve(a, b)));
  h.add(to_vector(linalg::solve(a, evaluate(b(0, ALL, 0)))));
  h.add(to_vector(linalg::inv(a)));
  h.add(to_vector(linalg::det(a)));
  auto const [sign, logarithm] = linalg::slogdet(a);
  h.add(to_vector(sign));
  h.add(to_vector(logarithm));
  h.add(to_vector(linalg::cholesky(p)));
  h.add(to_vector(linalg::cholesky(p, acre::triangle::upper)));
  auto const hermitian = evaluate(a + dagger(a));
  auto const [w, v] = linalg::eigh(hermitian);
  h.add(to_vector(w));
  h.add(to_vector(v));
  h.add(to_vector(linalg::eigvalsh(p, acre::triangle::upper)));
}

TYPED_TEST(linear_algebra, small_matrices_have_recorded_bits)
{
  auto const check = [&]<class T>(T, char const* name, std::vector<std::uint64_t> const& recorded) {
    for (std::int64_t n = 1; n <= 8; ++n)
      acre_test::expect_hash<TypeParam>(
          name + (' ' + std::to_string(n)), recorded[static_cast<std::size_t>(n - 1)],
          [&](auto const& space, hasher& h) { add_results<T>(space, n, h); });
  };
  check(float(), "float32",
        {0xdc7aaed020eed5ebu, 0xd3b278ed8984d1b4u, 0xd4194b52e13682f6u, 0x2980d70ba8c604e7u,
         0x25fe7f2eecabfab3u, 0xae2d2c27d755470eu, 0x714d8ca5c13c6805u, 0x1807c121a2e29921u});
  check(double(), "float64",
        {0x379bf75cb07f5d26u, 0xb688b6155896768eu, 0xe7769c34a58dffbcu, 0x10853dd705f3958bu,
         0xa772d6d07e5fa50du, 0x55030f2c04844e1bu, 0x343428fcb71fc9bdu, 0x200b72b49dc0c2aau});
  check(acre::complex<float>(), "complex64",
        {0x26e2b60d226f83f8u, 0x258651ca32d11527u, 0xf4d58cc3aabcf1f7u, 0x7edd4555514aef31u,
         0x408102bf5ea845eeu, 0xe6c5adaca968af6au, 0x6654533a09b4c5f2u, 0x394ee8f6c23aa640u});
  check(acre::complex<double>(), "complex128",
        {0x2805d8fadc886dbau, 0x4494768a4a3d8c2du, 0x4b01a24a40a3d8fbu, 0x16eebbceb91c06b7u,
         0x216d3ba2f5e8a350u, 0xae95241d3df6e174u, 0xe79a62f3487ea37fu, 0xc6aa4fc606c60b6eu});
}

/// f's results of stacks that lie otherwise, of parts, and of one matrix.
template <class A, class F>
void expect_same_anyhow(A const& a, F const& f)
{
  auto const count = a.shape()[0];
  auto const wanted = to_vector(f(a));
  auto const turned = acre::copy(acre::swapaxes(a, -1, -2));
  EXPECT_TRUE(equals(f(acre::swapaxes(turned, -1, -2)), wanted));
  auto const last = acre::copy(acre::moveaxis(a, 0, -1));
  EXPECT_TRUE(equals(f(acre::moveaxis(last, -1, 0)), wanted));
  auto const back = acre::copy(a(slice(none, none, -1)));
  EXPECT_TRUE(equals(f(back(slice(none, none, -1))), wanted));
  auto const size = static_cast<std::int64_t>(wanted.size()) / count;
  for (std::int64_t const k : {std::int64_t{0}, std::int64_t{7}, count - 1}) {
    auto const first = wanted.begin() + k * size;
    EXPECT_TRUE(equals(f(acre::copy(a(slice(k, k + 1)))), std::vector(first, first + size)));
  }
}

TYPED_TEST(linear_algebra, small_matrices_have_bits_of_their_values_alone)
{
  for (std::int64_t const n : {1, 3, 4, 7, 8}) {
    auto const a = matrices<double>(this->space, 700, n);
    expect_same_anyhow(a, [](auto const& x) { return linalg::inv(x); });
    expect_same_anyhow(a, [](auto const& x) { return linalg::det(x); });
    expect_same_anyhow(a, [](auto const& x) { return linalg::slogdet(x).logabsdet; });
    expect_same_anyhow(positive(a), [](auto const& x) { return linalg::cholesky(x); });
    expect_same_anyhow(a, [](auto const& x) { return linalg::eigh(x).eigenvectors; });
    expect_same_anyhow(a, [](auto const& x) { return linalg::eigvalsh(x); });
    // right-hand sides one by one, in a row, broadcast
    auto const b = this->template matrix<double>(5, n, 19);
    expect_same_anyhow(a, [&](auto const& x) { return linalg::solve(x, b); });
    auto const x = linalg::solve(a, b);
    for (std::int64_t const c : {0, 3, 4, 18})
      EXPECT_TRUE(equals(linalg::solve(a, evaluate(b(ALL, c))), to_vector(x(ALL, ALL, c))));
    auto const columns = acre::copy(b.transpose());
    EXPECT_TRUE(equals(linalg::solve(a, columns.transpose()), to_vector(x)));
    auto const one = a(11);
    auto const many = linalg::solve(one, evaluate(acre::broadcast_to(b, shape(6, n, 19))));
    for (int k = 0; k < 6; ++k) EXPECT_TRUE(equals(many(k), to_vector(x(11))));
    auto const pairs =
        linalg::solve(a.reshape(shape(7, 100, n, n)), this->template matrix<double>(9, 7, 1, n, 2));
    EXPECT_EQ(pairs.shape(), shape(7, 100, n, 2));
    EXPECT_TRUE(equals(linalg::solve(a(523), this->template matrix<double>(9, 7, 1, n, 2)(5, 0)),
                       to_vector(pairs(5, 23))));
  }
  // the triangle that is not named is not read
  auto const a = matrices<double>(this->space, 20, 5);
  EXPECT_TRUE(equals(linalg::cholesky(positive(a)),
                     to_vector(linalg::cholesky(evaluate(positive(a) + acre::triu(a, 1))))));
  EXPECT_TRUE(equals(linalg::eigvalsh(a), to_vector(linalg::eigh(acre::tril(a)).eigenvalues)));
}

}  // namespace
