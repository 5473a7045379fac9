#pragma once

#include <acre/array/array.hpp>
#include <acre/array/axes.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <array>
#include <cstdint>
#include <initializer_list>

/// An array's members as functions, of expressions as well, which are evaluated first. Views where
/// the strides allow it.
namespace acre {

/// The elements in C order with another shape, one extent of which may be -1. Throws as
/// array::reshape().
template <expression E, std::size_t Rank>
auto reshape(E const& e, std::array<std::int64_t, Rank> const& shape)
{
  return detail::computed_array(e).reshape(shape);
}

/// All elements in C order, of one axis.
template <expression E>
auto ravel(E const& e)
{
  return detail::computed_array(e).reshape(shape(-1));
}

/// The axes in reverse order, or as transpose(x, axes(2, 0, 1)) names them. Throws as
/// array::transpose().
template <expression E>
auto transpose(E const& e)
{
  return detail::computed_array(e).transpose();
}
template <expression E, std::size_t N>
auto transpose(E const& e, axis_list<N> const& axes)
{
  return detail::computed_array(e).transpose(axes);
}
template <expression E>
auto transpose(E const& e, shape_t<E::rank> const& axes)
{
  return detail::computed_array(e).transpose(axes);
}

}  // namespace acre

#include <acre/rearrange/detail/refusals/reshape.hpp>
