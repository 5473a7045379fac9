#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/scan.hpp>
#include <acre/dynamic/shape.hpp>

#include <array>

#include "halves.hpp"
#include "scans.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

scan_entry const& scan_entry_named(std::string_view name)
{
  auto const wanted = name == "nancumsum" || name == "nancumprod"
                          ? name.substr(std::string_view("nan").size())
                          : name;
  for (auto const& table : {cumulative_sums(), cumulative_extrema()})
    for (auto const& entry : table)
      if (entry.name == wanted) return entry;
  throw value_error("there is no scan '" + std::string(name) + "'");
}

char const* combination_of_parts(std::string_view scan)
{
  return scan == "cumsum"    ? "add"
         : scan == "cumprod" ? "multiply"
         : scan == "cummax"  ? "maximum"
                             : "minimum";
}

dynamic_array without_last(dynamic_array const& a, int axis)
{
  std::vector<index_term> terms(static_cast<std::size_t>(axis), slice{});
  terms.push_back(slice(0, -1));
  return getitem(a, terms);
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

dtype scan_dtype(std::string_view scan, dtype a) { return scan_entry_named(scan).result(a); }

dynamic_array scan(std::string_view scan, dynamic_array const& a, scan_options const& options)
{
  auto const& entry = scan_entry_named(scan);
  if (options.include_initial && options.exclusive)
    throw value_error(std::string(scan) +
                      ": what is before the first element comes first or instead of the last, "
                      "include_initial or exclusive");
  bool const begins = options.include_initial || options.exclusive;
  bool const extremum = entry.name.starts_with("cumm");
  if (begins && extremum && !options.initial)
    throw value_error(std::string(scan) + " of nothing has no value to begin with");
  dynamic_array operand = a;
  if (scan == "nancumsum") operand = without_nan(a, 0);
  if (scan == "nancumprod") operand = without_nan(a, 1);
  bool const flat = !options.axis || a.rank() == 0;
  int const rank = flat ? 1 : a.rank();
  int const axis = acre::detail::normalized_axis(options.axis.value_or(0), rank);
  if (flat) operand = ravel(operand);
  dtype const type = options.type.value_or(entry.result(operand.dtype()));
  dynamic_array const whole =
      entry.run(astype(astype(operand, type), entry.computed(computed(type))),
                axis + max_rank - rank, begins && !extremum);
  dynamic_array result = astype(of_rank(whole, rank), type);
  if (options.initial) {
    dynamic_array const initial = scalar_operand(result, *options.initial);
    result = astype(binary(combination_of_parts(entry.name), result, initial), type);
    if (begins && extremum) {
      std::vector<std::int64_t> extent(result.shape().begin(), result.shape().end());
      extent[static_cast<std::size_t>(axis)] = 1;
      result = concatenate(std::array{astype(broadcast_to(initial, extent), type), result}, axis);
    }
  }
  return options.exclusive ? without_last(result, axis) : result;
}

}  // namespace acre::dynamic
