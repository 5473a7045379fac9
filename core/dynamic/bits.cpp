#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

using booleans = type_list<bool>;

constexpr binary_entry pairs[] = {
    {"bitwise_and", same, same,
     run_binary<bits>([](auto const& x, auto const& y) { return x & y; })},
    {"bitwise_or", same, same,
     run_binary<bits>([](auto const& x, auto const& y) { return x | y; })},
    {"bitwise_xor", same, same,
     run_binary<bits>([](auto const& x, auto const& y) { return x ^ y; })},
    {"left_shift", number, same,
     run_binary<integers>([](auto const& x, auto const& y) { return x << y; })},
    {"right_shift", number, same,
     run_binary<integers>([](auto const& x, auto const& y) { return x >> y; })},
    {"logical_and", boolean, same,
     run_binary<booleans>([](auto const& x, auto const& y) { return logical_and(x, y); })},
    {"logical_or", boolean, same,
     run_binary<booleans>([](auto const& x, auto const& y) { return logical_or(x, y); })},
    {"logical_xor", boolean, same,
     run_binary<booleans>([](auto const& x, auto const& y) { return logical_xor(x, y); })},
};

constexpr unary_entry functions[] = {
    {"invert", same, same, run_unary<bits>([](auto const& x) { return ~x; })},
    {"bitwise_not", same, same, run_unary<bits>([](auto const& x) { return ~x; })},
    {"logical_not", boolean, same,
     run_unary<booleans>([](auto const& x) { return logical_not(x); })},
};

}  // namespace

std::span<binary_entry const> bit_pairs() { return pairs; }
std::span<unary_entry const> bit_functions() { return functions; }

}  // namespace acre::dynamic::detail
