#include <acre/dynamic.hpp>
#include <acre/dynamic/histogram.hpp>
#include <acre/dynamic/quantile.hpp>

#include <algorithm>

#include "operations.hpp"

/// Functions of NumPy's that the reference data has no cases of: under their names, with their
/// arguments' names.
namespace acre::conformance {

namespace {

dynamic_array const& first_of(call const& c)
{
  return input_of(c, {"a", "x", "x1", "m", "arr", "ar", "f", "v", "filt", "ary"});
}
dynamic_array const& second_of(call const& c)
{
  return input_of(c, {"b", "y", "x2", "v", "values", "weights"});
}

std::optional<double> number_if(call const& c, char const* name)
{
  return c.has(name) ? std::optional(c.params()[name].get<double>()) : std::nullopt;
}

/// All inputs whose names begin so, in the order of the names.
std::vector<dynamic_array> inputs_named(call const& c, std::string const& prefix)
{
  std::vector<dynamic_array> all;
  for (auto const& [name, file] : c.of().inputs)
    if (name.starts_with(prefix)) all.push_back(c.input(name));
  return all;
}
/// One pair, or one for each axis.
std::vector<std::pair<json, json>> pairs_of(json const& value)
{
  if (!value.is_array()) return {{value, value}};
  if (value.size() == 1) return pairs_of(value[0]);
  if (!value[0].is_array()) return {{value.at(0), value.at(1)}};
  std::vector<std::pair<json, json>> all;
  for (json const& each : value)
    all.emplace_back(each.at(0), each.size() > 1 ? each.at(1) : each.at(0));
  return all;
}
pad_width widths_of(json const& value)
{
  pad_width width(0);
  width.each.clear();
  for (auto const& [before, behind] : pairs_of(value))
    width.each.emplace_back(before.get<std::int64_t>(), behind.get<std::int64_t>());
  return width;
}
std::vector<std::pair<dynamic::scalar_value, dynamic::scalar_value>> scalars_of(json const& value)
{
  std::vector<std::pair<dynamic::scalar_value, dynamic::scalar_value>> all;
  for (auto const& [before, behind] : pairs_of(value))
    all.emplace_back(scalar_of(before), scalar_of(behind));
  return all;
}
results pad(call const& c)
{
  dynamic::pad_options options;
  options.mode = param(c, "mode", std::string("constant"));
  if (param(c, "reflect_type", std::string("even")) != "even")
    throw not_available("acre's pad reflects evenly");
  if (c.has("constant_values")) options.constant_values = scalars_of(c.params()["constant_values"]);
  if (c.has("end_values")) options.end_values = scalars_of(c.params()["end_values"]);
  if (c.has("stat_length")) options.stat_length = widths_of(c.params()["stat_length"]);
  return out(dynamic::pad(input_of(c, {"array", "a", "x"}), widths_of(c.params().at("pad_width")),
                          options));
}

/// Along several axes one result for each.
results gradient(call const& c)
{
  auto const& f = input_of(c, {"f", "a", "y"});
  int const edge_order = param(c, "edge_order", 1);
  std::vector<int> axes;
  if (auto const named = c.axes())
    axes = *named;
  else
    for (int axis = 0; axis < f.rank(); ++axis) axes.push_back(axis);
  std::vector<dynamic_array> all;
  for (int const axis : axes)
    all.push_back(c.has_input("x") ? dynamic::gradient(f, c.input("x"), axis, edge_order)
                                   : dynamic::gradient(f, param(c, c.has("h") ? "h" : "dx", 1.0),
                                                       axis, edge_order));
  return numbered(all);
}

results average(call const& c)
{
  auto const options = reduction_of(c);
  dynamic_array const& a = c.input("a");
  bool const weighted = c.has_input("weights");
  auto const mean =
      weighted ? dynamic::average(a, c.input("weights"), options) : dynamic::average(a, options);
  if (!param(c, "returned", false)) return out(mean);
  auto const& weights = weighted ? c.input("weights") : a;
  if (weighted && !std::ranges::equal(weights.shape(), a.shape()))
    throw not_available("acre has no sums of weights along an axis alone");
  auto const each = weighted ? weights : dynamic::binary("equal", a, a);
  auto const sum =
      weighted
          ? dynamic::reduce("sum", each, options)
          : dynamic::reduce(
                "count_nonzero",
                dynamic::binary("logical_or", each, dynamic::unary("logical_not", each)), options);
  return {{"out", mean}, {"sum_of_weights", dynamic::astype(sum, mean.dtype())}};
}
results ptp(call const& c) { return out(dynamic::ptp(first_of(c), reduction_of(c))); }
results vecdot(call const& c)
{
  return out(dynamic::vecdot(first_of(c), second_of(c), param(c, "axis", -1)));
}
results cross(call const& c)
{
  int const axis = param(c, "axis", -1);
  return out(dynamic::cross(first_of(c), second_of(c), param(c, "axisa", axis),
                            param(c, "axisb", axis), param(c, "axisc", axis)));
}
results einsum(call const& c)
{
  return out(dynamic::einsum(c.params().at("subscripts").get<std::string>(), inputs_named(c, "")));
}
double order_of(json const& ord)
{
  return ord.is_string() ? std::stod(ord.get<std::string>()) : ord.get<double>();
}
results vector_norm(call const& c)
{
  return out(dynamic::vector_norm(first_of(c), c.has("ord") ? order_of(c.params()["ord"]) : 2.0,
                                  reduction_of(c)));
}
results matrix_norm(call const& c)
{
  json const ord = c.has("ord") ? c.params()["ord"] : json("fro");
  return out(dynamic::matrix_norm(first_of(c),
                                  ord == "fro" ? std::nullopt : std::optional(order_of(ord)),
                                  param(c, "keepdims", false)));
}
/// Norms of all elements, of vectors along an axis, or of matrices.
results norm(call const& c)
{
  dynamic_array const& x = first_of(c);
  auto const axes = c.axes();
  bool const whole = !axes && !c.has("ord");
  bool const of_matrices = !whole && (axes ? axes->size() == 2 : x.rank() == 2);
  if (!whole && !axes && x.rank() > 2) throw value_error("Improper number of dimensions to norm.");
  if (of_matrices) {
    if (axes) {
      for (int const axis : *axes) detail::normalized_axis(axis, x.rank());
      if (detail::normalized_axis(axes->at(0), x.rank()) ==
          detail::normalized_axis(axes->at(1), x.rank()))
        throw value_error("Duplicate axes given.");
      auto const turned = dynamic::moveaxis(x, *axes, {-2, -1});
      json const ord = c.has("ord") ? c.params()["ord"] : json("fro");
      auto const norms =
          dynamic::matrix_norm(turned, ord == "fro" ? std::nullopt : std::optional(order_of(ord)));
      if (!param(c, "keepdims", false)) return out(norms);
      return out(dynamic::expand_dims(norms, *axes));
    }
    return matrix_norm(c);
  }
  if (c.has("ord") && c.params()["ord"].is_string() && c.params()["ord"] == "fro")
    throw value_error("Invalid norm order 'fro' for vectors");
  return vector_norm(c);
}
results amax(call const& c) { return out(reduced("max", first_of(c), c, reduction_of(c))); }
results amin(call const& c) { return out(reduced("min", first_of(c), c, reduction_of(c))); }

results cumulative(call const& c)
{
  dynamic::scan_options options;
  options.axis = c.axis();
  dynamic_array const& x = first_of(c);
  if (!options.axis && x.rank() > 1)
    throw value_error(
        "For arrays which have more than one dimension ``axis`` argument is required.");
  if (c.has("dtype")) options.type = c.type();
  options.include_initial = param(c, "include_initial", false);
  return out(dynamic::scan(c.of().op == "cumulative_sum" ? "cumsum" : "cumprod", x, options));
}

template <dynamic_array (*Function)(dynamic_array const&, dynamic_array const&, double, double,
                                    bool)>
results of_closeness(call const& c)
{
  return out(Function(first_of(c), second_of(c), param(c, "rtol", 1e-5), param(c, "atol", 1e-8),
                      param(c, "equal_nan", false)));
}
results array_equal(call const& c)
{
  return out(dynamic::array_equal(input_of(c, {"a1", "a"}), input_of(c, {"a2", "b"}),
                                  param(c, "equal_nan", false)));
}
results nan_to_num(call const& c)
{
  return out(dynamic::nan_to_num(first_of(c), param(c, "nan", 0.0), number_if(c, "posinf"),
                                 number_if(c, "neginf")));
}
/// NumPy's ufuncs that are two of acre::dynamic's functions refuse dtypes under their own names.
void refuse_complex(char const* ufunc, dynamic_array const& x)
{
  if (kind_of(x.dtype()) == detail::kind::complex)
    throw dtype_error(std::string("ufunc '") + ufunc +
                      "' not supported for the input types, and the inputs could not be safely "
                      "coerced to any supported types according to the casting rule ''safe''");
}
results positive(call const& c)
{
  if (first_of(c).dtype() == dtype::boolean)
    throw dtype_error(
        "ufunc 'positive' did not contain a loop with signature matching types <class "
        "'numpy.dtypes.BoolDType'> -> None");
  return out(dynamic::copy(first_of(c)));
}
results divmod(call const& c)
{
  auto const &a = first_of(c), &b = second_of(c);
  refuse_complex("divmod", a), refuse_complex("divmod", b);
  return {{"out0", dynamic::binary("floor_divide", a, b)},
          {"out1", dynamic::binary("remainder", a, b)}};
}
results select(call const& c)
{
  auto const otherwise =
      c.has("default") ? scalar_of(c.params()["default"]) : dynamic::scalar_value(std::int64_t{0});
  return out(dynamic::select(inputs_named(c, "cond"), inputs_named(c, "choice"), otherwise));
}

results moveaxis(call const& c)
{
  auto const axes = [&](char const* name) {
    std::vector<int> all;
    for (auto const axis : c.integers(name)) all.push_back(static_cast<int>(axis));
    return all;
  };
  return out(dynamic::moveaxis(first_of(c), axes("source"), axes("destination")));
}
results swapaxes(call const& c)
{
  return out(dynamic::swapaxes(first_of(c), param(c, "axis1", 0), param(c, "axis2", 1)));
}
results squeeze(call const& c) { return out(dynamic::squeeze(first_of(c), c.axes())); }
results expand_dims(call const& c)
{
  return out(dynamic::expand_dims(first_of(c), c.axes().value_or(std::vector{0})));
}
results permute_dims(call const& c)
{
  return out(dynamic::transpose(first_of(c), c.params().at("axes").get<std::vector<int>>()));
}
results matrix_transpose(call const& c)
{
  if (first_of(c).rank() < 2)
    throw value_error("Input array must be at least 2-dimensional, but it is " +
                      std::to_string(first_of(c).rank()));
  return out(dynamic::swapaxes(first_of(c), -1, -2));
}
results rot90(call const& c)
{
  auto const axes = param(c, "axes", std::vector<int>{0, 1});
  return out(dynamic::rot90(first_of(c), param(c, "k", std::int64_t{1}), axes.at(0), axes.at(1)));
}
results fliplr(call const& c)
{
  if (first_of(c).rank() < 2) throw value_error("Input must be >= 2-d.");
  return out(dynamic::flip(first_of(c), std::vector{1}));
}
results flipud(call const& c)
{
  if (first_of(c).rank() < 1) throw value_error("Input must be >= 1-d.");
  return out(dynamic::flip(first_of(c), std::vector{0}));
}
results ravel(call const& c) { return out(dynamic::ravel(first_of(c))); }
results copy(call const& c) { return out(dynamic::copy(first_of(c))); }
results diagonal(call const& c)
{
  return out(dynamic::diagonal(first_of(c), param(c, "offset", std::int64_t{0}),
                               param(c, "axis1", 0), param(c, "axis2", 1)));
}
template <dynamic_array (*Function)(dynamic_array const&, std::int64_t)>
results of_diagonal(call const& c)
{
  return out(Function(first_of(c), param(c, "k", std::int64_t{0})));
}
results diagflat(call const& c)
{
  return out(dynamic::diag(dynamic::ravel(first_of(c)), param(c, "k", std::int64_t{0})));
}
results split(call const& c)
{
  int const axis = c.axis().value_or(0);
  bool const loose = c.of().op == "array_split";
  auto const& where = c.params().at(c.has("sections") ? "sections" : "indices_or_sections");
  if (where.is_array())
    return numbered(dynamic::split(first_of(c), where.get<std::vector<std::int64_t>>(), axis));
  auto const pieces = where.get<std::int64_t>();
  return numbered(loose ? dynamic::array_split(first_of(c), pieces, axis)
                        : dynamic::split(first_of(c), pieces, axis));
}
results unstack(call const& c)
{
  return numbered(dynamic::unstack(first_of(c), c.axis().value_or(0)));
}
results meshgrid(call const& c)
{
  auto const indexing = param(c, "indexing", std::string("xy"));
  if (indexing != "xy" && indexing != "ij")
    throw value_error("Valid values for `indexing` are 'xy' and 'ij'.");
  auto grids = dynamic::meshgrid(inputs_named(c, ""), indexing == "xy");
  if (param(c, "sparse", false))
    for (dynamic_array& grid : grids) {  // one place of the axes along which it doesn't change
      auto shape = grid.shape();
      std::vector<std::int64_t> extent(shape.begin(), shape.end());
      for (std::size_t axis = 0; axis < extent.size(); ++axis)
        if (grid.strides()[axis] == 0) extent[axis] = 1;
      grid = grid.view(0, extent, grid.strides());
    }
  return numbered(grids);
}

results take_along_axis(call const& c)
{
  std::optional<int> axis = -1;
  if (c.params().contains("axis")) axis = c.axis();
  return out(dynamic::take_along_axis(first_of(c), input_of(c, {"indices", "i"}), axis));
}
results compress(call const& c)
{
  return out(dynamic::compress(input_of(c, {"condition", "cond"}), c.input("a"), c.axis()));
}
results extract(call const& c)
{
  return out(dynamic::compress(dynamic::ravel(input_of(c, {"condition", "cond"})),
                               dynamic::ravel(input_of(c, {"arr", "a"}))));
}
results choose(call const& c)
{
  return out(dynamic::choose(c.input("a"), inputs_named(c, "choice"), mode_of(c)));
}
results argwhere(call const& c) { return out(dynamic::argwhere(first_of(c))); }
results flatnonzero(call const& c) { return out(dynamic::flatnonzero(first_of(c))); }

dtype dtype_or(call const& c, dtype otherwise) { return c.has("dtype") ? c.type() : otherwise; }
results eye(call const& c)
{
  auto const n = c.params().contains("N") ? c.params()["N"].get<std::int64_t>()
                                          : c.params().at("n").get<std::int64_t>();
  auto const m = param(c, "M", n), k = param(c, "k", std::int64_t{0});
  dtype const type = dtype_or(c, dtype::float64);
  return out(c.of().op == "tri" ? dynamic::tri(c.space(), type, n, m, k)
                                : dynamic::eye(c.space(), type, n, m, k));
}
/// `fill` in every element; an integer that the dtype cannot hold is refused, as an array of it is.
dynamic_array filled_with(call const& c, dtype type, json const& fill, extents_view shape)
{
  bool const real = kind_of(type) != detail::kind::complex;
  return dynamic::astype(
      dynamic::full(c.space(), real ? type : dtype::float64, shape, scalar_of(fill)), type);
}
/// The value that full() and functions like it fill with.
json fill_of(call const& c)
{
  std::string const& op = c.of().op;
  if (op.starts_with("full")) return c.params().at("fill_value");
  return op.starts_with("ones") ? 1.0 : 0.0;
}
results filled(call const& c)
{
  json const fill = fill_of(c);
  bool const beyond = fill.is_number_unsigned() && fill.get<std::uint64_t>() > INT64_MAX;
  dtype const own = fill.is_boolean()          ? dtype::boolean
                    : beyond                   ? dtype::uint64
                    : fill.is_number_integer() ? dtype::int64
                                               : dtype::float64;
  return out(filled_with(c, dtype_or(c, own), fill, c.integers("shape")));
}
results filled_like(call const& c)
{
  dynamic_array const& a = first_of(c);
  std::vector<std::int64_t> shape(a.shape().begin(), a.shape().end());
  if (c.has("shape")) shape = c.integers("shape");
  return out(filled_with(c, dtype_or(c, a.dtype()), fill_of(c), shape));
}
results spaced(call const& c)
{
  auto const start = c.params().at("start").get<double>(),
             stop = c.params().at("stop").get<double>();
  auto const count = param(c, "num", std::int64_t{50});
  bool const endpoint = param(c, "endpoint", true);
  auto const made =
      c.of().op == "geomspace"
          ? dynamic::geomspace(c.space(), start, stop, count, endpoint)
          : dynamic::logspace(c.space(), start, stop, count, endpoint, param(c, "base", 10.0));
  return out(dynamic::astype(made, dtype_or(c, dtype::float64)));
}
results vander(call const& c)
{
  std::optional<std::int64_t> columns;
  if (c.has("N")) columns = c.params()["N"].get<std::int64_t>();
  return out(dynamic::vander(first_of(c), columns, param(c, "increasing", false)));
}

results window(call const& c)
{
  return out(dynamic::window(c.space(), c.of().op, c.params().at("M").get<std::int64_t>(),
                             c.params().value("beta", 0.0)));
}
template <dynamic_array (*Function)(dynamic_array const&)>
results of_one(call const& c)
{
  return out(Function(first_of(c)));
}
template <dynamic_array (*Function)(dynamic_array const&, dynamic_array const&)>
results of_two(call const& c)
{
  return out(Function(first_of(c), second_of(c)));
}
results modf(call const& c)
{
  refuse_complex("modf", first_of(c));
  return {{"out0", dynamic::unary("modf_fraction", first_of(c))},
          {"out1", dynamic::unary("modf_whole", first_of(c))}};
}
results frexp(call const& c)
{
  refuse_complex("frexp", first_of(c));
  return {{"out0", dynamic::unary("frexp_mantissa", first_of(c))},
          {"out1", dynamic::unary("frexp_exponent", first_of(c))}};
}
results tensordot(call const& c)
{
  auto const& axes = c.params().at("axes");
  if (!axes.is_array()) return out(dynamic::tensordot(first_of(c), second_of(c), axes.get<int>()));
  auto const listed = [](json const& value) {
    return value.is_array() ? value.get<std::vector<int>>() : std::vector{value.get<int>()};
  };
  return out(dynamic::tensordot(first_of(c), second_of(c), listed(axes.at(0)), listed(axes.at(1))));
}
results unique_part(call const& c)
{
  auto const all = dynamic::unique_all(first_of(c));
  return {{"out", all.values},
          {"values", all.values},
          {"indices", all.indices},
          {"inverse_indices", all.inverse_indices},
          {"counts", all.counts}};
}

}  // namespace

std::vector<operation> function_operations()
{
  return {{"pad", "padding", pad},
          {"gradient", "numerical", gradient},
          {"average", "statistics", average},
          {"ptp", "reductions", ptp},
          {"vecdot", "linear", vecdot},
          {"vdot", "linear", of_two<dynamic::vdot>},
          {"inner", "linear", of_two<dynamic::inner>},
          {"matvec", "linear", of_two<dynamic::matvec>},
          {"vecmat", "linear", of_two<dynamic::vecmat>},
          {"einsum", "linear", einsum},
          {"vector_norm", "linear", vector_norm},
          {"matrix_norm", "linear", matrix_norm},
          {"norm", "linear", norm},
          {"amax", "reductions", amax},
          {"amin", "reductions", amin},
          {"cumulative_sum", "scans", cumulative},
          {"cumulative_prod", "scans", cumulative},
          {"isclose", "elementwise", of_closeness<dynamic::isclose>},
          {"allclose", "elementwise", of_closeness<dynamic::allclose>},
          {"array_equal", "elementwise", array_equal},
          {"nan_to_num", "elementwise", nan_to_num},
          {"positive", "elementwise", positive},
          {"divmod", "elementwise", divmod},
          {"select", "elementwise", select},
          {"moveaxis", "shapes", moveaxis},
          {"swapaxes", "shapes", swapaxes},
          {"squeeze", "shapes", squeeze},
          {"expand_dims", "shapes", expand_dims},
          {"permute_dims", "shapes", permute_dims},
          {"matrix_transpose", "shapes", matrix_transpose},
          {"rot90", "shapes", rot90},
          {"fliplr", "shapes", fliplr},
          {"flipud", "shapes", flipud},
          {"ravel", "shapes", ravel},
          {"copy", "shapes", copy},
          {"diagonal", "shapes", diagonal},
          {"diag", "shapes", of_diagonal<dynamic::diag>},
          {"tril", "shapes", of_diagonal<dynamic::tril>},
          {"triu", "shapes", of_diagonal<dynamic::triu>},
          {"diagflat", "shapes", diagflat},
          {"split", "shapes", split},
          {"array_split", "shapes", split},
          {"unstack", "shapes", unstack},
          {"meshgrid", "shapes", meshgrid},
          {"take_along_axis", "take", take_along_axis},
          {"compress", "take", compress},
          {"extract", "take", extract},
          {"choose", "take", choose},
          {"argwhere", "take", argwhere},
          {"flatnonzero", "take", flatnonzero},
          {"eye", "creation", eye},
          {"identity", "creation", eye},
          {"tri", "creation", eye},
          {"full", "creation", filled},
          {"zeros", "creation", filled},
          {"ones", "creation", filled},
          {"full_like", "creation", filled_like},
          {"zeros_like", "creation", filled_like},
          {"ones_like", "creation", filled_like},
          {"logspace", "creation", spaced},
          {"geomspace", "creation", spaced},
          {"vander", "creation", vander},
          {"hanning", "creation", window},
          {"hamming", "creation", window},
          {"blackman", "creation", window},
          {"bartlett", "creation", window},
          {"kaiser", "creation", window},
          {"modf", "elementwise", modf},
          {"frexp", "elementwise", frexp},
          {"cross", "linear", cross},
          {"kron", "linear", of_two<dynamic::kron>},
          {"tensordot", "linear", tensordot},
          {"unique_values", "sorting", unique_part},
          {"unique_counts", "sorting", unique_part},
          {"unique_inverse", "sorting", unique_part},
          {"unique_all", "sorting", unique_part}};
}

}  // namespace acre::conformance
