#pragma once

#include <acre/error.hpp>

#include <cstdint>
#include <memory>
#include <new>
#include <string>

namespace acre::backends::host {

/// `count` values, not initialised where T's are not. Throws out_of_memory.
template <class T>
std::unique_ptr<T[]> scratch(std::int64_t count)
{
  try {
    return std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(count));
  } catch (std::bad_alloc const&) {
    throw out_of_memory("Unable to allocate " + std::to_string(count * sizeof(T)) +
                        " bytes of scratch memory");
  }
}

}  // namespace acre::backends::host
