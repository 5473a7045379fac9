#pragma once

/// Misuses of <acre/elementwise/where.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// where(condition), where(condition, a).
template <expression C, operand... One>
  requires(sizeof...(One) < 2)
auto where(C condition, One...)
{
  static_assert(detail::never<C>,
                "acre: where chooses of two: where(c, a, b); the places where a "
                "condition is true are nonzero(c)");
  return condition;
}

}  // namespace acre
