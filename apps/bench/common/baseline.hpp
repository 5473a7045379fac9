#pragma once

#include <type_traits>

#include "measure.hpp"

namespace acre::bench {

/// Code that a space's users would write or call without acre; each backend with a bar specialises
/// it in baseline/<name>.hpp.
template <class Space, class T>
struct baseline {
  static constexpr char const* copy_name = nullptr;
  static constexpr char const* sum_name = nullptr;
};

/// Likewise for sums of groups.
template <class Space, class T>
struct group_baseline {};

}  // namespace acre::bench

#include "acre_bench_baselines.hpp"  // made by CMake: the enabled backends' files
