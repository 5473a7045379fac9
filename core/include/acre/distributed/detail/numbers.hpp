#pragma once

#include <acre/distributed/array.hpp>
#include <acre/reduce/detail/numbers.hpp>

#include <utility>

/// Operands whose NaNs are left out.
namespace acre::distributed::detail {

/// The neutral number of a sum where x is NaN.
struct nothing_for_nan : acre::detail::same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return acre::detail::is_nan(x) ? acre::detail::sum_reducer<T>{}.identity() : x;
  }
};

/// Map{} of the elements, where their dtype has NaN.
template <class Map, class E>
auto without_nan(E const& e)
{
  if constexpr (acre::detail::has_nan<typename E::value_type>)
    return combined("isnan", [](auto x) { return acre::detail::make_unary<Map>(std::move(x)); }, e);
  else
    return as_term(e);
}

}  // namespace acre::distributed::detail
