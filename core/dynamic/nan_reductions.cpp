#include <acre/reduce/nan.hpp>
#include <acre/reduce/nan_positions.hpp>
#include <acre/reduce/nan_variance.hpp>

#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

template <bool Root>
dynamic_array run_spread(std::string_view name, dynamic_array const& a, axis_set const& axes,
                         ddof d)
{
  return with_array<inexacts>(
      name, a, [&](auto const& x) { return acre::detail::nan_spread(Root, d, x, axes, keepdims); });
}

constexpr reduction_entry nan_reductions_entries[] = {
    {"nansum", as_is, sum_dtype, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nansum(x, a, keepdims);
     })},
    {"nanprod", as_is, sum_dtype, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nanprod(x, a, keepdims);
     })},
    {"nanmax", as_is, as_is, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nanmax(x, a, keepdims);
     })},
    {"nanmin", as_is, as_is, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nanmin(x, a, keepdims);
     })},
    {"nanargmax", as_is, count_of, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nanargmax(x, a, keepdims);
     })},
    {"nanargmin", as_is, count_of, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nanargmin(x, a, keepdims);
     })},
    {"nanmean", quotient_dtype, as_is,
     run_reduction<inexacts>(
         [](auto const& x, axis_set const& a) { return nanmean(x, a, keepdims); })},
    {"nanvar", quotient_dtype, real_dtype, run_spread<false>},
    {"nanstd", quotient_dtype, real_dtype, run_spread<true>},
};

}  // namespace

std::span<reduction_entry const> nan_reductions() { return nan_reductions_entries; }

}  // namespace acre::dynamic::detail
