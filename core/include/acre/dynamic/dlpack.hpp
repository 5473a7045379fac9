#pragma once

#include <acre/array/dlpack_tensor.hpp>
#include <acre/dynamic/array.hpp>

/// DLPack of arrays whose dtype and rank are known at run time only: what <acre/array/dlpack.hpp>
/// says of array, with the same errors.
namespace acre::dynamic {

/// The stream of a space's queue as the producer of a tensor gets it; none of a CPU's.
std::optional<std::int64_t> dlpack_stream(dynamic_space const& space);

dlpack_tensor to_dlpack(dynamic_array const& a, dlpack_export const& wanted = {});
dlpack_legacy_tensor to_dlpack_legacy(dynamic_array const& a, dlpack_export const& wanted = {});

/// A tensor as an array that owns it; where this throws it is still the caller's. A read-only one
/// is a value_error unless its elements are copied.
dynamic_array from_dlpack(dynamic_space const& space, DLManagedTensorVersioned* tensor,
                          dlpack_import const& how = {});
dynamic_array from_dlpack(dynamic_space const& space, DLManagedTensor* tensor,
                          dlpack_import const& how = {});

}  // namespace acre::dynamic
