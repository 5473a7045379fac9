#include "groups.hpp"

namespace acre::dynamic::detail {

namespace {

using summed = type_list<std::int64_t, std::uint64_t, float, double>;

constexpr group_entry entries[] = {
    {"sum", widest_of_kind, sum_dtype, run_groups<summed, acre::detail::grouped_sum>},
    {"prod", widest_of_kind, sum_dtype, run_groups<summed, acre::detail::grouped_prod>},
    {"mean", quotient_dtype, quotient_dtype, run_groups<floats, acre::detail::grouped_mean>},
    {"nansum", widest_of_kind, sum_dtype, run_groups<summed, acre::detail::grouped_nansum>},
    {"nanmean", quotient_dtype, quotient_dtype, run_groups<floats, acre::detail::grouped_nanmean>},
};

}  // namespace

std::span<group_entry const> group_sums() { return entries; }

}  // namespace acre::dynamic::detail
