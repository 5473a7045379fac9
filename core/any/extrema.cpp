#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr reduction_entry entries[] = {
    {"max", as_is, as_is,
     run_reduction<[](auto const& x, axis_set const& a) { return max(x, a, keepdims); }, reals>},
    {"min", as_is, as_is,
     run_reduction<[](auto const& x, axis_set const& a) { return min(x, a, keepdims); }, reals>},
};

}  // namespace

std::span<reduction_entry const> extremum_reductions() { return entries; }

}  // namespace acre::dynamic::detail
