#pragma once

#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/index/detail/nonzero.hpp>

namespace acre {

namespace detail {

/// Whether elements are not zero, as bool; NaN is not.
template <expression E>
auto not_zero(E const& x)
{
  if constexpr (std::is_same_v<typename E::value_type, bool>)
    return x;
  else
    return x != typename E::value_type(0);
}

}  // namespace detail

/// Positions where x is not zero (true), in C order: one int64 array for each axis of x, as
/// NumPy's. x may be an expression (`nonzero(x > 3)`); NaN is not zero. Rank 1 to 8.
///
/// Waits, as the result's size depends on the elements; throws index errors pending on the space.
/// Scratch: one bit an element, 8 bytes for 2048, from rank 2 on 8 bytes for each that is not zero.
/// Same bits on every backend.
template <expression E>
auto nonzero(E const& x)
{
  static_assert(E::rank > 0,
                "acre: nonzero takes arrays of one and more axes: ravel(x) of one number has one");
  return detail::positions_of_true(detail::not_zero(x));
}

}  // namespace acre
