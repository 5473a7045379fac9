#include <acre/dynamic/closeness.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/elementwise/steps.hpp>

#include <algorithm>

#include "common_dtype.hpp"
#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

dynamic_array both(dynamic_array const& a, dynamic_array const& b)
{
  return binary("logical_and", a, b);
}
dynamic_array either(dynamic_array const& a, dynamic_array const& b)
{
  return binary("logical_or", a, b);
}

}  // namespace

dynamic_array isclose(dynamic_array const& a, dynamic_array const& b, double rtol, double atol,
                      bool equal_nan)
{
  dtype const type = inexact(promote(a.dtype(), b.dtype()));
  auto const x = astype(a, type), y = astype(b, type);
  auto const distance = unary("absolute", binary("subtract", x, y));
  auto const relative = binary("multiply", unary("absolute", y), rtol);
  auto const near = binary("less_equal", distance, binary("add", relative, atol));
  auto const close = either(both(near, unary("isfinite", y)), binary("equal", x, y));
  if (!equal_nan) return close;
  return either(close, both(unary("isnan", x), unary("isnan", y)));
}

dynamic_array allclose(dynamic_array const& a, dynamic_array const& b, double rtol, double atol,
                       bool equal_nan)
{
  return reduce("all", isclose(a, b, rtol, atol, equal_nan));
}

dynamic_array array_equal(dynamic_array const& a, dynamic_array const& b, bool equal_nan)
{
  if (!std::ranges::equal(a.shape(), b.shape())) {
    bool const no = false;
    return from_host(a.space(), dtype::boolean, std::as_bytes(std::span(&no, 1)), {});
  }
  auto same = binary("equal", a, b);
  if (equal_nan) same = either(same, both(unary("isnan", a), unary("isnan", b)));
  return reduce("all", same);
}

dynamic_array nan_to_num(dynamic_array const& a, double nan, std::optional<double> posinf,
                         std::optional<double> neginf)
{
  if (kind_of(a.dtype()) <= kind::integer) return copy(a);
  finite_values const values{nan, posinf, neginf};
  return of_rank(
      with_array<inexacts>("nan_to_num", a,
                           [&](auto const& x) { return evaluate(acre::nan_to_num(x, values)); }),
      a.rank());
}

dynamic_array select(std::span<dynamic_array const> conditions,
                     std::span<dynamic_array const> choices, scalar_value otherwise)
{
  if (conditions.size() != choices.size())
    throw value_error("list of cases must be same length as list of conditions");
  if (conditions.empty()) throw value_error("select with an empty condition list is not possible");
  for (std::size_t n = 0; n < conditions.size(); ++n)
    if (conditions[n].dtype() != dtype::boolean)
      throw dtype_error("invalid entry " + std::to_string(n) +
                        " in condlist: should be boolean ndarray");
  dtype const type = common_dtype(choices);
  // an integer wraps around in a narrower dtype, as an array of it would
  dtype const integer =
      std::holds_alternative<std::uint64_t>(otherwise) ? dtype::uint64 : dtype::int64;
  bool const whole = std::visit([](auto v) { return std::is_integral_v<decltype(v)>; }, otherwise);
  bool const wraps = kind_of(type) == kind::integer && whole;
  dynamic_array const none = empty(choices[0].space(), wraps ? integer : type, {});
  dynamic_array chosen = scalar_operand(none, otherwise);
  if (wraps) chosen = astype(chosen, type);
  for (std::size_t n = conditions.size(); n-- > 0;)
    chosen = where(conditions[n], choices[n], chosen);
  return chosen;
}

}  // namespace acre::dynamic
