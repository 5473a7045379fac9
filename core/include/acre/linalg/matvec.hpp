#pragma once

#include <acre/array/detail/no_operands.hpp>
#include <acre/elementwise/complex.hpp>
#include <acre/linalg/detail/matmul.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/rearrange/axis_order.hpp>

/// Products of matrices and vectors where both come in batches: matmul() takes (…, k) for matrices.
namespace acre {

/// Matrices times vectors: (…, m, n), (…, n) → (…, m), leading axes broadcast. Dtype, order and
/// cost as matmul(). Throws shape_error: matvec: Input operand 1 has a mismatch in its core
/// dimension 0, with gufunc signature (m,n),(n)->(m) (size 4 is different from 3)
template <expression A, expression X>
auto matvec(A const& a, X const& x)
{
  static_assert(A::rank > 1 && X::rank > 0, "acre: matvec takes matrices and vectors");
  detail::require_matvec(a.shape(), x.shape(), false);
  return acre::squeeze(acre::matmul(a, acre::expand_dims(x, -1)), -1);
}

/// Vectors, conjugated, times matrices: (…, n), (…, n, m) → (…, m).
template <expression X, expression A>
auto vecmat(X const& x, A const& a)
{
  static_assert(X::rank > 0 && A::rank > 1, "acre: vecmat takes vectors and matrices");
  detail::require_matvec(a.shape(), x.shape(), true);
  if constexpr (detail::is_complex<typename X::value_type>::value)
    return acre::squeeze(acre::matmul(acre::expand_dims(acre::conj(x), -2), a), -2);
  else
    return acre::squeeze(acre::matmul(acre::expand_dims(x, -2), a), -2);
}

}  // namespace acre

#include <acre/linalg/detail/refusals/matvec.hpp>
