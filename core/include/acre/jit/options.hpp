#pragma once

#include <string>
#include <vector>

namespace acre::jit {

/// How a text is compiled.
struct options {
  /// A product and a sum may be rounded once: faster, and not the same bits on every space.
  bool contract = false;
  /// Text in front of the kernel: functions and types of one's own. Functions are marked
  /// KOKKOS_INLINE_FUNCTION, for GPUs.
  std::string preamble = {};
  /// Words for the compiler (g++, NVRTC, …): "-DSIZE=3", "-I/some/folder".
  std::vector<std::string> flags = {};
};

}  // namespace acre::jit
