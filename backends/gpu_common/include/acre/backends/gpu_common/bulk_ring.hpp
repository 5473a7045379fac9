#pragma once

#include <acre/backends/gpu_common/bulk_copies.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

/// Memory on its way to a warp through shared memory, several pieces ahead (bulk_copies.hpp): what
/// is under way takes no registers, and one thread a few instructions for a piece.
namespace acre::backends::gpu {

/// The pieces of one warp, and the words that say that they have come.
template <class T, int Pieces, int Elements>
struct bulk_storage {
  alignas(16) unsigned char bytes[Pieces][Elements * sizeof(T)];
  std::uint64_t arrived[Pieces];
};

/// `count` elements from a multiple of 16 bytes on, one piece of `Elements` behind the other, by
/// all threads of a warp, which take all of them. The last piece is copied in whole 16 bytes.
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
    await_phase(in_.arrived[next_], phase_);
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
    if (asks_) {
      unsigned const bytes = ::min(left_, Elements) * sizeof(T);
      arrive_expecting(in_.arrived[p], bytes);
      bring_bulk(in_.bytes[p], from_, bytes, in_.arrived[p]);
    }
    from_ += Elements;
    left_ -= Elements;
  }
  bulk_storage<T, Pieces, Elements>& in_;
  T const* from_;
  int left_;  // not asked for yet
  bool asks_;
  int next_ = 0;
  unsigned phase_ = 0;
};

}  // namespace acre::backends::gpu
