#pragma once

#include <acre/backends/common/compiler.hpp>
#include <acre/backends/generic/queue.hpp>
#include <acre/error.hpp>

#include <string>

namespace acre::backends {

/// See backends/common/compiler.hpp. A compiler is a vendor's: there is no portable one, and a
/// space that has its own has an overload of its own.
template <class Backend>
kernel_compiler& compiler_of(generic::queue<Backend>&)
{
  throw backend_error(std::string(Backend::space_name) +
                      ": kernels from text need a compiler for the space, and it has none; use "
                      "another space");
}

}  // namespace acre::backends
