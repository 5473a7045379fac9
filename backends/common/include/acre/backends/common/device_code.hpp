#pragma once

namespace acre::backends {

/// Whether this is compiled for a GPU, where a*b + c is one instruction, rounded once; a CPU of any
/// kind may have to call a function for that. For what gives the same in either way.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) || defined(ACRE_EMULATED)
inline constexpr bool is_device_code = true;
#else
inline constexpr bool is_device_code = false;
#endif

}  // namespace acre::backends
