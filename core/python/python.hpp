#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/queue.hpp>

#include <algorithm>
#include <optional>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

/// What the sources of the module share: from Python's objects to acre's values and back. A source
/// binds an area under the names that the package's Python (core/python/acre) calls.
namespace acre::python {

namespace nb = nanobind;

void bind_errors(nb::module_& m);
void bind_dtypes(nb::module_& m);
void bind_devices(nb::module_& m);
void bind_streams(nb::module_& m);
void bind_memory(nb::module_& m);
void bind_benchmark(nb::module_& m);
void bind_arrays(nb::module_& m);
void bind_creation(nb::module_& m);
void bind_exchange(nb::module_& m);
void bind_cuda_arrays(nb::module_& m);
void bind_elementwise(nb::module_& m);
void bind_reductions(nb::module_& m);
void bind_order(nb::module_& m);
void bind_shapes(nb::module_& m);
void bind_indices(nb::module_& m);
void bind_products(nb::module_& m);
void bind_files(nb::module_& m);
void bind_random(nb::module_& m);
void bind_lists(nb::module_& m);
void bind_linalg(nb::module_& m);  // linalg/, fft/, jit/: where their libraries are
void bind_fft(nb::module_& m);
void bind_jit(nb::module_& m);
void bind_fusion(nb::module_& m);

/// Defines a function of the module whose objects may be None.
template <class R, class... A>
void define(nb::module_& m, char const* name, R (*function)(A...))
{
  if constexpr (sizeof...(A) == 0) {
    m.def(name, function);
  } else {
    auto const annotated = []<class T>(std::type_identity<T>) {
      if constexpr (std::is_same_v<T, nb::handle>) {
        return nb::arg().none();
      } else {
        return nb::arg();  // in nanobind 3 of another type
      }
    };
    m.def(name, function, annotated(std::type_identity<A>())...);
  }
}
template <class F>
void define(nb::module_& m, char const* name, F const& function)
{
  define(m, name, +function);
}

/// While a dtype_error is handled: what the package makes of arguments that are none of acre's
/// arrays, but values under acre.fuse or lists of different lengths (acre/_fuse.py). Else throws
/// that error again.
nb::object made_of_others(char const* function, nb::handle arguments);
/// Defines a function that takes these in the place of arrays.
template <class R, class... A>
void define_for_all(nb::module_& m, char const* name, R (*function)(A...))
{
  auto const annotated = []<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, nb::handle>)
      return nb::arg().none();
    else
      return nb::arg();
  };
  m.def(
      name,
      [name, function](A... arguments) -> nb::object {
        try {
          if constexpr (std::is_void_v<R>) {
            function(arguments...);
            return nb::none();
          } else {
            return nb::cast(function(arguments...));
          }
        } catch (dtype_error const&) {
          return made_of_others(name, nb::make_tuple(arguments...));
        }
      },
      annotated(std::type_identity<A>())...);
}
template <class F>
void define_for_all(nb::module_& m, char const* name, F const& function)
{
  define_for_all(m, name, +function);
}

/// f() as a slot of a type gives it to Python: what f throws becomes Python's error, and the slot's
/// value of failure is returned.
void set_error() noexcept;
template <class F>
auto guarded(F const& f) noexcept -> decltype(f())
{
  try {
    return f();
  } catch (...) {
    set_error();
    if constexpr (std::is_pointer_v<decltype(f())>)
      return nullptr;
    else
      return -1;
  }
}

/// For a Python integer that a dtype, or 64 bits, cannot hold.
[[noreturn]] void throw_overflow(std::string const& text);

