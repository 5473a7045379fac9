#pragma once

#include <string>
#include <string_view>

/// Kernels in CUDA's C, in the text of a jit::module: those that wait for no other thread run on
/// every space.
namespace acre::detail::jit {

/// Whether a text has a kernel of CUDA's C.
bool has_cuda_kernel(std::string_view source);

/// The text with each kernel's head as acre's dialect has it, in the same lines:
/// `extern "C" __global__ void f(float* x)` is `void f(launch_thread const& acre_thread, float* x)`
/// on a CPU; prelude/cuda.hpp has the words of its body. Throws value_error where threads of a
/// block wait for each other.
std::string from_cuda(std::string_view source, std::string const& kernel);

/// What stands behind such a text: CUDA's words mean the compiler's own again.
std::string after_cuda();

}  // namespace acre::detail::jit
