#pragma once

#include <acre/elementwise/functions.hpp>
#include <acre/reduce/detail/over_axes.hpp>

/// The reducers of any() and all(), which detail/reduce.hpp runs.
namespace acre::detail {

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

/// any() and all(), for the headers that need them beside their own.
template <expression E, class... Axes>
auto any_along(E const& e, Axes const&... which)
{
  return reduce_with(any_reducer{}, acre::cast<bool>(e), which...);
}
template <expression E, class... Axes>
auto all_along(E const& e, Axes const&... which)
{
  return reduce_with(all_reducer{}, acre::cast<bool>(e), which...);
}

}  // namespace acre::detail
