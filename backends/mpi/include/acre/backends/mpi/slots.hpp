#pragma once

#include <cstddef>
#include <cstdint>

namespace acre::backends::mpi {

/// What each process gives to an all-gather first: its message's length, and the message if there
/// is room. All slots cost each process their bytes, another all-gather log2 of the processes
/// messages: 128 KiB of 1024 processes are 5 µs at 25 GB/s, ten messages 20.
constexpr std::size_t slot_bytes(int processes) { return processes <= 1024 ? 128 : 32; }
constexpr std::size_t in_slot(int processes) { return slot_bytes(processes) - sizeof(std::int64_t); }

}  // namespace acre::backends::mpi
