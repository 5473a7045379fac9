#pragma once

#include <acre/backends/common/block.hpp>

#include <Kokkos_Macros.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
#include <acre/error.hpp>

#include <memory>
#include <string>
#endif

/// A thread's view of a kernel that is launched by hand (launch.hpp). (Also part of the text of
/// kernels that are compiled at run time: a GPU's side of it needs no header of the C++ library's
/// but these.)
namespace acre::backends {

/// Extents or indices in up to three dimensions; neighbouring threads differ in x.
struct extent3 {
  std::int64_t x = 1, y = 1, z = 1;

  KOKKOS_INLINE_FUNCTION std::int64_t size() const { return x * y * z; }
  friend bool operator==(extent3 const&, extent3 const&) = default;
};

/// Blocks of a grid, threads of a block, bytes of memory that a block's threads share.
struct launch_size {
  extent3 grid{}, block{};
  std::size_t scratch = 0;
};

/// Position of a thread.
struct launch_thread {
  extent3 grid, block;         // extents
  extent3 block_index, index;  // of the block in the grid, of the thread in the block

  /// Along an axis through the whole grid, as CUDA's blockIdx.x * blockDim.x + threadIdx.x, in 64
  /// bits; and how many threads there are along it, the step of a grid-stride loop.
  KOKKOS_INLINE_FUNCTION std::int64_t x() const { return block_index.x * block.x + index.x; }
  KOKKOS_INLINE_FUNCTION std::int64_t y() const { return block_index.y * block.y + index.y; }
  KOKKOS_INLINE_FUNCTION std::int64_t z() const { return block_index.z * block.z + index.z; }
  KOKKOS_INLINE_FUNCTION std::int64_t step_x() const { return grid.x * block.x; }
  KOKKOS_INLINE_FUNCTION std::int64_t step_y() const { return grid.y * block.y; }
  KOKKOS_INLINE_FUNCTION std::int64_t step_z() const { return grid.z * block.z; }
  /// Its number in its block.
  KOKKOS_INLINE_FUNCTION std::int64_t rank() const
  {
    return (index.z * block.y + index.y) * block.x + index.x;
  }
};

/// A number as an index in extents, x fastest.
KOKKOS_INLINE_FUNCTION extent3 unravel3(std::uint32_t number, extent3 const& in)
{
  if (in.y == 1 && in.z == 1) return {number, 0, 0};
  auto const x = static_cast<std::uint32_t>(in.x), y = static_cast<std::uint32_t>(in.y);
  std::uint32_t const row = number / x, plane = in.z == 1 ? 0 : row / y;
  return {number - row * x, row - plane * y, plane};
}

/// A value of each thread of a block that outlives a phase: a register on a GPU.
template <class T>
class thread_values {
 public:
  static_assert(std::is_trivially_copyable_v<T>, "acre: a thread's values are trivially copyable");
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  KOKKOS_INLINE_FUNCTION thread_values(std::int64_t, T const& first) : value_(first) {}
  KOKKOS_INLINE_FUNCTION T& operator[](launch_thread const&) { return value_; }
  /// Position of the thread of this number in its block, which on a GPU is the calling one.
  KOKKOS_INLINE_FUNCTION T& of_rank(std::int64_t) { return value_; }
  KOKKOS_INLINE_FUNCTION T const& of_rank(std::int64_t) const { return value_; }

 private:
  T value_;
#else
  KOKKOS_INLINE_FUNCTION thread_values(std::int64_t threads, T const& first)
      : values_(new T[is_one_thread() ? 1 : static_cast<std::size_t>(threads)])
  {
    if (is_one_thread()) threads = 1;
    for (std::int64_t i = 0; i < threads; ++i) values_[static_cast<std::size_t>(i)] = first;
  }
  KOKKOS_INLINE_FUNCTION T& operator[](launch_thread const& t) { return of_rank(t.rank()); }
  KOKKOS_INLINE_FUNCTION T& of_rank(std::int64_t rank)
  {
    return values_[is_one_thread() ? 0 : static_cast<std::size_t>(rank)];
  }
  KOKKOS_INLINE_FUNCTION T const& of_rank(std::int64_t rank) const
  {
    return values_[is_one_thread() ? 0 : static_cast<std::size_t>(rank)];
  }

