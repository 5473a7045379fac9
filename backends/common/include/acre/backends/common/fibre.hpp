#pragma once

#include <cstddef>
#include <new>

#include <sys/mman.h>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

/// Places where a thread of the CPU can go on: its own, and fibres with a stack each. On x86-64 a
/// change saves the six registers that a called function keeps (3 ns); elsewhere ucontext does it,
/// with a call of the system each time.
namespace acre::backends {

/// A fibre's stack, below which lies a page that nobody may touch. Its memory is taken as it is
/// used.
class fibre_stack {
 public:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr std::size_t usual = 1 << 20;
#else
  static constexpr std::size_t usual = 1 << 18;
#endif
  static constexpr std::size_t guard = 4096;

  explicit fibre_stack(std::size_t bytes = usual) : bytes_(bytes)
  {
    pages_ = mmap(nullptr, bytes + guard, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (pages_ == MAP_FAILED) throw std::bad_alloc();
    mprotect(pages_, guard, PROT_NONE);
#if defined(MADV_NOHUGEPAGE)
    madvise(pages_, bytes + guard, MADV_NOHUGEPAGE);  // 2 MiB would be taken at once
#endif
  }
  fibre_stack(fibre_stack const&) = delete;
  ~fibre_stack() { munmap(pages_, bytes_ + guard); }
  char* bottom() const { return static_cast<char*>(pages_) + guard; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* pages_;
  std::size_t bytes_;
};

struct context {
#if defined(__x86_64__)
  void* stack_pointer = nullptr;
#else
  ucontext_t saved;
#endif
  // of the stack that it has
  void* bottom = nullptr;
  std::size_t size = 0;
  void* fake_stack = nullptr;
};

#if defined(__x86_64__)
extern "C" void acre_fibre_switch(void** from, void* to);
asm(R"(
.text
.p2align 4
.weak acre_fibre_switch
.hidden acre_fibre_switch
.type acre_fibre_switch, @function
acre_fibre_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  retq
.size acre_fibre_switch, .-acre_fibre_switch
)");
#endif

/// Goes on at `to`; returns when something goes on at `from`. `ends`: nothing will.
inline void change(context& from, context& to, [[maybe_unused]] bool ends = false)
{
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(ends ? nullptr : &from.fake_stack, to.bottom, to.size);
#endif
#if defined(__x86_64__)
  acre_fibre_switch(&from.stack_pointer, to.stack_pointer);
#else
  swapcontext(&from.saved, &to.saved);
#endif
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
#endif
}

/// A context that calls f, which never returns, on a stack of so many bytes.
inline void prepare(context& c, char* bottom, std::size_t bytes, void (*f)())
{
  c.bottom = bottom;
  c.size = bytes;
  c.fake_stack = nullptr;
#if defined(__x86_64__)
  auto** top = reinterpret_cast<void**>(bottom + bytes);
  *--top = nullptr;  // where f would return to; it also aligns the stack as a call does
  *--top = nullptr;
  top[0] = reinterpret_cast<void*>(f);
  for (int r = 0; r < 6; ++r) *--top = nullptr;
  c.stack_pointer = top;
#else
  getcontext(&c.saved);
  c.saved.uc_stack.ss_sp = bottom;
  c.saved.uc_stack.ss_size = bytes;
  c.saved.uc_link = nullptr;
  makecontext(&c.saved, f, 0);
#endif
}
inline void prepare(context& c, fibre_stack const& stack, void (*f)())
{
  prepare(c, stack.bottom(), stack.bytes(), f);
}

}  // namespace acre::backends
