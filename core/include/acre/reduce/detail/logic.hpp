#pragma once

#include <Kokkos_Macros.hpp>

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

}  // namespace acre::detail
