#pragma once

#include <acre/dynamic/array.hpp>

#include <span>

namespace acre::dynamic::detail {

/// The dtype of several arrays beside each other: each with those of the widest kind, and these
/// together, as NumPy's. Two at a time would widen int8, uint16 and float32 to float64.
dtype common_dtype(std::span<dynamic_array const> all);

}  // namespace acre::dynamic::detail
