#pragma once

/// Misuses of <acre/rearrange/pad.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// pad(x, 1, "edge").
template <expression E>
auto pad(E const& e, pad_width width, char const*)
{
  static_assert(detail::never<E>,
                "acre: modes are pad_mode::edge, reflect, symmetric and wrap, pad_mean() and its "
                "kin, pad_ramp(); a constant is the number itself: pad(x, 1, 0.0)");
  return acre::pad(e, width);
}

}  // namespace acre
