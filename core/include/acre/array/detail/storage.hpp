#pragma once

#include <acre/array/dtype.hpp>
#include <acre/array/shape.hpp>
#include <acre/error.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace acre::detail {

/// "7.28 TiB", "12 bytes": three significant digits.
std::string readable_bytes(double bytes);

/// Throws out_of_memory with NumPy's text: Unable to allocate 7.28 TiB for an array with shape
/// (1000000000000,) and data type float64
[[noreturn]] void throw_out_of_memory(extents_view shape, std::size_t item_size, char const* dtype);

/// Memory for `shape` on `space`, freed there when its last owner goes. Throws shape_error for a
/// size beyond 64 bits, out_of_memory for memory that cannot be had.
template <class T, class Space>
std::shared_ptr<T> allocate(Space const& space, extents_view shape)
{
  std::int64_t const size = size_of(shape);
  if (size == 0) return {};
  if (size > INT64_MAX / static_cast<std::int64_t>(sizeof(T)))
    throw_out_of_memory(shape, sizeof(T), dtype_name<T>());
  std::size_t const bytes = static_cast<std::size_t>(size) * sizeof(T);
  T* const data = static_cast<T*>(space.allocate(bytes));
  if (!data) throw_out_of_memory(shape, sizeof(T), dtype_name<T>());
  return std::shared_ptr<T>(data, [space, bytes](T* p) { space.deallocate(p, bytes); });
}

}  // namespace acre::detail