 private:
  std::unique_ptr<T[]> values_;
#endif
};

/// A block as its kernel sees it.
class thread_block {
 public:
  KOKKOS_INLINE_FUNCTION thread_block(extent3 const& grid, extent3 const& block,
                                      extent3 const& index, unsigned char* scratch,
                                      std::size_t scratch_bytes)
      : at_{grid, block, index, {}}, scratch_(scratch), left_(scratch_bytes)
  {}

  KOKKOS_INLINE_FUNCTION extent3 const& grid() const { return at_.grid; }
  KOKKOS_INLINE_FUNCTION extent3 const& size() const { return at_.block; }
  KOKKOS_INLINE_FUNCTION extent3 const& index() const { return at_.block_index; }

  /// A phase: g(thread) for each thread of the block, and then a barrier, behind which all see what
  /// each has written.
  template <class G>
  KOKKOS_INLINE_FUNCTION void for_each_thread(G const& g) const
  {
    without_barrier(g);
    barrier();
  }

  /// `count` values that the block's threads share, not initialised, out of the launch's bytes of
  /// scratch. If those do not suffice: launch_error on CPUs; null on a GPU, which cannot throw.
  template <class T>
  KOKKOS_INLINE_FUNCTION T* scratch(std::int64_t count)
  {
    static_assert(std::is_trivially_copyable_v<T>,
                  "acre: what a block's threads share is trivially copyable");
    static_assert(alignof(T) <= 16, "acre: what a block's threads share is aligned to 16 bytes");
    std::size_t const bytes = (static_cast<std::size_t>(count) * sizeof(T) + 15) / 16 * 16;
    if (bytes > left_) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
      return nullptr;
#else
      if (is_one_thread()) return nullptr;
      throw launch_error("launch: a block wants " + std::to_string(bytes) +
                         " bytes of scratch, and " + std::to_string(left_) +
                         " of those that it was launched with are left");
#endif
    }
    T* const data = reinterpret_cast<T*>(scratch_);
    scratch_ += bytes;
    left_ -= bytes;
    return data;
  }

  /// A variable of each thread: auto sum = block.each(0.0F); then sum[thread] in phases.
  template <class T>
  KOKKOS_INLINE_FUNCTION thread_values<T> each(T const& first) const
  {
    return {at_.block.size(), first};
  }

  /// Between phases: the values of all threads combined, for every thread. `part` is scratch that
  /// holds one for each thread, by t.rank(); combine(a, b) has the earlier threads in a and need
  /// not commute. The order depends on the number of threads alone (block.hpp): the same bits on
  /// every space. The content of part is lost; any thread may write it again.
  template <class T, class Combine>
  KOKKOS_INLINE_FUNCTION T reduce(T* part, Combine const& combine) const
  {
    require_combine<T, Combine>();
    return reduce_block(threads(), part, combine);
  }
  /// Their sum; integers wrap around.
  template <class T>
  KOKKOS_INLINE_FUNCTION T sum(T* part) const
  {
    return reduce(part, add_values{});
  }
  /// part[i] becomes the combined part[0] … part[i]; returns the last one, to every thread.
  template <class T, class Combine>
  KOKKOS_INLINE_FUNCTION T inclusive_scan(T* part, Combine const& combine) const
  {
    require_combine<T, Combine>();
    return scan_block(threads(), part, combine);
  }
  /// part[i] becomes the combined part[0] … part[i - 1], and part[0] `first`, which is combined
  /// with nothing; returns all combined.
  template <class T, class Combine>
  KOKKOS_INLINE_FUNCTION T exclusive_scan(T* part, T const& first, Combine const& combine) const
  {
    T const all = inclusive_scan(part, combine);
    auto before = each(first);
    for_each_thread([&](launch_thread const& t) {
      if (t.rank() > 0) before[t] = part[t.rank() - 1];
    });
    for_each_thread([&](launch_thread const& t) { part[t.rank()] = before[t]; });
    return all;
  }

