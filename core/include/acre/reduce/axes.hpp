#pragma once

#include <acre/array/axes.hpp>

/// Reductions of arrays and fused expressions over all axes, one axis or several.
///
///   sum(x)                    everything; an array of rank 0 that converts to a number
///   sum(x, 1)                 along axis 1; negative axes count from the end
///   sum(x, axes(0, 2))        along several
///   sum(x, 1, keepdims)       the axis stays with extent 1, so that the result broadcasts
///   sum(x, axis_set{v}, keepdims)  along those in a std::vector<int>
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
