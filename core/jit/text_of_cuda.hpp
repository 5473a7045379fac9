#pragma once

#include <acre/array/dtype.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Kernels in CUDA's C, in the text of a jit::module, which run on every space.
namespace acre::detail::jit {

/// `float const* __restrict__ x`, as a kernel has it.
struct cuda_parameter {
  std::string text;
  bool is_pointer = false;
  std::optional<dtype> type = {};  // of a number, or of what is pointed to, by C's own names
};

/// Blanks in place of lines that include headers whose words stand in the preludes (<cstdint>,
/// <math.h>, CuPy's <cupy/complex.cuh>): a GPU's compiler has no such files, and inside acre's
/// namespace a header would declare its own.
std::string without_includes(std::string_view source);

/// Whether a text has a kernel of CUDA's C.
bool has_cuda_kernel(std::string_view source);

struct cuda_text {
  /// The text with each kernel's head as acre's dialect has it, in the same lines:
  /// `extern "C" __global__ void f(float* x)` is `void f(launch_thread const& acre_thread, float*
  /// x)` on a CPU; prelude/cuda.hpp has the words of its body.
  std::string source;
  std::vector<cuda_parameter> parameters = {};
  /// Whether threads of the kernel's blocks wait for each other (__syncthreads, __shfl_sync, …):
  /// on a CPU they are fibres then, prelude/cuda_waiting_host.hpp.
  bool waits = false;
  /// Whether threads of some kernel of the text do: it has the words for that.
  bool has_words_of_waiting = false;
  /// Whether it has memory whose size a launch says (extern __shared__).
  bool has_dynamic_shared = false;
};
/// Throws value_error where a CPU would not know what is meant.
cuda_text from_cuda(std::string_view source, std::string const& kernel);

/// What stands behind such a text: CUDA's words mean the compiler's own again.
std::string after_cuda();

}  // namespace acre::detail::jit
