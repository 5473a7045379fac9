#pragma once

#include <cstdint>
#include <type_traits>

/// Copies a few words from kernels to the host, for results whose size depends on the elements:
///
///   read_back(on, value, work)    work(there) queues kernels, one of which writes *there once and
///                                reads it never; value = *there. Waits.
///
/// It does what copy_to_host(&value, there, sizeof value) behind work would: throws value_error
/// while a graph is captured, before anything is queued, and index errors and what host calls threw
/// before. work checks no indices, and nothing in it waits. It may queue more behind that kernel;
/// this returns as soon as the words are there, not when that is done.
///
/// CPUs: `there` is &value itself.
///
/// GPUs: *there is in pinned memory of the queue, which the host watches: no copy, and nothing of
/// the vendor's, is between the kernel and the host. On an H200 that is 4 to 7 µs less than a copy
/// whose words are watched in the same way.
///
/// - The host puts a number there before, the same in all words of 4 bytes and another one each
///   time, and looks until each word is something else. The kernel writes words of 8 bytes, each as
///   a whole, at once and for the host (gpu::write_back: relaxed, of system scope). No word is
///   looked for in another's place, so that they may come in any order; and nothing else that the
///   kernel writes is the host's to read: what it queues next is behind the whole kernel. So
///   neither needs a fence.
/// - The queue's lock is held from the first of this to the last: another thread's call on the
///   queue finds the words read. Another queue has other words.
/// - A word that is that number by chance, a kernel that takes long, was never launched or has
///   failed: after 0.2 ms of watching the host waits for the stream, which throws what is wrong
///   with the device; after that wait all words are there.
/// - Where work throws, what it has queued may still write: the host waits for that first.
/// - With checks of indices or host calls pending, which may have something to throw, *there is
///   scratch of the device, and copied.
///
/// HIP does the same; where its pinned memory shows what a kernel wrote no sooner than at the
/// kernel's end, the wait for the stream is what ends it.
///
/// How: {host,gpu}_common/read_back.hpp.
namespace acre::backends {

template <class T>
constexpr bool read_back_takes()
{
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::uint64_t) == 0 &&
                    alignof(T) == alignof(std::uint64_t) && sizeof(T) <= 64,
                "acre: the host is told up to 8 words of 8 bytes, trivially copyable");
  return true;
}

}  // namespace acre::backends
