#pragma once

#include <acre/distributed/reduce.hpp>
#include <acre/reduce/average.hpp>
#include <acre/reduce/products.hpp>

#include <utility>

/// Sums of products of two arrays of the same blocks: acre's dot, vdot and average, with the costs,
/// bits and errors of sum (acre/distributed/reduce.hpp).
namespace acre::distributed {

/// The sum of a × b, of one axis.
template <detail::whole_operand A, detail::whole_operand B>
auto dot(A const& a, B const& b)
{
  static_assert(
      A::rank == 1 && B::rank == 1,
      "acre: dot of several processes takes two one-dimensional arrays: of a matrix it is "
      "matmul(a, b)");
  using T = acre::promote_t<typename A::value_type, typename B::value_type>;
  auto const product = detail::combined(
      "dot",
      [](auto const& x, auto const& y) {
        return acre::detail::factor<T>(x) * acre::detail::factor<T>(y);
      },
      a, b);
  return detail::reduced("dot", product, acre::detail::sum_reducer<T>{});
}
/// The sum of conj(a) × b over all elements in C order.
template <detail::whole_operand A, detail::whole_operand B>
auto vdot(A const& a, B const& b)
{
  static_assert(A::rank == B::rank, "acre: vdot of several processes takes arrays of one shape");
  using T = acre::promote_t<typename A::value_type, typename B::value_type>;
  auto const product = detail::combined(
      "vdot",
      [](auto const& x, auto const& y) {
        return acre::detail::make_binary<acre::detail::conjugate_multiplies>(
            acre::detail::factor<T>(x), acre::detail::factor<T>(y));
      },
      a, b);
  return detail::reduced("vdot", product, acre::detail::sum_reducer<T>{});
}

/// The mean of x with weights of its blocks: the sum of x × weights / the sum of the weights. Of
/// integers in float64. Throws value_error for weights whose sum is 0.
template <detail::whole_operand E, detail::whole_operand W>
auto average(E const& e, W const& weights)
{
  using T =
      acre::promote_t<acre::detail::average_t<typename E::value_type>, typename W::value_type>;
  auto const w = cast<T>(weights);
  T const total = sum(w);
  if (total == T(0)) acre::detail::refuse_weights();
  return static_cast<T>(sum(cast<T>(e) * w) / total);
}

}  // namespace acre::distributed
