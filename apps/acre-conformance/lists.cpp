#include <acre/ragged/combinations.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>
#include <acre/ragged/sort.hpp>

#include "lists.hpp"

/// Operations on lists of any dtype: they are run in the widest one of its kind, which holds each
/// of its values, and the results are brought back.
namespace acre::conformance {

namespace {

/// f(lists) in int64, uint64 or float64.
template <class F>
results with_lists(call const& c, F const& f)
{
  auto const type = c.input("x").dtype();
  if (kind_of(type) == detail::kind::complex)
    throw not_available("lists of complex numbers have no order");
  return on_space(c, [&](auto const& space) {
    if (kind_of(type) == detail::kind::floating) return f(lists_of<double>(c, space, "x"));
    if (type == dtype::uint64) return f(lists_of<std::uint64_t>(c, space, "x"));
    return f(lists_of<std::int64_t>(c, space, "x"));
  });
}

/// In the dtype of the column.
dynamic_array brought_back(call const& c, dynamic_array const& a)
{
  return dynamic::astype(a, c.input("x").dtype());
}

/// A result that empty lists have not.
results with_valid(call const& c, dynamic_array const& out, auto const& x)
{
  return {{"out", brought_back(c, out)}, {"valid", evaluate(count(x, 1) > 0)}};
}

results list_count(call const& c)
{
  return on_space(c, [&](auto const& space) { return out(count(bare_lists(c, space), 1)); });
}

results list_local_index(call const& c)
{
  return on_space(
      c, [&](auto const& space) { return out(flatten(local_index(bare_lists(c, space)))); });
}

/// The dtype of sum(), unless one is named, to which elements are converted first.
results list_sum(call const& c)
{
  auto const wanted = c.has("dtype") ? c.type() : sum_dtype(c.input("x").dtype());
  return on_space(c, [&](auto const& space) {
    auto const summed = [&]<class T>(T) { return out(sum(lists_of<T>(c, space, "x"), 1)); };
    switch (wanted) {
      case dtype::float32:
        return summed(float{});
      case dtype::float64:
        return summed(double{});
      case dtype::int64:
        return summed(std::int64_t{});
      case dtype::uint64:
        return summed(std::uint64_t{});
      default:
        throw not_available(std::string("no sum of lists in ") + name(wanted));
    }
  });
}

results list_mean(call const& c)
{
  return on_space(c, [&](auto const& space) -> results {
    if (c.has("dtype") && c.type() == dtype::float32)
      return out(mean(lists_of<float>(c, space, "x"), 1));
    return out(mean(lists_of<double>(c, space, "x"), 1));
  });
}

results list_max(call const& c)
{
  return with_lists(c, [&](auto const& x) { return with_valid(c, max(x, 1, fill(0)), x); });
}
results list_min(call const& c)
{
  return with_lists(c, [&](auto const& x) { return with_valid(c, min(x, 1, fill(0)), x); });
}
results list_first(call const& c)
{
  return with_lists(c, [&](auto const& x) { return with_valid(c, first(x, fill(0)), x); });
}

results positions(dynamic_array const& out, auto const& x)
{
  return {{"out", out}, {"valid", evaluate(count(x, 1) > 0)}};
}
results list_argmax(call const& c)
{
  return with_lists(c, [&](auto const& x) { return positions(argmax(x, 1), x); });
}
results list_argmin(call const& c)
{
  return with_lists(c, [&](auto const& x) { return positions(argmin(x, 1), x); });
}

/// The threshold is taken in the dtype of x where both are floating point or integers.
results list_filter_greater(call const& c)
{
  json const& threshold = c.params().at("threshold");
  bool const narrow = c.input("x").dtype() == dtype::float32;
  return with_lists(c, [&](auto const& x) -> results {
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

bool descends(call const& c) { return c.params().value("descending", false); }
results list_argsort(call const& c)
{
  return with_lists(c, [&](auto const& x) {
    return out(flatten(descends(c) ? argsort(x, 1, descending) : argsort(x, 1)));
  });
}
results list_sort(call const& c)
{
  return with_lists(c, [&](auto const& x) {
    return out(brought_back(c, flatten(descends(c) ? sort(x, 1, descending) : sort(x, 1))));
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

}  // namespace

std::vector<operation> list_operations()
{
  return {{"list_count", "lists", list_count},
          {"list_sum", "lists", list_sum},
          {"list_mean", "lists", list_mean},
          {"list_max", "lists", list_max},
          {"list_min", "lists", list_min},
          {"list_argmax", "lists", list_argmax},
          {"list_argmin", "lists", list_argmin},
          {"list_first", "lists", list_first},
          {"list_filter_greater", "lists", list_filter_greater},
          {"list_argsort", "lists", list_argsort},
          {"list_sort", "lists", list_sort},
          {"list_local_index", "lists", list_local_index},
          {"list_broadcast_subtract", "lists", list_broadcast_subtract},
          {"list_combinations2", "lists", list_combinations2},
          {"list_cartesian", "lists", list_cartesian}};
}

}  // namespace acre::conformance
