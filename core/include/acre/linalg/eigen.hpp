#pragma once

#include <acre/linalg/detail/stack.hpp>
#include <acre/linalg/factorise.hpp>

/// Eigenvalues and eigenvectors, by the vendor's library, of Hermitian matrices of up to 8 rows by
/// acre; see <acre/linalg/solve.hpp>.
namespace acre {

/// Column i of the vectors belongs to value i.
template <class Values, class Vectors>
struct eig_result {
  Values eigenvalues;
  Vectors eigenvectors;
};

namespace detail {

/// Vectors have no data where they are not asked for.
void eigh_stack(matrix_stack const& a, bool upper, matrix_stack const& w, matrix_stack const& v);
void eig_stack(matrix_stack const& a, matrix_stack const& w, matrix_stack const& v);

}  // namespace detail

namespace linalg {

/// For Hermitian matrices, of which one triangle is read: real eigenvalues, ascending, and
/// orthonormal vectors.
///
/// Shapes  (…, n, n) → (…, n), (…, n, n). Waits. Scratch: a's size and what the library asks for,
///         some times that; n up to 8: none.
/// Method  divide and conquer (syevd), on CUDA stacks of n up to 32 Jacobi's (syevj). n up to 8:
///         Householder's reduction to a tridiagonal matrix and implicit QL steps; of each vector
///         the component of the greatest absolute value (of complex numbers |re| + |im|), of equal
///         ones the first, has no negative real part, and the first component of a complex vector
///         is real.
/// Bits    n up to 8: the same on every space; else the library's, signs included.
/// Throws  linalg_error: Eigenvalues did not converge, also of what isn't finite; Last 2 dimensions
///         of the array must be square.
template <expression A>
auto eigh(A const& a, triangle which = triangle::lower)
{
  auto const x = detail::linear_operand(a);
  using T = typename decltype(x)::value_type;
  auto const matrices = detail::stack_of(x);
  detail::require_square(matrices);
  auto const n = matrices.rows();
  eig_result result{detail::empty_before<real_t<T>>(x, n), detail::empty_before<T>(x, n, n)};
  detail::eigh_stack(matrices, which == triangle::upper, detail::stack_of<1>(result.eigenvalues),
                     detail::stack_of(result.eigenvectors));
  return result;
}

/// The eigenvalues alone.
template <expression A>
auto eigvalsh(A const& a, triangle which = triangle::lower)
{
  auto const x = detail::linear_operand(a);
  auto const matrices = detail::stack_of(x);
  detail::require_square(matrices);
  auto const w = detail::empty_before<real_t<typename decltype(x)::value_type>>(x, matrices.rows());
  detail::eigh_stack(matrices, which == triangle::upper, detail::stack_of<1>(w), {});
  return w;
}

/// For any square matrices: complex eigenvalues in no order, and right vectors of length 1. Always
/// complex, as the dtype is a type here (NumPy gives real ones where all of them are).
///
/// Shapes  (…, n, n) → (…, n), (…, n, n). Method: geev; with ROCm and CUDA before 12.6.2, which
///         have none, on the host by the CPU's library. Waits. Scratch: a's size twice.
/// Throws  linalg_error: Array must not contain infs or NaNs; Eigenvalues did not converge; Last 2
///         dimensions of the array must be square.
template <expression A>
auto eig(A const& a)
{
  auto const x = detail::linear_operand(a);
  using C = complex<real_t<typename decltype(x)::value_type>>;
  auto const matrices = detail::stack_of(x);
  detail::require_square(matrices);
  auto const n = matrices.rows();
  eig_result result{detail::empty_before<C>(x, n), detail::empty_before<C>(x, n, n)};
  detail::eig_stack(matrices, detail::stack_of<1>(result.eigenvalues),
                    detail::stack_of(result.eigenvectors));
  return result;
}

/// The eigenvalues alone.
template <expression A>
auto eigvals(A const& a)
{
  auto const x = detail::linear_operand(a);
  using C = complex<real_t<typename decltype(x)::value_type>>;
  auto const matrices = detail::stack_of(x);
  detail::require_square(matrices);
  auto const w = detail::empty_before<C>(x, matrices.rows());
  detail::eig_stack(matrices, detail::stack_of<1>(w), {});
  return w;
}

}  // namespace linalg
}  // namespace acre
