#include <acre/reduce/nan.hpp>

#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr reduction_entry nan_sum_reductions_entries[] = {
    {"nansum", as_is, sum_dtype, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nansum(x, a, keepdims);
     })},
    {"nanprod", as_is, sum_dtype, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nanprod(x, a, keepdims);
     })},
    {"nanmean", quotient_dtype, as_is,
     run_reduction<inexacts>(
         [](auto const& x, axis_set const& a) { return nanmean(x, a, keepdims); })},
};

}  // namespace

std::span<reduction_entry const> nan_sum_reductions() { return nan_sum_reductions_entries; }

}  // namespace acre::dynamic::detail
