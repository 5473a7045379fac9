#pragma once

#include <acre/dynamic/scan.hpp>
#include <acre/reduce/scan.hpp>

#include <span>

#include "dispatch.hpp"

/// The tables of scans that the sources in this folder make.
namespace acre::dynamic::detail {

/// `result` is the dtype that the scan gives, `computed` the one in which it gives the same: there
/// are kernels for the largest dtype of a kind only. `run` scans along an axis of rank 6.
struct scan_entry {
  std::string_view name;
  dtype (*result)(dtype);
  dtype (*computed)(dtype);
  dynamic_array (*run)(dynamic_array const&, int axis, bool include_initial);
};

std::span<scan_entry const> cumulative_sums();
std::span<scan_entry const> cumulative_extrema();

}  // namespace acre::dynamic::detail
