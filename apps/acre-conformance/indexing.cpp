#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/shape.hpp>

#include "operations.hpp"

namespace acre::conformance {

namespace {

using dynamic::index_term;

std::optional<std::int64_t> bound(json const& from, char const* name)
{
  if (!from.contains(name) || from[name].is_null()) return {};
  if (!from[name].is_number_integer())
    throw dtype_error("slice indices must be integers or None or have an __index__ method");
  return from[name].get<std::int64_t>();
}

std::vector<index_term> index_of_case(call const& c)
{
  std::vector<index_term> list;
  for (auto const& term : c.params().at("index")) {
    std::string const kind = term.at("kind");
    if (kind == "int" && term.at("value").is_number_float())
      list.emplace_back(term.at("value").get<double>());
    else if (kind == "int")
      list.emplace_back(term.at("value").get<std::int64_t>());
    else if (kind == "slice")
      list.emplace_back(slice(bound(term, "start"), bound(term, "stop"), bound(term, "step")));
    else if (kind == "ellipsis")
      list.emplace_back(ellipsis);
    else if (kind == "newaxis")
      list.emplace_back(newaxis);
    else if (kind == "array")
      list.emplace_back(c.input(term.at("input")));
    else
      throw manifest_error("unknown index kind '" + kind + "'");
  }
  return list;
}

results getitem(call const& c) { return out(dynamic::getitem(c.input("a"), index_of_case(c))); }

results setitem(call const& c)
{
  auto const a = dynamic::copy(c.input("a"));
  dynamic::setitem(a, index_of_case(c), c.input("value"));
  return out(a);
}

/// The index of operations that have just one, in input `name`.
std::vector<index_term> only(call const& c, char const* name) { return {c.input(name)}; }

results getitem_mask(call const& c) { return out(dynamic::getitem(c.input("a"), only(c, "mask"))); }

results add_at(call const& c)
{
  auto const a = dynamic::copy(c.input("a"));
  dynamic::add_at(a, only(c, "i"), c.input("value"));
  return out(a);
}

results getitem_add_setitem(call const& c)
{
  auto const a = dynamic::copy(c.input("a"));
  auto sum = dynamic::copy(dynamic::getitem(a, only(c, "i")));
  dynamic::fence(sum);  // an index that is out of bounds comes before shapes that don't fit
  if (sum.rank() == 0)  // an element of a is no array that could be added to
    sum = dynamic::binary("add", sum, c.input("value"));
  else
    dynamic::add_to(sum, c.input("value"));
  dynamic::setitem(a, only(c, "i"), sum);
  return out(a);
}

results take(call const& c)
{
  return out(dynamic::take(c.input("a"), operand_of(c, {"i", "indices"}), c.axis(), mode_of(c)));
}

/// One result is `out`, several are `axis0`, `axis1` …
results nonzero(call const& c)
{
  auto const found = dynamic::nonzero(input_of(c, {"a", "condition"}));
  if (found.size() == 1) return out(found[0]);
  results r;
  for (std::size_t axis = 0; axis < found.size(); ++axis)
    r["axis" + std::to_string(axis)] = found[axis];
  return r;
}

}  // namespace

std::vector<operation> index_operations()
{
  return {{"getitem", "indexing", getitem},
          {"setitem", "indexing", setitem},
          {"getitem_mask", "indexing", getitem_mask},
          {"getitem_add_setitem", "indexing", getitem_add_setitem},
          {"add_at", "indexing", add_at},
          {"take", "indexing", take},
          {"nonzero", "indexing", nonzero}};
}

}  // namespace acre::conformance
