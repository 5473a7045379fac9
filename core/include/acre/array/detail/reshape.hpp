#pragma once

#include <acre/array/shape.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace acre::detail {

/// Fills in an extent of -1. Throws value_error if the sizes differ.
void resolve_reshape(std::span<std::int64_t> wanted, std::int64_t size);

template <std::size_t Rank>
std::array<std::int64_t, Rank> resolved_reshape(std::array<std::int64_t, Rank> wanted,
                                                std::int64_t size)
{
  resolve_reshape(wanted, size);
  return wanted;
}

/// Strides that show the same elements with another shape, or false where none do.
bool reshape_strides(extents_view from, extents_view from_stride, extents_view to,
                     std::span<std::int64_t> to_stride);

}  // namespace acre::detail
