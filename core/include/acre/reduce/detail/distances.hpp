#pragma once

#include <acre/reduce/products.hpp>

namespace acre::detail {

/// a - b of integers or bool in floating point: exact, rounded once, where their own dtype has no
/// negative numbers or would wrap around.
struct distance_op : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION inexact_t<T> operator()(T a, T b) const
  {
    auto const x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    return a < b ? -static_cast<inexact_t<T>>(y - x) : static_cast<inexact_t<T>>(x - y);
  }
};

/// The distances of neighbours along an axis that isn't negative: diff(), of integers and bool in
/// floating point.
template <expression E>
auto distances(E const& e, int axis)
{
  if constexpr (kind_of<typename E::value_type>() > kind::integer) {
    return acre::diff(e, 1, axis);
  } else {
    auto const a = computed_array(e);
    return evaluate(make_binary(sliced(a, axis, slice(1, none)), sliced(a, axis, slice(none, -1)),
                                distance_op{}));
  }
}

}  // namespace acre::detail
