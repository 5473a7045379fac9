#pragma once

#include <acre/array/creation.hpp>
#include <acre/linalg/factorise.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

/// Factored once, solved often: SciPy's lu_factor and lu_solve. By the vendor's library; see
/// <acre/linalg/solve.hpp> for what all of its functions have in common.
namespace acre {

/// For a (…, n, n): `lu` has U on and above its diagonals and L, whose diagonal of ones is left
/// out, below; row i changed places with row piv[…, i]. Both are there to be read: what lu_solve
/// takes beside lu is in the library's own form.
template <class Array, class Places>
struct lu_factored {
  Array lu;
  Places piv;
  std::shared_ptr<void const> pivots;
};

namespace detail {

/// The memory of the factors, in column-major order, and that of the pivots; `places` from 0.
struct kept_factors {
  std::shared_ptr<void> lu, pivots;
  std::vector<std::int64_t> places;
};
kept_factors factor_stack(matrix_stack const& a);
void solve_kept_stack(matrix_stack const& lu, void const* pivots, matrix_stack const& b,
                      matrix_stack const& x);

}  // namespace detail

namespace linalg {

/// The factors of a = p l u, for lu_solve.
///
/// Shapes  (…, n, n) → lu (…, n, n), in column-major order, piv (…, n). Waits. Scratch: none.
/// Method  getrf, as solve.
/// Throws  linalg_error: Singular matrix; Last 2 dimensions of the array must be square.
template <expression A>
auto lu_factor(A const& a)
{
  auto const x = detail::linear_operand(a);
  using T = typename decltype(x)::value_type;
  constexpr int rank = A::rank;
  auto const matrices = detail::stack_of(x);
  detail::require_square(matrices);
  auto kept = detail::factor_stack(matrices);
  auto strides = detail::row_major_strides(x.shape());
  std::swap(strides[rank - 1], strides[rank - 2]);
  T* const first = static_cast<T*>(kept.lu.get());
  array<T, rank, typename A::space_type> lu(x.space(), std::move(kept.lu), first, x.shape(),
                                            strides);
  auto const places = from_host(x.space(), std::span<std::int64_t const>(kept.places),
                                detail::shape_before(x.shape(), x.shape()[rank - 1]));
  return lu_factored<decltype(lu), std::remove_const_t<decltype(places)>>{std::move(lu), places,
                                                                          std::move(kept.pivots)};
}

/// x with a x = b, of lu_factor(a): b is one vector, or a matrix of right-hand sides; leading axes
/// of a and of b's matrices broadcast.
///
/// Shapes  b (n) or (…, n, k) → (…, n) or (…, n, k). Dtype: the factors', which b's must fit.
/// Method  getrs. Queued; on CPUs done when it returns. Scratch: at most the result's size.
/// Throws  shape_error.
template <class Array, class Places, expression B>
auto lu_solve(lu_factored<Array, Places> const& f, B const& b)
{
  using T = typename Array::value_type;
  static_assert(B::rank >= 1,
                "acre: linalg::lu_solve takes right-hand sides of one and more dimensions");
  static_assert(detail::spaces_agree<typename Array::space_type, typename B::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  static_assert(
      std::is_same_v<promote_t<T, detail::linear_t<typename B::value_type>>, T>,
      "acre: linalg::lu_solve gives the factors' dtype, and the right-hand sides' is wider; "
      "factor cast<T>(a)");
  return detail::solution<T>("lu_solve", b.space(), f.lu, b,
                             [&](auto const& lu, auto const& sides, auto const& x) {
                               detail::solve_kept_stack(lu, f.pivots.get(), sides, x);
                             });
}

}  // namespace linalg
}  // namespace acre
