#pragma once

/// Misuses of <acre/array/shape.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// Extents in a vector, in braces; what is a shape already.
template <class T>
constexpr shape_t<1> shape(std::vector<T> const&)
{
  detail::refuse_shape<std::vector<T>>();
  return {};
}
template <std::size_t Rank>
constexpr shape_t<static_cast<int>(Rank)> shape(std::array<std::int64_t, Rank> const& extents)
{
  detail::refuse_shape<std::array<std::int64_t, Rank>>();
  return extents;
}
template <class List = std::initializer_list<std::int64_t>>
constexpr shape_t<1> shape(std::initializer_list<std::int64_t>)
{
  detail::refuse_shape<List>();
  return {};
}

}  // namespace acre
