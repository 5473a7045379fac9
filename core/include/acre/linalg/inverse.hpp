#pragma once

#include <acre/array/creation.hpp>
#include <acre/linalg/detail/stack.hpp>
#include <acre/linalg/factorise.hpp>
#include <acre/linalg/product.hpp>
#include <acre/rearrange/axis_order.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

/// Inverses, determinants and what NumPy makes of singular values. By the vendor's library,
/// inverses and determinants of up to 8 rows by acre; see <acre/linalg/solve.hpp>.
namespace acre {

/// det = sign exp(logabsdet); logabsdet is -inf where sign is 0.
template <class Signs, class Logs>
struct slogdet_result {
  Signs sign;
  Logs logabsdet;
};
/// `residuals` are the squared lengths of what is left of b's columns; of no elements where the
/// rank is less than n or there are no more equations than unknowns.
template <class X, class Values>
struct lstsq_result {
  X x;
  Values residuals;
  std::int64_t rank;
  Values s;
};

namespace detail {

void inv_stack(matrix_stack const& a, matrix_stack const& out);
/// Signs or determinants, and logarithms, which are not asked for where they have no data.
void det_stack(matrix_stack const& a, matrix_stack const& out, matrix_stack const& logarithms);
void set_identity(matrix_stack const& out);

/// Up to which part of the largest singular value one counts as 0.
template <class Real, std::size_t Rank>
Real relative_cut(std::array<std::int64_t, Rank> const& shape, std::optional<double> rtol)
{
  if (rtol) return static_cast<Real>(*rtol);
  return std::numeric_limits<Real>::epsilon() *
         static_cast<Real>(std::max(shape[Rank - 1], shape[Rank - 2]));
}
/// Which singular values count.
template <std::size_t Rank, class Values>
auto singular_cut(std::array<std::int64_t, Rank> const& shape, Values const& s,
                  std::optional<double> rtol)
{
  return evaluate(s > s(ellipsis, slice(0, 1)) *
                          relative_cut<typename Values::value_type>(shape, rtol));
}
/// Rows over the singular values, 0 where those don't count.
template <class Rows, class Values, class Kept>
auto divided_by_values(Rows const& rows, Values const& s, Kept const& kept)
{
  using R = typename Values::value_type;
  return evaluate(rows * acre::expand_dims(evaluate(acre::where(kept, R(1) / s, R(0))), -1));
}
template <class Array>
auto adjoint(Array const& a)
{
  return acre::conj(acre::swapaxes(a, -1, -2));
}

}  // namespace detail

namespace linalg {

/// The inverse: (…, n, n) → the same. LU as in solve(), and the same bits on every space up to n of
/// 8. Waits. Scratch: a's size; n up to 8: none.
/// Throws linalg_error: Singular matrix; Last 2 dimensions of the array must be square.
template <expression A>
auto inv(A const& a)
{
  auto const x = detail::linear_operand(a);
  auto const matrices = detail::stack_of(x);
  detail::require_square(matrices);
  auto const out = empty_like(x);
  detail::inv_stack(matrices, detail::stack_of(out));
  return out;
}

/// The determinant: (…, n, n) → (…). By LU as in solve(); the product is formed in float64 where
/// the matrix lies, without overflow in between. Waits. Scratch: a's size. n up to 8: queued,
/// without scratch, the same bits on every space. Throws linalg_error: Last 2 dimensions of the
/// array must be square.
template <expression A>
auto det(A const& a)
{
  auto const x = detail::linear_operand(a);
  auto const matrices = detail::stack_of(x);
  detail::require_square(matrices);
  auto const out = detail::empty_before<typename decltype(x)::value_type>(x);
  detail::det_stack(matrices, detail::stack_of<0>(out), {});
  return out;
}

/// The determinant's sign (of complex numbers its direction) and the logarithm of its absolute
/// value, as det().
template <expression A>
auto slogdet(A const& a)
{
  auto const x = detail::linear_operand(a);
  using T = typename decltype(x)::value_type;
  auto const matrices = detail::stack_of(x);
  detail::require_square(matrices);
  slogdet_result result{detail::empty_before<T>(x), detail::empty_before<real_t<T>>(x)};
  detail::det_stack(matrices, detail::stack_of<0>(result.sign),
                    detail::stack_of<0>(result.logabsdet));
  return result;
}

/// a to an integer power by repeated squares, the product being linalg::matmul: (…, n, n) → the
/// same. For negative powers the inverse is multiplied. Throws as inv().
template <expression A>
auto matrix_power(A const& a, std::int64_t n)
{
  auto const x = detail::linear_operand(a);
  detail::require_square(detail::stack_of(x));
  auto power = n < 0 ? linalg::inv(x) : copy(x);
  auto left =
      n < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
  auto result = copy(x);
  bool begun = false;
  for (; left > 0; left /= 2) {
    if (left % 2 != 0) {
      result = begun ? linalg::matmul(result, power) : power;
      begun = true;
    }
    if (left > 1) power = linalg::matmul(power, power);
  }
  if (!begun) detail::set_identity(detail::stack_of(result));
  return result;
}

/// How many singular values are above rtol times the largest one; by default rtol is eps times the
/// greater extent. int64: (…, m, n) → (…). Throws as svdvals().
template <expression A>
auto matrix_rank(A const& a, std::optional<double> rtol = {})
{
  auto const s = linalg::svdvals(a);
  auto const cut = detail::relative_cut<typename decltype(s)::value_type>(a.shape(), rtol);
  return evaluate(detail::count_along(s > s(ellipsis, slice(0, 1)) * cut, -1));
}

/// The condition number: the largest singular value over the least, inf of a singular matrix.
/// (…, m, n) → (…). Throws linalg_error: cond is not defined on empty arrays; as svdvals().
template <expression A>
auto cond(A const& a)
{
  auto const s = linalg::svdvals(a);
  using R = typename decltype(s)::value_type;
  if (s.shape()[decltype(s)::rank - 1] == 0)
    throw linalg_error("cond is not defined on empty arrays");
  auto const least = s(ellipsis, -1);
  return evaluate(
      acre::where(least > R(0), s(ellipsis, 0) / least, std::numeric_limits<R>::infinity()));
}

/// The Moore-Penrose inverse by singular values, of which those up to rtol times the largest one
/// count as 0; by default rtol is eps times the greater extent. (…, m, n) → (…, n, m). Waits.
/// Scratch: a's size some times. Throws as svd().
template <expression A>
auto pinv(A const& a, std::optional<double> rtol = {})
{
  auto const d = linalg::svd(a, false);
  auto const y = detail::divided_by_values(detail::adjoint(d.u), d.s,
                                           detail::singular_cut(a.shape(), d.s, rtol));
  return linalg::matmul(detail::adjoint(d.vh), y);
}

/// x of least |a x - b|, and of those the shortest, by singular values; those up to rcond times the
/// largest one count as 0, by default eps times the greater extent.
///
/// Shapes  a (m, n), b (m) or (m, k) → x (n) or (n, k), residuals (1) or (k), or (0), s. Waits.
///         Scratch: a's size some times.
/// Throws  linalg_error: Incompatible dimensions; SVD did not converge in Linear Least Squares, as
///         svd().
template <expression A, expression B>
auto lstsq(A const& a, B const& b, std::optional<double> rcond = {})
{
  static_assert(A::rank == 2, "acre: linalg::lstsq takes one matrix of equations");
  static_assert(B::rank == 1 || B::rank == 2,
                "acre: linalg::lstsq takes right-hand sides of one or two dimensions");
  using T =
      promote_t<detail::linear_t<typename A::value_type>, detail::linear_t<typename B::value_type>>;
  auto const equations = detail::elements_of<T>(a);
  auto const sides = detail::elements_of<T>(b);
  auto const m = equations.shape()[0], n = equations.shape()[1],
             k = B::rank == 2 ? sides.shape()[B::rank - 1] : 1;
  if (sides.shape()[0] != m) throw linalg_error("Incompatible dimensions");
  auto const y = sides.reshape(shape(m, k));
  auto const d = [&] {
    try {
      return linalg::svd(equations, false);
    } catch (linalg_error const&) {
      throw linalg_error("SVD did not converge in Linear Least Squares");
    }
  }();
  auto const kept = detail::singular_cut(equations.shape(), d.s, rcond);
  auto const x =
      linalg::matmul(detail::adjoint(d.vh),
                     detail::divided_by_values(linalg::matmul(detail::adjoint(d.u), y), d.s, kept));
  std::int64_t const rank = detail::count_along(kept).item();
  using R = real_t<T>;
  auto residuals = acre::empty<R>(x.space(), shape(rank == n && m > n ? k : 0));
  if (residuals.size() > 0)
    residuals =
        evaluate(detail::sum_along(acre::square(acre::abs(linalg::matmul(equations, x) - y)), 0))
            .reshape(shape(k));
  if constexpr (B::rank == 1)
    return lstsq_result{x.reshape(shape(n)), residuals, rank, d.s};
  else
    return lstsq_result{x, residuals, rank, d.s};
}

}  // namespace linalg
}  // namespace acre
