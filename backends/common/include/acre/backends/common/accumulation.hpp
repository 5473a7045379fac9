#pragma once

#include <cstdint>

/// Accumulating values by key, where nobody can see the order (integers) or nobody asks for one
/// (acre::fast):
///
///   accumulate(space, it, program, keys, out, op)    out[key] = op(out[key], value)
///
/// for every element of a program whose value_type is keyed<T>. Where the keys are few, threads
/// have counters of their own.
namespace acre::backends {

template <class T>
struct keyed {
  std::int64_t key;  // in [0, keys); negative: left out
  T value;
};

}  // namespace acre::backends
