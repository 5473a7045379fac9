#pragma once

#include <acre/array/slice.hpp>
#include <acre/dynamic/index.hpp>

#include <source_location>

namespace acre::dynamic {

/// a[list] = minimum(a[list], value), or maximum, where every duplicate counts and NaN wins
/// (NumPy's np.minimum.at), as scatter_min and scatter_max (acre/index/scatter_add.hpp); complex
/// numbers by real part, then imaginary part, which sorts them. Errors as add_at's. Integers and
/// bool beside a dtype that they promote to another with are compared there, one after the other,
/// on the host.
void min_at(dynamic_array const& a, index_list list, dynamic_array const& value,
            std::source_location where = std::source_location::current());
void max_at(dynamic_array const& a, index_list list, dynamic_array const& value,
            std::source_location where = std::source_location::current());

}  // namespace acre::dynamic
