#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/order.hpp>

#include "operations.hpp"

/// Sorting, searching and sets.
namespace acre::conformance {

namespace {

dynamic::sort_options sort_options_of(call const& c)
{
  dynamic::sort_options options;
  if (c.params().contains("axis")) options.axis = c.axis();  // null: all elements
  options.descending = c.params().value("descending", false);
  c.indifferent_to({"stable", "kind"});  // every sort is stable
  return options;
}

results sort(call const& c) { return out(dynamic::sort(c.input("a"), sort_options_of(c))); }
results argsort(call const& c) { return out(dynamic::argsort(c.input("a"), sort_options_of(c))); }

/// The inputs secondary and primary, the rows of keys, or a, b … of which the last is the first.
results lexsort(call const& c)
{
  std::vector<dynamic_array> keys;
  if (c.has_input("secondary"))
    keys = {c.input("secondary"), c.input("primary")};
  else if (c.has_input("keys"))
    keys = dynamic::unstack(c.input("keys"), 0);
  else
    for (auto const& [name, file] : c.of().inputs) keys.push_back(c.input(name));
  return out(dynamic::lexsort(keys, param(c, "axis", -1)));
}

results unique(call const& c)
{
  bool const along = c.has("axis");
  if (c.params().contains("equal_nan") && !c.params()["equal_nan"].get<bool>())
    throw not_available("acre's unique takes NaNs as equal");
  auto const all =
      along ? dynamic::unique_all(c.input("a"), *c.axis()) : dynamic::unique_all(c.input("a"));
  return {{"out", all.values},
          {"values", all.values},
          {"index", all.indices},
          {"indices", all.indices},
          {"inverse", all.inverse_indices},
          {"inverse_indices", all.inverse_indices},
          {"counts", all.counts}};
}

results searchsorted(call const& c)
{
  auto const name = c.params().value("side", std::string("left"));
  bool const almost = !name.empty() && std::string_view("lLrR").find(name[0]) != name.npos;
  if (name != "left" && name != "right" && almost)
    throw value_error("search side must be one of 'left' or 'right'");
  if (name != "left" && name != "right")
    throw value_error("search side must be 'left' or 'right' (got '" + name + "')");
  auto const side = name == "right" ? search_side::right : search_side::left;
  std::optional<dynamic_array> sorter;
  if (c.has_input("sorter")) sorter = c.input("sorter");
  return out(dynamic::searchsorted(c.input("a"), operand_of(c, {"v"}), side, sorter));
}

results isin(call const& c)
{
  return out(dynamic::isin(input_of(c, {"a", "element"}), operand_of(c, {"test", "test_elements"}),
                           c.params().value("invert", false)));
}

template <dynamic_array (*Function)(dynamic_array const&, dynamic_array const&)>
results of_two_sets(call const& c)
{
  return out(Function(input_of(c, {"a", "ar1"}), input_of(c, {"b", "ar2"})));
}
/// The values, and where each array has them first.
results intersect1d(call const& c)
{
  auto const &a = input_of(c, {"a", "ar1"}), &b = input_of(c, {"b", "ar2"});
  auto const both = dynamic::intersect1d(a, b);
  if (!c.params().value("return_indices", false)) return out(both);
  auto const places = [&](dynamic_array const& x) {
    auto const all = dynamic::unique_all(x);
    auto const at = dynamic::searchsorted(dynamic::astype(all.values, both.dtype()), both);
    return dynamic::take(all.indices, at, 0);
  };
  return {{"out", both}, {"out0", both}, {"out1", places(a)}, {"out2", places(b)}};
}

template <dynamic_array (*Function)(dynamic_array const&, std::vector<std::int64_t> const&,
                                    std::optional<int>)>
results partition(call const& c)
{
  std::optional<int> axis = -1;
  if (c.params().contains("axis")) axis = c.axis();
  return out(Function(c.input("a"), c.integers("kth"), axis));
}
results sort_complex(call const& c)
{
  dynamic_array const& a = c.input("a");
  bool const narrow = a.dtype() == dtype::int8 || a.dtype() == dtype::uint8 ||
                      a.dtype() == dtype::int16 || a.dtype() == dtype::uint16 ||
                      a.dtype() == dtype::complex64;
  return out(dynamic::astype(dynamic::sort(a), narrow ? dtype::complex64 : dtype::complex128));
}

}  // namespace

std::vector<operation> sorting_operations()
{
  return {{"sort", "sorting", sort},
          {"argsort", "sorting", argsort},
          {"lexsort", "sorting", lexsort},
          {"unique", "sorting", unique},
          {"searchsorted", "sorting", searchsorted},
          {"isin", "sorting", isin},
          {"intersect1d", "sorting", intersect1d},
          {"partition", "sorting", partition<dynamic::partition>},
          {"argpartition", "sorting", partition<dynamic::argpartition>},
          {"sort_complex", "sorting", sort_complex},
          {"union1d", "sorting", of_two_sets<dynamic::union1d>},
          {"setdiff1d", "sorting", of_two_sets<dynamic::setdiff1d>},
          {"setxor1d", "sorting", of_two_sets<dynamic::setxor1d>}};
}

}  // namespace acre::conformance
