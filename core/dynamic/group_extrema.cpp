#include "groups.hpp"

namespace acre::dynamic::detail {

namespace {

/// Integers in 64 bits: the least of them is what it is.
using ordered_dtypes = type_list<std::int64_t, std::uint64_t, float, double>;
using truths = type_list<bool>;

dtype counted_as(dtype d) { return kind_of(d) < kind::floating ? dtype::float64 : d; }

constexpr group_entry group_extrema_entries[] = {
    {"min", widest_of_kind, own_dtype, run_groups<ordered_dtypes, acre::detail::grouped_min>},
    {"max", widest_of_kind, own_dtype, run_groups<ordered_dtypes, acre::detail::grouped_max>},
    {"nanmin", widest_of_kind, own_dtype, run_groups<ordered_dtypes, acre::detail::grouped_nanmin>},
    {"nanmax", widest_of_kind, own_dtype, run_groups<ordered_dtypes, acre::detail::grouped_nanmax>},
    {"any", always_bool, always_bool, run_groups<truths, acre::detail::grouped_any>},
    {"all", always_bool, always_bool, run_groups<truths, acre::detail::grouped_all>},
    {"count", counted_as, always_int64, run_groups<floats, acre::detail::grouped_count>},
};

}  // namespace

std::span<group_entry const> group_extrema() { return group_extrema_entries; }

}  // namespace acre::dynamic::detail
