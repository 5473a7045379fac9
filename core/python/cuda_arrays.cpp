#include <acre/dynamic/cuda_array.hpp>
#include <acre/dynamic/dlpack.hpp>

#include "python.hpp"

namespace acre::python {

namespace {

/// NumPy's name of a dtype's bytes: '<f8'.
std::string typestr_of(dtype d)
{
  auto const size = std::to_string(item_size(d));
  bool const is_unsigned = std::string_view(acre::name(d)).starts_with('u');
  switch (kind_of(d)) {
    case detail::kind::boolean:
      return "|b1";
    case detail::kind::integer:
      return (item_size(d) == 1 ? "|" : "<") + std::string(is_unsigned ? "u" : "i") + size;
    case detail::kind::floating:
      return "<f" + size;
    default:
      return "<c" + size;
  }
}

/// __cuda_array_interface__ of an array, which those of CUDA have.
nb::dict cuda_array_interface(dynamic_array const& a)
{
  auto const refuse = [](std::string const& why) {
    PyErr_SetString(PyExc_AttributeError, why.c_str());
    throw nb::python_error();
  };
  std::string_view const where = name(a.space());
  if (where != "cuda")
    refuse("an array on " + std::string(where) +
           " has no __cuda_array_interface__, which is CUDA's");
  if (a.dtype() == dtype::bfloat16) refuse("__cuda_array_interface__ has no bfloat16: DLPack has");
  nb::dict all;
  all["shape"] = tuple_of_extents(a.shape());
  all["typestr"] = typestr_of(a.dtype());
  all["data"] = nb::make_tuple(reinterpret_cast<std::uintptr_t>(a.first()), false);
  all["version"] = 3;
  bool dense = true;
  std::int64_t next = 1;
  std::vector<std::int64_t> bytes(a.strides().begin(), a.strides().end());
  for (auto axis = bytes.size(); axis-- > 0;) {
    dense = dense && (a.shape()[axis] == 1 || bytes[axis] == next);
    next *= a.shape()[axis];
    bytes[axis] *= item_size(a.dtype());
  }
  all["strides"] = dense ? nb::object(nb::none()) : nb::object(tuple_of_extents(bytes));
  if (auto const stream = dynamic::dlpack_stream(a.space())) all["stream"] = *stream;
  return all;
}

}  // namespace

dynamic_array from_cuda_array(nb::handle x, nb::handle on, nb::handle copies)
{
  nb::object const facts = x.attr("__cuda_array_interface__");
  nb::object const given = facts.attr("get")("version");
  if (given.is_none() || nb::cast<int>(given) < 2)
    throw value_error("__cuda_array_interface__ wants version 2 or later");
  if (!facts.attr("get")("mask").is_none())
    throw value_error("__cuda_array_interface__: an array with a mask, which acre's have not");
  dynamic_space const wanted = [&] {
    if (!on.is_none() && !dynamic::is_on_host(space_of(on))) return space_of(on);
    start();
    if (on.is_none() && !dynamic::is_on_host(space_of(on))) return space_of(on);
    return space_named("cuda");  // refuses it in a build without
  }();
  dynamic::cuda_array from;
  from.dtype = dtype_of_object(facts["typestr"]);
  from.shape = integers_of(facts["shape"]);
  nb::object const strides = facts.attr("get")("strides");
  if (strides.is_none()) {
    from.strides.resize(from.shape.size());
    std::int64_t next = 1;
    for (auto axis = from.shape.size(); axis-- > 0; next *= from.shape[axis])
      from.strides[axis] = next;
  } else {
    from.strides = integers_of(strides);
    if (from.strides.size() != from.shape.size())
      throw value_error("__cuda_array_interface__: as many strides as extents are wanted");
    for (auto& stride : from.strides) {
      if (stride % item_size(from.dtype) != 0)
        throw value_error("__cuda_array_interface__: a stride of " + std::to_string(stride) +
                          " bytes is no whole number of elements of " + acre::name(from.dtype));
      stride /= item_size(from.dtype);
    }
  }
  nb::object const data = facts["data"];
  from.data = reinterpret_cast<void*>(nb::cast<std::uintptr_t>(data[0]));
  from.read_only = nb::cast<bool>(data[1]);
  dynamic_space const space = dynamic::space_of_memory(wanted, from.data);
  nb::object const stream = facts.attr("get")("stream");
  if (!stream.is_none()) from.stream = nb::cast<std::int64_t>(stream);
  bool const copy = from.read_only || (!copies.is_none() && nb::cast<bool>(copies));
  if (from.read_only && !copies.is_none() && !nb::cast<bool>(copies))
    throw value_error(
        "Unable to avoid copy while creating an array as requested: the memory is read-only");
  from.owner = {x.inc_ref().ptr(), [](void* object) {
                  if (!Py_IsInitialized()) return;
                  nb::gil_scoped_acquire const locked;
                  Py_DECREF(static_cast<PyObject*>(object));
                }};
  auto const made =
      unlocked([&] { return dynamic::from_cuda_array(space, std::move(from), copy); });
  if (on.is_none() || dynamic::is_same_device(space_of(on), space)) return made;
  if (!copies.is_none() && !nb::cast<bool>(copies))
    throw value_error(
        "Unable to avoid copy while creating an array as requested: it lies on another device");
  dynamic_space const& to = space_of(on);
  return unlocked([&] { return dynamic::copy_to(to, made); });
}

void bind_cuda_arrays(nb::module_& m)
{
  define(m, "cuda_array_interface", [](nb::handle a) { return cuda_array_interface(array_of(a)); });
  define(m, "from_cuda_array", from_cuda_array);
}

}  // namespace acre::python
