#include <acre/dynamic/jit.hpp>

#include "../python.hpp"

namespace acre::python {

namespace {

using dynamic::jit::argument;

acre::jit::options options_of(nb::handle preamble, nb::handle flags, bool contract)
{
  acre::jit::options how;
  how.preamble = nb::cast<std::string>(preamble);
  for (nb::handle flag : nb::iter(flags)) how.flags.push_back(nb::cast<std::string>(flag));
  how.contract = contract;
  return how;
}

/// Whether x is one of NumPy's arrays of one element, which CUDA's C takes as that.
bool is_one_number(nb::handle x)
{
  PyObject* const numpy = PyDict_GetItemString(PyImport_GetModuleDict(), "numpy");
  return numpy && nb::isinstance(x, nb::handle(numpy).attr("ndarray")) &&
         nb::cast<std::int64_t>(x.attr("size")) == 1 && is_number(x.attr("item")());
}

std::vector<argument> arguments_of(nb::handle given)
{
  std::vector<argument> all;
  for (nb::handle each : nb::iter(given)) {
    if (is_number(each) || is_numpy_scalar(each))
      all.emplace_back(number_value_of(each));
    else if (is_one_number(each))
      all.emplace_back(number_value_of(each.attr("item")()));
    else
      all.emplace_back(*operand_of(each));
  }
  return all;
}

backends::extent3 extent_of(nb::handle given)
{
  auto const extents = integers_of(given);
  if (extents.empty() || extents.size() > 3)
    throw value_error("a grid and a block have one to three extents");
  backends::extent3 e;
  e.x = extents[0];
  if (extents.size() > 1) e.y = extents[1];
  if (extents.size() > 2) e.z = extents[2];
  return e;
}

}  // namespace

void bind_jit(nb::module_& m)
{
  nb::class_<dynamic::jit::elementwise>(m, "elementwise_kernel")
      .def("__init__",
           [](dynamic::jit::elementwise* self, std::string_view inputs, std::string_view outputs,
              std::string_view operation, std::string_view name, nb::handle preamble,
              nb::handle flags, bool contract) {
             new (self) dynamic::jit::elementwise(inputs, outputs, operation, name,
                                                  options_of(preamble, flags, contract));
           })
      .def(
          "__call__",
          [](dynamic::jit::elementwise const& kernel, nb::handle given, nb::handle shape) {
            auto const arguments = arguments_of(given);
            if (arguments.size() == kernel.inputs() && !shape.is_none()) {
              auto const extents = integers_of(shape);
              return tuple_of(unlocked([&] { return kernel.make(arguments, extents); }));
            }
            if (arguments.size() == kernel.inputs())
              return tuple_of(unlocked([&] { return kernel.make(arguments); }));
            unlocked([&] { kernel(arguments); });
            std::vector<dynamic_array> outputs;
            std::size_t n = 0;
            for (nb::handle each : nb::iter(given))
              if (n++ >= kernel.inputs()) outputs.push_back(array_of(each));
            return tuple_of(std::move(outputs));
          },
          nb::arg(), nb::arg().none());
  nb::class_<dynamic::jit::reduction>(m, "reduction_kernel")
      .def("__init__",
           [](dynamic::jit::reduction* self, std::string_view inputs, std::string_view output,
              std::string_view map, std::string_view combine, std::string_view finish,
              std::string_view identity, std::string_view name, nb::handle preamble,
              nb::handle flags, bool contract, std::string_view type) {
             new (self) dynamic::jit::reduction(inputs, output, map, combine, finish, identity,
                                                name, options_of(preamble, flags, contract), type);
           })
      .def("inputs", &dynamic::jit::reduction::inputs)
      .def(
          "__call__",
          [](dynamic::jit::reduction const& kernel, nb::handle given, nb::handle to,
             nb::handle axis, bool keepdims) {
            auto const inputs = arguments_of(given);
            auto const axes = axes_of(axis);
            if (to.is_none()) return unlocked([&] { return kernel.make(inputs, axes, keepdims); });
            auto const& out = array_of(to);
            operand const to_out(out);
            unlocked([&] { kernel(inputs, *to_out, axes, keepdims); });
            return out;
          },
          nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg());
  nb::class_<dynamic::jit::kernel>(m, "raw_kernel")
      .def("__init__",
           [](dynamic::jit::kernel* self, std::string_view source, std::string_view name,
              nb::handle flags, bool contract) {
             new (self)
                 dynamic::jit::kernel(source, name, options_of(nb::str(""), flags, contract));
           })
      .def(
          "__call__",
          [](dynamic::jit::kernel const& kernel, nb::handle on, nb::handle grid, nb::handle block,
             nb::handle given, std::size_t scratch) {
            auto const arguments = arguments_of(given);
            backends::launch_size const size{extent_of(grid), extent_of(block), scratch};
            dynamic_space const* space = nullptr;
            bool is_number = false;  // what was found first may be one of another device
            for (auto const& each : arguments)
              if (auto const* const a = std::get_if<dynamic_array>(&each);
                  a && (!space || (is_number && a->rank() > 0))) {
                space = &a->space();
                is_number = a->rank() == 0;
              }
            // (the stream's arguments have its queue already)
            auto const& where = space && on.is_none() ? *space : space_of(on);
            unlocked([&] { kernel(where, size, arguments); });
          },
          nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg());
}

}  // namespace acre::python
