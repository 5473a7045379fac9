#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/detail/dlpack.hpp>
#include <acre/array/dlpack_tensor.hpp>
#include <acre/array/read_only.hpp>

#include <memory>
#include <optional>

/// DLPack, which NumPy, CuPy, PyTorch, JAX and others hand their arrays over by: without a copy, in
/// one process. Pages of the protocol: dmlc.github.io/dlpack, data-apis.org/array-api
/// (__dlpack__). An example with Python stands in core/docs/interop.md. dlpack.h isn't needed, and
/// may be included.
///
/// Dtypes   all of acre's. Others (float16, bfloat16, float8, vectors of several lanes) are a
///          dtype_error that names them
/// Devices  host: CPU, and pinned memory of CUDA and ROCm; cuda: CUDA and its managed
///          memory; hip: ROCm. A tensor elsewhere is a backend_error that says where it lies
/// Shapes   up to 8 axes (shape_error), any strides; none at all mean C order
/// Order    a GPU's work is queued: to_dlpack makes the consumer's stream wait for the array's
/// queue,
///          from_dlpack the space's queue for the producer's stream, if one is named; streams are
///          numbers as in Python: -1 for none, of CUDA 1 for the legacy default stream, 2 for the
///          thread's, of ROCm 0 for the default one, else the stream's address. The host's
///          queues have none, and refuse any other than -1 (value_error)
/// Waits    never, but for bool on a GPU, whose bytes are looked at, and where a tensor's last
///          array on a GPU goes while its queue has work: then until that is done, as the producer
///          may write to the memory afterwards
namespace acre {

/// The stream of a space's queue as the producer of a tensor gets it (x.__dlpack__(stream=…)); none
/// of a CPU's.
template <class Space>
std::optional<std::int64_t> dlpack_stream(Space const& space)
{
  return detail::stream_number(space.queue(), Space::name);
}

/// An array's elements as a tensor, which keeps their memory; a read_only_array's with the flag
/// that says so. The deleter may be called by any thread, also behind the end of the runtime. On a
/// GPU a consumer of another stream than the default one lets go of the tensor when its own work on
/// it is done.
template <class Array>
  requires detail::lies_in_memory<Array>
dlpack_tensor to_dlpack(Array const& a, dlpack_export const& wanted = {})
{
  return dlpack_tensor(detail::exported<DLManagedTensorVersioned>(a, wanted.stream, wanted.copy));
}
template <element T, int Rank, class Space>
dlpack_legacy_tensor to_dlpack_legacy(array<T, Rank, Space> const& a,
                                      dlpack_export const& wanted = {})
{
  return dlpack_legacy_tensor(detail::exported<DLManagedTensor>(a, wanted.stream, wanted.copy));
}

/// A tensor's elements as an array<T, Rank, Space>, or, of const T, as a read_only_array. The array
/// and its views own the tensor, and call its deleter when the last of them goes.
///
/// `tensor`: of DLManagedTensorVersioned (version 1) or DLManagedTensor; where from_dlpack throws
/// it is still the caller's. Throws value_error for a read-only tensor unless T is const or the
/// elements are copied, for another version, for a null or misaligned pointer, where there is no
/// tensor, for bool with bytes other than 0 and 1; dtype_error, shape_error, backend_error where
/// it isn't what T, Rank and Space say
template <class T, int Rank, class Space, detail::dlpack_managed Tensor>
auto from_dlpack(Space const& space, Tensor* tensor, dlpack_import const& how = {})
{
  using value_type = std::remove_const_t<T>;
  auto const found = detail::described(tensor, Space::name, space.queue().device_index());
  detail::require_tensor(found, dtype_traits<value_type>::code, Rank,
                         std::is_const_v<T> || how.copy);
  if (how.stream) detail::wait_for_stream(space.queue(), Space::name, *how.stream);
  shape_t<Rank> shape{}, strides{};
  std::copy_n(found.shape.begin(), Rank, shape.begin());
  std::copy_n(found.strides.begin(), Rank, strides.begin());
  auto const seen = [&](std::shared_ptr<void> owner) {
    return detail::as_array(space, std::move(owner), static_cast<T*>(found.data), shape, strides);
  };
  using result = decltype(seen(nullptr));
  if constexpr (std::is_same_v<value_type, bool>)
    if (!how.copy) seen(nullptr);  // throws while the tensor is still the caller's
  if (!how.copy) return seen(detail::owner_of(space, tensor));
  auto const copied = copy(seen(nullptr));
  detail::owner_of(space, tensor).reset();
  if constexpr (std::is_const_v<T>)
    return result(copied);
  else
    return copied;
}
/// Takes a tensor that C++ owns, which is released if this throws.
template <class T, int Rank, class Space, detail::dlpack_managed Tensor>
auto from_dlpack(Space const& space, std::unique_ptr<Tensor, detail::dlpack_deleter> tensor,
                 dlpack_import const& how = {})
{
  auto const a = from_dlpack<T, Rank>(space, tensor.get(), how);
  static_cast<void>(tensor.release());
  return a;
}

}  // namespace acre
