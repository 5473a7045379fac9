#include <acre/reduce/nan_variance.hpp>

#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

template <bool Root>
dynamic_array run_spread(std::string_view name, dynamic_array const& a, axis_set const& axes,
                         ddof d)
{
  return with_array<inexacts>(
      name, a, [&](auto const& x) { return acre::detail::nan_spread(Root, d, x, axes, keepdims); });
}

constexpr reduction_entry nan_spread_reductions_entries[] = {
    {"nanvar", quotient_dtype, real_dtype, run_spread<false>},
    {"nanstd", quotient_dtype, real_dtype, run_spread<true>},
};

}  // namespace

std::span<reduction_entry const> nan_spread_reductions() { return nan_spread_reductions_entries; }

}  // namespace acre::dynamic::detail