/// f() without Python's lock.
template <class F>
auto unlocked(F const& f)
{
  nb::gil_scoped_release const released;
  return f();
}
/// The same where that is worth the two calls, or needed: see is_slow().
template <class F>
auto unlocked_if(bool slow, F const& f)
{
  if (!slow) return f();
  return unlocked(f);
}
/// Whether work on an array lasts, by its many elements, or may make the host wait for a GPU: what
/// the GPU's work waits for in turn may be a function of Python's (Stream.launch_host_func).
inline constexpr std::int64_t many_elements = 10000;
inline bool is_slow(dynamic_space const& on) { return !dynamic::is_on_host(on); }
inline bool is_slow(dynamic_array const& a)
{
  return a.size() >= many_elements || is_slow(a.space());
}
inline bool is_slow(std::vector<dynamic_array> const& all)
{
  return std::ranges::any_of(all, [](dynamic_array const& a) { return is_slow(a); });
}
inline bool is_slow(std::optional<dynamic_array> const& a) { return a && is_slow(*a); }

/// Waits for the work of a queue, where that goes on while the host does: Python's lock is
/// released, and Ctrl-C leaves the wait.
void wait_for_work(dynamic_space const& queue);
/// Throws what Python's signal handlers raise, KeyboardInterrupt say. Without its lock.
void ask_signals();

/// At the module's begin: what the sources look up in the package, so that no thread waits for
/// another that does while it has Python's lock.
void find_package();

/// The line of the user's Python that is being run, for operations whose indices may be bad: an
/// index_error that comes out at a later wait names it.
std::source_location call_line();

/// Starts Kokkos, unless it runs; every array begins at a space, which asks for it.
void start();

/// A device as Python names it: a space's name, and the space once it was asked for. Threads may
/// ask for it, and copy it, together.
class device {
 public:
  explicit device(std::string name) : name_(std::move(name)) {}
  explicit device(dynamic_space const& space);
  device(device const& other);
  device(device&&) = default;
  device& operator=(device const& other);
  device& operator=(device&&) = default;

  dynamic_space const& space() const;
  /// "serial", "openmp", "cuda:1"; "openmp:3" where threads were named.
  std::string const& name() const { return name_; }

 private:
  std::string name_;
  mutable std::optional<dynamic_space> space_;
};

/// From here to leave() arrays of this thread that name no device are made there. Of a stream (a
/// device whose space is the stream's queue) operations on other arrays run there as well.
void enter(device const& where, bool is_stream);
void leave();
/// That in the place of what this thread entered last, or while it has entered nothing; null for
/// the device itself.
void use(std::optional<device> const& stream);
/// The queue of this thread's stream, where it has entered or uses one; else null.
dynamic_space const* current_queue();

/// The queues of a device's Stream objects, and of those that are gone and had work then.
std::vector<dynamic_space> streams_of(dynamic_space const& on_device);
/// The first error of streams of the device of which nothing is left, once; null without one.
std::exception_ptr untold_error_of(device const& d);
/// At the interpreter's end: lets go of the latter.
void end_streams();

/// An array as an operation reads or writes its elements: on this thread's stream if there is one,
/// else on the array's own queue. For results with elements of their own: a view of this would not
/// be one of the array.
class operand {
 public:
  explicit operand(dynamic_array const& a) : given_(&a)
  {
    if (auto const* const queue = current_queue()) move_to(*queue);
  }
  dynamic_array const& operator*() const { return on_stream_ ? *on_stream_ : *given_; }
  dynamic_array const* operator->() const { return &**this; }
  operator dynamic_array const&() const { return **this; }
  ~operand()
  {
    if (on_stream_) leave_stream();
  }

 private:
  void move_to(dynamic_space const& queue);
  void leave_stream();

  dynamic_array const* given_;
  std::optional<dynamic_array> on_stream_;
};

/// A device object, its name, or None for where arrays are made that name none.
dynamic_space const& space_of(nb::handle device);
device const& default_device();
nb::object device_object(dynamic_space const& space);

/// A dtype object, NumPy's name or dtype, or one of Python's types. Throws dtype_error.
dtype dtype_of_object(nb::handle of);
std::optional<dtype> dtype_if_any(nb::handle of);
nb::object dtype_object(dtype d);

