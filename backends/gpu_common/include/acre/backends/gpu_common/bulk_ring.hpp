#pragma once

#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

/// Memory on its way to a warp through shared memory, several pieces ahead (CUDA's bulk copies,
/// from compute capability 9.0 on): what is under way takes no registers, and one thread a few
/// instructions for a piece.
namespace acre::backends::gpu {

/// The pieces of one warp, and what tells that they have come.
template <class T, int Pieces, int Elements>
struct bulk_storage {
  alignas(16) unsigned char bytes[Pieces][Elements * sizeof(T)];
  std::uint64_t arrived[Pieces];
};

/// `count` elements from a multiple of 16 bytes on, one piece of `Elements` behind the other, by
/// all threads of a warp, which take all of them. Of the last piece whole 16 bytes come.
template <class T, int Pieces, int Elements>
class bulk_ring {
 public:
  static_assert(Elements * sizeof(T) % 16 == 0);

  __device__ bulk_ring(bulk_storage<T, Pieces, Elements>& in, warp_team const& team, T const* from,
                       int count)
      : in_(in), from_(from), left_(whole(count)), asks_(team.member == 0)
  {
    if (asks_) {
#pragma unroll
      for (int p = 0; p < Pieces; ++p) begin_phases(in_.arrived[p]);
      phases_begun();
    }
    sync_warp();
#pragma unroll
    for (int p = 0; p < Pieces; ++p) ask(p);
  }
  /// How many of so many elements come.
  __device__ static int whole(int count) { return count & ~static_cast<int>(16 / sizeof(T) - 1); }
  /// Waits for the next piece.
  __device__ T const* piece() const
  {
    wait(in_.arrived[next_], phase_);
    return reinterpret_cast<T const*>(in_.bytes[next_]);
  }
  /// It has been read, by all threads.
  __device__ void advance()
  {
    sync_warp();
    ask(next_);
    if (++next_ == Pieces) {
      next_ = 0;
      phase_ ^= 1;
    }
  }

 private:
  __device__ void ask(int p)
  {
    if (left_ <= 0) return;
    if (asks_) copy(in_.bytes[p], from_, ::min(left_, Elements) * sizeof(T), in_.arrived[p]);
    from_ += Elements;
    left_ -= Elements;
  }
  __device__ static unsigned shared(void const* p)
  {
#if defined(__CUDA_ARCH__)
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
#else
    return 0;
#endif
  }
  __device__ static void begin_phases(std::uint64_t& arrived)
  {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared(&arrived)) : "memory");
#endif
  }
  __device__ static void phases_begun()
  {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
  }
  __device__ static void copy(void* to, T const* from, unsigned bytes, std::uint64_t& arrived)
  {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared(&arrived)),
                 "r"(bytes)
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
        "[%3];" ::"r"(shared(to)),
        "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared(&arrived))
        : "memory");
#endif
  }
  __device__ static void wait(std::uint64_t const& arrived, unsigned phase)
  {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    unsigned done = 0;
    while (done == 0)
      asm volatile(
          "{\n"
          ".reg .pred p;\n"
          "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n"
          "selp.b32 %0, 1, 0, p;\n"
          "}"
          : "=r"(done)
          : "r"(shared(&arrived)), "r"(phase)
          : "memory");
#endif
  }

  bulk_storage<T, Pieces, Elements>& in_;
  T const* from_;
  int left_;  // not asked for yet
  bool asks_;
  int next_ = 0;
  unsigned phase_ = 0;
};

}  // namespace acre::backends::gpu
