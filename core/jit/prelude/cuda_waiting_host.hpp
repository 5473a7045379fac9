#include <cstring>
#include <exception>
#include <new>
#include <vector>

#include <sys/mman.h>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif
#include <acre/backends/common/fibre.hpp>
/// Blocks of CUDA's threads that wait for each other, on a thread of a CPU: each thread is a fibre,
/// which runs until it waits or ends; then the next one does, in the order of their numbers.
namespace acre::jit_kernel {

inline constexpr std::size_t dynamic_shared_most =
    1 << 18;  // bytes, of which core/jit/module.cpp knows

class waiting_block {
 public:
  static constexpr int lanes = 32;

  /// That of the CPU's thread, which keeps the stacks.
  static waiting_block& here()
  {
    static thread_local waiting_block only;
    return only;
  }

  /// f(thread) for each thread of the block. Throws what f throws, and launch_error where threads
  /// wait for ever.
  template <class F>
  void run(backends::thread_block const& block, F const& f)
  {
    at_ = {block.grid(), block.size(), block.index(), {}};
    function_ = &f;
    call_ = [](void const* function, backends::launch_thread const& thread) {
      (*static_cast<F const*>(function))(thread);
    };
    count_ = live_ = static_cast<int>(block.size().size());
    at_barrier_ = said_yes_ = 0;
    error_ = nullptr;
    while (static_cast<int>(threads_.size()) < count_)
      threads_.push_back(std::make_unique<thread>());
    for (int t = 0; t < count_; ++t) {
      threads_[t]->waits = waiting::no;
      backends::prepare(threads_[t]->place, threads_[t]->stack, begin);
    }
    while (live_ > 0) {
      bool goes_on = false;
      for (int t = 0; t < count_; ++t) {
        if (threads_[t]->waits != waiting::no) continue;
        current_ = t;
        backends::change(main_, threads_[t]->place);
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
        goes_on = true;
      }
      if (!goes_on && live_ > 0) throw launch_error(who_waits());
    }
  }

  /// All threads of the block that have not ended; how many of them say yes.
  int barrier(char const* word, bool yes = false)
  {
    thread& t = *threads_[current_];
    said_yes_ += yes;
    ++at_barrier_;
    wait(t, waiting::for_block, word);
    if (!pass_barrier()) backends::change(t.place, main_);
    return passed_yes_;
  }

  /// `word` of the lane `from` of the warp, or of the caller where that one takes no part; of -1,
  /// which lanes have a word that is not 0. The lanes of the mask take part, all of them that have
  /// not ended.
  std::uint64_t meet(char const* name, unsigned mask, std::uint64_t word, int from)
  {
    thread& t = *threads_[current_];
    if (!(mask >> (current_ % lanes) & 1))
      throw launch_error(std::string(name) + ": the mask leaves out lane " +
                         std::to_string(current_ % lanes) + ", which calls it");
    t.mask = mask;
    t.word = word;
    t.from = from;
    wait(t, waiting::for_warp, name);
    if (!pass_lanes(current_)) backends::change(t.place, main_);
    return t.taken;
  }

  int lane() const { return current_ % lanes; }

 private:
  enum class waiting : unsigned char { no, for_block, for_warp, ended };
  struct thread {
    backends::fibre_stack stack;
    backends::context place;
    waiting waits = waiting::no;
    char const* word_of = "";  // that it waits in
    unsigned mask = 0;
    int from = 0;
    std::uint64_t word = 0, taken = 0;
  };

  static void wait(thread& t, waiting how, char const* word)
  {
    t.waits = how;
    t.word_of = word;
  }

  static void begin()
  {
    waiting_block& b = here();
    thread& t = *b.threads_[b.current_];
    try {
      backends::launch_thread self = b.at_;
      self.index = backends::unravel3(static_cast<std::uint32_t>(b.current_), self.block);
      b.call_(b.function_, self);
    } catch (...) {
      b.error_ = std::current_exception();
    }
    t.waits = waiting::ended;
    --b.live_;
    b.pass_barrier();
    int const first = b.current_ - b.current_ % lanes;
    for (int other = first; other < first + lanes && other < b.count_; ++other)
      if (b.threads_[other]->waits == waiting::for_warp) b.pass_lanes(other);
    backends::change(t.place, b.main_, true);
  }

  bool pass_barrier()
  {
    if (at_barrier_ == 0 || at_barrier_ < live_) return false;
    for (int t = 0; t < count_; ++t)
      if (threads_[t]->waits == waiting::for_block) threads_[t]->waits = waiting::no;
    at_barrier_ = 0;
    passed_yes_ = std::exchange(said_yes_, 0);
    return true;
  }

