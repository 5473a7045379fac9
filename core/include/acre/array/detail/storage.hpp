#pragma once

#include <acre/array/dtype.hpp>
#include <acre/array/shape.hpp>
#include <acre/backends/common/pool.hpp>
#include <acre/error.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace acre::detail {

/// "7.28 TiB", "12 bytes": three significant digits.
std::string readable_bytes(double bytes);

/// Throws out_of_memory with NumPy's text: Unable to allocate 7.28 TiB for an array with shape
/// (1000000000000,) and data type float64
/// With what `holds` the memory, and its limit if that is the reason.
[[noreturn]] void throw_out_of_memory(extents_view shape, std::size_t item_size, char const* dtype,
                                      backends::pool const* holds = nullptr);

/// A table of the memory in use in a pool, by label and largest first.
std::string memory_report(backends::pool const& pool);

/// Bytes of an array. Throws shape_error for a size beyond 64 bits, out_of_memory where the bytes
/// are.
std::size_t bytes_of(extents_view shape, std::size_t item_size, char const* dtype);

/// Memory for `shape` on `space`, freed there when its last owner goes. Throws shape_error for a
/// size beyond 64 bits, out_of_memory for memory that cannot be had.
/// (Not inlined: compiled once for a space.)
template <class Space>
[[gnu::noinline]] std::shared_ptr<void> allocate(Space const& space, extents_view shape,
                                                 std::size_t item_size, char const* dtype)
{
  std::size_t const bytes = bytes_of(shape, item_size, dtype);
  if (bytes == 0) return {};
  auto owner = space.allocate_shared(bytes);
  if (!owner) throw_out_of_memory(shape, item_size, dtype, &space.queue().memory());
  return owner;
}
template <class T, class Space>
std::shared_ptr<T> allocate(Space const& space, extents_view shape)
{
  return std::static_pointer_cast<T>(allocate(space, shape, sizeof(T), dtype_name<T>()));
}

/// The owner of memory, under a name from now on; and that name, empty where none was given.
std::shared_ptr<void> named_owner(std::shared_ptr<void> owner, std::string name);
std::string name_of(std::shared_ptr<void> const& owner);

/// Throw value_error: this array of shape () has no element yet; give it one with empty<T>(space,
/// shape()) / data(): the elements of this array of shape (4,2), 8 and 1 apart, … / item() wants an
/// array of size 1, not of shape (2,3) / cannot make an array of shape (2,3) from 5 elements
[[noreturn]] void refuse_no_element();
[[noreturn]] void refuse_address(extents_view shape, extents_view strides);
[[noreturn]] void refuse_item(extents_view shape);
[[noreturn]] void refuse_elements(extents_view shape, std::size_t elements);
[[noreturn]] void refuse_row(std::ptrdiff_t row, std::size_t elements, std::size_t columns);

}  // namespace acre::detail
