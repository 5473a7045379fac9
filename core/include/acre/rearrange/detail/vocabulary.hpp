#pragma once

#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/rearrange/detail/views.hpp>

/// Compositions that arrays and dynamic arrays share (acre/reduce/detail/gradient.hpp, …) are
/// templates, of whose operands they ask words alone: acre's operators and functions, called
/// without a namespace, and those of this file. core/dynamic/vocabulary.hpp has the same words for
/// dynamic arrays. An axis is a number that isn't negative.
namespace acre::detail {

/// Elements first, first + 1 … along an axis, `count` of them. A view.
template <element T, int Rank, class Space>
array<T, Rank, Space> part(array<T, Rank, Space> const& a, int axis, std::int64_t first,
                           std::int64_t count)
{
  return sliced(a, axis, slice(first, first + count));
}

/// One element of an array of one axis, from its end where i is negative. A view.
template <element T, class Space>
array<T, 0, Space> element_at(array<T, 1, Space> const& a, std::int64_t i)
{
  return a(i);
}

/// An array of one axis as an operand that lies along an axis of another.
template <element T, class Space, class Other>
array<T, Other::rank, Space> lying_along(array<T, 1, Space> const& a, int axis, Other const&)
{
  shape_t<Other::rank> extent{};
  extent.fill(1);
  extent[axis] = a.size();
  return a.reshape(extent);
}

/// In the dtype of true division: integers and bool in float64.
template <expression E>
auto as_quotient(E const& e)
{
  using T = typename E::value_type;
  if constexpr (kind_of<T>() <= kind::integer)
    return acre::cast<quotient_t<T>>(e);
  else
    return e;
}

/// e / 2, of real numbers without a division: the same to the bit.
template <expression E>
auto half_of(E const& e)
{
  if constexpr (is_complex<typename E::value_type>::value)
    return e / 2.0;
  else
    return e * 0.5;
}

/// The only element. These wait.
template <class Space>
double number_of(array<double, 0, Space> const& a)
{
  return a.item();
}
template <class Space>
bool is_true(array<bool, 0, Space> const& a)
{
  return a.item();
}

}  // namespace acre::detail
