#include <acre/error.hpp>

#include <new>
#include <string_view>
#include <typeinfo>

#include "python.hpp"

namespace acre::python {

namespace {

/// acre/exceptions.py's class of that name (kept to the end of the process).
PyObject* exception_named(char const* name)
{
  static PyObject* const module = nb::module_::import_("acre.exceptions").release().ptr();
  return nb::object(nb::handle(module).attr(name)).release().ptr();
}

template <class E>
void raise(char const* name, E const& e) noexcept
{
  try {
    static PyObject* const type = exception_named(name);
    PyErr_SetString(type, e.message());
  } catch (nb::python_error& failed) {
    failed.restore();
  }
}

/// Without a line of these sources, which the library takes for the caller's.
void raise(index_error const& e) noexcept
{
  std::string text = e.message();
  bool const is_ours = std::string_view(e.details().where.file_name()).ends_with("pp");
  if (auto const place = text.find("; called at "); is_ours && place != text.npos)
    text = text.substr(0, place) + ")";
  raise("IndexError", index_error(text, e.details()));
}

/// For an object that is not what nb::cast() was to make of it.
void raise_bad_argument() noexcept
{
  raise("DTypeError", dtype_error("an argument is of a type that the function does not take there: "
                                  "help() shows what it takes"));
}

void translate(std::exception_ptr const& thrown, void*)
{
  try {
    std::rethrow_exception(thrown);
  } catch (index_error const& e) {
    raise(e);
  } catch (shape_error const& e) {
    raise("ShapeError", e);
  } catch (value_error const& e) {
    raise("ValueError", e);
  } catch (dtype_error const& e) {
    raise("DTypeError", e);
  } catch (linalg_error const& e) {
    raise("LinAlgError", e);
  } catch (file_error const& e) {
    raise("FileError", e);
  } catch (out_of_memory const& e) {
    raise("OutOfMemory", e);
  } catch (launch_error const& e) {
    raise("LaunchError", e);
  } catch (compile_error const& e) {
    raise("CompileError", e);
  } catch (backend_error const& e) {
    raise("BackendError", e);
  } catch (error const& e) {
    raise("Error", e);
  } catch (std::bad_cast const&) {
    raise_bad_argument();
  }
}

}  // namespace

void set_error() noexcept
{
  try {
    throw;
  } catch (nb::python_error& e) {
    e.restore();
  } catch (nb::builtin_exception const& e) {
    PyErr_SetString(e.type() == nb::exception_type::index_error   ? PyExc_IndexError
                    : e.type() == nb::exception_type::value_error ? PyExc_ValueError
                                                                  : PyExc_TypeError,
                    e.what());
  } catch (error const&) {
    translate(std::current_exception(), nullptr);
  } catch (std::bad_cast const&) {
    raise_bad_argument();
  } catch (std::bad_alloc const&) {
    PyErr_NoMemory();
  } catch (std::exception const& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, "acre: an exception that is none of C++'s");
  }
}

void bind_errors(nb::module_&) { nb::register_exception_translator(translate); }

}  // namespace acre::python
