#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/shape.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "python.hpp"

namespace acre::python {

namespace {

PyTypeObject* array_type()
{
  static auto* const type = reinterpret_cast<PyTypeObject*>(nb::type<dynamic_array>().ptr());
  return type;
}

}  // namespace

dynamic_array const* array_if(nb::handle x)
{
  // (The type itself is looked at first: it is asked for each operand of each operation.)
  if (Py_TYPE(x.ptr()) == array_type() && nb::inst_ready(x)) return nb::inst_ptr<dynamic_array>(x);
  dynamic_array const* found = nullptr;
  return nb::try_cast(x, found) ? found : nullptr;
}

dynamic_array const& array_of(nb::handle x)
{
  if (auto const* const found = array_if(x)) return *found;
  if (nb::object const why = nb::getattr(x, "__acre_traced__", nb::none()); !why.is_none())
    throw dtype_error(nb::cast<std::string>(why));
  throw dtype_error("an acre.ndarray is wanted, not " +
                    std::string(nb::cast<std::string_view>(x.type().attr("__name__"))) +
                    ": acre.asarray(x) makes one");
}

std::vector<dynamic_array> arrays_of(nb::handle sequence)
{
  std::vector<dynamic_array> all;
  for (nb::handle x : nb::iter(sequence)) all.push_back(array_of(x));
  return all;
}

std::vector<dynamic_array> operands_in(nb::handle sequence)
{
  auto all = arrays_of(sequence);
  if (current_queue())
    for (auto& a : all) a = *operand(a);
  return all;
}

std::optional<dynamic_array> operand_or_none(nb::handle x)
{
  if (x.is_none()) return {};
  return *operand_of(x);
}

nb::object object_of(dynamic_array a)
{
  nb::object made = nb::inst_alloc(reinterpret_cast<PyObject*>(array_type()));
  ::new (static_cast<void*>(nb::inst_ptr<dynamic_array>(made))) dynamic_array(std::move(a));
  nb::inst_mark_ready(made);
  return made;
}

nb::object tuple_of(std::vector<dynamic_array> arrays)
{
  nb::list all;
  for (auto& a : arrays) all.append(object_of(std::move(a)));
  return nb::tuple(all);
}

bool is_number(nb::handle x)
{
  PyObject* const p = x.ptr();
  return PyLong_CheckExact(p) || PyFloat_CheckExact(p) || PyBool_Check(p) ||
         PyComplex_CheckExact(p);
}

dynamic::scalar_value number_of(nb::handle x)
{
  PyObject* const p = x.ptr();
  if (PyBool_Check(p)) return p == Py_True;
  if (PyFloat_Check(p)) return PyFloat_AsDouble(p);
  int overflow = 0;
  long long const value = PyLong_AsLongLongAndOverflow(p, &overflow);
  if (overflow == 0) {
    if (value == -1 && PyErr_Occurred()) throw nb::python_error();
    return static_cast<std::int64_t>(value);
  }
  auto const large = overflow > 0 ? PyLong_AsUnsignedLongLong(p) : 0;
  if (overflow < 0 || (large == static_cast<unsigned long long>(-1) && PyErr_Occurred())) {
    PyErr_Clear();
    throw_overflow("Python int too large to convert to C long");
  }
  return static_cast<std::uint64_t>(large);
}

bool is_numpy_scalar(nb::handle x)
{
  // where NumPy was not imported there are none
  PyObject* const modules = PyImport_GetModuleDict();
  PyObject* const numpy = PyDict_GetItemString(modules, "numpy");
  return numpy && nb::isinstance(x, nb::handle(numpy).attr("generic"));
}

dynamic::scalar_value number_value_of(nb::handle x)
{
  if (PyComplex_CheckExact(x.ptr()))
    return complex<double>(PyComplex_RealAsDouble(x.ptr()), PyComplex_ImagAsDouble(x.ptr()));
  if (is_numpy_scalar(x)) {
    nb::object const value = x.attr("item")();
    if (!is_number(value))  // NumPy's longdouble gives itself
      throw dtype_error("a number of NumPy's " +
                        std::string(nb::cast<std::string_view>(x.type().attr("__name__"))) +
                        " has no dtype of acre's: float(x), or complex(x), has");
    return number_value_of(value);
  }
  return number_of(x);
}

namespace {

dynamic_array number_on(dynamic_space const& space, nb::handle x)
{
  auto const value = number_value_of(x);
  auto const type = is_number(x) ? std::visit([]<class T>(T) { return dtype_of<T>; }, value)
                                 : dtype_of_object(x.attr("dtype"));
  return unlocked_if(is_slow(space), [&] { return dynamic::full(space, type, {}, value); });
}

}  // namespace

dynamic_array array_or_number(nb::handle x)
{
  if (auto const* const found = array_if(x)) return *operand(*found);
  if (is_number(x) || is_numpy_scalar(x)) return number_on(space_of(nb::none()), x);
  return array_of(x);
}

dynamic_array operand_beside(dynamic_array const& a, nb::handle x)
{
  if (auto const* const found = array_if(x)) return *operand(*found);
  if (is_number(x)) {
    auto const value = number_value_of(x);
    return unlocked_if(is_slow(a.space()), [&] { return dynamic::scalar_operand(a, value); });
  }
  if (is_numpy_scalar(x)) return number_on(a.space(), x);
  return array_of(x);
}

std::pair<dynamic_array, dynamic_array> operands_of(nb::handle a, nb::handle b)
{
  if (auto const* const x = array_if(a)) {
    operand const left(*x);
    return {left, operand_beside(left, b)};
  }
  if (auto const* const y = array_if(b)) {
    operand const right(*y);
    return {operand_beside(right, a), right};
  }
  auto const left = array_or_number(a);
  return {left, operand_beside(left, b)};
}

std::vector<std::int64_t> integers_of(nb::handle x)
{
  auto const integer = [](nb::handle item) {
    nb::object const index = nb::steal(PyNumber_Index(item.ptr()));
    if (!index.is_valid()) throw nb::python_error();
    return static_cast<std::int64_t>(nb::cast<long long>(index));
  };
  std::vector<std::int64_t> all;
  if (PyIndex_Check(x.ptr())) {
    all.push_back(integer(x));
    return all;
  }
  for (nb::handle item : nb::iter(x)) all.push_back(integer(item));
  return all;
}

namespace {

/// An axis that no array has is refused here where an int doesn't hold it.
int axis_in_range(std::int64_t axis)
{
  if (!std::in_range<int>(axis))
    throw index_error("axis " + std::to_string(axis) + " is out of bounds: arrays have up to " +
                      std::to_string(max_rank) + " axes");
  return static_cast<int>(axis);
}

}  // namespace

std::optional<std::vector<int>> axes_of(nb::handle x)
{
  if (x.is_none()) return {};
  if (PyFloat_Check(x.ptr()) || PyUnicode_Check(x.ptr())) axis_of(x);  // throws: no integer
  std::vector<int> axes;
  for (auto const axis : integers_of(x)) axes.push_back(axis_in_range(axis));
  return axes;
}

std::optional<int> axis_of(nb::handle x)
{
  if (x.is_none()) return {};
  nb::object const index = nb::steal(PyNumber_Index(x.ptr()));
  if (!index.is_valid()) throw nb::python_error();
  return axis_in_range(nb::cast<std::int64_t>(index));
}

std::int64_t diagonal_of(nb::handle k)
{
  constexpr std::int64_t beyond = std::int64_t{1} << 62;
  Py_ssize_t const value = PyNumber_AsSsize_t(k.ptr(), nullptr);  // cut where 64 bits end
  if (value == -1 && PyErr_Occurred()) throw nb::python_error();
  return std::clamp<std::int64_t>(value, -beyond, beyond);
}

nb::tuple tuple_of_extents(extents_view extents)
{
  nb::object made = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(extents.size())));
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    PyTuple_SetItem(made.ptr(), static_cast<Py_ssize_t>(axis), PyLong_FromLongLong(extents[axis]));
  return nb::borrow<nb::tuple>(made);
}

namespace {

template <class T>
nb::object number_from(T value)
{
  if constexpr (std::is_same_v<T, bool>)
    return nb::bool_(value);
  else if constexpr (detail::kind_of<T>() == detail::kind::complex)
    return nb::steal(PyComplex_FromDoubles(value.real(), value.imag()));
  else if constexpr (detail::kind_of<T>() == detail::kind::floating)
    return nb::float_(static_cast<double>(value));
  else if constexpr (std::is_signed_v<T>)
    return nb::steal(PyLong_FromLongLong(value));
  else
    return nb::steal(PyLong_FromUnsignedLongLong(value));
}

template <class... T>
nb::object number_of_type(detail::type_list<T...>, dtype type, std::byte const* at)
{
  nb::object result;
  (
      [&] {
        if (type != dtype_of<T>) return;
        T value;
        std::memcpy(static_cast<void*>(&value), at, sizeof value);
        result = number_from(value);
      }(),
      ...);
  return result;
}

}  // namespace

nb::object number_object(dtype type, std::byte const* at)
{
  return number_of_type(detail::stored_dtypes(), type, at);
}

}  // namespace acre::python
