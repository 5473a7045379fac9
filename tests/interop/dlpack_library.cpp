// The functions that dlpack.py calls through ctypes: arrays of the build's default space, made from
// tensors and handed out as tensors. A function that fails returns null (or a number that says so),
// and interop_error() tells why.
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/array/dlpack.hpp>
#include <acre/device/queue.hpp>
#include <acre/device/runtime.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/sum.hpp>

#include <memory>
#include <optional>
#include <string>

// named, as nvcc gives what has an unnamed namespace's types in its signature internal linkage
namespace interop {

using space_type = acre::default_space;

constexpr std::int64_t no_stream = INT64_MIN;

std::string last_error;
std::optional<acre::runtime> running;

/// An array of any of a few types.
struct handle {
  virtual ~handle() = default;
  virtual void* to_dlpack(bool versioned, bool read_only, acre::dlpack_export const&) const = 0;
  virtual void add(double value) const = 0;
  virtual double total() const = 0;
};

template <class T, int Rank>
struct handle_of : handle {
  acre::array<T, Rank, space_type> a;

  explicit handle_of(acre::array<T, Rank, space_type> x) : a(std::move(x)) {}
  void* to_dlpack(bool versioned, bool read_only, acre::dlpack_export const& wanted) const override
  {
    if (!versioned) return acre::to_dlpack_legacy(a, wanted).release();
    if (read_only) return acre::to_dlpack(acre::read_only(a), wanted).release();
    return acre::to_dlpack(a, wanted).release();
  }
  void add(double value) const override
  {
    if constexpr (std::is_floating_point_v<T>)
      a(acre::ellipsis) = a + value;
    else
      throw acre::value_error("the test adds to floating-point numbers only");
  }
  double total() const override
  {
    if constexpr (std::is_floating_point_v<T>)
      return sum(a).item();
    else
      throw acre::value_error("the test sums floating-point numbers only");
  }
};

/// f() with what it throws as interop_error() and null.
template <class F>
auto guarded(F f) -> decltype(f())
{
  try {
    return f();
  } catch (std::exception const& e) {
    last_error = e.what();
    return {};
  }
}

template <class T, class Tensor>
handle* from(space_type const& space, Tensor* tensor, int rank, acre::dlpack_import const& how)
{
  switch (rank) {
    case 0:
      return new handle_of<T, 0>(acre::from_dlpack<T, 0>(space, tensor, how));
    case 1:
      return new handle_of<T, 1>(acre::from_dlpack<T, 1>(space, tensor, how));
    default:
      return new handle_of<T, 2>(acre::from_dlpack<T, 2>(space, tensor, how));
  }
}

template <class Tensor>
handle* from(space_type const& space, Tensor* tensor, std::string const& dtype, int rank,
             acre::dlpack_import const& how)
{
  if (dtype == "float32") return from<float>(space, tensor, rank, how);
  if (dtype == "float64") return from<double>(space, tensor, rank, how);
  if (dtype == "int16") return from<std::int16_t>(space, tensor, rank, how);
  if (dtype == "uint64") return from<std::uint64_t>(space, tensor, rank, how);
  if (dtype == "bool") return from<bool>(space, tensor, rank, how);
  if (dtype == "complex64") return from<acre::complex<float>>(space, tensor, rank, how);
  throw acre::value_error("the test has no " + dtype);
}

std::optional<std::int64_t> stream_of(std::int64_t number)
{
  if (number == no_stream) return {};
  return number;
}

}  // namespace interop

using namespace interop;

extern "C" {

char const* interop_error() { return last_error.c_str(); }

void interop_start() { running.emplace(); }
void interop_stop() { running.reset(); }

char const* interop_space() { return space_type::name; }

space_type* interop_new_queue(int default_one)
{
  return guarded(
      [&] { return new space_type(default_one ? space_type() : space_type().new_queue()); });
}
void interop_free_queue(space_type* queue) { delete queue; }
std::int64_t interop_stream(space_type* queue)
{
  return acre::dlpack_stream(*queue).value_or(no_stream);
}

handle* interop_from_dlpack(space_type* queue, void* tensor, int versioned, char const* dtype,
                            int rank, int copy, std::int64_t stream)
{
  return guarded([&]() -> handle* {
    acre::dlpack_import const how{.stream = stream_of(stream), .copy = copy != 0};
    if (versioned)
      return from(*queue, static_cast<DLManagedTensorVersioned*>(tensor), dtype, rank, how);
    return from(*queue, static_cast<DLManagedTensor*>(tensor), dtype, rank, how);
  });
}

/// 0, 1, … as float32 of a shape.
handle* interop_arange(space_type* queue, std::int64_t rows, std::int64_t columns)
{
  return guarded([&]() -> handle* {
    return new handle_of<float, 2>(acre::arange(*queue, static_cast<float>(rows * columns))
                                       .reshape(acre::shape(rows, columns)));
  });
}

handle* interop_transpose(handle* h)
{
  return guarded([&]() -> handle* {
    return new handle_of<float, 2>(dynamic_cast<handle_of<float, 2>&>(*h).a.transpose());
  });
}

void* interop_to_dlpack(handle* h, int versioned, int read_only, int copy, std::int64_t stream)
{
  return guarded([&] {
    return h->to_dlpack(versioned != 0, read_only != 0,
                        {.stream = stream_of(stream), .copy = copy != 0});
  });
}

/// For a tensor that nobody took.
void interop_delete(void* tensor, int versioned)
{
  if (versioned)
    acre::dlpack_tensor(static_cast<DLManagedTensorVersioned*>(tensor)).reset();
  else
    acre::dlpack_legacy_tensor(static_cast<DLManagedTensor*>(tensor)).reset();
}

/// Queued.
int interop_add(handle* h, double value)
{
  return guarded([&] { return h->add(value), 1; });
}
/// Waits.
double interop_sum(handle* h)
{
  return guarded([&] { return h->total(); });
}
void interop_free(handle* h) { delete h; }

}  // extern "C"
