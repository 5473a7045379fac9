#pragma once

#include <acre/elementwise/arithmetic.hpp>
#include <acre/elementwise/division.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/rearrange/detail/vocabulary.hpp>
#include <acre/reduce/products.hpp>
#include <acre/reduce/scan.hpp>

namespace acre::detail {

/// Angles, an array or a dynamic array, without their jumps along an axis that isn't negative;
/// `period` and its half are numbers of their dtype.
template <class Array, class T>
Array unwrapped(Array const& angles, int axis, T period, T half)
{
  auto const step = diff(angles, 1, axis);
  auto const within = remainder(step + half, period) - half;
  auto const turned = where((within == -half) & (step > T(0)), half, within);
  auto const correction = evaluate(where(abs(step) < half, T(0), turned - step));
  auto const result = copy(angles);
  sliced(result, axis, slice(1, none)) += cumsum(correction, axis);
  return result;
}

}  // namespace acre::detail
