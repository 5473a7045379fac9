#include <acre/reduce/extrema.hpp>

#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr reduction_entry entries[] = {
    {"max", as_is, as_is,
     run_reduction<reals>([](auto const& x, axis_set const& a) { return max(x, a, keepdims); })},
    {"min", as_is, as_is,
     run_reduction<reals>([](auto const& x, axis_set const& a) { return min(x, a, keepdims); })},
};

}  // namespace

std::span<reduction_entry const> extrema_reductions() { return entries; }

}  // namespace acre::dynamic::detail
