#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>

#include <sys/mman.h>

namespace acre::backends {

/// So many stacks that a system doesn't map each on its own (Linux: 65530 mappings a process, and a
/// stack with its page is two): side by side in one mapping. No page lies between them; instead a
/// mark at each one's end tells afterwards whether it was too small.
class fibre_stacks {
 public:
  fibre_stacks(std::size_t count, std::size_t bytes) : count_(count), bytes_(bytes)
  {
    pages_ = mmap(nullptr, count * bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (pages_ == MAP_FAILED) throw std::bad_alloc();
#if defined(MADV_NOHUGEPAGE)
    madvise(pages_, count * bytes, MADV_NOHUGEPAGE);
#endif
  }
  fibre_stacks(fibre_stacks const&) = delete;
  ~fibre_stacks() { munmap(pages_, count_ * bytes_); }
  char* bottom(std::size_t k) const { return static_cast<char*>(pages_) + k * bytes_; }
  std::size_t bytes() const { return bytes_; }

  /// Before a stack's first use.
  void mark(std::size_t k) const { std::fill_n(words(k), marked, word); }
  bool is_marked(std::size_t k) const
  {
    return std::all_of(words(k), words(k) + marked, [](std::uint64_t w) { return w == word; });
  }
  /// Gives a stack's memory back: nothing is going to use it.
  void release(std::size_t k) const { madvise(bottom(k), bytes_, MADV_DONTNEED); }

 private:
  static constexpr std::size_t marked = 16;
  static constexpr std::uint64_t word = 0xac3e57ac3e57ac3eu;
  std::uint64_t* words(std::size_t k) const { return reinterpret_cast<std::uint64_t*>(bottom(k)); }

  void* pages_;
  std::size_t count_, bytes_;
};

}  // namespace acre::backends
