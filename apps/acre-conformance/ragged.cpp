#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/shape.hpp>

#include "operations.hpp"

/// What can be said of lists, bins and momenta with whole-array operations alone.
namespace acre::conformance {

namespace {

using dynamic::binary;
using dynamic::index_term;
using dynamic::unary;

dynamic_array sliced(dynamic_array const& a, slice const& s)
{
  return dynamic::getitem(a, std::array<index_term, 1>{s});
}
dynamic_array element(dynamic_array const& a, std::int64_t i)
{
  return dynamic::getitem(a, std::array<index_term, 1>{i});
}

/// The lists that a case picks: offsets[start : stop + 1], and the elements that they hold.
struct picked_lists {
  dynamic_array offsets, counts;
  std::int64_t first, last;

  explicit picked_lists(call const& c)
  {
    auto const start = c.params().at("start").get<std::int64_t>(),
               stop = c.params().at("stop").get<std::int64_t>();
    offsets = dynamic::astype(sliced(c.input("offsets"), slice(start, stop + 1)), dtype::int64);
    counts = dynamic::diff(offsets);
    first = dynamic::item<std::int64_t>(element(offsets, 0));
    last = dynamic::item<std::int64_t>(element(offsets, -1));
  }
  dynamic_array starts() const { return sliced(offsets, slice(none, -1)); }
  dynamic_array of(dynamic_array const& flat) const { return sliced(flat, slice(first, last)); }
};

results list_count(call const& c) { return out(picked_lists(c).counts); }

results list_local_index(call const& c)
{
  picked_lists const lists(c);
  auto const all = dynamic::arange(c.space(), lists.first, lists.last);
  return out(binary("subtract", all, dynamic::repeat(lists.starts(), lists.counts, 0)));
}

results list_broadcast_subtract(call const& c)
{
  picked_lists const lists(c);
  auto const x = dynamic::astype(lists.of(c.input("x")), dtype::float64);
  return out(binary("subtract", x, dynamic::repeat(c.input("per_list"), lists.counts, 0)));
}

results list_first(call const& c)
{
  picked_lists const lists(c);
  dynamic_array const& x = c.input("x");
  auto const valid = dynamic::astype(lists.counts, dtype::boolean);
  auto const zero = dynamic::full(c.space(), x.dtype(), valid.shape(), 0);
  if (x.size() == 0) return {{"out", zero}, {"valid", valid}};
  auto const firsts = dynamic::take(x, lists.starts(), 0, index_mode::clip);
  return {{"out", dynamic::where(valid, firsts, zero)}, {"valid", valid}};
}

dynamic_array momentum(picked_lists const& lists, call const& c, char const* name)
{
  return dynamic::astype(lists.of(c.input(name)), c.type());
}
results momentum_pt(call const& c)
{
  picked_lists const lists(c);
  return out(binary("hypot", momentum(lists, c, "px"), momentum(lists, c, "py")));
}
results momentum_phi(call const& c)
{
  picked_lists const lists(c);
  return out(binary("arctan2", momentum(lists, c, "py"), momentum(lists, c, "px")));
}
results momentum_eta(call const& c)
{
  picked_lists const lists(c);
  auto const pt = binary("hypot", momentum(lists, c, "px"), momentum(lists, c, "py"));
  return out(unary("arcsinh", binary("true_divide", momentum(lists, c, "pz"), pt)));
}

}  // namespace

std::vector<operation> ragged_operations()
{
  return {{"list_count", "lists", list_count},
          {"list_local_index", "lists", list_local_index},
          {"list_broadcast_subtract", "lists", list_broadcast_subtract},
          {"list_first", "lists", list_first},
          {"momentum_pt", "pairs", momentum_pt},
          {"momentum_phi", "pairs", momentum_phi},
          {"momentum_eta", "pairs", momentum_eta}};
}

}  // namespace acre::conformance
