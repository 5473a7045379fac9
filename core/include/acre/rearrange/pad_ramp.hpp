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

/// Words that write_ramp() needs besides those of vocabulary.hpp: elements in float64 or
/// complex128, their indices along an axis in the same dtype, values as they are written.
template <expression E>
auto as_wide(E const& e)
{
  return acre::cast<promote_t<typename E::value_type, double>>(e);
}
template <class Array>
auto wide_indices(Array const& of, int axis)
{
  shape_t<Array::rank> along{};
  along[axis] = 1;
  return acre::cast<promote_t<typename Array::value_type, double>>(
      indices<typename Array::space_type, Array::rank>(of.space(), of.shape(), along));
}
template <class Array, class E>
void assign_floor(Array const& to, E const& e)
{
  using T = typename Array::value_type;
  if constexpr (is_integer<T>)
    assign(to, acre::cast<T>(acre::floor(e)));
  else
    assign(to, acre::cast<T>(e));
}

/// Writes end + i (edge - end) / n for i = 0 … n - 1 along an axis, by NumPy's linspace: in
/// float64, of integers rounded down.
template <class Array>
void write_ramp(Array const& to, Array const& edge, double end, int axis)
{
  auto const count = static_cast<double>(to.extent(axis));
  auto const i = wide_indices(to, axis);
  auto const delta = evaluate(as_wide(edge) - end);
  auto const step = evaluate(delta / count);
  // where a step underflows to nothing, the products need not
  assign_floor(to, where(any_along(step == 0.0), i / count * delta, i * step) + end);
}

template <class Array>
void write_ramps(padded_axis<Array> const& to, std::pair<double, double> const& ends)
{
  auto const [first, last] = ends;
  if (to.before > 0) write_ramp(to.front(), to.of(to.before, 1), first, to.axis);
  if (to.behind > 0)
    write_ramp(flipped(to.back(), std::array{to.axis}), to.of(to.before + to.own - 1, 1), last,
               to.axis);
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
  return detail::padded_by(e, width, [&](auto const& to) {
    detail::write_ramps(to, ramp.end_values[static_cast<std::size_t>(to.axis)]);
  });
}

}  // namespace acre
