#include <acre/index/take.hpp>
#include <acre/ragged/combinations.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/run_lengths.hpp>
#include <acre/ragged/select.hpp>
#include <acre/ragged/sort.hpp>

#include "lists.hpp"

/// More of Awkward Array's functions of lists, in float64 or int64, which hold the values of every
/// other dtype but uint64's; results are brought back into the column's dtype.
namespace acre::conformance {

namespace {

template <class F>
results with_lists(call const& c, F const& f)
{
  auto const type = c.input("x").dtype();
  if (kind_of(type) == detail::kind::complex || type == dtype::uint64)
    throw not_available(std::string("no lists of ") + name(type));
  return on_space(c, [&](auto const& space) {
    if (kind_of(type) == detail::kind::floating) return f(lists_of<double>(c, space, "x"));
    return f(lists_of<std::int64_t>(c, space, "x"));
  });
}

dynamic_array brought_back(call const& c, dynamic_array const& a)
{
  return dynamic::astype(a, c.input("x").dtype());
}
/// New lists: their offsets, from 0, and elements.
template <class Lists>
results new_lists(call const& c, Lists const& x)
{
  return {{"offsets", offsets_from_0(*x.structure())}, {"x", brought_back(c, flatten(x))}};
}

results list_prod(call const& c)
{
  return with_lists(c, [&](auto const& x) {
    dynamic_array const made = prod(x, 1);
    return out(dynamic::astype(made, c.has("dtype") ? c.type() : sum_dtype(c.input("x").dtype())));
  });
}
results list_any(call const& c)
{
  return with_lists(c, [&](auto const& x) { return out(any(x, 1)); });
}
results list_all(call const& c)
{
  return with_lists(c, [&](auto const& x) { return out(all(x, 1)); });
}
results list_count_nonzero(call const& c)
{
  return with_lists(c, [&](auto const& x) { return out(count_nonzero(x, 1)); });
}
results list_last(call const& c)
{
  return with_lists(c, [&](auto const& x) -> results {
    return {{"out", brought_back(c, last(x, fill(0)))}, {"valid", evaluate(count(x, 1) > 0)}};
  });
}
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
  auto const columns = c.params().at("length").get<std::int64_t>();
  return with_lists(c, [&](auto const& x) -> results {
    using T = typename std::remove_cvref_t<decltype(x)>::value_type;
    auto const value = static_cast<T>(c.params().value("value", 0.0));
    return {{"out", brought_back(c, pad(x, columns, value))}, {"valid", pad_mask(x, columns)}};
  });
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
/// Of `n` elements each: positions in the flat column.
results list_combinations(call const& c)
{
  return on_space(c, [&](auto const& space) -> results {
    auto const x = bare_lists(c, space);
    auto const all = [&](auto const& members) {
      results made{{"offsets", offsets_from_0(*members[0].structure())}};
      for (std::size_t k = 0; k < members.size(); ++k)
        made[std::to_string(k)] = members[k].content_index();
      return made;
    };
    auto const n = c.params().value("n", 2);
    if (n == 2) return all(argcombinations<2>(x));
    if (n == 3) return all(argcombinations<3>(x));
    throw not_available("no combinations of " + std::to_string(n));
  });
}

}  // namespace

std::vector<operation> list_selections()
{
  return {
      {"list_prod", "lists", list_prod},     {"list_any", "lists", list_any},
      {"list_all", "lists", list_all},       {"list_count_nonzero", "lists", list_count_nonzero},
      {"list_last", "lists", list_last},     {"list_flatten", "lists", list_flatten},
      {"list_filter", "lists", list_filter}, {"list_slice", "lists", list_slice},
      {"list_topk", "lists", list_topk},     {"list_run_lengths", "lists", list_run_lengths},
      {"list_pad", "lists", list_pad},       {"list_concatenate", "lists", list_concatenate},
      {"list_take", "lists", list_take},     {"list_combinations", "lists", list_combinations}};
}

}  // namespace acre::conformance
