#pragma once

#include <acre/linalg/detail/stack.hpp>
#include <acre/linalg/matmul.hpp>

#include <algorithm>

namespace acre {

namespace detail {

/// x of a x = b, in core/linalg/solve.cpp. Throws shape_error where the matrices don't fit.
void solve_stack(matrix_stack const& a, matrix_stack const& b, matrix_stack const& x);
void require_equations(matrix_stack const& a, matrix_stack const& b, bool vector,
                       char const* function);

/// The solutions' rank and extents; of one vector they have no axis of columns.
template <int RankA, int RankB>
inline constexpr int equations_rank = RankB == 1 ? RankA - 1 : std::max(RankA, RankB);
template <int Rank>
shape_t<Rank> equations_extent(matrix_stack const& a, matrix_stack const& b, bool vector)
{
  shape_t<Rank> extent{};
  for (int axis = 0; axis < Rank; ++axis) {
    int const at = max_rank - (vector ? 1 : 0) - Rank + axis;
    extent[axis] = at >= max_rank - 2 ? b.extent[at]
                   : std::min(a.extent[at], b.extent[at]) == 0
                       ? 0
                       : std::max(a.extent[at], b.extent[at]);
  }
  return extent;
}

/// x of a x = b, on a queue, by solve(matrices, sides, x). `a`: the matrices, or their factors.
template <element T, class A, expression B, class Solve>
auto solution(char const* function, typename A::space_type const& space, A const& a, B const& b,
              Solve const& solve)
{
  constexpr bool vector = B::rank == 1;
  constexpr int rank = equations_rank<A::rank, B::rank>;
  auto const y = elements_of<T>(b);
  auto const matrices = stack_of(a);
  auto const sides = stack_of<vector ? 1 : 2>(y);
  require_equations(matrices, sides, vector, function);
  array<T, rank, typename A::space_type> out(space,
                                             equations_extent<rank>(matrices, sides, vector));
  solve(matrices, sides, stack_of<vector ? 1 : 2>(out));
  return out;
}

}  // namespace detail

/// Linear algebra by the vendor's library: OpenBLAS (or another BLAS and LAPACK) on CPUs, cuBLAS
/// and cuSOLVER, rocBLAS and rocSOLVER. A component: link acre::linalg. Names, arguments, results
/// and errors are those of numpy.linalg. Bits are each library's: they differ from space to space,
/// and on a GPU may from one release to the next; on one machine, with one library and one number
/// of threads, two calls give the same.
///
/// Matrices of up to 8 rows are solved, inverted and decomposed by acre itself in solve, inv, det,
/// slogdet, cholesky, eigh and eigvalsh: the same bits on every space, alone or in a stack, however
/// they lie. They are computed in float64, and a float32 result is rounded once. On a GPU one
/// kernel has a stack's matrices, each a thread. core/docs/linalg.md has more.
namespace linalg {

/// x with a x = b: b is one vector, or a matrix of right-hand sides; leading axes of a and of b's
/// matrices broadcast.
///
/// Shapes  a (…, n, n), b (n) or (…, n, k) → (n) or (…, n, k), where b is one vector (…, n). Any
///         strides; n, k of 0 too.
/// Dtype   that of both together; integers and bool in float64.
/// Method  LU with partial pivots (getrf, getrs). An `a` whose rows or columns lie without gaps is
///         copied as it lies. n up to 8: LU of aᵀ with partial pivots, of equal ones the first.
/// Waits   for the factorisation, whose outcome it reads. Scratch: a's size, and b's where k > 1;
///         n up to 8: none.
/// Bits    n up to 8: the same on every space; else the library's.
/// Throws  linalg_error: Singular matrix; Last 2 dimensions of the array must be square;
///         shape_error, value_error for sizes past the library's, out_of_memory.
template <expression A, expression B>
auto solve(A const& a, B const& b)
{
  static_assert(A::rank >= 2, "acre: linalg::solve takes matrices of two and more dimensions");
  static_assert(B::rank >= 1,
                "acre: linalg::solve takes right-hand sides of one and more dimensions");
  static_assert(detail::spaces_agree<typename A::space_type, typename B::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using T =
      promote_t<detail::linear_t<typename A::value_type>, detail::linear_t<typename B::value_type>>;
  auto const x = detail::elements_of<T>(a);
  // NumPy's names in its message of sizes that don't fit
  return detail::solution<T>(B::rank == 1 ? "solve1" : "solve", x.space(), x, b,
                             detail::solve_stack);
}

}  // namespace linalg
}  // namespace acre
