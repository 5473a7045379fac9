#pragma once

#include <acre/array/dtype.hpp>

namespace acre {

/// Meaning of an index outside [0, n). Every mode but unchecked refuses a target of length 0.
///
///   raise       [-n, -1] count from the end; anything else is an index_error at the next
///               synchronisation (fence, item, to_vector, copy to the host), naming the first
///               bad position; a write that meets one writes nothing
///   wrap        modulo n, also for negative indices
///   clip        below 0 becomes 0, above n - 1 becomes n - 1 (so -1 is 0)
///   fill        as raise for [-n, -1]; others read as fill's value and are not written
///   drop        as raise for [-n, -1]; others read as 0 and are not written
///   unchecked   the caller vouches for [0, n); anything else is undefined
enum class index_mode { raise, wrap, clip, fill, drop, unchecked };

/// The mode fill with its value: take(a, i, fill(-1.0)).
template <scalar T>
struct fill {
  T value;
  explicit constexpr fill(T v) : value(v) {}
};

}  // namespace acre
