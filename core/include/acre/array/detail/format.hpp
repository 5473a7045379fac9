#pragma once

#include <acre/array/dtype.hpp>
#include <acre/array/shape.hpp>

#include <string>

namespace acre::detail {

/// The elements `data` (in C order, on the host) of an array of the given shape as NumPy 2.4 prints
/// them with its default options: repr(a), or else str(a). More than 1000 elements are summarised:
/// of an axis longer than six only the first three and the last three are read. `data` may be null
/// if the array is empty. Defined for the dtypes of acre, not for aliases such as long long: see
/// canonical_t.
template <element T>
std::string format_array(T const* data, extents_view shape, bool repr);

}  // namespace acre::detail
