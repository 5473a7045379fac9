#pragma once

#include <acre/elementwise/where.hpp>
#include <acre/rearrange/pad.hpp>
#include <acre/reduce/detail/logic.hpp>

namespace acre {

/// Values that pad() goes to from the edges in equal steps, NumPy's linear_ramp: one everywhere,
/// the same two along every axis (before and behind), or two for each axis.
struct pad_ramp {
  std::vector<std::pair<double, double>> end_values;

  pad_ramp(double everywhere = 0) : end_values{{everywhere, everywhere}} {}
  pad_ramp(double before, double behind) : end_values{{before, behind}} {}
  pad_ramp(std::initializer_list<std::pair<double, double>> ends) : end_values(ends) {}
};

namespace detail {

/// Two for each axis. Throws shape_error where there are neither one nor as many.
void require_end_values(extents_view shape, std::vector<std::pair<double, double>>& ends);

/// Writes end + i (edge - end) / n for i = 0 … n - 1 along an axis, by NumPy's linspace: in
/// float64, of integers rounded down.
template <class Array>
void write_ramp(Array const& to, Array const& edge, double end, int axis)
{
  using T = typename Array::value_type;
  using C = promote_t<T, double>;
  auto const count = static_cast<double>(to.shape()[axis]);
  shape_t<Array::rank> along{};
  along[axis] = 1;
  auto const i = acre::cast<C>(
      indices<typename Array::space_type, Array::rank>(to.space(), to.shape(), along));
  auto const delta = evaluate(acre::cast<C>(edge) - C(end));
  auto const step = evaluate(delta / C(count));
  // where a step underflows to nothing, the products need not
  auto const ramp =
      acre::where(detail::any_along(step == C(0)), i / C(count) * delta, i * step) + C(end);
  if constexpr (is_integer<T>)
    assign(to, acre::cast<T>(acre::floor(ramp)));
  else
    assign(to, acre::cast<T>(ramp));
}

}  // namespace detail

/// A new array with e's own in the middle and straight lines around it, axis by axis, which begin
/// at the end values and would reach e's outermost elements one place further: pad(a, 2,
/// pad_ramp(0.0)). In float64, rounded down for integers. Some five kernels a side of an axis;
/// scratch: two of its edge. Throws as pad() with a mode; shape_error for a wrong number of end
/// values. Same bits on every backend.
template <expression E>
auto pad(E const& e, pad_width width, pad_ramp ramp)
{
  detail::require_end_values(e.shape(), ramp.end_values);
  return detail::padded_by(
      e, width,
      [&](auto const& strip, int axis, std::int64_t before, std::int64_t own, std::int64_t behind) {
        auto const part = [&](std::int64_t first, std::int64_t count) {
          return detail::sliced(strip, axis, slice(first, first + count));
        };
        auto const [first, last] = ramp.end_values[static_cast<std::size_t>(axis)];
        if (before > 0) detail::write_ramp(part(0, before), part(before, 1), first, axis);
        if (behind > 0)
          detail::write_ramp(detail::flipped(part(before + own, behind), std::array{axis}),
                             part(before + own - 1, 1), last, axis);
      });
}

}  // namespace acre
