#pragma once

#include <acre/backends/common/compiler.hpp>
#include <acre/backends/host_common/queue.hpp>

namespace acre::backends {

/// See backends/common/compiler.hpp. The compiler is $ACRE_JIT_CXX, or else the first of c++, g++
/// and clang++ that is found in PATH.
kernel_compiler& compiler_of(host::queue& on);

}  // namespace acre::backends
