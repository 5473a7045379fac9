#pragma once

#include <acre/array/copy.hpp>
#include <acre/linalg/factorise.hpp>

/// Equations of Hermitian positive definite matrices, factored once: SciPy's cho_solve. By the
/// vendor's library; see <acre/linalg/solve.hpp> for what all of its functions have in common.
namespace acre {

namespace detail {

void cholesky_solve_stack(matrix_stack const& factors, matrix_stack const& b, matrix_stack const& x,
                          bool upper);

}  // namespace detail

namespace linalg {

/// x with a x = b, of cholesky(a) = l, or of u = cholesky(a, triangle::upper), which is said here
/// again: b is one vector, or a matrix of right-hand sides; leading axes of a and of b's matrices
/// broadcast. That triangle alone of the factors is read.
///
/// ```sketch
/// auto const l = linalg::cholesky(a);
/// auto const x = linalg::cho_solve(l, b), y = linalg::cho_solve(l, c);
/// ```
///
/// Shapes  factors (…, n, n), b (n) or (…, n, k) → (…, n) or (…, n, k).
/// Dtype   that of both together; integers and bool in float64.
/// Method  potrs. Queued; on CPUs done when it returns. Scratch: at most the result's size, and the
///         factors' where they don't lie in C order.
/// Throws  shape_error; linalg_error: Last 2 dimensions of the array must be square. A zero on the
///         diagonal, which cholesky() leaves nowhere, divides.
template <expression A, expression B>
auto cho_solve(A const& factors, B const& b, triangle which = triangle::lower)
{
  static_assert(A::rank >= 2, "acre: linalg::cho_solve takes factors of two and more dimensions");
  static_assert(B::rank >= 1,
                "acre: linalg::cho_solve takes right-hand sides of one and more dimensions");
  static_assert(detail::spaces_agree<typename A::space_type, typename B::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using T =
      promote_t<detail::linear_t<typename A::value_type>, detail::linear_t<typename B::value_type>>;
  return detail::solution<T>(
      "cho_solve", b.space(), detail::contiguous(detail::elements_of<T>(factors)), b,
      [&](auto const& matrices, auto const& sides, auto const& x) {
        detail::cholesky_solve_stack(matrices, sides, x, which == triangle::upper);
      });
}

}  // namespace linalg
}  // namespace acre
