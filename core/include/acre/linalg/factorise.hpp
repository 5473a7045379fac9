#pragma once

#include <acre/linalg/detail/stack.hpp>
#include <acre/linalg/solve.hpp>

#include <algorithm>

/// Decompositions of matrices, and of each matrix of a stack (leading axes). By the vendor's
/// library, but Cholesky's of up to 8 rows; see <acre/linalg/solve.hpp> for what all of its
/// functions have in common. Arguments may
/// be expressions of any strides, results lie in C order. Integers and bool are taken as float64.
namespace acre {

/// A = p l u: p with one 1 in each row and column, l with ones on its diagonal.
template <class Array>
struct lu_result {
  Array p, l, u;
};
template <class Array>
struct qr_result {
  Array q, r;
};
/// Singular values descend.
template <class Array, class Values>
struct svd_result {
  Array u;
  Values s;
  Array vh;
};

/// How many columns q has: as many as r has rows, all.
enum class qr_mode : std::uint8_t { reduced, complete };
/// Which triangle of a Hermitian matrix is read; of the other nothing is.
enum class triangle : std::uint8_t { lower, upper };

namespace detail {

void cholesky_stack(matrix_stack const& a, matrix_stack const& out, bool upper);
void lu_stack(matrix_stack const& a, matrix_stack const& p, matrix_stack const& l,
              matrix_stack const& u);
void qr_stack(matrix_stack const& a, matrix_stack const& q, matrix_stack const& r);
/// u and vh have no data where they are not asked for; s is of the real type.
void svd_stack(matrix_stack const& a, backends::singular_vectors which, matrix_stack const& u,
               matrix_stack const& s, matrix_stack const& vh);

/// a's shape with other extents of the last axes.
template <std::size_t Rank, class... Extent>
auto shape_before(std::array<std::int64_t, Rank> const& shape, Extent... last)
{
  constexpr int kept = static_cast<int>(Rank) - 2, added = sizeof...(Extent);
  shape_t<kept + added> result{};
  std::copy_n(shape.begin(), kept, result.begin());
  std::int64_t const extents[] = {last..., 0};
  std::copy_n(extents, added, result.begin() + kept);
  return result;
}
template <class T, expression E, class... Extent>
auto empty_before(E const& a, Extent... last)
{
  auto const shape = shape_before(a.shape(), last...);
  return array<T, static_cast<int>(std::tuple_size_v<decltype(shape)>), typename E::space_type>(
      a.space(), shape);
}

template <expression A>
auto linear_operand(A const& a)
{
  static_assert(A::rank >= 2,
                "acre: linear algebra takes matrices: arrays of two and more dimensions");
  return elements_of<linear_t<typename A::value_type>>(a);
}

}  // namespace detail

namespace linalg {

using acre::qr_mode, acre::triangle;  // which functions of this namespace take

/// l, lower triangular, with a = l lᴴ (upper: uᴴ u), of a Hermitian positive definite matrix of
/// which that triangle is read; the other one of the result is zeros.
///
/// Shapes  (…, n, n) → the same. Waits. Scratch: none; for the upper triangle of more than 8 rows
///         a's size. Bits: up to 8 rows the same on every space; else the library's.
/// Throws  linalg_error: Matrix is not positive definite; Last 2 dimensions of the array must be
///         square.
template <expression A>
auto cholesky(A const& a, triangle which = triangle::lower)
{
  auto const x = detail::linear_operand(a);
  auto const matrices = detail::stack_of(x);
  detail::require_square(matrices);
  auto out = empty_like(x);
  detail::cholesky_stack(matrices, detail::stack_of(out), which == triangle::upper);
  return out;
}

/// p, l and u of a = p l u, as SciPy's lu() gives them.
///
/// Shapes  (…, m, n) → (…, m, m), (…, m, k), (…, k, n), k the lesser of m and n. Waits. Scratch:
///         a's size. A singular matrix has a u with a zero on its diagonal and is no error.
template <expression A>
auto lu(A const& a)
{
  auto const x = detail::linear_operand(a);
  using T = typename decltype(x)::value_type;
  auto const matrices = detail::stack_of(x);
  auto const m = matrices.rows(), n = matrices.columns(), k = std::min(m, n);
  lu_result result{detail::empty_before<T>(x, m, m), detail::empty_before<T>(x, m, k),
                   detail::empty_before<T>(x, k, n)};
  detail::lu_stack(matrices, detail::stack_of(result.p), detail::stack_of(result.l),
                   detail::stack_of(result.u));
  return result;
}

/// q with orthonormal columns and an upper triangular r with a = q r.
///
/// Shapes  (…, m, n) → (…, m, k), (…, k, n), k the lesser of m and n; complete: (…, m, m),
///         (…, m, n). Queued; signs are the library's. Scratch: a's size, complete m × m as well.
template <expression A>
auto qr(A const& a, qr_mode mode = qr_mode::reduced)
{
  auto const x = detail::linear_operand(a);
  using T = typename decltype(x)::value_type;
  auto const matrices = detail::stack_of(x);
  auto const m = matrices.rows(), n = matrices.columns(),
             k = mode == qr_mode::complete ? m : std::min(m, n);
  qr_result result{detail::empty_before<T>(x, m, k), detail::empty_before<T>(x, k, n)};
  detail::qr_stack(matrices, detail::stack_of(result.q), detail::stack_of(result.r));
  return result;
}

/// u, s and vh with a = u diag(s) vh; the columns of u and the rows of vh are orthonormal.
///
/// Shapes  (…, m, n) → (…, m, m), (…, k), (…, n, n), k the lesser of m and n; not full:
///         (…, m, k), (…, k), (…, k, n).
/// Method  CPUs: gesdd. cuda: gesvdp, by polar decomposition, a quarter of the time of gesvd for
///         1000 × 1000, and where that isn't exact to eps (no full rank) gesvdj in its place; hip:
///         gesvd. Singular values are right to some eps of the largest one.
/// Waits. Scratch: a's size and u's.
/// Throws  linalg_error: SVD did not converge, also of what isn't finite.
template <expression A>
auto svd(A const& a, bool full_matrices = true)
{
  auto const x = detail::linear_operand(a);
  using T = typename decltype(x)::value_type;
  auto const matrices = detail::stack_of(x);
  auto const m = matrices.rows(), n = matrices.columns(), k = std::min(m, n);
  svd_result result{detail::empty_before<T>(x, m, full_matrices ? m : k),
                    detail::empty_before<real_t<T>>(x, k),
                    detail::empty_before<T>(x, full_matrices ? n : k, n)};
  detail::svd_stack(
      matrices,
      full_matrices ? backends::singular_vectors::full : backends::singular_vectors::reduced,
      detail::stack_of(result.u), detail::stack_of<1>(result.s), detail::stack_of(result.vh));
  return result;
}

/// The singular values alone, descending: (…, m, n) → (…, k).
template <expression A>
auto svdvals(A const& a)
{
  auto const x = detail::linear_operand(a);
  using T = typename decltype(x)::value_type;
  auto const matrices = detail::stack_of(x);
  auto const s = detail::empty_before<real_t<T>>(x, std::min(matrices.rows(), matrices.columns()));
  detail::svd_stack(matrices, backends::singular_vectors::none, {}, detail::stack_of<1>(s), {});
  return s;
}

}  // namespace linalg
}  // namespace acre
