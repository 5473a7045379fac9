#include <acre/dynamic/dlpack.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/shape.hpp>

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <utility>

#include "array_slots.hpp"

namespace acre::python {

namespace {

// --- the buffer protocol
// --------------------------------------------------------------------------

char const* format_of(dtype d)
{
  switch (d) {
    case dtype::boolean:
      return "?";
    case dtype::int8:
      return "b";
    case dtype::int16:
      return "h";
    case dtype::int32:
      return "i";
    case dtype::int64:
      return "q";
    case dtype::uint8:
      return "B";
    case dtype::uint16:
      return "H";
    case dtype::uint32:
      return "I";
    case dtype::uint64:
      return "Q";
    case dtype::float16:
      return "e";
    case dtype::float32:
      return "f";
    case dtype::float64:
      return "d";
    case dtype::complex64:
      return "Zf";
    case dtype::complex128:
      return "Zd";
    default:
      return nullptr;
  }
}

/// A buffer's dtype, by the kind of its format and the size of its elements.
std::optional<dtype> dtype_of_format(std::string_view format, std::size_t size)
{
  if (!format.empty() && std::string_view("@=<|").find(format[0]) != format.npos)
    format.remove_prefix(1);
  std::string kind;
  if (format == "?")
    kind = "bool";
  else if (format.size() == 1 && std::string_view("bhilqn").find(format[0]) != format.npos)
    kind = "int" + std::to_string(8 * size);
  else if (format.size() == 1 && std::string_view("BHILQN").find(format[0]) != format.npos)
    kind = "uint" + std::to_string(8 * size);
  else if (format == "e" || format == "f" || format == "d")
    kind = "float" + std::to_string(8 * size);
  else if (format == "Zf" || format == "Zd" || format == "F" || format == "D")
    kind = "complex" + std::to_string(8 * size);
  return dtype_named(kind);
}

/// What a buffer that was given out keeps.
struct given_buffer {
  dynamic_array array;
  std::vector<Py_ssize_t> shape, strides;
};

/// An error of work before a buffer was asked for, which who asks may not pass on: NumPy drops it
/// and asks the array's __array__, in the same line of the program. It is told again then.
class untold_error {
 public:
  /// f(), whose errors are kept.
  template <class F>
  void run(PyObject* array, F const& f)
  {
    if (error_ && array == array_) {
      std::exception_ptr const before = std::exchange(error_, nullptr);
      if (is_here()) std::rethrow_exception(before);
    }
    try {
      f();
    } catch (...) {
      array_ = array;
      error_ = std::current_exception();
      place_ = places(1);
      throw;
    }
  }

 private:
  using place = std::pair<void const*, long>;

  /// Frames of Python's, the innermost first, and where each is.
  static std::vector<place> places(int most)
  {
    std::vector<place> all;
    nb::object frame = nb::borrow(reinterpret_cast<PyObject*>(PyEval_GetFrame()));
    for (; most > 0 && frame.is_valid() && !frame.is_none(); --most) {
      all.emplace_back(frame.ptr(), nb::cast<long>(frame.attr("f_lasti")));
      frame = frame.attr("f_back");
    }
    return all;
  }
  bool is_here() const
  {
    auto const now = places(2);  // NumPy asks by way of __array__
    return !place_.empty() && std::find(now.begin(), now.end(), place_[0]) != now.end();
  }

