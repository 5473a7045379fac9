#pragma once

#include <cstddef>
#include <cstdint>

namespace acre::backends::mpi {

/// What each process gives to an all-gather first: its message's length, and the message if there
/// is room. All slots cost each process their bytes, another all-gather log2 of the processes
/// messages: 512 KiB of 4096 processes are 20 µs at 25 GB/s, twelve messages 24.
constexpr std::size_t slot_bytes(int processes) { return processes <= 4096 ? 128 : 32; }
constexpr std::size_t in_slot(int processes)
{
  return slot_bytes(processes) - sizeof(std::int64_t);
}

}  // namespace acre::backends::mpi
