#include <acre/reduce/nan.hpp>

#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr reduction_entry nan_extrema_reductions_entries[] = {
    {"nanmax", as_is, as_is, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nanmax(x, a, keepdims);
     })},
    {"nanmin", as_is, as_is, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nanmin(x, a, keepdims);
     })},
};

}  // namespace

std::span<reduction_entry const> nan_extrema_reductions() { return nan_extrema_reductions_entries; }

}  // namespace acre::dynamic::detail
