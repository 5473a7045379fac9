#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/order/search_side.hpp>

#include <optional>
#include <span>
#include <vector>

/// Sorting, searching and sets of arrays whose dtype and rank are known at run time only, with the
/// order and the bits of the functions of the same names for arrays (acre/order.hpp). Any dtype.
///
/// Throws index_error (axis 3 is out of bounds for array of dimension 3), value_error with NumPy's
/// texts. Small integers, bool and complex64 are searched for and made unique as larger ones.
namespace acre::dynamic {

/// Along which axis; without one, all elements in C order.
struct sort_options {
  std::optional<int> axis = -1;
  bool descending = false;
};
dynamic_array sort(dynamic_array const& a, sort_options const& options = {});
dynamic_array argsort(dynamic_array const& a, sort_options const& options = {});

/// The kth element, or several, where sorting would put it; see acre::partition.
dynamic_array partition(dynamic_array const& a, std::int64_t kth, std::optional<int> axis = -1);
dynamic_array partition(dynamic_array const& a, std::vector<std::int64_t> const& kth,
                        std::optional<int> axis = -1);
dynamic_array argpartition(dynamic_array const& a, std::int64_t kth, std::optional<int> axis = -1);
dynamic_array argpartition(dynamic_array const& a, std::vector<std::int64_t> const& kth,
                           std::optional<int> axis = -1);

/// The k largest, the largest first, as acre::topk; by argsort() always.
struct top_result {
  dynamic_array values, indices;
};
top_result topk(dynamic_array const& a, std::int64_t k, int axis = -1);

/// The last key is the first to sort by. Keys have one shape.
dynamic_array lexsort(std::span<dynamic_array const> keys, int axis = -1);

/// Keys in order, each with its value; one axis.
struct keyed_result {
  dynamic_array keys, values;
};
keyed_result sort_by_key(dynamic_array const& keys, dynamic_array const& values);

/// All elements are used. These wait.
struct unique_result {
  dynamic_array values, indices, inverse_indices, counts;
};
dynamic_array unique(dynamic_array const& a);
unique_result unique_all(dynamic_array const& a);
/// Unique slices along an axis (acre/order/unique_along.hpp).
dynamic_array unique(dynamic_array const& a, int axis);
unique_result unique_all(dynamic_array const& a, int axis);

/// Values, first positions and lengths of runs of equal neighbours. Waits.
struct runs_result {
  dynamic_array values, starts, lengths;
};
runs_result run_lengths(dynamic_array const& a);

/// Positions at which values belong among sorted ones.
dynamic_array searchsorted(dynamic_array const& sorted, dynamic_array const& values,
                           search_side side = search_side::left,
                           std::optional<dynamic_array> const& sorter = {});

dynamic_array merge(dynamic_array const& a, dynamic_array const& b);

/// Operands are sets of values; all but isin wait.
dynamic_array isin(dynamic_array const& a, dynamic_array const& values, bool invert = false);
dynamic_array intersect1d(dynamic_array const& a, dynamic_array const& b);
dynamic_array union1d(dynamic_array const& a, dynamic_array const& b);
dynamic_array setdiff1d(dynamic_array const& a, dynamic_array const& b);
dynamic_array setxor1d(dynamic_array const& a, dynamic_array const& b);

}  // namespace acre::dynamic
