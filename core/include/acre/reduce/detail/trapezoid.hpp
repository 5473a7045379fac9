#pragma once

#include <acre/rearrange/detail/vocabulary.hpp>

namespace acre::detail {

/// widths × (f[i] + f[i + 1]) / 2 along an axis that isn't negative; f and widths are arrays or
/// dynamic arrays, widths may be a number.
template <class Array, class Widths>
auto trapezoids(Array const& f, Widths const& widths, int axis)
{
  auto const later = sliced(f, axis, slice(1, none)), earlier = sliced(f, axis, slice(none, -1));
  return half_of(widths * (as_quotient(later) + as_quotient(earlier)));
}

}  // namespace acre::detail
