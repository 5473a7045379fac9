#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>

#include "lists.hpp"

/// Lists to one number each.
namespace acre::conformance {

namespace {

/// A result that empty lists have not.
results with_valid(call const& c, dynamic_array const& out, auto const& x)
{
  return {{"out", brought_back(c, out)}, {"valid", evaluate(count(x, 1) > 0)}};
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
  return with_widest_lists(c, [&](auto const& x) { return with_valid(c, max(x, 1, fill(0)), x); });
}

results list_min(call const& c)
{
  return with_widest_lists(c, [&](auto const& x) { return with_valid(c, min(x, 1, fill(0)), x); });
}

results list_first(call const& c)
{
  return with_widest_lists(c, [&](auto const& x) { return with_valid(c, first(x, fill(0)), x); });
}

results positions(dynamic_array const& out, auto const& x)
{
  return {{"out", out}, {"valid", evaluate(count(x, 1) > 0)}};
}

results list_argmax(call const& c)
{
  return with_widest_lists(c, [&](auto const& x) { return positions(argmax(x, 1), x); });
}

results list_argmin(call const& c)
{
  return with_widest_lists(c, [&](auto const& x) { return positions(argmin(x, 1), x); });
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

}  // namespace

std::vector<operation> list_reductions()
{
  return {{"list_sum", "lists", list_sum},
          {"list_mean", "lists", list_mean},
          {"list_max", "lists", list_max},
          {"list_min", "lists", list_min},
          {"list_first", "lists", list_first},
          {"list_argmax", "lists", list_argmax},
          {"list_argmin", "lists", list_argmin},
          {"list_prod", "lists", list_prod},
          {"list_any", "lists", list_any},
          {"list_all", "lists", list_all},
          {"list_count_nonzero", "lists", list_count_nonzero},
          {"list_last", "lists", list_last}};
}

}  // namespace acre::conformance
