#pragma once

#include <acre/elementwise/arithmetic.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/division.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/reduce/products.hpp>
#include <acre/reduce/scan.hpp>

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
  using T = typename dtype_traits<inexact_t<typename E::value_type>>::real;
  int const along = detail::normalized_axis(axis, E::rank);
  auto const angles = evaluate(cast<T>(e));
  auto const whole = static_cast<T>(period), half = static_cast<T>(period / 2);
  auto const step = acre::diff(angles, 1, along);
  auto const within = remainder(step + half, whole) - half;
  auto const turned = where((within == -half) & (step > 0), half, within);
  auto const correction = evaluate(where(abs(step) < half, T(0), turned - step));
  auto const result = copy(angles);
  detail::sliced(result, along, slice(1, none)) += acre::cumsum(correction, along);
  return result;
}

}  // namespace acre
