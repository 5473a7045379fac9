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

std::span<binary_entry const> extremum_pairs() { return pairs; }

}  // namespace acre::dynamic::detail

namespace acre::dynamic {

any_array clip(any_array const& a, any_array const& low, any_array const& high)
{
  return binary("minimum", binary("maximum", a, low), high);
}

}  // namespace acre::dynamic
