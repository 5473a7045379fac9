#include <acre/index/take.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/select.hpp>

#include "lists.hpp"

/// Elements that are picked out of lists, and lists that are joined.
namespace acre::conformance {

namespace {

results list_flatten(call const& c)
{
  return with_lists(c, [&](auto const& x) { return out(brought_back(c, flatten(x))); });
}

/// By a column of booleans, `mask`.
results list_filter(call const& c)
{
  return with_lists(
      c, [&](auto const& x) { return new_lists(c, x(lists_of<bool>(c, x.space(), "mask"))); });
}

/// The first or last `n`, or `start` … as a slice of each list names them.
results list_slice(call const& c)
{
  auto const given = [&](char const* name) -> std::optional<std::int64_t> {
    if (!c.has(name)) return std::nullopt;
    return c.params().at(name).get<std::int64_t>();
  };
  slice s(none, none);
  s.start = given("from");
  s.stop = given("to");
  s.step = given("step");
  return with_lists(c, [&](auto const& x) { return new_lists(c, x(slice(none, none), s)); });
}

/// Elements behind each other in each list, with those of the lists `offsets2`, `x2`.
results list_concatenate(call const& c)
{
  return with_lists(c, [&](auto const& x) {
    using T = typename std::remove_cvref_t<decltype(x)>::value_type;
    ragged const other(picked_offsets(c, x.space(), "offsets2"), column<T>(c, x.space(), "x2"));
    return new_lists(c, concatenate(std::tuple(x, other), c.axis().value_or(1)));
  });
}

/// By lists of indices, `offsets2` and `index`.
results list_take(call const& c)
{
  return with_lists(c, [&](auto const& x) {
    ragged const index(picked_offsets(c, x.space(), "offsets2"),
                       column<std::int64_t>(c, x.space(), "index"));
    return new_lists(c, x(index));
  });
}

}  // namespace

std::vector<operation> list_selections()
{
  return {{"list_flatten", "lists", list_flatten},
          {"list_filter", "lists", list_filter},
          {"list_slice", "lists", list_slice},
          {"list_concatenate", "lists", list_concatenate},
          {"list_take", "lists", list_take}};
}

}  // namespace acre::conformance
