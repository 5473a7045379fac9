#include <acre/elementwise/predicates.hpp>
#include <acre/elementwise/rounding.hpp>

#include "functions.hpp"

namespace acre::dynamic {

namespace detail {

namespace {

constexpr auto rounding_functions_entries = unary_entries(acre::detail::rounding_functions());
constexpr auto float_predicates_entries = unary_entries(acre::detail::float_predicates());

}  // namespace

std::span<unary_entry const> rounding_functions() { return rounding_functions_entries; }
std::span<unary_entry const> float_predicates() { return float_predicates_entries; }

}  // namespace detail

dynamic_array round(dynamic_array const& a, std::int64_t decimals)
{
  using namespace detail;
  if (a.dtype() == dtype::boolean && decimals != 0)
    throw dtype_error(
        std::string("Cannot cast ufunc '") + (decimals > 0 ? "multiply" : "divide") +
        "' output from dtype('float64') to dtype('bool') with casting rule 'same_kind'");
  if (is_half(a.dtype()))
    return in_float(a, [&](dynamic_array const& x) { return round(x, decimals); });
  auto const numbers_only = a.dtype() == dtype::boolean ? astype(a, inexact(a.dtype())) : a;
  return of_rank(
      with_array<numbers>("round", numbers_only,
                          [&](auto const& x) { return evaluate(acre::round(x, decimals)); }),
      a.rank());
}

}  // namespace acre::dynamic
