#pragma once

#include <type_traits>

namespace acre::detail {

/// Whether a function may be copied to where it runs byte by byte. (nvcc wraps lambdas of host and
/// device in a class that does not say.)
template <class F>
inline constexpr bool copied_as_bytes =
#ifdef __CUDACC_EXTENDED_LAMBDA__
    __nv_is_extended_host_device_lambda_closure_type(F) ||
#endif
    std::is_trivially_copyable_v<F>;

}  // namespace acre::detail
