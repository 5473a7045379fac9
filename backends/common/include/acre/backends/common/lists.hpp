#pragma once

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

/// The elements of lists of different lengths, each with its list:
///
///   visit_lists(on, lists, f)    f(k, list, place) for every element k from 0 to lists.total - 1:
///                                `place` is its index within `list`
///
/// Each is visited once, in any order and many at the same time; neighbouring elements by
/// neighbouring threads, however long the lists are: one of 10^7 among 10^7 short ones costs what
/// its elements cost. f is a copyable function object of host and device, const to call. Offsets
/// are trusted: they don't decrease, and offsets[count] - offsets[0] is total.
///
/// GPUs queue it, CPUs are done when it returns. Scratch: on a GPU 8 bytes for 2048 elements.
namespace acre::backends {

template <class Index>
struct list_bounds {
  Index const* offsets;    // count + 1 of them
  std::int64_t count = 0;  // lists
  std::int64_t total = 0;  // elements

  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t list) const
  {
    return static_cast<std::int64_t>(offsets[list]) - static_cast<std::int64_t>(offsets[0]);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t length(std::int64_t list) const
  {
    return static_cast<std::int64_t>(offsets[list + 1]) - static_cast<std::int64_t>(offsets[list]);
  }
  /// The list that holds element k: the last one that begins at or before it, which is not empty.
  KOKKOS_INLINE_FUNCTION std::int64_t list_of(std::int64_t k) const
  {
    std::int64_t low = 0, high = count;  // begin(low) <= k < begin(high)
    while (high - low > 1) {
      std::int64_t const middle = low + (high - low) / 2;
      if (begin(middle) <= k)
        low = middle;
      else
        high = middle;
    }
    return low;
  }
};

/// What visit_lists takes, refused in a sentence.
template <class Index, class F>
constexpr bool visit_takes()
{
  static_assert(std::signed_integral<Index> && (sizeof(Index) == 4 || sizeof(Index) == 8),
                "acre: visit_lists takes offsets of int32 or int64");
  static_assert(std::is_invocable_v<F const&, std::int64_t, std::int64_t, std::int64_t>,
                "acre: visit_lists takes a function of an element, its list and its place there");
  return true;
}

}  // namespace acre::backends
