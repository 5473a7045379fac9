#pragma once

#include <string>
#include <vector>

namespace acre::jit {

/// How a text is compiled.
struct options {
  /// A product and a sum may be rounded once: faster, and not the same bits on every space.
  bool contract = false;
  /// Text in front of the kernel: functions and types of one's own. Functions are marked
  /// KOKKOS_INLINE_FUNCTION, for GPUs. Lines that include <cmath>, <cstdint> and the like are passed
  /// over, as in a module's kernels in CUDA's C: these words are there.
  std::string preamble = {};
  /// Words for the compiler (g++, NVRTC, …): "-I/some/folder". Macros, "-DSIZE=3", are the text's
  /// alone; "-std=…" is left out, and on a CPU what only a GPU's compiler knows
  /// ("--generate-line-info"). "--use_fast_math" throws value_error when the kernel is compiled.
  std::vector<std::string> flags = {};
};

}  // namespace acre::jit
