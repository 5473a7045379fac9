#pragma once

#include <acre/backends/host_common/task_runner.hpp>
#include <acre/error.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

namespace acre::backends::host {

/// Gives a queue's scratch memory back.
struct scratch_deleter {
  task_runner* on;
  std::size_t bytes;
  void operator()(void* data) const { on->deallocate_scratch(data, bytes); }
};

/// `count` values, not initialised. Throws out_of_memory.
template <class T>
std::unique_ptr<T[], scratch_deleter> scratch(task_runner& on, std::int64_t count)
{
  static_assert(std::is_trivially_copyable_v<T>);
  std::size_t const bytes = static_cast<std::size_t>(count) * sizeof(T);
  auto* const data = static_cast<T*>(on.allocate_scratch(bytes));
  if (!data)
    throw out_of_memory("Unable to allocate " + std::to_string(bytes) + " bytes of scratch memory");
  return {data, {&on, bytes}};
}

}  // namespace acre::backends::host
