#pragma once

#include <acre/reduce/sum.hpp>

/// Truth of many elements, along axes named as in acre/reduce/axes.hpp.
namespace acre {

namespace detail {

struct any_reducer {
  static constexpr char const* name = "any";
  using value_type = bool;
  KOKKOS_INLINE_FUNCTION bool identity() const { return false; }
  KOKKOS_INLINE_FUNCTION bool empty() const { return false; }
  KOKKOS_INLINE_FUNCTION bool combine(bool a, bool b) const { return a || b; }
  KOKKOS_INLINE_FUNCTION bool finish(bool a) const { return a; }
};
struct all_reducer {
  static constexpr char const* name = "all";
  using value_type = bool;
  KOKKOS_INLINE_FUNCTION bool identity() const { return true; }
  KOKKOS_INLINE_FUNCTION bool empty() const { return true; }
  KOKKOS_INLINE_FUNCTION bool combine(bool a, bool b) const { return a && b; }
  KOKKOS_INLINE_FUNCTION bool finish(bool a) const { return a; }
};

}  // namespace detail

/// Whether any (every) element is not zero.
template <expression E, class... Axes>
auto any(E e, Axes... which)
{
  return detail::reduce_with(detail::any_reducer{}, acre::cast<bool>(e), which...);
}
template <expression E, class... Axes>
auto all(E e, Axes... which)
{
  return detail::reduce_with(detail::all_reducer{}, acre::cast<bool>(e), which...);
}

/// How many elements are not zero. int64.
template <expression E, class... Axes>
auto count_nonzero(E e, Axes... which)
{
  return acre::sum(acre::cast<bool>(e), which...);
}

}  // namespace acre