  /// Lets the lanes that meet `t` go on, if all are there.
  bool pass_lanes(int number)
  {
    thread const& like = *threads_[number];
    int const first = number - number % lanes;
    unsigned there = 0, yes = 0;
    for (int lane = 0; lane < lanes && first + lane < count_; ++lane) {
      thread const& other = *threads_[first + lane];
      if (!(like.mask >> lane & 1) || other.waits == waiting::ended) continue;
      if (other.waits != waiting::for_warp || other.mask != like.mask ||
          std::strcmp(other.word_of, like.word_of) != 0)
        return false;
      there |= 1u << lane;
      yes |= static_cast<unsigned>(other.word != 0) << lane;
    }
    for (int lane = 0; lane < lanes; ++lane) {
      if (!(there >> lane & 1)) continue;
      thread& t = *threads_[first + lane];
      bool const takes = t.from >= 0 && t.from < lanes && (there >> t.from & 1);
      t.taken = t.from == -1 ? yes : takes ? threads_[first + t.from]->word : t.word;
    }
    for (int lane = 0; lane < lanes; ++lane)
      if (there >> lane & 1) threads_[first + lane]->waits = waiting::no;
    return true;
  }

  std::string who_waits() const
  {
    auto const extents = [](backends::extent3 const& e) {
      return '(' + std::to_string(e.x) + ',' + std::to_string(e.y) + ',' + std::to_string(e.z) +
             ')';
    };
    std::string text =
        "threads of block " + extents(at_.block_index) + " wait for each other and none goes on:";
    char const* last = "";
    for (int t = 0; t < count_; ++t) {
      if (threads_[t]->waits == waiting::ended || std::strcmp(threads_[t]->word_of, last) == 0)
        continue;
      last = threads_[t]->word_of;
      text += " thread " + extents(backends::unravel3(static_cast<std::uint32_t>(t), at_.block)) +
              " in " + last + ',';
    }
    text.pop_back();
    return text;
  }

  backends::launch_thread at_;
  void const* function_ = nullptr;
  void (*call_)(void const*, backends::launch_thread const&) = nullptr;
  std::vector<std::unique_ptr<thread>> threads_;
  backends::context main_;
  int count_ = 0, live_ = 0, current_ = 0, at_barrier_ = 0, said_yes_ = 0, passed_yes_ = 0;
  std::exception_ptr error_;
};

/// The block's memory that a launch says the bytes of: one place in each thread of the CPU.
inline unsigned char* dynamic_shared()
{
  struct alignas(128) bytes {
    unsigned char of[dynamic_shared_most];
  };
  static thread_local std::unique_ptr<bytes> const here(new bytes);
  return here->of;
}

}  // namespace acre::jit_kernel
namespace acre::math {

inline void __syncthreads() { jit_kernel::waiting_block::here().barrier("__syncthreads"); }
inline int __syncthreads_count(int yes)
{
  return jit_kernel::waiting_block::here().barrier("__syncthreads_count", yes != 0);
}
inline int __syncthreads_or(int yes)
{
  return jit_kernel::waiting_block::here().barrier("__syncthreads_or", yes != 0) != 0;
}
inline int __syncthreads_and(int yes)
{
  return jit_kernel::waiting_block::here().barrier("__syncthreads_and", yes == 0) == 0;
}
inline void __syncwarp(unsigned mask = 0xffffffffu)
{
  jit_kernel::waiting_block::here().meet("__syncwarp", mask, 0, -1);
}
inline unsigned __ballot_sync(unsigned mask, int yes)
{
  return static_cast<unsigned>(
      jit_kernel::waiting_block::here().meet("__ballot_sync", mask, yes != 0, -1));
}
inline int __any_sync(unsigned mask, int yes)
{
  return jit_kernel::waiting_block::here().meet("__any_sync", mask, yes != 0, -1) != 0;
}
inline int __all_sync(unsigned mask, int yes)
{
  return jit_kernel::waiting_block::here().meet("__all_sync", mask, yes == 0, -1) == 0;
}

template <class T>
T shuffled_value(char const* name, unsigned mask, T value, int from)
{
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8,
                "acre: a warp exchanges values of up to 8 bytes");
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof value);
  word = jit_kernel::waiting_block::here().meet(name, mask, word, from);
  std::memcpy(&value, &word, sizeof value);
  return value;
}
template <class T>
T __shfl_sync(unsigned mask, T value, int from, int width = 32)
{
  int const lane = jit_kernel::waiting_block::here().lane();
  return shuffled_value("__shfl_sync", mask, value, (lane & -width) + (from & (width - 1)));
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32)
{
  int const lane = jit_kernel::waiting_block::here().lane(), from = lane - static_cast<int>(by);
  return shuffled_value("__shfl_up_sync", mask, value, from < (lane & -width) ? lane : from);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32)
{
  int const lane = jit_kernel::waiting_block::here().lane(), from = lane + static_cast<int>(by);
  return shuffled_value("__shfl_down_sync", mask, value,
                        from >= (lane & -width) + width ? lane : from);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int by, int width = 32)
{
  int const lane = jit_kernel::waiting_block::here().lane(), from = lane ^ by;
  return shuffled_value("__shfl_xor_sync", mask, value,
                        from >= (lane & -width) + width ? lane : from);
}

}  // namespace acre::math
#define __shared__ static thread_local
#define ACRE_JIT_DYNAMIC_SHARED(name, ...)      \
  static thread_local __VA_ARGS__* const name = \
      reinterpret_cast<__VA_ARGS__*>(jit_kernel::dynamic_shared())