/// How many elements an array of a shape has, roughly: a shape may be one that no array can have.
inline double count_of(extents_view extents)
{
  double count = 1;
  for (auto const extent : extents) count *= static_cast<double>(extent);
  return count;
}
/// f(space) of that device, as space_of(): makes an array there, of so many elements.
template <class F>
dynamic_array made_on(nb::handle device, double count, F const& f)
{
  auto const& space = space_of(device);
  return unlocked_if(count >= many_elements || is_slow(space), [&] { return f(space); });
}
template <class F>
dynamic_array made_on(nb::handle device, std::int64_t count, F const& f)
{
  return made_on(device, static_cast<double>(count), f);
}
template <class F>
dynamic_array made_on(nb::handle device, extents_view extents, F const& f)
{
  return made_on(device, count_of(extents), f);
}

/// An array that Python holds, or null.
dynamic_array const* array_if(nb::handle x);
/// Throws dtype_error with the way out: asarray().
dynamic_array const& array_of(nb::handle x);
std::vector<dynamic_array> arrays_of(nb::handle sequence);
/// An array of which an operation makes others: operand's rule.
inline operand operand_of(nb::handle x) { return operand(array_of(x)); }
std::vector<dynamic_array> operands_in(nb::handle sequence);
std::optional<dynamic_array> operand_or_none(nb::handle x);
nb::object object_of(dynamic_array a);
nb::object tuple_of(std::vector<dynamic_array> arrays);

/// Whether x is a number without a dtype: bool, int, float or complex, of these types exactly.
bool is_number(nb::handle x);
/// One of them, but for complex. throw_overflow() for integers beyond 64 bits.
dynamic::scalar_value number_of(nb::handle x);
/// Whether x is a number with a dtype: one of NumPy's.
bool is_numpy_scalar(nb::handle x);
/// A number of any kind, also NumPy's, by its value.
dynamic::scalar_value number_value_of(nb::handle x);
/// An array by operand's rule; or a number as one of no axes, on the default device.
dynamic_array array_or_number(nb::handle x);
/// A number, or an array by operand's rule, as an operand beside `a`: a number without a dtype
/// widens a's kind only.
dynamic_array operand_beside(dynamic_array const& a, nb::handle x);
/// Both of them, one of which is an array; by operand's rule.
std::pair<dynamic_array, dynamic_array> operands_of(nb::handle a, nb::handle b);

/// f of operands, which are arrays, objects that are, sequences or what may be none. Runs without
/// Python's lock where that is_slow().
inline bool is_slow(operand const& a) { return is_slow(*a); }
inline operand read(nb::handle x) { return operand_of(x); }
inline operand read(dynamic_array const& a) { return operand(a); }
inline operand const& read(operand const& a) { return a; }
inline std::vector<dynamic_array> const& read(std::vector<dynamic_array> const& all) { return all; }
inline std::optional<dynamic_array> const& read(std::optional<dynamic_array> const& a) { return a; }
template <class F, class... X>
auto run_on(F const& f, X const&... x)
{
  return unlocked_if((is_slow(x) || ...), [&] { return f(x...); });
}
template <class F, class... A>
auto computed(F const& f, A const&... of)
{
  return run_on(f, read(of)...);
}

/// A binary function of two arrays, an array and a number, or a number and an array.
dynamic_array applied(std::string_view function, nb::handle a, nb::handle b);
/// +a: a copy. Refuses bool, as NumPy does.
dynamic_array positive(dynamic_array const& a);

/// An integer or a sequence of them; axes: or None.
std::vector<std::int64_t> integers_of(nb::handle x);
std::optional<std::vector<int>> axes_of(nb::handle x);
std::optional<int> axis_of(nb::handle x);
/// The number of a diagonal: one beyond every array stands for all that are.
std::int64_t diagonal_of(nb::handle k);
nb::tuple tuple_of_extents(extents_view extents);

/// What another library describes by __cuda_array_interface__.
dynamic_array from_cuda_array(nb::handle x, nb::handle on, nb::handle copies);

/// The host's value of an element by its bytes, as Python's number.
nb::object number_object(dtype type, std::byte const* at);

}  // namespace acre::python
