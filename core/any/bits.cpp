#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

using booleans = type_list<bool>;

constexpr binary_entry pairs[] = {
    {"bitwise_and", same, same,
     run_binary<[](auto const& x, auto const& y) { return x & y; }, bits>},
    {"bitwise_or", same, same,
     run_binary<[](auto const& x, auto const& y) { return x | y; }, bits>},
    {"bitwise_xor", same, same,
     run_binary<[](auto const& x, auto const& y) { return x ^ y; }, bits>},
    {"left_shift", number, same,
     run_binary<[](auto const& x, auto const& y) { return x << y; }, integers>},
    {"right_shift", number, same,
     run_binary<[](auto const& x, auto const& y) { return x >> y; }, integers>},
    {"logical_and", boolean, same,
     run_binary<[](auto const& x, auto const& y) { return logical_and(x, y); }, booleans>},
    {"logical_or", boolean, same,
     run_binary<[](auto const& x, auto const& y) { return logical_or(x, y); }, booleans>},
    {"logical_xor", boolean, same,
     run_binary<[](auto const& x, auto const& y) { return logical_xor(x, y); }, booleans>},
};

constexpr unary_entry functions[] = {
    {"invert", same, same, run_unary<[](auto const& x) { return ~x; }, bits>},
    {"bitwise_not", same, same, run_unary<[](auto const& x) { return ~x; }, bits>},
    {"logical_not", boolean, same,
     run_unary<[](auto const& x) { return logical_not(x); }, booleans>},
};

}  // namespace

std::span<binary_entry const> bit_pairs() { return pairs; }
std::span<unary_entry const> bit_functions() { return functions; }

}  // namespace acre::dynamic::detail
