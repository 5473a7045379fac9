#include <acre/reduce/logic.hpp>

#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

using booleans = type_list<bool>;

constexpr reduction_entry logic_entries[] = {
    {"any", truth_value, as_is,
     run_reduction<booleans>([](auto const& x, axis_set const& a) { return any(x, a, keepdims); })},
    {"all", truth_value, as_is,
     run_reduction<booleans>([](auto const& x, axis_set const& a) { return all(x, a, keepdims); })},
    {"count_nonzero", truth_value, count_of,
     run_reduction<booleans>(
         [](auto const& x, axis_set const& a) { return count_nonzero(x, a, keepdims); })},
};

}  // namespace

std::span<reduction_entry const> logic_reductions() { return logic_entries; }

}  // namespace acre::dynamic::detail
