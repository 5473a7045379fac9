#pragma once

#include <cstddef>
#include <cstdint>

/// Runs a kernel's blocks of threads on one thread of the CPU.
///
/// Each thread of a block is a fibre, which runs until it waits: at a barrier, in an exchange of
/// its warp, or before an atomic operation, where it may. Which one goes on then, and the order of
/// blocks, of which a few are there at once, are drawn by ACRE_EMULATED_SEED (0 where it is not
/// set), so that a failure is seen again. Shared memory begins as poison.
///
/// What is a failure, with the kernel, block and thread in its text: threads that wait for one
/// which has ended or waits elsewhere (a barrier that some pass by, a mask that names a lane which
/// never comes); a lane outside its own mask; a value from a lane that takes no part; writes beside
/// shared memory; a word that nobody writes and somebody waits for; an access beside an array
/// (memory.hpp).
namespace acre::backends::emulated {

struct grid {
  char const* kernel;
  unsigned blocks;
  int threads;
  std::size_t shared_bytes;
};

/// 32, or 64 as ACRE_EMULATED_LANES says.
int lanes();
std::uint64_t seed();

/// body(object) is what each thread does. Throws backend_error where something fails; exceptions of
/// a thread go on to the caller.
void run(grid const& g, void (*body)(void const* object), void const* object);

/// Ends the kernel that runs on this thread as failed; for a signal's handler, too.
[[noreturn]] void fail(char const* what);

}  // namespace acre::backends::emulated
