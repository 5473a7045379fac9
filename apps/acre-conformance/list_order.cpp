#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/run_lengths.hpp>
#include <acre/ragged/select.hpp>
#include <acre/ragged/sort.hpp>

#include "lists.hpp"

/// The order within lists, their runs, and tables of them.
namespace acre::conformance {

namespace {

bool descends(call const& c)
{
  c.indifferent_to({"stable"});  // every sort is
  return c.params().value("descending", false);
}
results list_argsort(call const& c)
{
  return with_widest_lists(c, [&](auto const& x) {
    return out(flatten(descends(c) ? argsort(x, 1, descending) : argsort(x, 1)));
  });
}

results list_sort(call const& c)
{
  return with_widest_lists(c, [&](auto const& x) {
    return out(brought_back(c, flatten(descends(c) ? sort(x, 1, descending) : sort(x, 1))));
  });
}

results list_topk(call const& c)
{
  return with_lists(c, [&](auto const& x) -> results {
    auto const top = topk(x, c.params().at("k").get<std::int64_t>(), 1);
    auto all = new_lists(c, top.values);
    all["index"] = flatten(top.indices);
    return all;
  });
}

results list_run_lengths(call const& c)
{
  return with_lists(c, [&](auto const& x) -> results {
    auto const runs = run_lengths(x);
    auto all = new_lists(c, runs.values);
    all["out"] = flatten(runs.lengths);
    return all;
  });
}

/// A table of `length` columns, filled with `value` (0), and its mask.
results list_pad(call const& c)
{
  auto const length = c.params().at("length").get<std::int64_t>();
  return with_lists(c, [&](auto const& x) -> results {
    using T = typename std::remove_cvref_t<decltype(x)>::value_type;
    auto const value = static_cast<T>(c.params().value("value", 0.0));
    return {{"out", brought_back(c, pad(x, length, value))}, {"valid", pad_mask(x, length)}};
  });
}

}  // namespace

std::vector<operation> list_order()
{
  return {{"list_argsort", "lists", list_argsort},
          {"list_sort", "lists", list_sort},
          {"list_topk", "lists", list_topk},
          {"list_run_lengths", "lists", list_run_lengths},
          {"list_pad", "lists", list_pad}};
}

}  // namespace acre::conformance
