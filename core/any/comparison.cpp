#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr binary_entry pairs[] = {
    {"equal", same, boolean,
     run_binary<[](auto const& x, auto const& y) { return x == y; }, everything>},
    {"not_equal", same, boolean,
     run_binary<[](auto const& x, auto const& y) { return x != y; }, everything>},
    {"less", same, boolean, run_binary<[](auto const& x, auto const& y) { return x < y; }, reals>},
    {"less_equal", same, boolean,
     run_binary<[](auto const& x, auto const& y) { return x <= y; }, reals>},
    {"greater", same, boolean,
     run_binary<[](auto const& x, auto const& y) { return x > y; }, reals>},
    {"greater_equal", same, boolean,
     run_binary<[](auto const& x, auto const& y) { return x >= y; }, reals>},
};

}  // namespace

std::span<binary_entry const> comparison_pairs() { return pairs; }

}  // namespace acre::dynamic::detail
