#include <acre/dynamic/print.hpp>
#include <acre/dynamic/shape.hpp>

#include <memory>

#include "array_slots.hpp"
#include "python.hpp"

/// Python lets go of an array of a GPU's without its lock: the last owner may wait for work that
/// waits for Python in turn.
template <>
void nanobind::detail::wrap_destruct<acre::dynamic_array>(void* value) noexcept
{
  auto* const a = static_cast<acre::dynamic_array*>(value);
  acre::python::unlocked_if(acre::python::is_slow(a->space()), [a] { std::destroy_at(a); });
}

namespace acre::python {

namespace {

dynamic_array const& self_of(PyObject* self)
{
  return nb::cast<dynamic_array const&>(nb::handle(self));
}

nb::object item_of(dynamic_array const& a)
{
  if (a.size() != 1) throw value_error("can only convert an array of size 1 to a Python scalar");
  auto const bytes = unlocked([&] { return dynamic::to_host(a); });
  return number_object(a.dtype(), bytes.data());
}

nb::object list_of(dtype type, extents_view shape, std::byte const*& at)
{
  if (shape.empty()) {
    auto const* const here = at;
    at += item_size(type);
    return number_object(type, here);
  }
  nb::list all;
  for (std::int64_t i = 0; i < shape[0]; ++i) all.append(list_of(type, shape.subspan(1), at));
  return all;
}

/// The same memory as elements of another dtype, as NumPy's view(): where the sizes differ the last
/// axis lies side by side and is counted anew.
dynamic_array viewed_as(dynamic_array const& a, nb::handle of)
{
  auto const type = dtype_of_object(of);
  if (type == dtype::boolean && a.dtype() != dtype::boolean)
    throw dtype_error("view: bytes of " + std::string(name(a.dtype())) +
                      " may be other than bool's 0 and 1: x != 0 makes bools");
  std::vector<std::int64_t> shape(a.shape().begin(), a.shape().end());
  std::vector<std::int64_t> strides(a.strides().begin(), a.strides().end());
  std::int64_t const from = item_size(a.dtype()), to = item_size(type);
  if (from != to) {
    if (shape.empty())
      throw value_error(
          "Changing the dtype of a 0d array is only supported if the itemsize is unchanged");
    if (strides.back() != 1 && shape.back() > 1)
      throw value_error(
          "To change to a dtype of a different size, the last axis must be contiguous");
    if (shape.back() * from % to != 0)
      throw value_error(
          "When changing to a larger dtype, its size must be a divisor of the total size in bytes "
          "of the last axis of the array.");
    for (std::size_t axis = 0; axis + 1 < shape.size(); ++axis) {
      if (strides[axis] * from % to != 0)
        throw value_error(
            "view: rows of this array do not lie at multiples of the dtype's size: "
            "acre.copy(x) has rows that do");
      strides[axis] = strides[axis] * from / to;
    }
    shape.back() = shape.back() * from / to;
    strides.back() = 1;
  }
  auto const whole =
      static_cast<std::uintptr_t>(kind_of(type) == detail::kind::complex ? to / 2 : to);
  if (reinterpret_cast<std::uintptr_t>(a.first()) % whole != 0)
    throw value_error("view: the first element does not lie at a multiple of " +
                      std::to_string(whole) + " bytes, as those of " + name(type) +
                      " do: acre.copy(x) does");
  return {a.memory(), a.space(), type, a.first(), shape, strides};
}

/// Python's number(x) of an array that has one element.
nb::object scalar_of(PyObject* self)
{
  auto const& a = self_of(self);
  if (a.rank() > 0)
    throw dtype_error("only 0-dimensional arrays can be converted to Python scalars");
  return item_of(a);
}
template <PyObject* (*Convert)(PyObject*)>
PyObject* converted(PyObject* self)
{
  return guarded([&] { return Convert(scalar_of(self).ptr()); });
}
PyObject* index_slot(PyObject* self)
{
  return guarded([&] {
    if (kind_of(self_of(self).dtype()) != detail::kind::integer)
      throw dtype_error("only integer scalar arrays can be converted to a scalar index");
    return scalar_of(self).release().ptr();
  });
}
int bool_slot(PyObject* self)
{
  return guarded([&] {
    auto const& a = self_of(self);
    return static_cast<int>(unlocked([&] { return dynamic::truth(a); }));
  });
}

PyObject* repr_slot(PyObject* self)
{
  return guarded([&] {
    auto const& a = self_of(self);
    wait_for_work(a.space());
    auto text = unlocked([&] { return dynamic::repr(a); });
    device const where(a.space());
    if (where.name() != device(default_device().space()).name())
      text = text.substr(0, text.size() - 1) + ", device='" + where.name() + "')";
    return nb::str(text.c_str()).release().ptr();
  });
}
PyObject* str_slot(PyObject* self)
{
  return guarded([&] {
    auto const& a = self_of(self);
    wait_for_work(a.space());
    auto const text = unlocked([&] { return dynamic::to_string(a); });
    return nb::str(text.c_str()).release().ptr();
  });
}

Py_ssize_t length_slot(PyObject* self)
{
  return guarded([&]() -> Py_ssize_t {
    auto const& a = self_of(self);
    if (a.rank() == 0) throw dtype_error("len() of unsized object");
    return a.shape()[0];
  });
}
PyObject* iterator_slot(PyObject* self)
{
  return guarded([&] {
    if (self_of(self).rank() == 0) throw dtype_error("iteration over a 0-d array");
    PyObject* const made = PySeqIter_New(self);
    if (!made) throw nb::python_error();
    return made;
  });
}

}  // namespace

void bind_arrays(nb::module_& m)
{
  std::vector<slot> slots = {
      {Py_tp_repr, reinterpret_cast<void*>(repr_slot)},
      {Py_tp_str, reinterpret_cast<void*>(str_slot)},
      {Py_tp_iter, reinterpret_cast<void*>(iterator_slot)},
      {Py_tp_hash, reinterpret_cast<void*>(PyObject_HashNotImplemented)},
      {Py_nb_bool, reinterpret_cast<void*>(bool_slot)},
      {Py_nb_int, reinterpret_cast<void*>(converted<PyNumber_Long>)},
      {Py_nb_float, reinterpret_cast<void*>(converted<PyNumber_Float>)},
      {Py_nb_index, reinterpret_cast<void*>(index_slot)},
      {Py_mp_length, reinterpret_cast<void*>(length_slot)},
      {Py_sq_length, reinterpret_cast<void*>(length_slot)},
  };
  add_operator_slots(slots);
  add_index_slots(slots);
  add_buffer_slots(slots);
  auto const table = std::make_unique<PyType_Slot[]>(slots.size() + 1);  // its last one is zero
  for (std::size_t i = 0; i < slots.size(); ++i) table[i] = {slots[i].number, slots[i].function};

  auto type = nb::class_<dynamic_array>(
      m, "ndarray", nb::type_slots(table.get()), nb::is_weak_referenceable(),
      "An array: asarray(), zeros() and their like make it. Operators, indices and functions have "
      "NumPy's rules; elements are written in place by x[...] = and x += 1, and every view sees "
      "it.");
  type.def(
          "__init__",
          [](dynamic_array* self, nb::handle shape, nb::handle of, nb::handle on) {
            auto const& space = space_of(on);
            auto const wanted = of.is_none() ? dtype::float64 : dtype_of_object(of);
            auto const extents = integers_of(shape);
            new (self) dynamic_array(unlocked_if(
                is_slow(space), [&] { return dynamic::empty(space, wanted, extents); }));
          },
          nb::arg("shape"), nb::arg("dtype").none() = nb::none(), nb::kw_only(),
          nb::arg("device").none() = nb::none())
      .def_prop_ro("shape", [](dynamic_array const& a) { return tuple_of_extents(a.shape()); })
      .def_prop_ro(
          "strides",
          [](dynamic_array const& a) {
            std::vector<std::int64_t> bytes(a.strides().begin(), a.strides().end());
            for (auto& stride : bytes) stride *= item_size(a.dtype());
            return tuple_of_extents(bytes);
          },
          "Bytes from an element to the next along each axis.")
      .def_prop_ro("dtype", [](dynamic_array const& a) { return dtype_object(a.dtype()); })
      .def_prop_ro("device", [](dynamic_array const& a) { return device_object(a.space()); })
      .def_prop_ro("ndim", [](dynamic_array const& a) { return a.rank(); })
      .def_prop_ro("size", [](dynamic_array const& a) { return a.size(); })
      .def_prop_ro("itemsize", [](dynamic_array const& a) { return item_size(a.dtype()); })
      .def_prop_ro("nbytes", [](dynamic_array const& a) { return a.size() * item_size(a.dtype()); })
      .def("view", viewed_as, nb::arg("dtype"), "The same memory as elements of another dtype.")
      .def("item", item_of, "The only element, as Python's number. Waits.")
      .def(
          "tolist",
          [](dynamic_array const& a) {
            wait_for_work(a.space());
            auto const bytes = unlocked([&] { return dynamic::to_host(a); });
            auto const* at = bytes.data();
            return list_of(a.dtype(), a.shape(), at);
          },
          "The elements as nested lists of Python's numbers. Waits.")
      .def(
          "tobytes",
          [](dynamic_array const& a) {
            wait_for_work(a.space());
            auto const bytes = unlocked([&] { return dynamic::to_host(a); });
            return nb::bytes(bytes.data(), bytes.size());
          },
          "The elements' bytes in C order. Waits.")
      .def("__complex__",
           [](nb::handle self) {
             nb::object const number = scalar_of(self.ptr());
             return nb::steal(PyComplex_FromDoubles(PyComplex_RealAsDouble(number.ptr()),
                                                    PyComplex_ImagAsDouble(number.ptr())));
           })
      .def("__copy__", [](dynamic_array const& a) { return computed(dynamic::copy, a); })
      .def("__deepcopy__",
           [](dynamic_array const& a, nb::handle) { return computed(dynamic::copy, a); });
}

}  // namespace acre::python
