#pragma once

#include <acre/array/axes.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace acre::fft {

/// Where a transform of n numbers is divided by n: backward by the inverse (the default), forward
/// by the other one, ortho by both, by the root of n.
enum class norm { backward, ortho, forward };

struct options {
  std::optional<std::int64_t> n = {};
  axis_number axis = -1;
  fft::norm norm = fft::norm::backward;
};

/// Of several axes: `s` their lengths, `axes` all where they are left out (with s the last ones).
struct options_of_axes {
  std::vector<std::int64_t> s = {};
  std::vector<int> axes = {};
  fft::norm norm = fft::norm::backward;
};

}  // namespace acre::fft
