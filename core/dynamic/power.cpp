#include <acre/dynamic/reduce.hpp>
#include <acre/elementwise/power.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

dynamic_array power_of(dynamic_array const& a, dynamic_array const& b, dynamic_array const* into)
{
  if (kind_of(b.dtype()) == kind::integer && a.size() > 0 &&
      truth(reduce("any", binary("less", b, scalar_operand(b, std::int64_t{0})))))
    throw value_error("Integers to negative integer powers are not allowed.");
  return run_binary<acre::detail::power_op>(a, b, into);
}

dtype float_power_argument(dtype a, dtype b) { return promote(promote(a, b), dtype::float64); }

constexpr auto power_pairs_entries = [] {
  auto entries = binary_entries(acre::detail::power_pairs());
  entries[0].run = power_of;
  return std::array{
      entries[0],
      binary_entry{"float_power", {}, float_power_argument, entries[0].result, power_of}};
}();

}  // namespace

std::span<binary_entry const> power_pairs() { return power_pairs_entries; }

}  // namespace acre::dynamic::detail
