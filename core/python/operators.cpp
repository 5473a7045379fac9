#include <acre/dynamic/into.hpp>
#include <acre/dynamic/linalg.hpp>

#include <algorithm>

#include "array_slots.hpp"

namespace acre::python {

namespace {

/// Whether an operator takes x: else Python asks the other operand's class.
bool is_operand(nb::handle x) { return array_if(x) || is_number(x) || is_numpy_scalar(x); }

struct name {
  char text[24] = {};
  template <std::size_t N>
  constexpr name(char const (&from)[N])
  {
    std::copy_n(from, N, text);
  }
};

template <name Function>
PyObject* binary_slot(PyObject* a, PyObject* b)
{
  if (!is_operand(a) || !is_operand(b)) Py_RETURN_NOTIMPLEMENTED;
  return guarded([&] { return object_of(applied(Function.text, a, b)).release().ptr(); });
}
PyObject* power_slot(PyObject* a, PyObject* b, PyObject* modulo)
{
  if (modulo != Py_None) Py_RETURN_NOTIMPLEMENTED;
  return binary_slot<"power">(a, b);
}
template <name Function>
PyObject* unary_slot(PyObject* self)
{
  return guarded([&] {
    operand const a(array_of(self));
    return object_of(unlocked_if(is_slow(a), [&] { return dynamic::unary(Function.text, *a); }))
        .release()
        .ptr();
  });
}

PyObject* positive_slot(PyObject* self)
{
  return guarded([&] { return object_of(positive(array_of(self))).release().ptr(); });
}

PyObject* product_slot(PyObject* a, PyObject* b)
{
  if (!array_if(a) || !array_if(b)) Py_RETURN_NOTIMPLEMENTED;
  return guarded([&] {
    operand const x(array_of(a)), y(array_of(b));
    return object_of(unlocked_if(is_slow(x) || is_slow(y), [&] { return dynamic::matmul(*x, *y); }))
        .release()
        .ptr();
  });
}

/// a += b: the elements of a are written, which its views see.
template <name Function>
PyObject* in_place_slot(PyObject* self, PyObject* b)
{
  if (!is_operand(b)) Py_RETURN_NOTIMPLEMENTED;
  return guarded([&] {
    operand const a(array_of(self));
    if (auto const* const array = array_if(b)) {
      operand const other(*array);
      unlocked_if(is_slow(a), [&] { dynamic::binary_into(Function.text, *a, *a, *other); });
    } else if (PyComplex_CheckExact(b) || !is_number(b)) {
      auto const other = operand_beside(*a, b);
      unlocked_if(is_slow(a), [&] { dynamic::binary_into(Function.text, *a, *a, other); });
    } else {
      auto const other = number_of(b);
      unlocked_if(is_slow(a), [&] { dynamic::binary_into(Function.text, *a, *a, other); });
    }
    Py_INCREF(self);
    return self;
  });
}
PyObject* in_place_power_slot(PyObject* self, PyObject* b, PyObject*)
{
  return in_place_slot<"power">(self, b);
}

PyObject* comparison_slot(PyObject* a, PyObject* b, int operation)
{
  constexpr char const* names[] = {"less",      "less_equal", "equal",
                                   "not_equal", "greater",    "greater_equal"};
  if (!is_operand(b)) Py_RETURN_NOTIMPLEMENTED;
  return guarded([&] { return object_of(applied(names[operation], a, b)).release().ptr(); });
}

}  // namespace

void add_operator_slots(std::vector<slot>& slots)
{
  auto const add = [&](int number, auto* function) {
    slots.push_back({number, reinterpret_cast<void*>(function)});
  };
  add(Py_nb_add, binary_slot<"add">);
  add(Py_nb_subtract, binary_slot<"subtract">);
  add(Py_nb_multiply, binary_slot<"multiply">);
  add(Py_nb_true_divide, binary_slot<"true_divide">);
  add(Py_nb_floor_divide, binary_slot<"floor_divide">);
  add(Py_nb_remainder, binary_slot<"remainder">);
  add(Py_nb_power, power_slot);
  add(Py_nb_and, binary_slot<"bitwise_and">);
  add(Py_nb_or, binary_slot<"bitwise_or">);
  add(Py_nb_xor, binary_slot<"bitwise_xor">);
  add(Py_nb_lshift, binary_slot<"left_shift">);
  add(Py_nb_rshift, binary_slot<"right_shift">);
  add(Py_nb_matrix_multiply, product_slot);
  add(Py_nb_inplace_add, in_place_slot<"add">);
  add(Py_nb_inplace_subtract, in_place_slot<"subtract">);
  add(Py_nb_inplace_multiply, in_place_slot<"multiply">);
  add(Py_nb_inplace_true_divide, in_place_slot<"true_divide">);
  add(Py_nb_inplace_floor_divide, in_place_slot<"floor_divide">);
  add(Py_nb_inplace_remainder, in_place_slot<"remainder">);
  add(Py_nb_inplace_power, in_place_power_slot);
  add(Py_nb_inplace_and, in_place_slot<"bitwise_and">);
  add(Py_nb_inplace_or, in_place_slot<"bitwise_or">);
  add(Py_nb_inplace_xor, in_place_slot<"bitwise_xor">);
  add(Py_nb_inplace_lshift, in_place_slot<"left_shift">);
  add(Py_nb_inplace_rshift, in_place_slot<"right_shift">);
  add(Py_nb_negative, unary_slot<"negative">);
  add(Py_nb_positive, positive_slot);
  add(Py_nb_absolute, unary_slot<"absolute">);
  add(Py_nb_invert, unary_slot<"invert">);
  add(Py_tp_richcompare, comparison_slot);
}

}  // namespace acre::python
