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

/// What is in use in a pool, by label and largest first, as a table.
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

/// What an array holds of its space, whatever its dtype and rank; copied and let go in functions
/// that are compiled once for them all.
template <class Space>
struct array_handle {
  Space space_{};
  std::shared_ptr<void> owner_;
  std::shared_ptr<std::string const> label_;

  array_handle() = default;
  explicit array_handle(Space space, std::shared_ptr<void> owner = {})
      : space_(std::move(space)), owner_(std::move(owner))
  {}
  [[gnu::noinline]] array_handle(array_handle const& other) noexcept
      : space_(other.space_), owner_(other.owner_), label_(other.label_)
  {}
  array_handle(array_handle&&) noexcept = default;
  array_handle& operator=(array_handle const&) = delete;
  [[gnu::noinline]] ~array_handle() {}

  void swap(array_handle& other) noexcept
  {
    std::swap(space_, other.space_);
    owner_.swap(other.owner_);
    label_.swap(other.label_);
  }
};

/// Throw value_error: this array of shape () has no element yet; give it one with empty<T>(space,
/// shape()) / item() wants an array of size 1, not of shape (2,3) / cannot make an array of shape
/// (2,3) from 5 elements
[[noreturn]] void refuse_no_element();
[[noreturn]] void refuse_item(extents_view shape);
[[noreturn]] void refuse_elements(extents_view shape, std::size_t elements);
[[noreturn]] void refuse_row(std::ptrdiff_t row, std::size_t elements, std::size_t columns);

}  // namespace acre::detail
