#include <acre/array/slice.hpp>
#include <acre/dynamic/group_by.hpp>
#include <acre/dynamic/lists.hpp>

#include "python.hpp"

namespace acre::python {

namespace {

using dynamic::lists;

lists const& lists_of(nb::handle x)
{
  lists const* found = nullptr;
  if (nb::try_cast(x, found) && found) return *found;
  throw dtype_error("lists of different lengths are wanted, not " +
                    std::string(nb::cast<std::string_view>(x.type().attr("__name__"))) +
                    ": acre.lists.from_lists(x) makes them of Python's");
}

std::optional<dynamic::scalar_value> scalar_or_none(nb::handle x)
{
  if (x.is_none()) return {};
  return number_of(x);
}

slice slice_of_lists(nb::handle start, nb::handle stop, nb::handle step)
{
  auto const bound = [](nb::handle x) {
    return x.is_none() ? std::nullopt : std::optional(integers_of(x).front());
  };
  slice s;
  s.start = bound(start);
  s.stop = bound(stop);
  s.step = bound(step);
  return s;
}

nb::tuple tuple_of_lists(std::vector<lists> all)
{
  nb::list made;
  for (auto& each : all) made.append(nb::cast(std::move(each)));
  return nb::tuple(made);
}

}  // namespace

void bind_lists(nb::module_& m)
{
  nb::class_<lists>(
      m, "Ragged", nb::is_weak_referenceable(),
      "Lists of different lengths: list k holds the elements offsets[k] to offsets[k + 1] - 1 of a "
      "content. Operators and functions of elements are acre's; acre.lists has what lists have.")
      .def("__init__",
           [](lists* self, nb::handle offsets, nb::handle content) {
             auto const &o = array_of(offsets), &c = array_of(content);
             new (self) lists(unlocked([&] { return lists(o, c); }));
           })
      .def("__len__", &lists::size)
      .def_prop_ro(
          "offsets", [](lists const& x) { return x.offsets(); },
          "Where each list begins, and where the last one ends: int64, from 0.")
      .def_prop_ro(
          "content", [](lists const& x) { return x.content(); },
          "The elements of all lists, one list after another.")
      .def_prop_ro("dtype", [](lists const& x) { return dtype_object(x.dtype()); })
      .def_prop_ro("device", [](lists const& x) { return device_object(x.content().space()); });
  m.def("lists_unflatten", [](nb::handle content, nb::handle counts) {
    auto const &c = array_of(content), &n = array_of(counts);
    return unlocked([&] { return dynamic::unflatten(c, n); });
  });
  m.def("lists_holding", [](nb::handle x_given, nb::handle content) {
    auto const& x = lists_of(x_given);
    auto const& elements = array_of(content);
    return unlocked([&] { return x.holding(elements); });
  });
  m.def("lists_count", [](nb::handle x_given) {
    auto const& x = lists_of(x_given);
    return unlocked([&] { return dynamic::count(x); });
  });
  m.def("lists_index", [](nb::handle x_given) {
    auto const& x = lists_of(x_given);
    return unlocked([&] { return dynamic::list_index(x); });
  });
  m.def("lists_local_index", [](nb::handle x_given) {
    auto const& x = lists_of(x_given);
    return unlocked([&] { return dynamic::local_index(x); });
  });
  m.def("lists_beside", [](nb::handle x_given, nb::handle values) {
    auto const& x = lists_of(x_given);
    lists const* other = nullptr;
    if (nb::try_cast(values, other) && other)
      return unlocked([&] { return dynamic::beside(x, *other); });
    auto const& each = array_of(values);
    return unlocked([&] { return dynamic::beside(x, each); });
  });
  m.def(
      "lists_reduce",
      [](std::string_view reduction, nb::handle x_given, nb::handle if_empty) {
        auto const& x = lists_of(x_given);
        auto const number = scalar_or_none(if_empty);
        return unlocked([&] { return dynamic::reduce(reduction, x, number); });
      },
      nb::arg(), nb::arg(), nb::arg().none());
  m.def("lists_take", [](nb::handle x_given, nb::handle which) {
    auto const& x = lists_of(x_given);
    auto const& a = array_of(which);
    return unlocked([&] { return dynamic::take(x, a); });
  });
  m.def(
      "lists_slice",
      [](nb::handle x_given, nb::handle start, nb::handle stop, nb::handle step, bool in_each) {
        auto const& x = lists_of(x_given);
        auto const s = slice_of_lists(start, stop, step);
        return unlocked([&] { return in_each ? dynamic::select(x, s) : dynamic::take(x, s); });
      },
      nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg().none(), nb::arg());
  m.def("lists_select", [](nb::handle x_given, nb::handle which_given) {
    auto const& x = lists_of(x_given);
    auto const& which = lists_of(which_given);
    return unlocked([&] { return dynamic::select(x, which); });
  });
  m.def("lists_item", [](nb::handle x_given, std::int64_t k) {
    auto const& x = lists_of(x_given);
    return unlocked([&] { return dynamic::item(x, k); });
  });
  m.def(
      "lists_item_of_each",
      [](nb::handle x_given, std::int64_t k, nb::handle if_none) {
        auto const& x = lists_of(x_given);
        auto const number = scalar_or_none(if_none);
        return unlocked([&] { return dynamic::item_of_each(x, k, number); });
      },
      nb::arg(), nb::arg(), nb::arg().none());
  m.def("lists_sort", [](nb::handle x_given, bool descending, bool places) {
    auto const& x = lists_of(x_given);
    return unlocked(
        [&] { return places ? dynamic::argsort(x, descending) : dynamic::sort(x, descending); });
  });
  m.def("lists_pad", [](nb::handle x_given, std::int64_t columns, nb::handle value) {
    auto const& x = lists_of(x_given);
    auto const number = number_of(value);
    return unlocked([&] { return dynamic::pad(x, columns, number); });
  });
  m.def("lists_combinations", [](nb::handle x_given, int n, bool places) {
    auto const& x = lists_of(x_given);
    return tuple_of_lists(unlocked(
        [&] { return places ? dynamic::argcombinations(x, n) : dynamic::combinations(x, n); }));
  });
  m.def("lists_cartesian", [](nb::handle a_given, nb::handle b_given, bool places) {
    auto const& a = lists_of(a_given);
    auto const& b = lists_of(b_given);
    return tuple_of_lists(
        unlocked([&] { return places ? dynamic::argcartesian(a, b) : dynamic::cartesian(a, b); }));
  });
  m.def("lists_concatenate", [](nb::handle a_given, nb::handle b_given, int axis) {
    auto const& a = lists_of(a_given);
    auto const& b = lists_of(b_given);
    return unlocked([&] { return dynamic::concatenate(a, b, axis); });
  });

  define(m, "group_reductions", [] {
    nb::list all;
    for (auto const name : dynamic::group_reductions())
      all.append(nb::str(name.data(), name.size()));
    return all;
  });
  define(m, "group_by",
         [](nb::handle keys, nb::handle values, std::string_view reduction, std::int64_t ddof) {
           auto const k = operands_in(keys), v = operands_in(values);
           auto made = unlocked([&] { return dynamic::group_by(k, v, reduction, {ddof}); });
           return nb::make_tuple(tuple_of(std::move(made.keys)), tuple_of(std::move(made.values)));
         });
}

}  // namespace acre::python
