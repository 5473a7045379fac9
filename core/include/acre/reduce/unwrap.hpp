#pragma once

#include <acre/elementwise/cast.hpp>
#include <acre/reduce/detail/unwrap.hpp>

namespace acre {

/// Angles along an axis without their jumps: where neighbours differ by more than half a period,
/// periods are added to what follows. Integers in float64. NumPy's unwrap. Queued; scratch: three
/// arrays of e's size. Same bits on every backend. Throws index_error for the axis.
template <expression E>
auto unwrap(E const& e, axis_number axis = -1, double period = 6.283185307179586477)
{
  static_assert(E::rank > 0, "acre: diff requires input that is at least one dimensional");
  static_assert(!detail::is_complex<typename E::value_type>::value,
                "acre: unwrap takes angles, which are real numbers: angle(z)");
  using T = quotient_t<typename E::value_type>;
  int const along = detail::normalized_axis(axis, E::rank);
  auto const angles = evaluate(cast<T>(e));
  return detail::unwrapped(angles, along, static_cast<T>(period), static_cast<T>(period / 2));
}

}  // namespace acre
