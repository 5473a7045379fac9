#include <acre/error.hpp>

#include <new>
#include <string_view>
#include <typeinfo>

#include "python.hpp"

namespace acre::python {

namespace {

/// acre/exceptions.py's classes, to the end of the process.
struct {
  PyObject *Error, *IndexError, *ShapeError, *ValueError, *DTypeError, *LinAlgError, *FileError,
      *OutOfMemory, *OverflowError, *LaunchError, *CompileError, *BackendError;
} classes;

void raise(PyObject* of, error const& e) noexcept { PyErr_SetString(of, e.message()); }

/// Without a line of these sources, which the library takes for the caller's.
void raise(index_error const& e) noexcept
{
  std::string text = e.message();
  bool const is_ours = std::string_view(e.details().where.file_name()).ends_with("pp");
  if (auto const place = text.find("; called at "); is_ours && place != text.npos)
    text = text.substr(0, place) + ")";
  raise(classes.IndexError, index_error(text, e.details()));
}

/// For an object that is not what nb::cast() was to make of it.
void raise_bad_argument() noexcept
{
  raise(classes.DTypeError,
        dtype_error("an argument is of a type that the function does not take there: "
                    "help() shows what it takes"));
}

void translate(std::exception_ptr const& thrown, void*)
{
  try {
    std::rethrow_exception(thrown);
  } catch (index_error const& e) {
    raise(e);
  } catch (shape_error const& e) {
    raise(classes.ShapeError, e);
  } catch (value_error const& e) {
    std::string_view const text = e.message();
    bool const is_integer =
        text.starts_with("Python integer ") || text.starts_with("Python int too large");
    raise(is_integer ? classes.OverflowError : classes.ValueError, e);
  } catch (dtype_error const& e) {
    raise(classes.DTypeError, e);
  } catch (linalg_error const& e) {
    raise(classes.LinAlgError, e);
  } catch (file_error const& e) {
    raise(classes.FileError, e);
  } catch (out_of_memory const& e) {
    raise(classes.OutOfMemory, e);
  } catch (launch_error const& e) {
    raise(classes.LaunchError, e);
  } catch (compile_error const& e) {
    raise(classes.CompileError, e);
  } catch (backend_error const& e) {
    raise(classes.BackendError, e);
  } catch (error const& e) {
    raise(classes.Error, e);
  } catch (std::bad_cast const&) {
    raise_bad_argument();
  }
}

}  // namespace

void throw_overflow(std::string const& text)
{
  raise(classes.OverflowError, value_error(text));
  throw nb::python_error();
}

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

void bind_errors(nb::module_&)
{
  nb::module_ const package = nb::module_::import_("acre.exceptions");
  for (auto const& [to, name] : std::initializer_list<std::pair<PyObject**, char const*>>{
           {&classes.Error, "Error"},
           {&classes.IndexError, "IndexError"},
           {&classes.ShapeError, "ShapeError"},
           {&classes.ValueError, "ValueError"},
           {&classes.DTypeError, "DTypeError"},
           {&classes.LinAlgError, "LinAlgError"},
           {&classes.FileError, "FileError"},
           {&classes.OutOfMemory, "OutOfMemory"},
           {&classes.OverflowError, "OverflowError"},
           {&classes.LaunchError, "LaunchError"},
           {&classes.CompileError, "CompileError"},
           {&classes.BackendError, "BackendError"}})
    *to = nb::object(package.attr(name)).release().ptr();
  nb::register_exception_translator(translate);
}

}  // namespace acre::python
