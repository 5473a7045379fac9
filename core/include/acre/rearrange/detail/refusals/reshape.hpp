#pragma once

/// Misuses of <acre/rearrange/reshape.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// reshape(x, {2, 3}), reshape(x, 2, 3).
template <expression E>
auto reshape(E const& e, std::initializer_list<std::int64_t>)
{
  return detail::refuse_extents<E>(e);
}
template <expression E, std::integral First, std::integral... I>
auto reshape(E const& e, First, I...)
{
  return detail::refuse_extents<E>(e);
}

/// transpose(x, axes) of another number of axes, transpose(x, 1, 0).
template <expression E, std::size_t N>
  requires(static_cast<int>(N) != E::rank)
auto transpose(E const& e, std::array<std::int64_t, N> const& axes)
{
  return detail::computed_array(e).transpose(axes);  // refused there
}
template <expression E, std::integral First, std::integral... I>
auto transpose(E const& e, First, I...)
{
  return detail::refuse_extents<E>(e);
}

}  // namespace acre
