#include <acre/dynamic/order.hpp>

#include "python.hpp"

namespace acre::python {

namespace {

nb::object tuple_of_unique(dynamic::unique_result u)
{
  return tuple_of({u.values, u.indices, u.inverse_indices, u.counts});
}

using sets = dynamic_array (*)(dynamic_array const&, dynamic_array const&);
sets set_function(std::string_view name)
{
  if (name == "intersect1d") return dynamic::intersect1d;
  if (name == "union1d") return dynamic::union1d;
  if (name == "setdiff1d") return dynamic::setdiff1d;
  return dynamic::setxor1d;
}

}  // namespace

void bind_order(nb::module_& m)
{
  define(m, "sort", [](nb::handle a, nb::handle axis, bool descending) {
    dynamic::sort_options const options{axis_of(axis), descending};
    return computed([&](dynamic_array const& x) { return dynamic::sort(x, options); }, a);
  });
  define(m, "argsort", [](nb::handle a, nb::handle axis, bool descending) {
    dynamic::sort_options const options{axis_of(axis), descending};
    return computed([&](dynamic_array const& x) { return dynamic::argsort(x, options); }, a);
  });
  define(m, "partition", [](nb::handle a, nb::handle kth, nb::handle axis, bool positions) {
    auto const places = integers_of(kth);
    auto const along = axis_of(axis);
    return computed(
        [&](dynamic_array const& x) {
          return positions ? dynamic::argpartition(x, places, along)
                           : dynamic::partition(x, places, along);
        },
        a);
  });
  define(m, "top_k", [](nb::handle a, std::int64_t k, int axis) {
    auto const top = computed([&](dynamic_array const& x) { return dynamic::topk(x, k, axis); }, a);
    return nb::make_tuple(object_of(top.values), object_of(top.indices));
  });
  define(m, "lexsort", [](nb::handle keys, int axis) {
    auto const all = operands_in(keys);
    return unlocked_if(is_slow(all), [&] { return dynamic::lexsort(all, axis); });
  });
  define(m, "unique", [](nb::handle a, nb::handle axis) {
    auto const x = operand_of(a);
    auto const along = axis_of(axis);
    return unlocked([&] { return along ? dynamic::unique(x, *along) : dynamic::unique(x); });
  });
  define(m, "unique_all", [](nb::handle a, nb::handle axis) {
    auto const x = operand_of(a);
    auto const along = axis_of(axis);
    return tuple_of_unique(
        unlocked([&] { return along ? dynamic::unique_all(x, *along) : dynamic::unique_all(x); }));
  });
  define(m, "searchsorted",
         [](nb::handle sorted, nb::handle values, char const* side, nb::handle sorter) {
           std::string_view const named = side;
           if (named != "left" && named != "right")
             throw value_error("search side must be one of 'left' or 'right' (got '" +
                               std::string(named) + "')");
           auto const x = operand_of(sorted);
           return computed(
               [&](dynamic_array const& all, dynamic_array const& each,
                   std::optional<dynamic_array> const& order) {
                 return dynamic::searchsorted(
                     all, each, named == "left" ? search_side::left : search_side::right, order);
               },
               x, operand_beside(x, values), operand_or_none(sorter));
         });
  define(m, "isin", [](nb::handle a, nb::handle values, bool invert) {
    auto const both = operands_of(a, values);
    return computed(
        [&](dynamic_array const& x, dynamic_array const& y) { return dynamic::isin(x, y, invert); },
        both.first, both.second);
  });
  define(m, "set_operation", [](std::string_view name, nb::handle a, nb::handle b) {
    auto const x = operand_of(a), y = operand_of(b);
    return unlocked([&] { return set_function(name)(x, y); });
  });
}

}  // namespace acre::python
