#include <acre/reduce/sum.hpp>

#include "sums_in_64_bits.hpp"

namespace acre::dynamic::detail {

namespace {

dynamic_array run_sum(std::string_view name, dynamic_array const& a, axis_set const& axes, ddof)
{
  return in_64_bits(name, a, [&](auto const& x) { return sum(x, axes, keepdims); });
}

constexpr reduction_entry sums_entries[] = {{"sum", as_is, sum_dtype, run_sum}};

}  // namespace

std::span<reduction_entry const> sum_reductions() { return sums_entries; }

}  // namespace acre::dynamic::detail
