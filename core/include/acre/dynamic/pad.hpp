#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/rearrange/pad_width.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace acre::dynamic {

/// NumPy's modes by name: constant, empty, edge, reflect, symmetric, wrap, linear_ramp, maximum,
/// minimum, mean, median. The values that go with a mode: one pair (before, behind) for all axes,
/// or one for each.
struct pad_options {
  std::string mode = "constant";
  std::vector<std::pair<scalar_value, scalar_value>> constant_values = {{0.0, 0.0}};
  std::vector<std::pair<scalar_value, scalar_value>> end_values = {{0.0, 0.0}};  // of linear_ramp
  std::optional<pad_width> stat_length = {};  // of maximum, minimum, mean, median
};

/// A new array with a's elements in the middle, of any dtype and rank but 0, with the bits and
/// errors of acre::pad (acre/rearrange/pad.hpp, pad_ramp.hpp, pad_statistic.hpp). Throws
/// value_error: mode 'unknown' is not supported. Queued.
dynamic_array pad(dynamic_array const& a, pad_width width, pad_options const& options = {});

}  // namespace acre::dynamic
