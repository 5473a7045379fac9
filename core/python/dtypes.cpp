#include <acre/dynamic/dtype.hpp>

#include <array>
#include <cstring>

#include "python.hpp"

namespace acre::python {

namespace {

/// A dtype as Python holds it; there is one object of each.
struct dtype_value {
  dtype value;
};

std::array<PyObject*, dtype_count> objects{};

/// NumPy's short names, without the byte order: "f4", "i8", "c16", "?".
std::optional<dtype> short_named(std::string_view text)
{
  if (!text.empty() && (text[0] == '<' || text[0] == '=' || text[0] == '|')) text.remove_prefix(1);
  constexpr std::pair<std::string_view, char const*> names[] = {
      {"b1", "bool"},     {"?", "bool"},        {"i1", "int8"},
      {"i2", "int16"},    {"i4", "int32"},      {"i8", "int64"},
      {"u1", "uint8"},    {"u2", "uint16"},     {"u4", "uint32"},
      {"u8", "uint64"},   {"f2", "float16"},    {"f4", "float32"},
      {"f8", "float64"},  {"c8", "complex64"},  {"c16", "complex128"},
      {"e", "float16"},   {"f", "float32"},     {"d", "float64"},
      {"F", "complex64"}, {"D", "complex128"},  {"b", "int8"},
      {"h", "int16"},     {"i", "int32"},       {"l", "int64"},
      {"q", "int64"},     {"B", "uint8"},       {"H", "uint16"},
      {"I", "uint32"},    {"L", "uint64"},      {"Q", "uint64"},
      {"int", "int64"},   {"float", "float64"}, {"complex", "complex128"}};
  for (auto const& [shorter, longer] : names)
    if (text == shorter) return dtype_named(longer);
  return {};
}

std::optional<dtype> named(std::string_view text)
{
  auto const found = dtype_named(text);
  return found ? found : short_named(text);
}

/// None for what stands for no dtype.
std::optional<dtype> found(nb::handle of)
{
  dtype_value const* value = nullptr;
  if (nb::try_cast(of, value) && value) return value->value;
  if (nb::isinstance<nb::str>(of)) return named(nb::cast<std::string_view>(of));
  if (of.ptr() == reinterpret_cast<PyObject*>(&PyBool_Type)) return dtype::boolean;
  if (of.ptr() == reinterpret_cast<PyObject*>(&PyLong_Type)) return dtype::int64;
  if (of.ptr() == reinterpret_cast<PyObject*>(&PyFloat_Type)) return dtype::float64;
  if (of.ptr() == reinterpret_cast<PyObject*>(&PyComplex_Type)) return dtype::complex128;
  char const* const attribute = PyType_Check(of.ptr()) ? "__name__" : "name";  // NumPy's
  nb::object const name = nb::getattr(of, attribute, nb::none());
  if (!nb::isinstance<nb::str>(name)) return {};
  auto text = nb::cast<std::string>(name);
  if (text == "bool_") text = "bool";
  return dtype_named(text);
}

char kind_letter(dtype d)
{
  switch (kind_of(d)) {
    case detail::kind::boolean:
      return 'b';
    case detail::kind::integer:
      return name(d)[0];
    case detail::kind::floating:
      return 'f';
    default:
      return 'c';
  }
}

}  // namespace

dtype dtype_of_object(nb::handle of)
{
  if (auto const d = found(of)) return *d;
  throw dtype_error("data type " + std::string(nb::repr(of).c_str()) +
                    " not understood: acre.float32, 'float32' or numpy.float32 name one");
}
std::optional<dtype> dtype_if_any(nb::handle of)
{
  if (of.is_none()) return {};
  return dtype_of_object(of);
}
nb::object dtype_object(dtype d) { return nb::borrow(objects[static_cast<std::size_t>(d)]); }

void bind_dtypes(nb::module_& m)
{
  nb::class_<dtype_value>(m, "dtype",
                          "A data type, as acre.float32; its call makes an array of rank 0. Equal "
                          "to NumPy's of the same name.")
      .def("__init__",
           [](dtype_value* self, nb::handle of) { new (self) dtype_value{dtype_of_object(of)}; })
      .def_prop_ro("name", [](dtype_value const& d) { return name(d.value); })
      .def_prop_ro("itemsize", [](dtype_value const& d) { return item_size(d.value); })
      .def_prop_ro("kind",
                   [](dtype_value const& d) { return std::string(1, kind_letter(d.value)); })
      .def("__call__",
           [](nb::handle self, nb::handle x) {
             return nb::module_::import_("acre").attr("asarray")(x, nb::arg("dtype") = self,
                                                                 nb::arg("copy") = true);
           })
      .def("__repr__",
           [](dtype_value const& d) { return "dtype('" + std::string(name(d.value)) + "')"; })
      .def("__str__", [](dtype_value const& d) { return name(d.value); })
      .def("__hash__",
           [](dtype_value const& d) { return std::hash<int>()(static_cast<int>(d.value)); })
      .def(
          "__eq__", [](dtype_value const& d, nb::handle other) { return found(other) == d.value; },
          nb::arg().none())
      .def("__reduce__", [](nb::handle self) {
        return nb::make_tuple(self.type(), nb::make_tuple(self.attr("name")));
      });
  nb::dict all;
  for (int d = 0; d < dtype_count; ++d) {
    auto const value = static_cast<dtype>(d);
    nb::object made = nb::cast(dtype_value{value});
    all[name(value)] = made;
    objects[static_cast<std::size_t>(d)] = made.release().ptr();
  }
  m.attr("dtypes") = all;

  define(m, "promote", [](nb::handle a, nb::handle b) {
    return dtype_object(promote(dtype_of_object(a), dtype_of_object(b)));
  });
  define(m, "promote_number", [](nb::handle a, nb::handle number) {
    using detail::kind;
    kind const of = PyComplex_CheckExact(number.ptr()) ? kind::complex
                    : PyFloat_CheckExact(number.ptr()) ? kind::floating
                    : PyBool_Check(number.ptr())       ? kind::boolean
                                                       : kind::integer;
    return dtype_object(promote_scalar(dtype_of_object(a), of));
  });
  define(m, "is_number", [](nb::handle x) { return is_number(x); });
  define(m, "is_numpy_scalar", [](nb::handle x) { return is_numpy_scalar(x); });
}

}  // namespace acre::python
