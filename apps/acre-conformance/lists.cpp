#include "lists.hpp"

#include <acre/ragged/combinations.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>

/// Arithmetic with lists, comparisons that pick, and pairs of elements.
namespace acre::conformance {

namespace {

results list_count(call const& c)
{
  return on_space(c, [&](auto const& space) { return out(count(bare_lists(c, space), 1)); });
}

results list_local_index(call const& c)
{
  return on_space(
      c, [&](auto const& space) { return out(flatten(local_index(bare_lists(c, space)))); });
}

/// The threshold is taken in the dtype of x where both are floating point or integers.
results list_filter_greater(call const& c)
{
  json const& threshold = c.params().at("threshold");
  bool const narrow = c.input("x").dtype() == dtype::float32;
  return with_widest_lists(c, [&](auto const& x) -> results {
    auto const filtered = [&](auto const& kept) -> results {
      return {{"offsets", offsets_from_0(*kept.structure())},
              {"x", brought_back(c, flatten(kept))}};
    };
    using T = typename std::remove_cvref_t<decltype(x)>::value_type;
    if constexpr (!std::is_same_v<T, double>)
      if (threshold.is_number_integer()) return filtered(x(x > threshold.get<std::int64_t>()));
    double const limit = threshold.get<double>();
    return filtered(x(x > (narrow ? static_cast<double>(static_cast<float>(limit)) : limit)));
  });
}

results list_broadcast_subtract(call const& c)
{
  return on_space(c, [&](auto const& space) {
    auto const per_list = column<double>(c, space, "per_list");
    return out(flatten(lists_of<double>(c, space, "x") - per_list));
  });
}

/// Pairs by the positions of both in the flat columns.
template <class Space>
results pairs(list_positions<Space, std::int64_t> const& left,
              list_positions<Space, std::int64_t> const& right)
{
  return {{"offsets", offsets_from_0(*left.structure())},
          {"left", left.content_index()},
          {"right", right.content_index()}};
}
results list_combinations2(call const& c)
{
  return on_space(c, [&](auto const& space) {
    auto const [left, right] = argcombinations<2>(bare_lists(c, space));
    return pairs(left, right);
  });
}

results list_cartesian(call const& c)
{
  return on_space(c, [&](auto const& space) {
    auto const [left, right] =
        argcartesian(bare_lists(c, space, "offsets1"), bare_lists(c, space, "offsets2"));
    return pairs(left, right);
  });
}

/// Lists of `n` elements each: positions in the flat column.
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

std::vector<operation> list_operations()
{
  return {{"list_count", "lists", list_count},
          {"list_local_index", "lists", list_local_index},
          {"list_filter_greater", "lists", list_filter_greater},
          {"list_broadcast_subtract", "lists", list_broadcast_subtract},
          {"list_combinations2", "lists", list_combinations2},
          {"list_cartesian", "lists", list_cartesian},
          {"list_combinations", "lists", list_combinations}};
}

}  // namespace acre::conformance
