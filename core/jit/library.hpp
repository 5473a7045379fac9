#pragma once

#include <acre/backends/common/compiler.hpp>

#include <memory>
#include <mutex>
#include <string>

namespace acre::detail::jit {

/// Orders all that compiles or loads.
std::recursive_mutex& compiling();

/// The code of a text, loaded for the queue's device: what the process has already, or else what
/// the disk has (jit/cache.hpp), or else compiled.
std::shared_ptr<backends::kernel_library> library_of(backends::kernel_compiler& compiler,
                                                     backends::queue& on,
                                                     backends::kernel_source const& source);

/// A kernel of it; throws backend_error where it has none of that name.
void* kernel_of(backends::kernel_library& library, char const* exported);

}  // namespace acre::detail::jit
