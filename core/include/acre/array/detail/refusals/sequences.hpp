#pragma once

/// Misuses of <acre/array/sequences.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// tri(shape(3, 4)).
template <element T = double, std::size_t Rank>
auto tri(std::array<std::int64_t, Rank> const&)
{
  return detail::refuse_matrix_shape<T>();
}

/// indices({3, 4}), indices(3, 4).
template <class T = std::int64_t>
auto indices(std::initializer_list<std::int64_t>)
{
  return detail::refuse_creation<T, std::int64_t>();
}
template <std::integral First, std::integral... Rest>
auto indices(First, Rest...)
{
  return detail::refuse_creation<std::int64_t, First>();
}

}  // namespace acre
