#pragma once

#include <cstddef>
#include <string>

/// The emulated device's memory: each array between two pages that nobody may touch, at the end of
/// its own pages or, one in four, at their beginning, filled with bytes that no kernel expects. An
/// access that reaches such a page fails the kernel; of the few bytes between an array and the page
/// (less than 16 where it lies at the end), writes are found when the kernel is done, reads see the
/// poison. Memory that was freed is touched by nobody.
namespace acre::backends::emulated {

/// Null where there is none.
void* allocate(std::size_t bytes);
void deallocate(void* data);
/// Whether the byte there is one of an array's.
bool holds(void const* data);
std::size_t bytes_in_use();
/// What was written beside an array, told once; else empty.
std::string damage();
/// Makes accesses beside arrays failures of the kernel that runs (signal handlers).
void watch();

/// What allocate() fills memory with.
inline constexpr unsigned char poison = 0xa5;

}  // namespace acre::backends::emulated
