#pragma once

#include <acre/backends/host_common/tuning.hpp>

#include <cstdint>

/// Lists of a few hundred numbers that are sorted side by side, one in each lane of the processor's
/// vectors, or one by all lanes: a comparator of a sorting network takes one minimum and one
/// maximum for all of them, and no branch depends on a comparison.
namespace acre::backends::host {

/// A list of at most most_beside numbers is filled up to a multiple of this.
inline constexpr int beside_step = 16;

/// For one kind of processor.
template <class Word>
struct beside_functions {
  /// How many lists, at most 64 / sizeof(Word).
  int lanes;
  /// Each of `lanes` lists of n numbers, at lists[0], lists[pitch], …; n is a multiple of
  /// beside_step.
  void (*sort)(Word* lists, std::int64_t pitch, int n);
  /// One list, whose parts are lanes. n is a power of two, and at least size_of_one(1).
  void (*sort_one)(Word* list, int n);

  /// How many numbers sort_one takes for n.
  int size_of_one(int n) const
  {
    int size = lanes * (lanes < 8 ? 8 : lanes);
    while (size < n) size *= 2;
    return size;
  }
};

/// For this processor. Word is int32 or int64.
template <class Word>
beside_functions<Word> const& beside();

}  // namespace acre::backends::host
