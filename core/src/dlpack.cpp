#include <acre/array/detail/dlpack.hpp>
#include <acre/array/detail/dlpack_abi.hpp>
#include <acre/array/detail/shape_rules.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace acre::detail {

namespace {

dlpack::legacy_tensor const& abi(DLManagedTensor const& t)
{
  return reinterpret_cast<dlpack::legacy_tensor const&>(t);
}
dlpack::versioned_tensor const& abi(DLManagedTensorVersioned const& t)
{
  return reinterpret_cast<dlpack::versioned_tensor const&>(t);
}

// ---- dtypes

struct known_dtype {
  acre::dtype dtype;
  dlpack::data_type type;
  char const* name;
  std::size_t alignment;
};

template <class T>
constexpr known_dtype known()
{
  constexpr auto code = std::is_same_v<T, bfloat16>               ? dlpack::bfloat
                        : dtype_traits<T>::kind == kind::boolean  ? dlpack::boolean
                        : dtype_traits<T>::kind == kind::floating ? dlpack::floating
                        : dtype_traits<T>::kind == kind::complex  ? dlpack::complex
                        : std::is_signed_v<T>                     ? dlpack::signed_integer
                                                                  : dlpack::unsigned_integer;
  return {
      dtype_traits<T>::code, {code, 8 * sizeof(T), 1}, dtype_traits<T>::name, alignof(real_t<T>)};
}

template <class... T>
constexpr std::array<known_dtype, sizeof...(T)> known_dtypes(type_list<T...>)
{
  return {known<T>()...};
}
constexpr auto all_known = known_dtypes(stored_dtypes());

known_dtype const& known_as(acre::dtype d) { return all_known[static_cast<std::size_t>(d)]; }

/// A type's name as NumPy and libraries like it write it.
std::string name_of(dlpack::data_type type)
{
  constexpr char const* with_bits[] = {
      "int", "uint", "float", "opaque handle of bits ", "bfloat", "complex", "bool of bits "};
  constexpr char const* small[] = {"float8_e3m4",     "float8_e4m3",     "float8_e4m3b11fnuz",
                                   "float8_e4m3fn",   "float8_e4m3fnuz", "float8_e5m2",
                                   "float8_e5m2fnuz", "float8_e8m0fnu",  "float6_e2m3fn",
                                   "float6_e3m2fn",   "float4_e2m1fn"};
  std::string name;
  if (type.code < std::size(with_bits))
    name = with_bits[type.code] + std::to_string(type.bits);
  else if (type.code - std::size(with_bits) < std::size(small))
    name = small[type.code - std::size(with_bits)];
  else
    name = "dtype of code " + std::to_string(type.code);
  if (type.lanes != 1) name += " in vectors of " + std::to_string(type.lanes) + " lanes";
  return name;
}

known_dtype const& require_known(dlpack::data_type type)
{
  for (auto const& each : all_known)
    if (each.type.code == type.code && each.type.bits == type.bits && type.lanes == 1) return each;
  throw dtype_error("from_dlpack: the tensor's elements are " + name_of(type) +
                    ", of which acre has no arrays; it has bool, integers of 8 to 64 bits, "
                    "float16, bfloat16, float32, float64, complex64 and complex128");
}

// ---- devices

std::int32_t device_type_of(std::string_view space)
{
  return space == "cuda" ? dlpack::cuda : space == "hip" ? dlpack::rocm : dlpack::cpu;
}

std::string place(dlpack::device d)
{
  std::string const index = " device " + std::to_string(d.index);
  switch (d.type) {
    case dlpack::cpu:
      return "the CPU";
    case dlpack::cuda:
      return "CUDA" + index;
    case dlpack::cuda_host:
      return "the CPU (pinned for CUDA)";
    case dlpack::rocm:
      return "ROCm" + index;
    case dlpack::rocm_host:
      return "the CPU (pinned for ROCm)";
    case dlpack::cuda_managed:
      return "CUDA" + index + " (managed memory)";
    default:
      return "device " + std::to_string(d.index) + " of DLPack's type " + std::to_string(d.type);
  }
}

void require_place(dlpack::device found, char const* space, int device)
{
  auto const own = device_type_of(space);
  bool right = found.type == own && (own == dlpack::cpu || found.index == device);
  right |=
      own == dlpack::cpu && (found.type == dlpack::cuda_host || found.type == dlpack::rocm_host);
  right |= own == dlpack::cuda && found.type == dlpack::cuda_managed;
  if (right) return;
  std::string const where = own == dlpack::cpu ? "" : " (device " + std::to_string(device) + ')';
  throw backend_error("from_dlpack: the tensor lies on " + place(found) +
                      ", the array's space is " + space + where +
                      "; take it on a space of its device and copy_to(space, a)");
}

// ---- tensors in

tensor_layout described(dlpack::tensor const& t, char const* space, int device)
{
  require_place(t.device, space, device);
  auto const& known = require_known(t.dtype);
  if (t.ndim < 0 || (t.ndim > 0 && !t.shape))
    throw value_error("from_dlpack: the tensor has no shape");
  extents_view const shape(t.shape, static_cast<std::size_t>(t.ndim));
  detail::require_max_rank(shape.size(), "from_dlpack's tensor of shape " + to_string(shape));
  std::int64_t const size = size_of(shape);
  tensor_layout found;
  found.dtype = known.dtype;
  found.rank = t.ndim;
  std::int64_t step = 1;
  for (int axis = t.ndim - 1; axis >= 0; --axis) {
    found.shape[axis] = shape[axis];
    found.strides[axis] = t.strides ? t.strides[axis] : step;
    step *= std::max<std::int64_t>(shape[axis], 1);
  }
  if (size == 0) return found;
  if (!t.data)
    throw value_error("from_dlpack: the tensor of shape " + to_string(shape) +
                      " has no memory (its data is null)");
  found.data = static_cast<std::byte*>(t.data) + t.byte_offset;
  if (reinterpret_cast<std::uintptr_t>(found.data) % known.alignment != 0)
    throw value_error(std::string("from_dlpack: the tensor's memory is not aligned for ") +
                      known.name + " (to " + std::to_string(known.alignment) + " bytes)");
  return found;
}

/// A pointer that owns a tensor is null when that was taken.
void require_there(void const* tensor)
{
  if (!tensor)
    throw value_error(
        "from_dlpack: there is no tensor: the pointer is null, as one is whose tensor "
        "was taken before");
}

}  // namespace

