#pragma once

/// Misuses of <acre/elementwise/maximum.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// clip(x, 0).
template <class... A>
  requires two_operands<A...>
auto clip(A... a)
{
  static_assert((detail::never<A> || ...),
                "acre: clip names both limits, clip(x, 0, 1); one is maximum(x, 0), minimum(x, 1), "
                "or the other none");
  return acre::maximum(std::move(a)...);
}

}  // namespace acre
