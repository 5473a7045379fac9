#pragma once

#include <acre/dynamic/array.hpp>

#include <optional>
#include <source_location>

/// Arrays with more or fewer elements than there were, as the functions of the same names for
/// arrays (acre/rearrange/edit.hpp, acre/reduce.hpp), with their errors.
namespace acre::dynamic {

/// Without an axis both are flattened.
dynamic_array append(dynamic_array const& a, dynamic_array const& b, std::optional<int> axis = {});
/// `values` of a lower rank than a fill one place of the axis; without an axis both are flattened.
dynamic_array insert(dynamic_array const& a, std::int64_t before, dynamic_array const& values,
                     std::optional<int> axis = {});
/// Waits, as trim_zeros() does.
dynamic_array delete_(dynamic_array const& a, dynamic_array const& index,
                      std::optional<int> axis = {},
                      std::source_location where = std::source_location::current());
/// Several axes are trimmed one after the other; without any the result is `a`.
dynamic_array trim_zeros(dynamic_array const& a);

dynamic_array ediff1d(dynamic_array const& a);
dynamic_array unwrap(dynamic_array const& a, int axis = -1, double period = 6.283185307179586477);

}  // namespace acre::dynamic