tensor_layout described(DLManagedTensor const* tensor, char const* space, int device)
{
  require_there(tensor);
  return described(abi(*tensor).tensor, space, device);
}

tensor_layout described(DLManagedTensorVersioned const* tensor, char const* space, int device)
{
  require_there(tensor);
  auto const& t = abi(*tensor);
  if (t.version.major != 1)  // what lies behind the flags isn't known
    throw value_error("from_dlpack: the tensor is of DLPack " + std::to_string(t.version.major) +
                      '.' + std::to_string(t.version.minor) + ", acre reads 1");
  auto found = described(t.tensor, space, device);
  found.read_only = (t.flags & dlpack::flag_read_only) != 0;
  return found;
}

void require_writable(tensor_layout const& found, char const* instead)
{
  if (found.read_only)
    throw value_error(
        std::string(
            "from_dlpack: the tensor is read-only, and an array can be written to; ask for ") +
        instead + "a copy ({.copy = true})");
}

void require_tensor(tensor_layout const& found, acre::dtype type, int rank, bool may_be_read_only)
{
  if (found.dtype != type)
    throw dtype_error(std::string("from_dlpack: the tensor's elements are ") +
                      known_as(found.dtype).name + ", the array's " + known_as(type).name);
  if (found.rank != rank)
    throw shape_error(
        "from_dlpack: the tensor of shape " +
        to_string(extents_view(found.shape).first(static_cast<std::size_t>(found.rank))) + " has " +
        std::to_string(found.rank) + " axes, the array " + std::to_string(rank));
  if (!may_be_read_only) require_writable(found, "const elements (from_dlpack<T const, Rank>) or ");
}

void dlpack_deleter::operator()(DLManagedTensor* tensor) const
{
  auto* const t = reinterpret_cast<dlpack::legacy_tensor*>(tensor);
  if (t->deleter) t->deleter(t);
}

void dlpack_deleter::operator()(DLManagedTensorVersioned* tensor) const
{
  auto* const t = reinterpret_cast<dlpack::versioned_tensor*>(tensor);
  if (t->deleter) t->deleter(t);
}

// ---- tensors out

namespace {

/// A tensor with what it points to, and what keeps the array's memory.
template <class Abi>
struct handed_out {
  Abi tensor{};
  std::array<std::int64_t, max_rank> shape{}, strides{};
  std::shared_ptr<void> owner;

  explicit handed_out(tensor_source const& of) : owner(of.owner)
  {
    std::copy(of.shape.begin(), of.shape.end(), shape.begin());
    std::copy(of.strides.begin(), of.strides.end(), strides.begin());
    auto const type = device_type_of(of.space);
    tensor.tensor = {size_of(of.shape) > 0 ? of.data : nullptr,
                     {type, type == dlpack::cpu ? 0 : of.device},
                     static_cast<std::int32_t>(of.shape.size()),
                     dlpack::type_of(of.dtype),
                     shape.data(),
                     strides.data(),
                     0};
    tensor.context = this;
    tensor.deleter = [](Abi* t) { delete static_cast<handed_out*>(t->context); };
  }
};

}  // namespace

dlpack::data_type dlpack::type_of(acre::dtype d) { return known_as(d).type; }

void make_tensor(tensor_source const& of, DLManagedTensor*& made)
{
  auto* const out = new handed_out<dlpack::legacy_tensor>(of);
  made = reinterpret_cast<DLManagedTensor*>(&out->tensor);
}

void make_tensor(tensor_source const& of, DLManagedTensorVersioned*& made)
{
  auto* const out = new handed_out<dlpack::versioned_tensor>(of);
  out->tensor.version = {1, 2};  // strides are never null
  out->tensor.flags =
      (of.read_only ? dlpack::flag_read_only : 0) | (of.copied ? dlpack::flag_copied : 0);
  made = reinterpret_cast<DLManagedTensorVersioned*>(&out->tensor);
}

// ---- streams

std::int64_t stream_handle(char const* space, std::optional<std::int64_t> number)
{
  auto const type = device_type_of(space);
  if (number == -1) return -1;
  if (type == dlpack::cpu) {
    if (!number) return -1;
    throw value_error("DLPack: work of " + std::string(space) + " has no stream, not " +
                      std::to_string(*number) + "; name none");
  }
  bool const cuda = type == dlpack::cuda;
  if (!number) return cuda ? 1 : 0;
  if (*number < -1 || (cuda ? *number == 0 : *number == 1 || *number == 2))
    throw value_error(
        "DLPack: there is no stream " + std::to_string(*number) + " of " + space +
        (cuda ? "; 1 is the legacy default stream, 2 the thread's" : "; 0 is the default stream"));
  return *number;
}

std::int64_t number_of_stream(char const* space, std::int64_t handle)
{
  return handle == 0 && device_type_of(space) == dlpack::cuda ? 1 : handle;
}

}  // namespace acre::detail
