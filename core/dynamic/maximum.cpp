#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr binary_entry pairs[] = {
    {"maximum", same, same,
     run_binary<reals>([](auto const& x, auto const& y) { return maximum(x, y); })},
    {"minimum", same, same,
     run_binary<reals>([](auto const& x, auto const& y) { return minimum(x, y); })},
    {"fmax", same, same,
     run_binary<reals>([](auto const& x, auto const& y) { return fmax(x, y); })},
    {"fmin", same, same,
     run_binary<reals>([](auto const& x, auto const& y) { return fmin(x, y); })},
};

}  // namespace

std::span<binary_entry const> maximum_pairs() { return pairs; }

}  // namespace acre::dynamic::detail

namespace acre::dynamic {

dynamic_array clip(dynamic_array const& a, dynamic_array const& low, dynamic_array const& high)
{
  return binary("minimum", binary("maximum", a, low), high);
}

}  // namespace acre::dynamic
