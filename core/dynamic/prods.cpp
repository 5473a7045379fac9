#include <acre/reduce/sum.hpp>

#include "sums_in_64_bits.hpp"

namespace acre::dynamic::detail {

namespace {

dynamic_array run_prod(std::string_view name, dynamic_array const& a, axis_set const& axes, ddof)
{
  return in_64_bits(name, a, [&](auto const& x) { return prod(x, axes, keepdims); });
}

constexpr reduction_entry prods_entries[] = {{"prod", as_is, sum_dtype, run_prod}};

}  // namespace

std::span<reduction_entry const> prod_reductions() { return prods_entries; }

}  // namespace acre::dynamic::detail
