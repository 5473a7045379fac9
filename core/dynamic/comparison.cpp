#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr binary_entry pairs[] = {
    {"equal", same, boolean,
     run_binary<everything>([](auto const& x, auto const& y) { return x == y; })},
    {"not_equal", same, boolean,
     run_binary<everything>([](auto const& x, auto const& y) { return x != y; })},
    {"less", same, boolean, run_binary<reals>([](auto const& x, auto const& y) { return x < y; })},
    {"less_equal", same, boolean,
     run_binary<reals>([](auto const& x, auto const& y) { return x <= y; })},
    {"greater", same, boolean,
     run_binary<reals>([](auto const& x, auto const& y) { return x > y; })},
    {"greater_equal", same, boolean,
     run_binary<reals>([](auto const& x, auto const& y) { return x >= y; })},
};

}  // namespace

std::span<binary_entry const> comparison_pairs() { return pairs; }

}  // namespace acre::dynamic::detail