  PyObject* array_ = nullptr;
  std::exception_ptr error_;
  std::vector<place> place_;
};

int buffer_slot(PyObject* self, Py_buffer* view, int flags)
{
  view->obj = nullptr;
  return guarded([&] {
    auto const& a = array_of(self);
    auto const refuse = [](std::string const& why) {
      PyErr_SetString(PyExc_BufferError, why.c_str());
      throw nb::python_error();
    };
    if (!dynamic::is_on_host(a.space()))
      refuse("the array lies on " + device(a.space()).name() +
             ", where Python does not see its memory: acre.asnumpy(x) copies it, DLPack shares it");
    char const* const format = format_of(a.dtype());
    if (!format) refuse(std::string("the buffer protocol has no ") + acre::name(a.dtype()));
    static thread_local untold_error untold;
    untold.run(self, [&] { unlocked([&] { dynamic::fence(a); }); });
    auto kept = std::make_unique<given_buffer>(given_buffer{a, {}, {}});
    std::int64_t next = item_size(a.dtype());
    bool dense = true;
    for (int axis = a.rank(); axis-- > 0;) {
      auto const at = static_cast<std::size_t>(axis);
      auto const stride = a.strides()[at] * item_size(a.dtype());
      dense = dense && (a.shape()[at] == 1 || stride == next);
      next *= a.shape()[at];
      kept->shape.insert(kept->shape.begin(), a.shape()[at]);
      kept->strides.insert(kept->strides.begin(), stride);
    }
    dense = dense || a.size() == 0;
    bool const wants_dense = (flags & PyBUF_STRIDES) != PyBUF_STRIDES ||
                             (flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS;
    if (wants_dense && !dense) refuse("the array's elements do not lie side by side in C order");
    static char nothing;
    view->buf = a.first() ? a.first() : &nothing;
    view->len = a.size() * item_size(a.dtype());
    view->itemsize = item_size(a.dtype());
    view->readonly = 0;
    view->ndim = a.rank();
    view->format = (flags & PyBUF_FORMAT) ? const_cast<char*>(format) : nullptr;
    view->shape = (flags & PyBUF_ND) ? kept->shape.data() : nullptr;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? kept->strides.data() : nullptr;
    view->suboffsets = nullptr;
    view->internal = kept.release();
    Py_INCREF(self);
    view->obj = self;
    return 0;
  });
}
void buffer_released(PyObject*, Py_buffer* view)
{
  delete static_cast<given_buffer*>(view->internal);
}

/// A buffer that was taken, let go of with Python's lock.
struct taken_buffer {
  Py_buffer view{};
  explicit taken_buffer(nb::handle from)
  {
    if (PyObject_GetBuffer(from.ptr(), &view, PyBUF_RECORDS_RO) != 0) throw nb::python_error();
  }
  taken_buffer(taken_buffer const&) = delete;
  ~taken_buffer()
  {
    if (!Py_IsInitialized()) return;
    nb::gil_scoped_acquire const locked;
    PyBuffer_Release(&view);
  }
};

/// What another library has in memory of the host: shared, or copied where it may not be written,
/// lies elsewhere, or `copy` says so.
dynamic_array from_buffer(nb::handle x, dynamic_space const& space, std::optional<bool> copy)
{
  auto const taken = std::make_shared<taken_buffer>(x);
  Py_buffer const& view = taken->view;
  auto const size = static_cast<std::size_t>(view.itemsize);
  std::string_view const format = view.format ? view.format : "B";
  auto const type = dtype_of_format(format, size);
  if (!type)
    throw dtype_error("asarray: no dtype of acre's is that of a buffer of format '" +
                      std::string(format) + "'");
  std::vector<std::int64_t> shape(view.shape, view.shape + view.ndim), strides;
  bool shares = dynamic::is_on_host(space) && !view.readonly && !copy.value_or(false) &&
                reinterpret_cast<std::uintptr_t>(view.buf) % size == 0;
  for (int axis = 0; axis < view.ndim; ++axis) {
    shares = shares && view.strides[axis] % view.itemsize == 0;
    strides.push_back(view.strides[axis] / view.itemsize);
  }
  if (shares) return {space, *type, taken, view.buf, shape, strides};
  if (copy == false)
    throw value_error(
        "Unable to avoid copy while creating an array as requested: the buffer is read-only, lies "
        "on another device or has elements at no whole distances");
  std::vector<std::byte> bytes(static_cast<std::size_t>(view.len));
  if (!bytes.empty() && PyBuffer_ToContiguous(bytes.data(), &view, view.len, 'C') != 0)
    throw nb::python_error();
  return unlocked([&] { return dynamic::from_host(space, *type, bytes, shape); });
}

// --- DLPack
// ---------------------------------------------------------------------------------------

constexpr char const *versioned = "dltensor_versioned", *legacy = "dltensor",
                     *used_versioned = "used_dltensor_versioned", *used_legacy = "used_dltensor";
constexpr int cpu = 1, cuda = 2, pinned = 3, rocm = 10;

/// DLPack's number of the kind of device, and the device's own.
std::pair<int, int> dlpack_device(dynamic_space const& space)
{
  if (dynamic::is_on_host(space)) return {cpu, 0};
  std::string const name = device(space).name();
  auto const colon = name.find(':');
  return {name.starts_with("cuda") ? cuda : rocm, std::stoi(name.substr(colon + 1))};
}

/// The destructor of a capsule that nobody took.
void let_go(PyObject* capsule)
{
  if (PyCapsule_IsValid(capsule, versioned)) {
    auto* const tensor = PyCapsule_GetPointer(capsule, versioned);
    unlocked([&] { dlpack_tensor(static_cast<DLManagedTensorVersioned*>(tensor)); });
  } else if (PyCapsule_IsValid(capsule, legacy)) {
    auto* const tensor = PyCapsule_GetPointer(capsule, legacy);
    unlocked([&] { dlpack_legacy_tensor(static_cast<DLManagedTensor*>(tensor)); });
  }
}

nb::object to_dlpack(dynamic_array const& a, nb::handle stream, nb::handle max_version,
                     nb::handle dl_device, nb::handle copy)
{
  auto const refuse = [](char const* why) {
    PyErr_SetString(PyExc_BufferError, why);
    throw nb::python_error();
  };
  dynamic_array source = a;
  dlpack_export wanted{.copy = !copy.is_none() && nb::cast<bool>(copy)};
  if (!dl_device.is_none()) {
    auto const [kind, number] = nb::cast<std::pair<int, int>>(dl_device);
    if (std::pair(kind, number) != dlpack_device(a.space())) {
      if (kind != cpu) refuse("__dlpack__: the array can be copied to the CPU alone");
      if (!copy.is_none() && !nb::cast<bool>(copy))
        refuse("__dlpack__: another device wants a copy, which copy=False forbids");
      source = unlocked([&] { return dynamic::copy_to(space_named("host"), a); });
      stream = nb::none();
    }
  }
  if (!stream.is_none()) wanted.stream = nb::cast<std::int64_t>(stream);
  bool const is_new = !max_version.is_none() && nb::cast<int>(max_version[0]) >= 1;
  void* tensor = nullptr;
  unlocked_if(is_slow(source), [&] {
    if (is_new)
      tensor = dynamic::to_dlpack(source, wanted).release();
    else
      tensor = dynamic::to_dlpack_legacy(source, wanted).release();
  });
  PyObject* const capsule = PyCapsule_New(tensor, is_new ? versioned : legacy, let_go);
  if (!capsule) throw nb::python_error();
  return nb::steal(capsule);
}

/// The space whose memory a producer's device is.
dynamic_space space_of_producer(nb::handle x, dynamic_space const& wanted)
{
  nb::object const where = x.attr("__dlpack_device__")();
  int const kind = nb::cast<int>(where[0]), number = nb::cast<int>(where[1]);
  if (kind == cpu || kind == pinned)
    return dynamic::is_on_host(wanted) ? wanted : space_named("host");
  if (kind != cuda && kind != rocm)
    throw backend_error("from_dlpack: device type " + std::to_string(kind) +
                        " of DLPack is none of acre's");
  start();
  return space_named((kind == cuda ? "cuda:" : "hip:") + std::to_string(number));
}

template <class Tensor>
dynamic_array taken_from(nb::object const& capsule, char const* name, char const* used,
                         dynamic_space const& space, std::optional<bool> copy)
{
  auto* const tensor = static_cast<Tensor*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (!tensor) throw nb::python_error();
  auto const take = [&](bool copies) {
    return unlocked_if(is_slow(space),
                       [&] { return dynamic::from_dlpack(space, tensor, {.copy = copies}); });
  };
  auto made = [&] {
    if (copy) return take(*copy);
    try {
      return take(false);
    } catch (value_error const&) {  // read-only
      return take(true);
    }
  }();
  PyCapsule_SetName(capsule.ptr(), used);
  return made;
}

dynamic_array from_dlpack(nb::handle x, nb::handle on, std::optional<bool> copy)
{
  dynamic_space const wanted = space_of(on);
  dynamic_space const space = space_of_producer(x, wanted);
  bool const moves = !on.is_none() && device(space).name() != device(wanted).name() &&
                     !(dynamic::is_on_host(space) && dynamic::is_on_host(wanted));
  if (moves && copy == false)
    throw value_error("from_dlpack: the device " + device(wanted).name() +
                      " wants a copy, which copy=False forbids");
  auto const stream = dynamic::dlpack_stream(space);
  nb::object const number = stream ? nb::object(nb::int_(*stream)) : nb::none();
  nb::object const producer = x.attr("__dlpack__");
  nb::object capsule;
  try {
    capsule = producer(nb::arg("stream") = number, nb::arg("max_version") = nb::make_tuple(1, 1));
  } catch (nb::python_error& e) {
    if (!e.matches(PyExc_TypeError)) throw;
    capsule = producer(nb::arg("stream") = number);
  }
  auto const made =
      PyCapsule_IsValid(capsule.ptr(), versioned)
          ? taken_from<DLManagedTensorVersioned>(capsule, versioned, used_versioned, space, copy)
          : taken_from<DLManagedTensor>(capsule, legacy, used_legacy, space, copy);
  return moves ? unlocked([&] { return dynamic::copy_to(wanted, made); }) : made;
}

// --- Python's own lists
// ---------------------------------------------------------------------------

/// The numbers of nested lists in C order, and what all of them are.
struct leaves {
  std::vector<PyObject*> numbers;  // borrowed from `kept`
  std::vector<nb::object> kept;    // the lists as they were: another thread may write them
  std::vector<std::int64_t> shape;
  bool all_numbers = true;
  detail::kind kind = detail::kind::boolean;
  bool large = false;  // an integer beyond int64
};

bool is_list(nb::handle x) { return PyList_Check(x.ptr()) || PyTuple_Check(x.ptr()); }

void collect(nb::handle x, std::size_t depth, leaves& all)
{
  constexpr char const* uneven =
      "setting an array element with a sequence. The requested array has an inhomogeneous shape";
  if (is_list(x)) {
    nb::object const items = nb::steal(PySequence_Tuple(x.ptr()));
    if (!items.is_valid()) throw nb::python_error();
    auto const count = static_cast<std::int64_t>(PyTuple_Size(items.ptr()));
    if (all.shape.size() == depth) {
      if (!all.numbers.empty()) throw shape_error(uneven);
      all.shape.push_back(count);
    }
    if (all.shape[depth] != count) throw shape_error(uneven);
    for (std::int64_t k = 0; k < count; ++k) {
      collect(PyTuple_GetItem(items.ptr(), static_cast<Py_ssize_t>(k)), depth + 1, all);
      if (!all.all_numbers) return;
    }
    all.kept.push_back(items);
    return;
  }
  if (depth != all.shape.size()) throw shape_error(uneven);
  if (!is_number(x)) {
    all.all_numbers = false;
    return;
  }
  PyObject* const p = x.ptr();
  all.numbers.push_back(p);
  using detail::kind;
  kind const of = PyComplex_CheckExact(p) ? kind::complex
                  : PyFloat_CheckExact(p) ? kind::floating
                  : PyBool_Check(p)       ? kind::boolean
                                          : kind::integer;
  all.kind = std::max(all.kind, of);
  if (of == kind::integer) all.large = all.large || number_of(x).index() == 2;
}

template <class T>
dynamic_array written(dynamic_space const& space, leaves const& all)
{
  std::vector<std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>> values;
  values.reserve(all.numbers.size());
  for (PyObject* const p : all.numbers) {
    if constexpr (detail::kind_of<T>() == detail::kind::complex)
      values.emplace_back(PyComplex_RealAsDouble(p), PyComplex_ImagAsDouble(p));
    else if constexpr (std::is_same_v<T, double>)
      values.push_back(PyFloat_AsDouble(p));
    else
      values.push_back(std::visit(
          [](auto number) {
            if constexpr (std::is_arithmetic_v<decltype(number)>) return static_cast<T>(number);
            return T();
          },
          number_of(p)));
    if (PyErr_Occurred()) throw nb::python_error();
  }
  return unlocked_if(values.size() >= many_elements || is_slow(space), [&] {
    return dynamic::from_host(space, dtype_of<T>, std::as_bytes(std::span(values)), all.shape);
  });
}

/// throw_overflow() with NumPy's text for a number that the dtype cannot hold.
void require_in_range(leaves const& all, dtype type)
{
  if (kind_of(type) != detail::kind::integer) return;
  int const bits = 8 * item_size(type);
  bool const is_unsigned = acre::name(type)[0] == 'u';
  for (PyObject* const p : all.numbers) {
    if (!PyLong_CheckExact(p)) continue;
    auto const number = number_of(p);
    bool fits;
    if (auto const* const large = std::get_if<std::uint64_t>(&number))
      fits = is_unsigned && bits == 64 && *large > 0;
    else {
      auto const value = std::get<std::int64_t>(number);
      if (is_unsigned)
        fits = value >= 0 && (bits == 64 || value < (std::int64_t{1} << bits));
      else
        fits = bits == 64 || (value >= -(std::int64_t{1} << (bits - 1)) &&
                              value < (std::int64_t{1} << (bits - 1)));
    }
    if (fits) continue;
    throw_overflow(std::string("Python integer ") + nb::repr(p).c_str() + " out of bounds for " +
                   acre::name(type));
  }
}

dynamic_array from_numbers(leaves const& all, dynamic_space const& space, std::optional<dtype> type)
{
  if (type) require_in_range(all, *type);
  using detail::kind;
  if (all.numbers.empty() || all.kind == kind::floating) return written<double>(space, all);
  if (all.kind == kind::complex) return written<complex<double>>(space, all);
  if (all.kind == kind::boolean) return written<bool>(space, all);
  if (!all.large) return written<std::int64_t>(space, all);
  bool const fits = std::ranges::all_of(all.numbers, [](PyObject* p) {
    auto const number = number_of(p);
    auto const* const value = std::get_if<std::int64_t>(&number);
    return !value || *value >= 0;
  });
  return fits ? written<std::uint64_t>(space, all) : written<double>(space, all);
}

dynamic_array from_object(nb::handle x, dynamic_space const& space, std::optional<dtype> type,
                          nb::handle on, std::optional<bool> copy);

/// The first of acre's arrays in nested lists; null without one.
dynamic_array const* first_array(nb::handle x)
{
  if (auto const* const found = array_if(x)) return found;
  if (is_number(x) || !is_list(x)) return nullptr;
  for (nb::handle each : nb::iter(x))
    if (auto const* const found = first_array(each)) return found;
  return nullptr;
}

dynamic_array from_list(nb::handle x, dynamic_space const& space, std::optional<dtype> type,
                        nb::handle on)
{
  leaves all;
  collect(x, 0, all);
  if (all.all_numbers) return from_numbers(all, space, type);
  std::vector<dynamic_array> parts;
  for (nb::handle each : nb::iter(x)) parts.push_back(from_object(each, space, type, on, {}));
  return unlocked_if(is_slow(parts), [&] { return dynamic::stack(parts); });
}

dynamic_array from_object(nb::handle x, dynamic_space const& space, std::optional<dtype> type,
                          nb::handle on, std::optional<bool> copy)
{
  if (is_list(x)) return from_list(x, space, type, on);
  if (array_if(x)) {  // in a list
    operand const part = operand_of(x);
    if (device(space).name() == device(part->space()).name()) return *part;
    return unlocked([&] { return dynamic::copy_to(space, *part); });
  }
  if (is_number(x)) {
    leaves one;
    collect(x, 0, one);
    return from_numbers(one, space, type);
  }
  bool const is_text = PyUnicode_Check(x.ptr()) || PyBytes_Check(x.ptr());
  if (!is_text && PyObject_CheckBuffer(x.ptr())) return from_buffer(x, space, copy);
  if (nb::hasattr(x, "__dlpack__") && nb::hasattr(x, "__dlpack_device__"))
    return from_dlpack(x, on, copy);
  if (!PyType_Check(x.ptr()) && nb::hasattr(x, "__cuda_array_interface__"))
    return from_cuda_array(x, on, copy ? nb::object(nb::bool_(*copy)) : nb::none());
  if (!PyType_Check(x.ptr()) && nb::hasattr(x, "__array__"))
    return from_buffer(x.attr("__array__")(), space, copy);
  if (!is_text && PySequence_Check(x.ptr()))
    return from_list(nb::list(nb::borrow(x)), space, type, on);
  throw dtype_error("asarray: an object of type " +
                    std::string(nb::cast<std::string_view>(x.type().attr("__name__"))) +
                    " has no numbers that acre finds");
}

std::optional<bool> flag_of(nb::handle x)
{
  if (x.is_none()) return {};
  return nb::cast<bool>(x);
}

dynamic_array asarray(nb::handle x, nb::handle wanted_type, nb::handle on, nb::handle copies)
{
  auto const type = dtype_if_any(wanted_type);
  auto const copy = flag_of(copies);
  auto const refuse = [&](bool needed, char const* why) {
    if (needed && copy == false)
      throw value_error(std::string("Unable to avoid copy while creating an array as requested: ") +
                        why);
  };
  if (auto const* const given = array_if(x)) {
    bool const moves =
        !on.is_none() && device(space_of(on)).name() != device(given->space()).name();
    bool const casts = type && *type != given->dtype();
    refuse(moves, "it lies on another device");
    refuse(casts, "it has another dtype");
    auto const there = moves ? made_on(on, given->shape(),
                                       [&](auto const& to) { return dynamic::copy_to(to, *given); })
                             : *given;
    if (casts)
      return computed([&](dynamic_array const& a) { return dynamic::astype(a, *type); }, there);
    return copy.value_or(false) && !moves ? computed(dynamic::copy, there) : there;
  }
  auto const* const first = on.is_none() && is_list(x) ? first_array(x) : nullptr;
  dynamic_space const space = first ? first->space() : space_of(on);
  bool const has_memory = !is_list(x) && !is_number(x);
  refuse(!has_memory, "Python's numbers and lists have no array's memory");
  auto const made = from_object(x, space, type, on, copy);
  if (!type || *type == made.dtype()) return made;
  refuse(true, "it has another dtype");
  return unlocked_if(is_slow(made), [&] { return dynamic::astype(made, *type); });
}

}  // namespace

void add_buffer_slots(std::vector<slot>& slots)
{
  slots.push_back({Py_bf_getbuffer, reinterpret_cast<void*>(buffer_slot)});
  slots.push_back({Py_bf_releasebuffer, reinterpret_cast<void*>(buffer_released)});
}

void bind_exchange(nb::module_& m)
{
  define(m, "asarray", asarray);
  define(m, "from_dlpack", [](nb::handle x, nb::handle on, nb::handle copy) {
    return from_dlpack(x, on, flag_of(copy));
  });
  define(
      m, "to_dlpack",
      [](nb::handle a, nb::handle stream, nb::handle max_version, nb::handle dl_device,
         nb::handle copy) { return to_dlpack(array_of(a), stream, max_version, dl_device, copy); });
  define(m, "dlpack_device", [](nb::handle a) { return dlpack_device(array_of(a).space()); });
  define(m, "is_on_host", [](nb::handle a) { return dynamic::is_on_host(array_of(a).space()); });
}

}  // namespace acre::python
