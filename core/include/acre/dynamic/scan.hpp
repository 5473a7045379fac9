#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/dynamic/elementwise.hpp>

#include <optional>
#include <string_view>
#include <vector>

/// Scans along an axis that is known at run time only, in the order of combination and with the
/// bits of the functions of the same names for arrays (acre/reduce/scan.hpp).
///
/// Before the first element is `initial`, which is combined with what the scan gives without it, or
/// else the sum or product of nothing; the largest of nothing has no value. An operation of one's
/// own is a template's argument, and so is known to the compiler: `a.as<T, Rank, Space>()` and
/// inclusive_scan (acre/reduce/scan.hpp).
///
/// Throws index_error (axis 3 is out of bounds for array of dimension 3), value_error for another
/// name, for cummax and cummin of nothing without an initial value, for exclusive and
/// include_initial at once; dtype_error. Queued. Small integers, which are scanned in 64 bits, are
/// converted first.
namespace acre::dynamic {

/// Options of scans; without an axis, all elements in C order.
struct scan_options {
  std::optional<int> axis = {};
  std::optional<dtype> type = {};  // of cumsum, cumprod: the operand is converted to it first
  bool include_initial = false;    // what comes before the first element stands first, too
  bool exclusive = false;          // what comes before each element, without it
  std::optional<scalar_value> initial = {};  // is before the first element: added to every sum …
};

/// cumsum, cumprod, cummax, cummin, nancumsum, nancumprod. An array of rank 0 is taken as one of
/// rank 1, as in NumPy.
dynamic_array scan(std::string_view scan, dynamic_array const& a, scan_options const& options = {});
std::vector<std::string_view> scans();

/// The dtype that a scan gives.
dtype scan_dtype(std::string_view scan, dtype a);

}  // namespace acre::dynamic
