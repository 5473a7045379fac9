#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/group_by.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/scan.hpp>
#include <acre/dynamic/shape.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "operations.hpp"

/// Groups of rows, as pandas' df.groupby("jetid") makes them: NaNs are left out.
namespace acre::conformance {

namespace {

using dynamic::binary;
using dynamic::index_term;
using dynamic::unary;

/// Columns by name, and the keys under "jetid".
using columns = std::map<std::string, dynamic_array>;

/// Sums of integers in the column's own dtype where it holds them all, as pandas has them.
dynamic_array in_own_dtype(dynamic_array const& sums, dtype own)
{
  auto const narrow = dynamic::astype(sums, own);
  bool const holds = dynamic::truth(dynamic::reduce("all", binary("equal", narrow, sums)));
  return holds ? narrow : sums;
}

/// `found`, of the groups with these numbers, among all, whose others have `otherwise`.
dynamic_array among(dynamic_array const& groups, dynamic_array const& numbers,
                    dynamic_array const& found, double otherwise)
{
  auto const all = dynamic::full(found.space(), found.dtype(), groups.shape(), otherwise);
  dynamic::put(all, numbers, found);
  return all;
}

/// A column's groups with what pandas leaves out of them. A group of nothing but NaN has NaN, of
/// prod 1, of any false and of all true.
dynamic_array reduced_without_nan(dynamic_array const& keys, dynamic_array const& column,
                                  dynamic_array const& groups, std::string const& reduction,
                                  dynamic::group_options const& options)
{
  auto const missing = unary("isnan", column);
  auto const group = [&](dynamic_array const& k, dynamic_array const& x) {
    return dynamic::group_by(std::array{k}, std::array{x}, reduction, options);
  };
  if (reduction == "prod" || reduction == "any" || reduction == "all") {
    double const neutral = reduction == "any" ? 0.0 : 1.0;
    auto const filled = dynamic::where(missing, dynamic::scalar_operand(column, neutral), column);
    return group(keys, filled).values[0];
  }
  std::array<index_term, 1> const kept{unary("logical_not", missing)};
  auto const found = group(dynamic::getitem(keys, kept), dynamic::getitem(column, kept));
  return among(groups, dynamic::searchsorted(groups, found.keys[0]), found.values[0], std::nan(""));
}

results reduced(columns const& from, std::string const& reduction, bool without_nan = false,
                dynamic::group_options const& options = {})
{
  std::vector<std::string> names;
  std::vector<dynamic_array> values;
  for (auto const& [name, column] : from) {
    if (name == "jetid") continue;
    names.push_back(name);
    values.push_back(column);
  }
  auto const table = dynamic::group_by(std::array{from.at("jetid")}, values, reduction, options);
  results r{{"jetid", table.keys[0]}};
  bool const sums = reduction.ends_with("sum") || reduction == "prod";
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (without_nan && kind_of(values[c].dtype()) == detail::kind::floating) {
      r[names[c]] =
          reduced_without_nan(from.at("jetid"), values[c], table.keys[0], reduction, options);
      continue;
    }
    bool const narrow = sums && kind_of(values[c].dtype()) == detail::kind::integer;
    r[names[c]] = narrow ? in_own_dtype(table.values[c], values[c].dtype()) : table.values[c];
  }
  return r;
}

/// The inputs; no group has NaN as its key.
columns columns_of(call const& c)
{
  columns from;
  for (auto const& [name, file] : c.of().inputs) from[name] = c.input(name);
  if (kind_of(c.input("jetid").dtype()) != detail::kind::floating) return from;
  std::array<index_term, 1> const kept{unary("logical_not", unary("isnan", c.input("jetid")))};
  for (auto& [name, column] : from) column = dynamic::getitem(column, kept);
  return from;
}
/// Groups in the order of their keys, or in that in which these come first.
results in_order(call const& c, columns const& from, results all)
{
  if (c.params().value("sort", true)) return all;
  auto const order = dynamic::argsort(dynamic::unique_all(from.at("jetid")).indices);
  for (auto& [name, column] : all) column = dynamic::take(column, order, 0);
  return all;
}

results groupby(call const& c)
{
  std::string reduction(std::string_view(c.of().op).substr(std::string_view("groupby_").size()));
  bool const skips = c.params().value("skipna", true) && reduction != "count";
  bool const has_own = std::ranges::count(dynamic::group_reductions(), "nan" + reduction) > 0;
  if (skips && has_own) reduction = "nan" + reduction;
  auto const from = columns_of(c);
  return in_order(
      c, from,
      reduced(from, reduction, skips && !has_own, {.ddof = param(c, "ddof", std::int64_t{1})}));
}

/// How many rows each group has.
results groupby_size(call const& c)
{
  auto const from = columns_of(c);
  auto const groups = dynamic::unique_all(from.at("jetid"));
  return in_order(c, from,
                  {{"jetid", groups.values}, {"size", groups.counts}, {"out", groups.counts}});
}

/// The mean of the two elements in the middle of each group, in float64.
dynamic_array medians(dynamic_array const& group, dynamic_array const& column,
                      dynamic_array const& groups)
{
  auto const sorted = dynamic::take(column, dynamic::lexsort(std::array{column, group}), 0);
  auto const found = dynamic::unique_all(group);
  auto const begin = binary("subtract", dynamic::scan("cumsum", found.counts), found.counts);
  auto const middle = [&](std::int64_t beyond) {
    auto const within =
        binary("floor_divide", binary("subtract", found.counts, beyond), std::int64_t{2});
    return dynamic::astype(dynamic::take(sorted, binary("add", begin, within), 0), dtype::float64);
  };
  auto const both = binary("add", middle(1), middle(0));
  return among(groups, found.values, binary("true_divide", both, 2.0), std::nan(""));
}
/// How many values are in each group.
dynamic_array distinct(dynamic_array const& group, dynamic_array const& column,
                       dynamic_array const& groups)
{
  auto const pairs = dynamic::group_by(std::array{group, column}, std::array{group}, "count");
  auto const found = dynamic::unique_all(pairs.keys[0]);
  return among(groups, found.values, found.counts, 0);
}

/// By what Of(the group that each row is in, a column, all groups) gives.
template <dynamic_array (*Of)(dynamic_array const&, dynamic_array const&, dynamic_array const&)>
results groupby_without_nan(call const& c)
{
  bool const is_median = Of == medians;
  auto const from = columns_of(c);
  auto const& keys = from.at("jetid");
  auto const groups = dynamic::unique(keys);
  auto const group = dynamic::searchsorted(groups, keys);
  results all{{"jetid", groups}};
  for (auto const& [name, column] : from) {
    if (name == "jetid") continue;
    dtype const type = column.dtype();
    if (kind_of(type) != detail::kind::floating) {
      all[name] = Of(group, column, groups);
      continue;
    }
    auto const missing = unary("isnan", column);
    std::array<index_term, 1> const kept{unary("logical_not", missing)};
    auto found = Of(dynamic::getitem(group, kept), dynamic::getitem(column, kept), groups);
    auto const holes = dynamic::group_by(std::array{keys}, std::array{missing}, "any").values[0];
    if (!is_median && !param(c, "dropna", true))  // NaN is one value more
      found = binary("add", found, dynamic::astype(holes, dtype::int64));
    if (is_median && !param(c, "skipna", true))
      found = dynamic::where(holes, dynamic::scalar_operand(found, std::nan("")), found);
    all[name] = is_median ? dynamic::astype(found, type) : found;
  }
  return in_order(c, from, std::move(all));
}

dynamic_array sliced(dynamic_array const& a, std::int64_t first, std::int64_t last)
{
  return dynamic::getitem(a, std::array<index_term, 1>{slice(first, last)});
}

/// Every element's list is its key.
results groupby_sum_of_lists(call const& c)
{
  auto const start = c.params().at("start").get<std::int64_t>(),
             stop = c.params().at("stop").get<std::int64_t>();
  auto const offsets = dynamic::astype(sliced(c.input("offsets"), start, stop + 1), dtype::int64);
  auto const bound = [&](std::int64_t i) {
    return dynamic::item<std::int64_t>(dynamic::getitem(offsets, std::array<index_term, 1>{i}));
  };
  std::int64_t const first = bound(0), last = bound(-1);
  columns from;
  from["jetid"] =
      dynamic::repeat(dynamic::arange(c.space(), start, stop), dynamic::diff(offsets), 0);
  for (auto const& [name, file] : c.of().inputs)
    if (name != "offsets")
      from[name] = dynamic::astype(sliced(c.input(name), first, last), c.type());
  return reduced(from, "nansum");
}

results groupby_sum_of_constituents(call const& c)
{
  dynamic_array const& jetid = c.input("jetid");
  auto const limit = [&](char const* name) {
    return dynamic::scalar_operand(jetid, c.params().at(name).get<std::int64_t>());
  };
  std::array<index_term, 1> const kept{binary("logical_and",
                                              binary("greater_equal", jetid, limit("jetid_start")),
                                              binary("less", jetid, limit("jetid_stop")))};
  auto const column = [&](char const* name) {
    return dynamic::astype(dynamic::getitem(c.input(name), kept), dtype::float64);
  };
  auto const pt = column("pt"), phi = column("phi"), mass = column("mass");
  columns from;
  from["jetid"] = dynamic::getitem(jetid, kept);
  auto const px = from["px"] = binary("multiply", pt, unary("cos", phi));
  auto const py = from["py"] = binary("multiply", pt, unary("sin", phi));
  auto const pz = from["pz"] = binary("multiply", pt, unary("sinh", column("eta")));
  dynamic_array sum = binary("multiply", px, px);
  for (auto const& p : {py, pz, mass}) sum = binary("add", sum, binary("multiply", p, p));
  from["E"] = unary("sqrt", sum);
  return reduced(from, "nansum");
}

}  // namespace

std::vector<operation> group_operations()
{
  return {{"groupby_sum", "groupby", groupby},
          {"groupby_count", "groupby", groupby},
          {"groupby_min", "groupby", groupby},
          {"groupby_max", "groupby", groupby},
          {"groupby_mean", "groupby", groupby},
          {"groupby_prod", "groupby", groupby},
          {"groupby_first", "groupby", groupby},
          {"groupby_last", "groupby", groupby},
          {"groupby_var", "groupby", groupby},
          {"groupby_std", "groupby", groupby},
          {"groupby_any", "groupby", groupby},
          {"groupby_all", "groupby", groupby},
          {"groupby_size", "groupby", groupby_size},
          {"groupby_median", "groupby", groupby_without_nan<medians>},
          {"groupby_nunique", "groupby", groupby_without_nan<distinct>},
          {"groupby_sum_of_lists", "groupby", groupby_sum_of_lists},
          {"groupby_sum_of_constituents", "groupby", groupby_sum_of_constituents}};
}

}  // namespace acre::conformance
