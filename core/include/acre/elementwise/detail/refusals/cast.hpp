#pragma once

#include <tuple>

/// Misuses of <acre/elementwise/cast.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// cast<std::complex<double>>(x), cast<long double>(x).
template <class T, class... A>
  requires(!element<T> && one_operand<A...>)
auto cast(A... a)
{
  static_assert(element<T>,
                "acre: no such dtype; there are bool, integers of 8 to 64 bits, float, double and "
                "acre::complex of these two");
  return std::get<0>(std::tuple(a...));
}

}  // namespace acre
