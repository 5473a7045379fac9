#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/scan.hpp>
#include <acre/dynamic/scatter.hpp>
#include <acre/dynamic/shape.hpp>

#include <array>

#include "operations.hpp"

/// The methods of NumPy's ufuncs as operations of their own: add_reduce, multiply_accumulate,
/// maximum_outer, add_reduceat, subtract_at …
namespace acre::conformance {

namespace {

struct rule {
  std::string_view ufunc, reduction, scan;
};
constexpr rule rules[] = {{"add", "sum", "cumsum"},     {"multiply", "prod", "cumprod"},
                          {"maximum", "max", "cummax"}, {"minimum", "min", "cummin"},
                          {"logical_and", "all", {}},   {"logical_or", "any", {}},
                          {"fmax", "nanmax", {}},       {"fmin", "nanmin", {}}};

/// The ufunc of an operation's name, and its rule.
std::string ufunc_of(call const& c)
{
  return std::string(c.of().op.substr(0, c.of().op.rfind('_')));
}
rule const& rule_of(call const& c)
{
  for (auto const& each : rules)
    if (each.ufunc == ufunc_of(c)) return each;
  throw not_available("acre has no reduction by '" + ufunc_of(c) + "'");
}
dynamic_array const& argument_of(call const& c) { return input_of(c, {"a", "array", "x", "A"}); }

/// Along axis 0 where none is named; None is all.
results ufunc_reduce(call const& c)
{
  auto options = reduction_of(c);
  if (!c.params().contains("axis")) options.axes = std::vector{0};
  return out(reduced(rule_of(c).reduction, argument_of(c), c, options));
}
results ufunc_accumulate(call const& c)
{
  auto const& how = rule_of(c);
  if (how.scan.empty()) throw not_available("acre has no scan by '" + ufunc_of(c) + "'");
  require_rows_to_accumulate(argument_of(c), c.axis().value_or(0));
  dynamic::scan_options options{.axis = c.axis().value_or(0)};
  if (c.has("dtype")) options.type = c.type();
  return out(dynamic::scan(how.scan, argument_of(c), options));
}
results ufunc_outer(call const& c)
{
  dynamic_array const& a = argument_of(c);
  dynamic_array const& b = input_of(c, {"b", "B", "y"});
  std::vector<std::int64_t> shape(a.shape().begin(), a.shape().end());
  shape.insert(shape.end(), static_cast<std::size_t>(b.rank()), 1);
  return out(dynamic::binary(ufunc_of(c), dynamic::reshape(a, shape), b));
}

/// Reduces a[i:j] for neighbouring indices i < j, a[i] for others; the last is of a[i:].
results reduceat(call const& c)
{
  auto const& how = rule_of(c);
  dynamic_array const& a = argument_of(c);
  int const axis = detail::normalized_axis(param(c, "axis", 0), a.rank());
  std::int64_t const n = a.shape()[static_cast<std::size_t>(axis)];
  auto const indices = dynamic::astype(operand_of(c, {"indices", "i"}), dtype::int64);
  auto const bytes = dynamic::to_host(indices);
  auto const* const at = reinterpret_cast<std::int64_t const*>(bytes.data());
  std::vector<dynamic::index_term> list(static_cast<std::size_t>(a.rank()), slice());
  auto& along = list[static_cast<std::size_t>(axis)];
  if (indices.size() == 0) {
    along = slice(0, 0);
    return out(dynamic::astype(dynamic::getitem(a, list),
                               dynamic::reduction_dtype(how.reduction, a.dtype())));
  }
  std::vector<dynamic_array> parts;
  for (std::int64_t k = 0; k < indices.size(); ++k)
    if (at[k] < 0 || at[k] >= n)
      throw index_error("index " + std::to_string(at[k]) + " out-of-bounds in " + ufunc_of(c) +
                        ".reduceat [0, " + std::to_string(n) + ")");
  for (std::int64_t k = 0; k < indices.size(); ++k) {
    bool const last = k + 1 == indices.size();
    std::int64_t const first = at[k], end = last ? n : at[k + 1] > first ? at[k + 1] : first + 1;
    along = slice(first, end);
    parts.push_back(dynamic::reduce(how.reduction, dynamic::getitem(a, list),
                                    {.axes = std::vector{axis}, .keepdims = true}));
  }
  return out(dynamic::concatenate(parts, axis));
}

results at(call const& c)
{
  auto const a = dynamic::copy(c.input("a"));
  std::vector<dynamic::index_term> const list{operand_of(c, {"i", "indices"})};
  auto const value = operand_of(c, {"value", "b", "values"});
  std::string const ufunc = ufunc_of(c);
  if (ufunc == "subtract") {
    if (a.dtype() == dtype::boolean) dynamic::binary_dtype("subtract", a.dtype(), value.dtype());
    dynamic::add_at(
        a, list,
        dynamic::unary("negative", dynamic::astype(value, promote(a.dtype(), value.dtype()))));
  } else if (ufunc == "maximum") {
    dynamic::max_at(a, list, value);
  } else {
    dynamic::min_at(a, list, value);
  }
  return out(a);
}

}  // namespace

std::vector<operation> ufunc_operations()
{
  std::vector<operation> all{{"add_reduce", "ufuncs", ufunc_reduce},
                             {"multiply_reduce", "ufuncs", ufunc_reduce},
                             {"maximum_reduce", "ufuncs", ufunc_reduce},
                             {"minimum_reduce", "ufuncs", ufunc_reduce},
                             {"logical_and_reduce", "ufuncs", ufunc_reduce},
                             {"logical_or_reduce", "ufuncs", ufunc_reduce},
                             {"fmax_reduce", "ufuncs", ufunc_reduce},
                             {"fmin_reduce", "ufuncs", ufunc_reduce},
                             {"add_accumulate", "ufuncs", ufunc_accumulate},
                             {"multiply_accumulate", "ufuncs", ufunc_accumulate},
                             {"add_reduceat", "ufuncs", reduceat},
                             {"multiply_reduceat", "ufuncs", reduceat},
                             {"maximum_reduceat", "ufuncs", reduceat},
                             {"minimum_reduceat", "ufuncs", reduceat},
                             {"logical_and_reduceat", "ufuncs", reduceat},
                             {"logical_or_reduceat", "ufuncs", reduceat},
                             {"subtract_at", "ufuncs", at},
                             {"maximum_at", "ufuncs", at},
                             {"minimum_at", "ufuncs", at}};
  static std::vector<std::string> const outers = [] {
    std::vector<std::string> names;
    for (auto const name : dynamic::binary_functions())
      names.push_back(std::string(name) + "_outer");
    return names;
  }();
  for (std::string const& name : outers) all.push_back({name, "ufuncs", ufunc_outer});
  return all;
}

}  // namespace acre::conformance
