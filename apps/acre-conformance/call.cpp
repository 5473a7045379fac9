#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/reduce_where.hpp>
#include <acre/dynamic/scan.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "operations.hpp"

namespace acre::conformance {

call::call(dynamic_space space, test_case const& of) : space_(std::move(space)), of_(&of)
{
  for (auto const& [name, file] : of.inputs) inputs_.emplace(name, read_array(space_, file));
}

call::call(dynamic_space space, test_case const& of, std::map<std::string, dynamic_array> inputs)
    : space_(std::move(space)), of_(&of), inputs_(std::move(inputs))
{}

dynamic_array const& call::input(std::string const& name) const
{
  asked_.insert(name);
  auto const found = inputs_.find(name);
  if (found == inputs_.end()) throw manifest_error("the case has no input '" + name + "'");
  return found->second;
}

std::vector<std::string> call::not_read() const
{
  std::vector<std::string> all;
  for (auto const& [name, value] : of_->params.items())
    if (!value.is_null() && !asked_.contains(name)) all.push_back("the parameter '" + name + "'");
  for (auto const& [name, array] : inputs_)
    if (!asked_.contains(name)) all.push_back("the input '" + name + "'");
  return all;
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
  auto const& axis = params()[name];
  if (axis.is_array()) throw dtype_error("'tuple' object cannot be interpreted as an integer");
  return axis.get<int>();
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

results numbered(std::vector<dynamic_array> const& parts)
{
  results all;
  for (std::size_t n = 0; n < parts.size(); ++n) all.emplace("out" + std::to_string(n), parts[n]);
  if (parts.size() == 1) all.emplace("out", parts[0]);
  return all;
}

namespace {

/// The numbers of nested lists in C order, and the lists' lengths.
void flatten(json const& value, std::size_t depth, std::vector<json>& numbers,
             std::vector<std::int64_t>& shape)
{
  if (!value.is_array()) {
    numbers.push_back(value);
    return;
  }
  if (shape.size() <= depth) shape.push_back(static_cast<std::int64_t>(value.size()));
  for (auto const& each : value) flatten(each, depth + 1, numbers, shape);
}

}  // namespace

dynamic_array array_of(dynamic_space const& space, json const& value)
{
  std::vector<json> numbers;
  std::vector<std::int64_t> shape;
  flatten(value, 0, numbers, shape);
  auto const made = [&]<class T>(std::type_identity<T>) {
    std::vector<T> each;
    for (auto const& number : numbers) each.push_back(number.get<T>());
    return dynamic::from_host(space, dtype_of<T>, std::as_bytes(std::span(each)), shape);
  };
  bool integers = true;  // indices, mostly, where there are none
  for (auto const& number : numbers) integers = integers && number.is_number_integer();
  return integers ? made(std::type_identity<std::int64_t>()) : made(std::type_identity<double>());
}

bool has_operand(call const& c, char const* name) { return c.has_input(name) || c.has(name); }

dynamic_array operand_of(call const& c, std::initializer_list<char const*> names)
{
  for (char const* const name : names)
    if (c.has_input(name)) return c.input(name);
  for (char const* const name : names)
    if (c.has(name)) return array_of(c.space(), c.params()[name]);
  return c.input(*names.begin());
}

void require_rows_to_accumulate(dynamic_array const& a, int axis)
{
  if (a.rank() > 0) return;
  if (axis != 0 && axis != -1) detail::normalized_axis(axis, 0);  // throws
  throw dtype_error("cannot accumulate on a scalar");
}

dynamic::reduction_options reduction_of(call const& c)
{
  dynamic::reduction_options options;
  options.axes = c.axes();
  options.keepdims = param(c, "keepdims", false);
  for (char const* const name : {"ddof", "correction"})
    if (double const ddof = param(c, name, 0.0); ddof != std::floor(ddof))
      throw not_available("acre's ddof is a whole number, and not " + c.params()[name].dump());
  options.ddof = param(c, "ddof", param(c, "correction", std::int64_t{0}));
  if (c.has("dtype")) options.type = c.type();
  return options;
}

dynamic_array reduced(std::string_view reduction, dynamic_array const& a, call const& c,
                      dynamic::reduction_options const& options)
{
  dynamic::counted elements;
  if (c.has("initial")) elements.initial = scalar_of(c.params()["initial"]);
  if (c.has_input("where")) elements.where = c.input("where");
  return elements.initial || elements.where ? dynamic::reduce_where(reduction, a, elements, options)
                                            : dynamic::reduce(reduction, a, options);
}

index_mode mode_of(call const& c)
{
  auto const mode = c.params().value("mode", std::string("raise"));
  if (mode == "raise") return index_mode::raise;
  if (mode == "wrap") return index_mode::wrap;
  if (mode == "clip") return index_mode::clip;
  if (!mode.empty() && std::string_view("cCrRwW").find(mode[0]) != std::string_view::npos)
    throw value_error("Use one of 'clip', 'raise', or 'wrap' for clip mode");
  throw value_error("clipmode must be one of 'clip', 'raise', or 'wrap' (got '" + mode + "')");
}

namespace {

results run_unary(call const& c)
{
  if (c.has("decimals"))
    return out(dynamic::round(input_of(c, {"a", "x"}), c.params()["decimals"].get<std::int64_t>()));
  return out(dynamic::unary(c.of().op, input_of(c, {"a", "x"})));
}

results run_binary(call const& c)
{
  dynamic_array const& a = input_of(c, {"a", "x1"});
  if (c.has("scalar")) {
    auto const value = scalar_of(c.params()["scalar"], c.params().value("scalar_kind", ""));
    return out(dynamic::binary(c.of().op, a, value));
  }
  return out(dynamic::binary(c.of().op, a, input_of(c, {"b", "x2"})));
}

/// A tuple's axes are looked for in an array without axes too, where an axis alone may be 0.
void require_axes_of_tuple(call const& c, dynamic_array const& a)
{
  if (a.rank() > 0 || !c.has("axis") || !c.params()["axis"].is_array()) return;
  for (int const axis : c.axes().value_or(std::vector<int>())) detail::normalized_axis(axis, 0);
}

results run_reduction(call const& c)
{
  if (c.of().op.find("arg") != std::string::npos) c.axis();  // refuses several
  require_axes_of_tuple(c, input_of(c, {"a", "x"}));
  return out(reduced(c.of().op, input_of(c, {"a", "x"}), c, reduction_of(c)));
}

results run_scan(call const& c)
{
  dynamic::scan_options options;
  options.axis = c.axis();
  if (c.has("dtype")) options.type = c.type();
  return out(dynamic::scan(c.of().op, input_of(c, {"a", "x"}), options));
}
/// A ufunc's accumulate is along axis 0 unless it is told otherwise.
results accumulate(call const& c)
{
  auto const axes = c.axes().value_or(std::vector{0});
  if (c.has("axis") && c.params()["axis"].is_array())
    for (int const axis : axes) detail::normalized_axis(axis, c.input("a").rank());
  require_rows_to_accumulate(c.input("a"), axes.empty() ? 0 : axes.front());
  if (axes.size() != 1) throw value_error("accumulate does not allow multiple axes");
  char const* const scan = c.of().op == "maximum_accumulate" ? "cummax" : "cummin";
  return out(dynamic::scan(scan, c.input("a"), {.axis = axes.front()}));
}
results around(call const& c)
{
  return out(dynamic::round(c.input("a"), c.params().value("decimals", std::int64_t{0})));
}

std::vector<operation> make_operations()
{
  std::vector<operation> all;
  for (auto const& list : {index_operations(),     shape_operations(),     workload_operations(),
                           sorting_operations(),   list_operations(),      list_order(),
                           list_reductions(),      list_selections(),      pair_operations(),
                           group_operations(),     histogram_operations(), numerical_operations(),
                           function_operations(),  editing_operations(),   polynomial_operations(),
                           stacking_operations(),  ufunc_operations(),     writing_operations(),
                           xoroshiro_operations(), fourier_operations(),   linear_operations()})
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

namespace {

dtype dtype_in(std::vector<std::string> const& row, std::size_t column)
{
  auto const found = dtype_named(row.at(column));
  if (!found) throw not_available("acre has no dtype " + row.at(column));
  return *found;
}

/// What the operation gives for operands of three ones, under the names that operations look for.
dynamic_array result_of_ones(dynamic_space const& space, operation const& function, dtype first,
                             dtype second)
{
  test_case of;
  of.op = function.name;
  of.params = {{"q", 0.5}};
  auto const ones = [&](dtype type) {
    return dynamic::astype(dynamic::full(space, dtype::int64, std::array{std::int64_t{3}}, 1),
                           type);
  };
  std::map<std::string, dynamic_array> inputs{{"a", ones(first)}};
  for (char const* const name : {"b", "v", "test", "cond", "lo", "hi"})
    inputs.emplace(name, ones(second));
  auto const all = function.run(call(space, of, inputs));
  for (char const* const name : {"out", "out0", "values"})
    if (auto const found = all.find(name); found != all.end()) return found->second;
  return all.begin()->second;
}

}  // namespace

std::string table_result(dynamic_space const& space, std::string_view op,
                         std::vector<std::string> const& row)
{
  if (op == "result_type") return name(promote(dtype_in(row, 0), dtype_in(row, 1)));
  if (op != "result_dtype")
    throw manifest_error("'" + std::string(op) +
                         "' has no table; result_type and result_dtype have");
  auto const* const function = find_operation(row.at(0));
  if (!function) throw not_available("acre has no function '" + row.at(0) + "'");
  try {
    return name(
        result_of_ones(space, *function, dtype_in(row, 1), dtype_in(row, row.size() > 3 ? 2 : 1))
            .dtype());
  } catch (dtype_error const&) {
    return "TypeError";
  } catch (value_error const&) {
    return "ValueError";
  } catch (shape_error const&) {
    return "ValueError";
  } catch (index_error const&) {
    return "IndexError";
  }
}

}  // namespace acre::conformance
