#pragma once

#include <acre/elementwise/complex.hpp>
#include <acre/linalg/detail/matmul.hpp>
#include <acre/linalg/detail/stack.hpp>
#include <acre/linalg/matmul.hpp>

#include <type_traits>

namespace acre {

namespace detail {

/// Whether an expression is conj(array), which a library reads without a copy where it transposes.
template <class E>
struct conjugate_of_array : std::false_type {};
template <element T, int Rank, class Space>
struct conjugate_of_array<unary<conjugate_op, array<T, Rank, Space>>> : std::true_type {};

/// An operand with elements of T, and whether their conjugates are meant.
template <element T, expression E>
auto product_operand_of(E const& e)
{
  if constexpr (conjugate_of_array<E>::value && std::is_same_v<T, typename E::value_type>)
    return std::pair(e.a, true);
  else
    return std::pair(operand_of_product<T>(e), false);
}

/// Queues the product that a plan has the addresses of.
void library_product(matmul_plan const& plan, backends::linear_type type, bool conjugate_a,
                     bool conjugate_b, backends::queue& on, backends::queue& a, backends::queue& b);

}  // namespace detail

namespace linalg {

/// The product of matrices by the vendor's library (gemm), as acre::matmul in all but the bits:
/// faster, with the matrix units of a GPU, and each library sums in an order of its own.
/// acre::matmul gives the same bits on every space.
///
/// Shapes  as acre::matmul: ranks 1 to 8, leading axes broadcast, extents of 0.
/// Dtype   what both promote to. Integers and bool, which no library has, are multiplied by
///         acre::matmul.
/// Strides matrices whose rows or columns lie without gaps are read as they lie: transposes, slices
///         of rows and columns, and conj(a.transpose()) of complex numbers. Others are copied
///         first, and so is conj() without a transpose.
/// Queued; on CPUs done when it returns. Scratch: the copies, and what the library keeps.
/// Throws  as acre::matmul; value_error for sizes past the library's.
template <expression A, expression B>
auto matmul(A const& a, B const& b)
{
  static_assert(A::rank > 0 && B::rank > 0,
                "acre: matmul takes arrays of one and more dimensions; numbers multiply by *");
  static_assert(detail::spaces_agree<typename A::space_type, typename B::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using T = promote_t<typename A::value_type, typename B::value_type>;
  if constexpr (detail::kind_of<T>() < detail::kind::floating) {
    return acre::matmul(a, b);
  } else {
    constexpr int rank =
        A::rank == 1 || B::rank == 1 ? std::max(A::rank, B::rank) - 1 : std::max(A::rank, B::rank);
    auto const [x, conjugate_x] = detail::product_operand_of<T>(a);
    auto const [y, conjugate_y] = detail::product_operand_of<T>(b);
    auto plan =
        detail::plan_matmul(dtype_traits<T>::code, x.shape(), x.strides(), y.shape(), y.strides());
    shape_t<rank> extents{};
    std::copy_n(plan.shape.begin(), rank, extents.begin());
    array<T, rank, typename A::space_type> out(x.space(), extents);
    if (plan.is_empty()) return out;
    plan.problem.a.data = detail::node::first(x);
    plan.problem.b.data = detail::node::first(y);
    plan.problem.c = detail::node::first(out);
    detail::library_product(plan, detail::linear_type_of<T>(), conjugate_x, conjugate_y,
                            out.space().queue(), x.space().queue(), y.space().queue());
    return out;
  }
}

}  // namespace linalg
}  // namespace acre
