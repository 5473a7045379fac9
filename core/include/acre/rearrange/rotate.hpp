#pragma once

#include <acre/rearrange/axis_order.hpp>
#include <acre/rearrange/rearrange.hpp>

namespace acre {

/// Columns (the second axis) in reverse, and rows. Views.
template <expression E>
auto fliplr(E const& e)
{
  static_assert(E::rank >= 2, "acre: fliplr takes arrays of two and more axes");
  return acre::flip(e, 1);
}
template <expression E>
auto flipud(E const& e)
{
  static_assert(E::rank >= 1, "acre: flipud takes arrays of one and more axes");
  return acre::flip(e, 0);
}

/// Turned by k right angles in the plane of two axes, from the first towards the second. A view.
/// Throws value_error: Axes must be different.; index_error for an axis that is not there.
template <expression E>
auto rot90(E const& e, std::int64_t k = 1, axis_number axis1 = 0, axis_number axis2 = 1)
{
  static_assert(E::rank >= 2, "acre: rot90 takes arrays of two and more axes");
  int const first = detail::normalized_axis(axis1, E::rank),
            second = detail::normalized_axis(axis2, E::rank);
  if (first == second) throw value_error("Axes must be different.");
  auto const a = detail::computed_array(e);
  std::int64_t const turns = (k % 4 + 4) % 4;
  if (turns == 0) return a;
  if (turns == 2) return acre::flip(acre::flip(a, first), second);
  if (turns == 1) return acre::swapaxes(acre::flip(a, second), first, second);
  return acre::flip(acre::swapaxes(a, first, second), second);
}

}  // namespace acre
