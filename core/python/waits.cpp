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

/// The folder of the package's own Python, with a separator behind it.
std::string const& package_folder()
{
  static auto const& folder = *new std::string(
      nb::cast<std::string>(nb::module_::import_("acre").attr("__path__")[0]) + '/');
  return folder;
}

}  // namespace

std::source_location call_line()
{
  PyObject* const innermost = reinterpret_cast<PyObject*>(PyEval_GetFrame());
  if (!innermost) return std::source_location::current();
  auto const& package = package_folder();
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
      int const line = PyFrame_GetLineNumber(reinterpret_cast<PyFrameObject*>(frame.ptr()));
      return dynamic::line_of(file, static_cast<std::uint32_t>(line > 0 ? line : 0));
    }
    frame = outer;
  }
}

}  // namespace acre::python
