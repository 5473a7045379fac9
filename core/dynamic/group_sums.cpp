#include "groups.hpp"

namespace acre::dynamic::detail {

namespace {

using group_summands = type_list<std::int64_t, std::uint64_t, float, double>;

constexpr group_entry group_sums_entries[] = {
    {"sum", widest_of_kind, sum_dtype, run_groups<group_summands, acre::detail::grouped_sum>},
    {"prod", widest_of_kind, sum_dtype, run_groups<group_summands, acre::detail::grouped_prod>},
    {"mean", quotient_dtype, quotient_dtype, run_groups<floats, acre::detail::grouped_mean>},
    {"nansum", widest_of_kind, sum_dtype, run_groups<group_summands, acre::detail::grouped_nansum>},
    {"nanmean", quotient_dtype, quotient_dtype, run_groups<floats, acre::detail::grouped_nanmean>},
};

}  // namespace

std::span<group_entry const> group_sums() { return group_sums_entries; }

}  // namespace acre::dynamic::detail
