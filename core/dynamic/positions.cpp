#include <acre/reduce/extrema.hpp>

#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr reduction_entry entries[] = {
    {"argmax", as_is, count_of,
     run_reduction<reals>([](auto const& x, axis_set const& a) { return argmax(x, a, keepdims); })},
    {"argmin", as_is, count_of,
     run_reduction<reals>([](auto const& x, axis_set const& a) { return argmin(x, a, keepdims); })},
};

}  // namespace

std::span<reduction_entry const> position_reductions() { return entries; }

}  // namespace acre::dynamic::detail
