#include <acre/reduce/nan_positions.hpp>

#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr reduction_entry nan_position_reductions_entries[] = {
    {"nanargmax", as_is, count_of, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nanargmax(x, a, keepdims);
     })},
    {"nanargmin", as_is, count_of, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return nanargmin(x, a, keepdims);
     })},
};

}  // namespace

std::span<reduction_entry const> nan_position_reductions()
{
  return nan_position_reductions_entries;
}

}  // namespace acre::dynamic::detail
