#pragma once

#include <acre/array/array.hpp>
#include <acre/array/detail/no_operands.hpp>
#include <acre/array/read_only.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/linalg/detail/matmul.hpp>

#include <type_traits>

namespace acre {

namespace detail {

/// An operand with elements of T: itself, or one kernel.
template <element T, expression E>
array<T, E::rank, typename E::space_type> elements_of(E const& e)
{
  if constexpr (std::is_same_v<typename E::value_type, T>)
    return e;
  else
    return acre::cast<T>(e);
}

/// An operand that is only read: arrays in memory, read-only or not, are not copied.
template <element T, expression E>
auto operand_of_product(E const& e)
{
  if constexpr (lies_in_memory<E> && std::is_same_v<typename E::value_type, T>)
    return e;
  else
    return elements_of<T>(e);
}

}  // namespace detail

/// The product of matrices, NumPy's a @ b.
///
///   matmul(a, b)     (n, k), (k, m) → (n, m)
///                    (…, n, k), (…, k, m) → (…, n, m): matrix by matrix, leading axes broadcast
///                    (k), (…, k, m) → (…, m)    and (…, n, k), (k) → (…, n)
///                    (k), (k) → ()
///
/// Shapes  ranks 1 to 8, any strides, extents of 0 too: sums of nothing are 0.
/// Dtype   what both promote to, in which it is computed; small integers stay small and wrap
///         around, of bool it is whether any product is true. An operand of another dtype is
///         converted first, an expression evaluated: a kernel each.
/// Bits    the same on every space: each element is summed in the order that stands in
///         backends/common/matmul.hpp (fused multiply-adds in index order, blocks of 1024 added in
///         order), whatever the strides, the other rows and columns and the batch are. dot() has
///         the order of sum().
/// Speed   on a GPU by the threads' own arithmetic; float64 by the matrix units where these have
///         the order (compute capability 9.0). Queued; on CPUs done when it returns. Scratch: where
///         the result is small and the depth long up to 256 MiB, on CPUs about 1 MiB a thread.
/// Throws  shape_error: matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc
///         signature (n?,k),(k,m?)->(n?,m?) (size 4 is different from 3); out_of_memory.
template <expression A, expression B>
auto matmul(A const& a, B const& b)
{
  static_assert(A::rank > 0 && B::rank > 0,
                "acre: matmul takes arrays of one and more dimensions; numbers multiply by *");
  static_assert(detail::spaces_agree<typename A::space_type, typename B::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using T = promote_t<typename A::value_type, typename B::value_type>;
  using space = typename A::space_type;
  constexpr int rank =
      A::rank == 1 || B::rank == 1 ? std::max(A::rank, B::rank) - 1 : std::max(A::rank, B::rank);
  auto const x = detail::operand_of_product<T>(a);
  auto const y = detail::operand_of_product<T>(b);
  auto plan =
      detail::plan_matmul(dtype_traits<T>::code, x.shape(), x.strides(), y.shape(), y.strides());
  shape_t<rank> extents{};
  std::copy_n(plan.shape.begin(), rank, extents.begin());
  array<T, rank, space> out(x.space(), extents);
  if (plan.is_empty()) return out;
  plan.problem.a.data = detail::node::first(x);
  plan.problem.b.data = detail::node::first(y);
  plan.problem.c = detail::node::first(out);
  detail::run_matmul(out.space().queue(), plan, x.space().queue(), y.space().queue());
  return out;
}

/// Of float16 and bfloat16: the sums are those of float32, rounded once. Scratch: both operands and
/// the result in float32.
template <expression A, expression B>
  requires detail::is_half<promote_t<typename A::value_type, typename B::value_type>>
auto matmul(A const& a, B const& b)
{
  using T = promote_t<typename A::value_type, typename B::value_type>;
  return evaluate(acre::cast<T>(matmul(acre::cast<float>(a), acre::cast<float>(b))));
}

}  // namespace acre

#include <acre/linalg/detail/refusals/matmul.hpp>
