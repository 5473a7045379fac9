#pragma once

#include <concepts>

/// Sorting unsigned keys:
///
///   sort_keys(on, keys, sorted, n, first_bit, last_bit)
///
/// writes n keys to `sorted`, ascending by their bits [first_bit, last_bit), all of them if none
/// are named. Stable: keys that agree in these bits keep their order. `keys` is used up.
/// GPUs queue it, CPUs are done when it returns. Scratch: what a GPU's radix sort wants.
namespace acre::backends {

/// What sort_keys takes, refused in a sentence.
template <class Key>
constexpr bool sort_keys_takes()
{
  static_assert(std::unsigned_integral<Key>, "acre: sort_keys takes unsigned keys");
  return true;
}

}  // namespace acre::backends
