#pragma once

#include <acre/array/slice.hpp>
#include <acre/dynamic/array.hpp>
#include <acre/index/index_mode.hpp>

#include <optional>
#include <source_location>
#include <span>
#include <variant>
#include <vector>

/// NumPy's indexing with a list of indices that is known at run time only: a[list]. Integers,
/// slices, newaxis, ellipsis, and arrays of integers or booleans in any position and number, of
/// any integer dtype. Elements read or written, and every error, are as for array's a(…).
///
/// Throws index_error with NumPy's texts at once for lists that do not fit; for an index array
/// with an element out of bounds at the next synchronisation, naming the first in C order, axis
/// by axis. Same bits and same error on every backend.
namespace acre::dynamic {

/// A double is refused with NumPy's text.
using index_term = std::variant<std::int64_t, double, slice, newaxis_t, ellipsis_t, dynamic_array>;
using index_list = std::span<index_term const>;

/// A view where no arrays are in the list, else a new array; waits where masks are.
dynamic_array getitem(dynamic_array const& a, index_list list,
                      std::source_location where = std::source_location::current());

/// a[list] = value: value is cast to a's dtype and broadcast. If indices are duplicate the last one
/// in index order wins. With bad indices nothing is written. Waits for masks, not for one value's.
void setitem(dynamic_array const& a, index_list list, dynamic_array const& value,
             std::source_location where = std::source_location::current());

/// a[list] += value where every duplicate counts (NumPy's np.add.at): a place's values, in C order
/// of the indices, are summed in the order of sum() and added to it. Where a is of integers or bool
/// and promotes with value's dtype to floating point, they are added one after the other there,
/// each sum being cast to a's dtype, as NumPy does; that waits, and runs on the host.
void add_at(dynamic_array const& a, index_list list, dynamic_array const& value,
            std::source_location where = std::source_location::current());

/// a's elements at `index` along an axis, or along all of a in C order. Throws index_error at
/// once for an empty axis and a non-empty index.
dynamic_array take(dynamic_array const& a, dynamic_array const& index, std::optional<int> axis = {},
                   index_mode mode = index_mode::raise,
                   std::source_location where = std::source_location::current());

/// a's elements at `index`, counted in C order over all of a, become `values`, as put(): these in C
/// order too, and again from the first one where there are fewer than indices. Throws index_error
/// at once if a is empty and there are indices and values.
void put(dynamic_array const& a, dynamic_array const& index, dynamic_array const& values,
         index_mode mode = index_mode::raise,
         std::source_location where = std::source_location::current());

/// The indices along each axis of a shape of the elements that are number `index` in C order, from
/// the end where negative, as unravel_index(): int64, in index's shape.
std::vector<dynamic_array> unravel_index(
    dynamic_array const& index, extents_view shape,
    std::source_location where = std::source_location::current());

/// Positions where a is not zero: one int64 array for each axis. Waits.
std::vector<dynamic_array> nonzero(dynamic_array const& a);

}  // namespace acre::dynamic
