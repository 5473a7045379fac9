#include <acre/dynamic/reduce.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

dynamic_array power_of(dynamic_array const& a, dynamic_array const& b)
{
  if (kind_of(b.dtype()) == kind::integer &&
      truth(reduce("any", binary("less", b, scalar_operand(b, std::int64_t{0})))))
    throw value_error("Integers to negative integer powers are not allowed.");
  auto const run =
      run_binary<ordered_numbers>([](auto const& x, auto const& y) { return power(x, y); });
  return run(a, b);
}

constexpr binary_entry pairs[] = {
    {"floor_divide", number, same,
     run_binary<ordered_numbers>([](auto const& x, auto const& y) { return floor_divide(x, y); })},
    {"remainder", number, same,
     run_binary<ordered_numbers>([](auto const& x, auto const& y) { return remainder(x, y); })},
    {"mod", number, same,
     run_binary<ordered_numbers>([](auto const& x, auto const& y) { return remainder(x, y); })},
    {"fmod", number, same,
     run_binary<ordered_numbers>([](auto const& x, auto const& y) { return fmod(x, y); })},
    {"power", number, same, power_of},
};

}  // namespace

std::span<binary_entry const> division_pairs() { return pairs; }

}  // namespace acre::dynamic::detail
