#pragma once

#include <acre/array/axes.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace acre::fft {

/// Which transform of n numbers divides by n: the inverse (backward, the default), the other one
/// (forward), or both by the root of n (ortho).
enum class norm { backward, ortho, forward };

struct options {
  std::optional<std::int64_t> n = {};
  axis_number axis = -1;
  fft::norm norm = fft::norm::backward;
};

/// Options for several axes: `s` their lengths; `axes` without which all are transformed (with s
/// the last ones).
struct options_of_axes {
  std::vector<std::int64_t> s = {};
  std::vector<int> axes = {};
  fft::norm norm = fft::norm::backward;
};

}  // namespace acre::fft
