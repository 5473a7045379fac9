#pragma once

#include <acre/dynamic/array.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/// Memory of a GPU as objects of Python describe it that know no DLPack, Numba's for one:
/// __cuda_array_interface__, version 3.
namespace acre::dynamic {

struct cuda_array {
  void* data = nullptr;
  acre::dtype dtype = acre::dtype::float64;
  std::vector<std::int64_t> shape, strides;  ///< in elements
  bool read_only = false;
  /// The stream whose work makes the elements, by its number: 1 is the legacy default stream, 2 the
  /// thread's. Without one they are there.
  std::optional<std::int64_t> stream = {};
  std::shared_ptr<void> owner;  ///< what keeps the memory alive
};

/// That memory as an array of a GPU's space, of whose device it is; the queue waits for the stream,
/// the host doesn't. `copy` makes elements of the array's own, which read-only memory wants. Throws
/// backend_error for a space of the host, value_error for read-only memory and what from_dlpack()
/// refuses.
dynamic_array from_cuda_array(dynamic_space const& space, cuda_array from, bool copy = false);

/// The space of a GPU's memory: `like`, a space of GPUs, or that of the other device of its kind
/// whose memory it is. Doesn't wait; memory that no device knows is taken as like's.
dynamic_space space_of_memory(dynamic_space const& like, void const* data);

}  // namespace acre::dynamic
