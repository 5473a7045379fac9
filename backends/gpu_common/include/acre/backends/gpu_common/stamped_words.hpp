#pragma once

#include <cstdint>

namespace acre::backends::gpu {

/// Words by which the blocks of a kernel send each other messages. Messages bear the kernel's
/// stamp, which no earlier word there has: nothing has to be cleared before the kernel. words[0] is
/// a ticket, which counts on from kernel to kernel.
struct stamped_words {
  std::uint64_t* words = nullptr;
  std::uint32_t stamp = 0, first_ticket = 0;
};

}  // namespace acre::backends::gpu