  /// Between phases: of each thread the value of the one `delta` threads further (before) in its
  /// warp, its own where there is none. A warp, on every space, is 32 neighbouring threads by
  /// t.rank(); the last may have fewer. On a GPU registers are exchanged, without a barrier:
  ///
  ///   auto v = block.each(0.0F);
  ///   block.for_each_thread([&](launch_thread const& t) { v[t] = x(t.x()); });
  ///   auto next = block.shuffle_down(v, 1);  // next[t] is v of the thread behind t
  template <class T>
  KOKKOS_INLINE_FUNCTION thread_values<T> shuffle_down(thread_values<T> const& v, int delta) const
  {
    return exchanged(v, [=](int lane) { return lane + delta; });
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION thread_values<T> shuffle_up(thread_values<T> const& v, int delta) const
  {
    return exchanged(v, [=](int lane) { return lane - delta; });
  }
  /// Value of the thread whose place in the warp, 0 to 31, differs by the bits of `mask`.
  template <class T>
  KOKKOS_INLINE_FUNCTION thread_values<T> shuffle_xor(thread_values<T> const& v, int mask) const
  {
    return exchanged(v, [=](int lane) { return lane ^ mask; });
  }
  /// Value of the thread at the place `from`.
  template <class T>
  KOKKOS_INLINE_FUNCTION thread_values<T> shuffle(thread_values<T> const& v, int from) const
  {
    return exchanged(v, [=](int) { return from; });
  }

  template <class G>
  KOKKOS_INLINE_FUNCTION void without_barrier(G const& g) const
  {
    launch_thread thread = at_;
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    thread.index = unravel3(threadIdx.x, at_.block);
    g(thread);
#else
#if defined(ACRE_EMULATED)
    if (is_one_thread()) {
      thread.index = unravel3(threadIdx.x, at_.block);
      return g(thread);
    }
#endif
    for (thread.index.z = 0; thread.index.z < at_.block.z; ++thread.index.z)
      for (thread.index.y = 0; thread.index.y < at_.block.y; ++thread.index.y)
        for (thread.index.x = 0; thread.index.x < at_.block.x; ++thread.index.x) g(thread);
#endif
  }

 private:
  template <class T, class Combine>
  KOKKOS_INLINE_FUNCTION static constexpr void require_combine()
  {
    static_assert(
        requires(Combine const& f, T const& x) { static_cast<T>(f(x, x)); },
        "acre: what combines values of a block's threads takes two and gives one");
  }
  KOKKOS_INLINE_FUNCTION int threads() const { return static_cast<int>(at_.block.size()); }
  /// from(lane) may be no lane, or no thread of the block.
  template <class T, class From>
  KOKKOS_INLINE_FUNCTION thread_values<T> exchanged(thread_values<T> const& v,
                                                    From const& from) const
  {
    thread_values<T> result = each(v.of_rank(0));
#if defined(ACRE_EMULATED)
    if (is_one_thread()) {
      int const rank = static_cast<int>(threadIdx.x), lane = rank & (warp_threads - 1),
                source = from(lane);
      bool const there = source >= 0 && source < warp_threads && rank - lane + source < threads();
      result.of_rank(rank) = lane_value(v.of_rank(rank), there ? source : lane, threads());
      return result;
    }
#endif
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    int const rank = static_cast<int>(threadIdx.x), lane = rank & (warp_threads - 1),
              source = from(lane);
    bool const there = source >= 0 && source < warp_threads && rank - lane + source < threads();
    result.of_rank(rank) = lane_value(v.of_rank(rank), there ? source : lane, threads());
#else
    for (int rank = 0; rank < threads(); ++rank) {
      int const lane = rank % warp_threads, source = from(lane), at = rank - lane + source;
      bool const there = source >= 0 && source < warp_threads && at < threads();
      result.of_rank(rank) = v.of_rank(there ? at : rank);
    }
#endif
    return result;
  }

  launch_thread at_;
  unsigned char* scratch_;
  std::size_t left_;
};

/// A kernel of one phase, each thread by itself, as one of blocks.
template <class F>
struct thread_by_thread {
  F f;
  KOKKOS_INLINE_FUNCTION void operator()(thread_block& block) const { block.without_barrier(f); }
};

}  // namespace acre::backends
