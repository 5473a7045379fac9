#include <acre/dynamic/order.hpp>

#include <array>

#include "operations.hpp"

/// Sorting, searching and sets.
namespace acre::conformance {

namespace {

dynamic::sort_options sort_options_of(call const& c)
{
  dynamic::sort_options options;
  if (c.params().contains("axis")) options.axis = c.axis();  // null: all elements
  options.descending = c.params().value("descending", false);
  return options;
}

results sort(call const& c) { return out(dynamic::sort(c.input("a"), sort_options_of(c))); }
results argsort(call const& c) { return out(dynamic::argsort(c.input("a"), sort_options_of(c))); }

results lexsort(call const& c)
{
  std::array<dynamic_array, 2> const keys{c.input("secondary"), c.input("primary")};
  return out(dynamic::lexsort(keys));
}

results unique(call const& c)
{
  bool const along = c.has("axis");
  auto const all =
      along ? dynamic::unique_all(c.input("a"), *c.axis()) : dynamic::unique_all(c.input("a"));
  return {{"values", all.values},
          {"index", all.indices},
          {"inverse", all.inverse_indices},
          {"counts", all.counts}};
}

results searchsorted(call const& c)
{
  auto const side =
      c.params().value("side", "left") == "right" ? search_side::right : search_side::left;
  std::optional<dynamic_array> sorter;
  if (c.has_input("sorter")) sorter = c.input("sorter");
  return out(dynamic::searchsorted(c.input("a"), c.input("v"), side, sorter));
}

results isin(call const& c)
{
  return out(dynamic::isin(c.input("a"), c.input("test"), c.params().value("invert", false)));
}

template <dynamic_array (*Function)(dynamic_array const&, dynamic_array const&)>
results of_two_sets(call const& c)
{
  return out(Function(c.input("a"), c.input("b")));
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
          {"intersect1d", "sorting", of_two_sets<dynamic::intersect1d>},
          {"union1d", "sorting", of_two_sets<dynamic::union1d>},
          {"setdiff1d", "sorting", of_two_sets<dynamic::setdiff1d>},
          {"setxor1d", "sorting", of_two_sets<dynamic::setxor1d>}};
}

}  // namespace acre::conformance
