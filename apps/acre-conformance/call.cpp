#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/scan.hpp>

#include <algorithm>

#include "operations.hpp"

namespace acre::conformance {

call::call(dynamic_space space, test_case const& of) : space_(std::move(space)), of_(&of)
{
  for (auto const& [name, file] : of.inputs) inputs_.emplace(name, read_array(space_, file));
}

dynamic_array const& call::input(std::string const& name) const
{
  auto const found = inputs_.find(name);
  if (found == inputs_.end()) throw manifest_error("the case has no input '" + name + "'");
  return found->second;
}

std::optional<std::vector<int>> call::axes() const
{
  if (!has("axis")) return {};
  auto const& axis = params()["axis"];
  if (axis.is_array()) return axis.get<std::vector<int>>();
  return std::vector<int>{axis.get<int>()};
}

std::optional<int> call::axis(char const* name) const
{
  if (!has(name)) return {};
  return params()[name].get<int>();
}

std::vector<std::int64_t> call::integers(char const* name) const
{
  if (!has(name)) throw manifest_error(std::string("the case has no parameter '") + name + "'");
  auto const& value = params()[name];
  if (value.is_array()) return value.get<std::vector<std::int64_t>>();
  return {value.get<std::int64_t>()};
}

dtype call::type(char const* name) const
{
  if (!has(name)) throw manifest_error(std::string("the case has no parameter '") + name + "'");
  auto const text = params()[name].get<std::string>();
  auto const found = dtype_named(text);
  if (!found) throw not_available("acre has no dtype " + text);
  return *found;
}

dynamic::scalar_value scalar_of(json const& value, std::string const& kind)
{
  if (kind == "float") return value.get<double>();
  if (kind == "bool") return value.get<bool>();
  if (value.is_boolean()) return value.get<bool>();
  if (!value.is_number_integer()) return value.get<double>();
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX)
    return value.get<std::uint64_t>();
  return value.get<std::int64_t>();
}

namespace {

results run_unary(call const& c)
{
  if (c.has("decimals"))
    return out(dynamic::round(c.input("a"), c.params()["decimals"].get<std::int64_t>()));
  return out(dynamic::unary(c.of().op, c.input("a")));
}

results run_binary(call const& c)
{
  dynamic_array const& a = c.input("a");
  if (c.has("scalar")) {
    auto const value = scalar_of(c.params()["scalar"], c.params().value("scalar_kind", ""));
    return out(dynamic::binary(c.of().op, a, value));
  }
  return out(dynamic::binary(c.of().op, a, c.input("b")));
}

results run_reduction(call const& c)
{
  dynamic::reduction_options options;
  options.axes = c.axes();
  options.keepdims = c.params().value("keepdims", false);
  options.ddof = c.params().value("ddof", std::int64_t{0});
  if (c.has("dtype")) options.type = c.type();
  return out(dynamic::reduce(c.of().op, c.input("a"), options));
}

results run_scan(call const& c)
{
  dynamic::scan_options options;
  options.axis = c.axis();
  if (c.has("dtype")) options.type = c.type();
  return out(dynamic::scan(c.of().op, c.input("a"), options));
}
/// A ufunc's accumulate is along axis 0 unless it is told otherwise.
results accumulate(call const& c)
{
  if (c.input("a").rank() == 0) throw dtype_error("cannot accumulate on a scalar");
  char const* const scan = c.of().op == "maximum_accumulate" ? "cummax" : "cummin";
  return out(dynamic::scan(scan, c.input("a"), {.axis = c.axis().value_or(0)}));
}
results around(call const& c)
{
  return out(dynamic::round(c.input("a"), c.params().value("decimals", std::int64_t{0})));
}

std::vector<operation> make_operations()
{
  std::vector<operation> all;
  for (auto const& list :
       {index_operations(), shape_operations(), workload_operations(), sorting_operations(),
        list_operations(), list_order(), list_reductions(), list_selections(), pair_operations(),
        group_operations(), histogram_operations(), numerical_operations(), function_operations(),
        xoroshiro_operations(), fourier_operations()})
    all.insert(all.end(), list.begin(), list.end());
  for (auto const name : dynamic::unary_functions())
    all.push_back({name, "elementwise", run_unary});
  for (auto const name : dynamic::binary_functions())
    all.push_back({name, "elementwise", run_binary});
  for (auto const name : dynamic::reductions())
    all.push_back({name, name.starts_with("nan") ? "nan reductions" : "reductions", run_reduction});
  for (auto const name : dynamic::scans()) all.push_back({name, "scans", run_scan});
  for (auto const name : {"maximum_accumulate", "minimum_accumulate"})
    all.push_back({name, "scans", accumulate});
  all.push_back({"around", "elementwise", around});
  return all;
}

}  // namespace

std::vector<operation> const& all_operations()
{
  static std::vector<operation> const all = make_operations();
  return all;
}

operation const* find_operation(std::string_view name)
{
  auto const& all = all_operations();
  auto const found =
      std::find_if(all.begin(), all.end(), [&](auto const& o) { return o.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::string table_result(std::string_view op, std::vector<std::string> const& row)
{
  auto const type = [&](std::size_t column) {
    auto const found = dtype_named(row.at(column));
    if (!found) throw not_available("acre has no dtype " + row.at(column));
    return *found;
  };
  if (op == "result_type") return name(promote(type(0), type(1)));
  if (op != "result_dtype") throw not_available("acre has no operation '" + std::string(op) + "'");
  std::string const& function = row.at(0);
  dtype const d = type(1);
  auto const has = [&](auto const& names) {
    return std::find(names.begin(), names.end(), function) != names.end();
  };
  try {
    if (has(dynamic::unary_functions())) return name(dynamic::unary_dtype(function, d));
    if (has(dynamic::binary_functions())) return name(dynamic::binary_dtype(function, d, d));
    if (has(dynamic::reductions())) return name(dynamic::reduction_dtype(function, d));
    if (has(dynamic::scans())) return name(dynamic::scan_dtype(function, d));
    if (function == "median") return name(dynamic::reduction_dtype("mean", d));
  } catch (dtype_error const&) {
    return "TypeError";
  }
  throw not_available("acre has no function '" + function + "'");
}

}  // namespace acre::conformance
