#pragma once

#include <cstdint>
#include <string>

namespace acre {

/// Properties of one device of a space.
struct device_info {
  int index = 0;
  std::string name;
  std::string compute_capability;  // "9.0" or "gfx942"; empty for a CPU
  int multiprocessors = 0;         // CPU: hardware threads
  std::uint64_t memory = 0;        // bytes in all
  std::uint64_t cache = 0;         // bytes of the last one, which all multiprocessors share
  int warp_size = 1;
  int max_threads_per_block = 1;  // beyond it launch() throws launch_error, on a CPU as well
  std::uint64_t max_shared_memory_per_block = 0;  // the same of a block's scratch, bytes
  std::string bus;  // where it is plugged in, "0000:4e:00.0"; empty for a CPU
};

}  // namespace acre
