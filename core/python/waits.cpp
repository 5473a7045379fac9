#include <algorithm>

#include "python.hpp"

namespace acre::python {

void ask_signals()
{
  nb::gil_scoped_acquire const locked;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void wait_for_work(dynamic_space const& queue)
{
  unlocked([&] { dynamic::fence(queue, ask_signals); });
}

namespace {

/// Of the package's own Python, with a separator behind it.
std::string const* package_folder = nullptr;

/// The line that this thread asked for last: a loop asks for few.
struct known_line {
  PyObject* file = nullptr;  // the name's object, which this keeps
  int line = -1;
  std::source_location where;
};
thread_local known_line last;

std::source_location line_of(nb::handle name, std::string_view file, int line)
{
  if (name.ptr() != last.file || line != last.line) {
    auto const where = dynamic::line_of(file, static_cast<std::uint32_t>(std::max(line, 0)));
    Py_INCREF(name.ptr());
    Py_XDECREF(last.file);
    last = {name.ptr(), line, where};
  }
  return last.where;
}

}  // namespace

void find_package()
{
  package_folder = new std::string(
      nb::cast<std::string>(nb::module_::import_("acre").attr("__path__")[0]) + '/');
}

std::source_location call_line()
{
  PyObject* const innermost = reinterpret_cast<PyObject*>(PyEval_GetFrame());
  if (!innermost) return std::source_location::current();
  auto const& package = *package_folder;
  nb::object frame = nb::borrow(innermost);
  while (true) {
    nb::object const code = nb::steal(reinterpret_cast<PyObject*>(
        PyFrame_GetCode(reinterpret_cast<PyFrameObject*>(frame.ptr()))));
    nb::object const name = code.attr("co_filename");
    Py_ssize_t size = 0;
    char const* const text = PyUnicode_AsUTF8AndSize(name.ptr(), &size);
    if (!text) throw nb::python_error();
    std::string_view const file(text, static_cast<std::size_t>(size));
    nb::object outer;
    if (file.starts_with(package)) outer = frame.attr("f_back");
    if (!outer.is_valid() || outer.is_none()) {
      return line_of(name, file,
                     PyFrame_GetLineNumber(reinterpret_cast<PyFrameObject*>(frame.ptr())));
    }
    frame = outer;
  }
}

}  // namespace acre::python
