#pragma once

#include <acre/array/axes.hpp>

/// Reductions of arrays and fused expressions over all axes, one axis or several.
///
/// ```cpp
/// auto const x = ones(shape(2, 3, 4));
/// double const all = sum(x);              // everything; of rank 0, which converts to a number
/// auto const row = sum(x, 1);             // along axis 1; negative axes count from the end
/// auto const two = sum(x, axes(0, 2));    // along several
/// auto const kept = sum(x, 1, keepdims);  // the axis stays with extent 1: the result broadcasts
/// std::vector<int> const which{0, 1};     // whose number the compiler doesn't know
/// auto const some = sum(x, axis_set{which}, keepdims);
/// std::cout << all << ' ' << to_string(row.shape()) << ' ' << two << ' '
///           << to_string(kept.shape()) << ' ' << to_string(some.shape()) << '\n';
/// ```
/// ```text
/// 24 (2,4) [8. 8. 8.] (2,1,4) (1,1,4)
/// ```
///
/// The order of combination is fixed by shape and axes alone (backends/common/reduce.hpp):
/// the same bits on every backend, thread count and run. The result is a new array on the
/// expression's space; work is queued, reading the number waits. Scratch: one value for each
/// 4096 elements where a row (512 where a column) is longer than that. Throws index_error for an
/// axis that is not there, value_error for an axis named twice or for an empty min, max, argmin,
/// argmax.
namespace acre {

struct keepdims_t {};
inline constexpr keepdims_t keepdims{};

}  // namespace acre
