#pragma once

#include <acre/array/shape.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Memory of bool that others filled. A kernel takes each byte for 0 or 1, as C++ does; NumPy,
/// where bytes may be seen as bool, takes all but 0 for true.
namespace acre::detail {

/// The bytes from the first element to behind the last one of bool, `before` of them in front of
/// element 0.
struct byte_range {
  std::int64_t before, count;
};
byte_range range_of_bools(extents_view shape, extents_view strides);

/// Throws value_error for an element that is neither byte 0 nor 1. `first`: element 0, on the host.
void require_bools(unsigned char const* first, extents_view shape, extents_view strides);

/// The same of memory of a space: a GPU's is copied to the host, which waits.
template <class Space>
void require_bools_of(Space const& space, bool const* data, extents_view shape,
                      extents_view strides)
{
  if constexpr (Space::host_accessible) {
    require_bools(reinterpret_cast<unsigned char const*>(data), shape, strides);
  } else {
    byte_range const range = range_of_bools(shape, strides);
    std::vector<unsigned char> bytes(static_cast<std::size_t>(range.count));
    if (range.count > 0) space.copy_to_host(bytes.data(), data - range.before, bytes.size());
    require_bools(bytes.data() + range.before, shape, strides);
  }
}

}  // namespace acre::detail
