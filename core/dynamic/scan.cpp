#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/scan.hpp>
#include <acre/dynamic/shape.hpp>

#include <array>

#include "scans.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

scan_entry const& entry_named(std::string_view name)
{
  auto const wanted = name == "nancumsum" || name == "nancumprod"
                          ? name.substr(std::string_view("nan").size())
                          : name;
  for (auto const& table : {cumulative_sums(), cumulative_extrema()})
    for (auto const& entry : table)
      if (entry.name == wanted) return entry;
  throw value_error("there is no scan '" + std::string(name) + "'");
}

/// a with a number where it is NaN.
dynamic_array without_nan(dynamic_array const& a, std::int64_t number)
{
  if (kind_of(a.dtype()) < kind::floating) return a;
  return where(unary("isnan", a), scalar_operand(a, number), a);
}

}  // namespace

std::vector<std::string_view> scans()
{
  return {"cumsum", "cumprod", "cummax", "cummin", "nancumsum", "nancumprod"};
}

dtype scan_dtype(std::string_view scan, dtype a) { return entry_named(scan).result(a); }

dynamic_array scan(std::string_view scan, dynamic_array const& a, scan_options const& options)
{
  auto const& entry = entry_named(scan);
  if (options.include_initial && entry.name.starts_with("cumm"))
    throw value_error(std::string(scan) + " of nothing has no value to begin with");
  dynamic_array operand = a;
  if (scan == "nancumsum") operand = without_nan(a, 0);
  if (scan == "nancumprod") operand = without_nan(a, 1);
  bool const flat = !options.axis || a.rank() == 0;
  int const rank = flat ? 1 : a.rank();
  int const axis = acre::detail::normalized_axis(options.axis.value_or(0), rank);
  if (flat) operand = ravel(operand);
  dtype const type = options.type.value_or(entry.result(operand.dtype()));
  dynamic_array const whole = entry.run(astype(astype(operand, type), entry.computed(type)),
                                        axis + max_rank - rank, options.include_initial);
  return astype(of_rank(whole, rank), type);
}

}  // namespace acre::dynamic
