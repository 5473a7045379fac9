#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/scatter.hpp>

#include <algorithm>

#include "array_slots.hpp"

namespace acre::python {

namespace {

std::optional<std::int64_t> bound_of(nb::handle x)
{
  if (x.is_none()) return {};
  // bounds beyond 64 bits are cut, as all that lie outside are
  Py_ssize_t const value = PyNumber_AsSsize_t(x.ptr(), nullptr);
  if (value == -1 && PyErr_Occurred()) throw nb::python_error();
  return value;
}

/// An array of indices or a mask, from a list or from what another library has.
dynamic_array index_array(dynamic_array const& a, nb::handle x)
{
  nb::object const made =
      nb::module_::import_("acre").attr("asarray")(x, nb::arg("device") = device_object(a.space()));
  auto const& found = array_of(made);
  // an empty list is one of no indices
  if (found.size() == 0 && PyList_Check(x.ptr())) return dynamic::astype(found, dtype::int64);
  return found;
}

dynamic::index_term term_of(dynamic_array const& a, nb::handle x)
{
  PyObject* const p = x.ptr();
  if (p == Py_None) return newaxis;
  if (p == Py_Ellipsis) return ellipsis;
  if (PySlice_Check(p))
    return slice(bound_of(x.attr("start")), bound_of(x.attr("stop")), bound_of(x.attr("step")));
  if (auto const* const array = array_if(x)) return *operand(*array);
  if (PyBool_Check(p)) return dynamic::full(a.space(), dtype::boolean, {}, p == Py_True);
  if (PyLong_Check(p)) {
    int overflow = 0;
    long long const value = PyLong_AsLongLongAndOverflow(p, &overflow);
    if (overflow != 0) throw index_error("cannot fit 'int' into an index-sized integer");
    return static_cast<std::int64_t>(value);
  }
  if (PyFloat_Check(p)) return PyFloat_AsDouble(p);
  if (PyList_Check(p) || PyObject_CheckBuffer(p) || nb::hasattr(x, "__dlpack__"))
    return index_array(a, x);
  if (PyIndex_Check(p)) {
    Py_ssize_t const value = PyNumber_AsSsize_t(p, PyExc_IndexError);
    if (value == -1 && PyErr_Occurred()) throw nb::python_error();
    return static_cast<std::int64_t>(value);
  }
  return 0.5;  // refused with NumPy's words
}

std::vector<dynamic::index_term> list_of(dynamic_array const& a, nb::handle key)
{
  std::vector<dynamic::index_term> list;
  if (PyTuple_Check(key.ptr()))
    for (nb::handle each : nb::borrow<nb::tuple>(key)) list.push_back(term_of(a, each));
  else
    list.push_back(term_of(a, key));
  return list;
}

bool has_arrays(std::vector<dynamic::index_term> const& list)
{
  return std::ranges::any_of(
      list, [](auto const& term) { return std::holds_alternative<dynamic_array>(term); });
}
/// The user's line, where a list's arrays may have an index out of bounds.
std::source_location line_of(std::vector<dynamic::index_term> const& list)
{
  return has_arrays(list) ? call_line() : std::source_location::current();
}

PyObject* getitem_slot(PyObject* self, PyObject* key)
{
  return guarded([&] {
    auto const& a = array_of(self);
    auto const list = list_of(a, key);
    auto const line = line_of(list);
    auto const run = [&](dynamic_array const& x) {
      return unlocked_if(is_slow(x), [&] { return dynamic::getitem(x, list, line); });
    };
    // slices and numbers make a view, which is of the array's own queue
    auto made = has_arrays(list) ? run(operand(a)) : run(a);
    return object_of(std::move(made)).release().ptr();
  });
}
/// Python's sequences ask so, for iteration.
PyObject* item_slot(PyObject* self, Py_ssize_t i)
{
  return guarded([&] {
    dynamic::index_term const term = static_cast<std::int64_t>(i);
    auto const& a = array_of(self);
    auto made = unlocked_if(is_slow(a), [&] { return dynamic::getitem(a, {&term, 1}); });
    return object_of(std::move(made)).release().ptr();
  });
}

int setitem_slot(PyObject* self, PyObject* key, PyObject* value)
{
  return guarded([&] {
    if (!value) throw value_error("cannot delete array elements");
    auto const& a = array_of(self);
    auto const list = list_of(a, key);
    dynamic_array const values =
        array_if(value) || is_number(value)
            ? operand_beside(a, value)
            : array_of(nb::module_::import_("acre").attr("asarray")(
                  nb::handle(value), nb::arg("device") = device_object(a.space())));
    auto const line = line_of(list);
    computed([&](dynamic_array const& x,
                 dynamic_array const& from) { dynamic::setitem(x, list, from, line); },
             a, values);
    return 0;
  });
}

template <class F>
void scatter(F const& f, nb::handle a, nb::handle key, nb::handle values)
{
  auto const to = operand_of(a);
  auto const list = list_of(to, key);
  auto const line = call_line();
  computed([&](dynamic_array const& x, dynamic_array const& from) { f(x, list, from, line); }, to,
           operand_beside(to, values));
}

index_mode mode_of(std::string_view mode)
{
  if (mode == "raise") return index_mode::raise;
  if (mode == "wrap") return index_mode::wrap;
  if (mode == "clip") return index_mode::clip;
  throw value_error("mode '" + std::string(mode) + "': the modes are raise, wrap and clip");
}

}  // namespace

void add_index_slots(std::vector<slot>& slots)
{
  slots.push_back({Py_mp_subscript, reinterpret_cast<void*>(getitem_slot)});
  slots.push_back({Py_mp_ass_subscript, reinterpret_cast<void*>(setitem_slot)});
  slots.push_back({Py_sq_item, reinterpret_cast<void*>(item_slot)});
}

void bind_indices(nb::module_& m)
{
  define(m, "take", [](nb::handle a, nb::handle index, nb::handle axis, char const* mode) {
    auto const x = operand_of(a);
    auto const which = array_if(index) ? *array_if(index)
                       : is_number(index)
                           ? operand_beside(dynamic::empty(x->space(), dtype::int64, {}), index)
                           : index_array(x, index);
    auto const along = axis_of(axis);
    auto const how = mode_of(mode);
    auto const line = call_line();
    return computed(
        [&](dynamic_array const& from, dynamic_array const& at) {
          return dynamic::take(from, at, along, how, line);
        },
        x, which);
  });
  define(m, "put", [](nb::handle a, nb::handle index, nb::handle values, char const* mode) {
    auto const& x = array_of(a);
    auto const which = array_if(index) ? *array_if(index) : index_array(x, index);
    auto const written = operand_beside(x, values);
    auto const how = mode_of(mode);
    auto const line = call_line();
    computed([&](dynamic_array const& to, dynamic_array const& at,
                 dynamic_array const& from) { dynamic::put(to, at, from, how, line); },
             x, which, written);
  });
  define(m, "take_along_axis", [](nb::handle a, nb::handle index, nb::handle axis) {
    auto const along = axis_of(axis);
    auto const line = call_line();
    return computed(
        [&](dynamic_array const& x, dynamic_array const& at) {
          return dynamic::take_along_axis(x, at, along, line);
        },
        a, index);
  });
  define(m, "put_along_axis",
         [](nb::handle a, nb::handle index, nb::handle values, nb::handle axis) {
           auto const along = axis_of(axis);
           auto const line = call_line();
           computed(
               [&](dynamic_array const& x, dynamic_array const& at, dynamic_array const& from) {
                 dynamic::put_along_axis(x, at, from, along, line);
               },
               a, index, operand_beside(array_of(a), values));
         });
  define(m, "compress", [](nb::handle condition, nb::handle a, nb::handle axis) {
    auto const along = axis_of(axis);
    return computed([&](dynamic_array const& c,
                        dynamic_array const& x) { return dynamic::compress(c, x, along); },
                    condition, a);
  });
  define(m, "choose", [](nb::handle index, nb::handle choices, char const* mode) {
    auto const how = mode_of(mode);
    return computed(
        [&](dynamic_array const& x, std::vector<dynamic_array> const& from) {
          return dynamic::choose(x, from, how);
        },
        index, operands_in(choices));
  });
  define(m, "nonzero", [](nb::handle a) { return tuple_of(computed(dynamic::nonzero, a)); });
  define(m, "argwhere", [](nb::handle a) { return computed(dynamic::argwhere, a); });
  define(m, "flatnonzero", [](nb::handle a) { return computed(dynamic::flatnonzero, a); });
  define(m, "unravel_index", [](nb::handle index, nb::handle shape) {
    auto const extents = integers_of(shape);
    auto const line = call_line();
    return tuple_of(computed(
        [&](dynamic_array const& x) { return dynamic::unravel_index(x, extents, line); }, index));
  });
  define(m, "add_at", [](nb::handle a, nb::handle key, nb::handle values) {
    scatter(dynamic::add_at, a, key, values);
  });
  define(m, "minimum_at", [](nb::handle a, nb::handle key, nb::handle values) {
    scatter(dynamic::min_at, a, key, values);
  });
  define(m, "maximum_at", [](nb::handle a, nb::handle key, nb::handle values) {
    scatter(dynamic::max_at, a, key, values);
  });
}

}  // namespace acre::python
