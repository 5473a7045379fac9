#pragma once

#include <acre/order/detail/equality.hpp>
#include <acre/order/detail/reader.hpp>
#include <acre/order/detail/sort_rows.hpp>

namespace acre {

namespace detail {

/// Element k of two sorted rows merged: how many of the first k are a's is looked for.
template <class A, class B, class T>
struct merged_element {
  template <class I>
  using argument = std::int64_t;
  A const* a = nullptr;
  B const* b = nullptr;
  std::int64_t a_size = 0, b_size = 0, a_stride = 1, b_stride = 1;

  KOKKOS_INLINE_FUNCTION T of_a(std::int64_t i) const { return converted<T>(a[i * a_stride]); }
  KOKKOS_INLINE_FUNCTION T of_b(std::int64_t j) const { return converted<T>(b[j * b_stride]); }
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t k) const
  {
    std::int64_t low = k > b_size ? k - b_size : 0, high = k < a_size ? k : a_size;
    while (low < high) {
      std::int64_t const i = low + (high - low) / 2;
      if (before_in_order(of_b(k - 1 - i), of_a(i)))
        high = i;
      else
        low = i + 1;
    }
    std::int64_t const j = k - low;
    bool const take_a = low < a_size && (j >= b_size || !before_in_order(of_b(j), of_a(low)));
    return take_a ? of_a(low) : of_b(j);
  }
};

}  // namespace detail

/// The elements of two sorted one-dimensional arrays or expressions in order, as a new array of the
/// dtype that they promote to; of equal ones a's come first. Arrays that aren't sorted give a
/// result that means nothing. Queued; no scratch. Same bits on every backend.
template <expression A, expression B>
auto merge(A const& a, B const& b)
{
  static_assert(A::rank == 1 && B::rank == 1, "acre: merge takes one-dimensional arrays");
  static_assert(std::is_same_v<typename A::space_type, typename B::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using T = promote_t<typename A::value_type, typename B::value_type>;
  auto const x = evaluate(a);
  auto const y = evaluate(b);
  detail::merged_element<typename A::value_type, typename B::value_type, T> const element{
      detail::node::first(x), detail::node::first(y), x.size(), y.size(),
      x.strides()[0],         y.strides()[0]};
  return array<T, 1, typename A::space_type>(
      detail::reading(element, detail::linear_positions(x.space(), x.size() + y.size()), x, y));
}

}  // namespace acre
