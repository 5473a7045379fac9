#pragma once

#include <acre/index/nonzero.hpp>
#include <acre/rearrange/detail/views.hpp>

namespace acre {

/// Indices where e is not zero: a row for each such element, (count, rank), in C order. Waits, as
/// the size depends on the elements. Scratch and errors as nonzero().
template <expression E>
auto argwhere(E const& e)
{
  static_assert(E::rank > 0,
                "acre: argwhere takes arrays of one and more axes: ravel(x) of one number has one");
  return detail::rows_of_true(detail::not_zero(e));
}

/// The indices in C order of the elements that are not zero. Waits.
template <expression E>
auto flatnonzero(E const& e)
{
  return acre::nonzero(detail::computed_array(e).reshape(shape(-1)))[0];
}

}  // namespace acre
