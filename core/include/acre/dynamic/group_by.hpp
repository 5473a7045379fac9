#pragma once

#include <acre/dynamic/array.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Rows by their keys where dtypes are known at run time only: the keys of the groups and the
/// reductions of acre::group_by (acre/order/group_by.hpp), with their bits.
namespace acre::dynamic {

/// One element for each group, ascending by the keys.
struct group_table {
  std::vector<dynamic_array> keys, values;
};

struct group_options {
  std::int64_t ddof = 0;  // of var and std
};

/// Groups rows by columns of keys and reduces each column of values: sum, prod, mean, var, std,
/// min, max, any, all, first, last, count (of values that are no NaN), nansum, nanmin, nanmax,
/// nanmean. Columns have one dimension and all as many elements (shape_error). Keys are bool,
/// integers or floating point, values too; of other dtypes they are refused (dtype_error), as is
/// another name (value_error). Waits.
group_table group_by(std::span<dynamic_array const> keys, std::span<dynamic_array const> values,
                     std::string_view reduction, group_options const& options = {});
std::vector<std::string_view> group_reductions();

}  // namespace acre::dynamic
