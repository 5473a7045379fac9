#pragma once

#include <acre/rearrange/detail/vocabulary.hpp>
#include <acre/reduce/detail/logic.hpp>

/// Derivatives of f, an array or a dynamic array of a floating or complex dtype, written to
/// `result` along an axis that isn't negative.
namespace acre::detail {

/// Throws value_error with NumPy's texts.
void require_gradient(std::int64_t extent, int edge_order);
void require_coordinates(std::int64_t extent, std::int64_t coordinates);

/// For elements that lie h apart, a number or an array of rank 0.
template <class Array, class Step>
void write_gradient(Array const& f, Array const& result, Step const& h, int axis, int edge_order)
{
  std::int64_t const n = f.extent(axis);
  auto const at = [&](std::int64_t i) { return part(f, axis, i, 1); };
  auto const first = part(result, axis, 0, 1), last = part(result, axis, n - 1, 1);
  assign(part(result, axis, 1, n - 2),
         (part(f, axis, 2, n - 2) - part(f, axis, 0, n - 2)) / (2.0 * h));
  if (edge_order == 1) {
    assign(first, (at(1) - at(0)) / h);
    assign(last, (at(n - 1) - at(n - 2)) / h);
  } else {
    assign(first, -1.5 / h * at(0) + 2.0 / h * at(1) + -0.5 / h * at(2));
    assign(last, 0.5 / h * at(n - 3) + -2.0 / h * at(n - 2) + 1.5 / h * at(n - 1));
  }
}

/// For elements whose distances are `steps`, of one axis. Waits.
template <class Array, class Steps>
void write_gradient_of_steps(Array const& f, Array const& result, Steps const& steps, int axis,
                             int edge_order)
{
  if (is_true(all_along(steps == part(steps, 0, 0, 1))))
    return write_gradient(f, result, element_at(steps, 0), axis, edge_order);
  std::int64_t const n = f.extent(axis);
  auto const at = [&](std::int64_t i) { return part(f, axis, i, 1); };
  auto const first = part(result, axis, 0, 1), last = part(result, axis, n - 1, 1);
  auto const before = lying_along(sliced(steps, 0, slice(none, -1)), axis, f),
             behind = lying_along(sliced(steps, 0, slice(1, none)), axis, f);
  auto const both = before + behind;
  assign(part(result, axis, 1, n - 2),
         -behind / (before * both) * part(f, axis, 0, n - 2) +
             (behind - before) / (before * behind) * part(f, axis, 1, n - 2) +
             before / (behind * both) * part(f, axis, 2, n - 2));
  auto const a = element_at(steps, 0), d = element_at(steps, -1);
  if (edge_order == 1) {
    assign(first, (at(1) - at(0)) / a);
    assign(last, (at(n - 1) - at(n - 2)) / d);
  } else {
    auto const b = element_at(steps, 1), c = element_at(steps, -2);
    auto const front = a + b, back = c + d;
    assign(first, -(2.0 * a + b) / (a * front) * at(0) + front / (a * b) * at(1) +
                      -a / (b * front) * at(2));
    assign(last, d / (c * back) * at(n - 3) + -(d + c) / (c * d) * at(n - 2) +
                     (2.0 * d + c) / (d * back) * at(n - 1));
  }
}

}  // namespace acre::detail
