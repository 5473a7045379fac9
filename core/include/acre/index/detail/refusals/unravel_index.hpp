#pragma once

/// Misuses of <acre/index/unravel_index.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// unravel_index(5, {3, 4}).
template <class I>
auto unravel_index(I const& index, std::initializer_list<std::int64_t>)
{
  return detail::refuse_extents<I>(index);
}

/// ravel_multi_index({1, 2}, {3, 4}).
template <class I = std::int64_t>
std::int64_t ravel_multi_index(std::initializer_list<std::int64_t>,
                               std::initializer_list<std::int64_t>)
{
  return detail::refuse_extents<I>(std::int64_t{0});
}

}  // namespace acre
