#pragma once

/// Misuses of <acre/elementwise/steps.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// nan_to_num(x, 0).
template <expression E, scalar S>
auto nan_to_num(E const& e, S, S = {}, S = {})
{
  static_assert(detail::never<S>,
                "acre: nan_to_num's numbers have names: nan_to_num(x, {.nan = 0, .posinf = 9})");
  return e;
}

}  // namespace acre
