#pragma once

#include <acre/array/detail/view_rules.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/shape.hpp>

#include "dispatch.hpp"

/// Views that operations in this folder are put together from.
namespace acre::dynamic::detail {

using extents = std::vector<std::int64_t>;

inline acre::detail::layout layout_of(dynamic_array const& a) { return {a.shape(), a.strides()}; }

/// Extents and strides of a view that is being made.
struct room {
  extents extent, stride;

  explicit room(int rank)
      : extent(static_cast<std::size_t>(rank)), stride(static_cast<std::size_t>(rank))
  {}
  acre::detail::new_layout layout() { return {extent, stride}; }
  dynamic_array view(dynamic_array const& a, std::int64_t first) const
  {
    return a.view(first, extent, stride);
  }
};

/// An array of rank 0 as NumPy has it where an axis is named: one axis of one element.
inline dynamic_array with_an_axis(dynamic_array const& a) { return a.rank() == 0 ? ravel(a) : a; }

/// Copies elements written in another shape back to a, unless they were a view of it.
inline void write_back(dynamic_array const& a, dynamic_array const& written)
{
  if (written.first() != a.first())
    assign(a, reshape(written, {a.shape().begin(), a.shape().end()}));
}

/// An array with one axis (not negative) sliced.
inline dynamic_array sliced(dynamic_array const& a, int axis, slice const& s)
{
  room to(a.rank());
  auto const first = acre::detail::sliced(layout_of(a), axis, s, to.layout());
  return to.view(a, first);
}

/// With a new axis of extent 1 in front of `axis`.
inline dynamic_array with_axis(dynamic_array const& a, int axis)
{
  room to(a.rank() + 1);
  acre::detail::with_axis(layout_of(a), axis, 1, 0, to.layout());
  return to.view(a, 0);
}

/// One-dimensional elements along one axis of several.
inline dynamic_array along(dynamic_array const& a, int axis, int rank)
{
  extents shape(static_cast<std::size_t>(rank), 1);
  shape[static_cast<std::size_t>(axis)] = a.size();
  return reshape(a, shape);
}

/// The real (0) or the imaginary (1) part of complex numbers. A view.
inline dynamic_array part_of(dynamic_array const& a, int part)
{
  dtype const real = a.dtype() == dtype::complex64 ? dtype::float32 : dtype::float64;
  std::vector<std::int64_t> stride(a.strides().begin(), a.strides().end());
  for (auto& s : stride) s *= 2;
  auto* const first = static_cast<std::byte*>(a.first()) + part * item_size(real);
  return {a.memory().place(), a.space(), real, first, a.shape(), stride};
}

}  // namespace acre::dynamic::detail
