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
  KOKKOS_INLINE_FUNCTION bool combine(bool a, bool b) const { return a | b; }  // in vectors
  KOKKOS_INLINE_FUNCTION bool finish(bool a) const { return a; }

  /// Rows on a CPU, by the library (host_common/short_rows.hpp).
  static constexpr bool has_compiled_rows = true;
  void reduce_rows(bool const* values, int length, int count, bool* out) const;
};
struct all_reducer {
  static constexpr char const* name = "all";
  using value_type = bool;
  KOKKOS_INLINE_FUNCTION bool identity() const { return true; }
  KOKKOS_INLINE_FUNCTION bool empty() const { return true; }
  KOKKOS_INLINE_FUNCTION bool combine(bool a, bool b) const { return a & b; }  // in vectors
  KOKKOS_INLINE_FUNCTION bool finish(bool a) const { return a; }

  /// Rows on a CPU, by the library (host_common/short_rows.hpp).
  static constexpr bool has_compiled_rows = true;
  void reduce_rows(bool const* values, int length, int count, bool* out) const;
};

/// Likewise for a tile, in a register's bits.
template <bool All>
struct truth_in_tile {
  using value_type = std::uint32_t;
  KOKKOS_INLINE_FUNCTION std::uint32_t identity() const { return All ? 1 : 0; }
  KOKKOS_INLINE_FUNCTION std::uint32_t combine(std::uint32_t a, std::uint32_t b) const
  {
    return All ? a & b : a | b;
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t finish(std::uint32_t a) const { return a; }
};
template <class Reducer, bool All>
struct truth_of_tile {
  using type = truth_in_tile<All>;
  KOKKOS_INLINE_FUNCTION static type of(Reducer const&) { return {}; }
  KOKKOS_INLINE_FUNCTION static bool result(Reducer const&, std::uint32_t v, std::int64_t)
  {
    return v != 0;
  }
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

namespace acre::backends {

template <bool Made>
struct tile_reducer<acre::detail::any_reducer, bool, Made>
    : acre::detail::truth_of_tile<acre::detail::any_reducer, false> {};
template <bool Made>
struct tile_reducer<acre::detail::all_reducer, bool, Made>
    : acre::detail::truth_of_tile<acre::detail::all_reducer, true> {};

}  // namespace acre::backends
