#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduce.hpp>

#include <Kokkos_Macros.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

/// Sums of products of neighbouring windows with the same weights, in the order of a tile of a
/// column (reduce.hpp): what a thread of correlate()'s kernel computes. Each element and each
/// weight is read for several products, and all accumulators stay in registers.
///
/// `Sums` has identity(), added(sum, x) and product(x, y), static; of floating point these are
/// -0.0, + and ×, which a CPU's vectors have.
namespace acre::backends {

/// How many windows: 8 accumulators each stay in registers.
template <class T>
inline constexpr int windows_together = sizeof(T) <= 4 ? 8 : 32 / static_cast<int>(sizeof(T));

template <class Sums, class T, int W>
KOKKOS_INLINE_FUNCTION void clear_lanes(T (&lane)[column_lanes][W])
{
  for (int l = 0; l < column_lanes; ++l)
    for (int w = 0; w < W; ++w) lane[l][w] = Sums::identity();
}
/// The tree over lanes; the result in the first.
template <class Sums, class T, int W>
KOKKOS_INLINE_FUNCTION void fold_lanes(T (&lane)[column_lanes][W])
{
  for (int step = 1; step < column_lanes; step *= 2)
    for (int l = 0; l + step < column_lanes; l += 2 * step)
      for (int w = 0; w < W; ++w) lane[l][w] = Sums::added(lane[l][w], lane[l + step][w]);
}

/// By packets, which x is aligned for, and of which all are read that eight weights at a time want.
template <class Sums, class T, int Together>
KOKKOS_INLINE_FUNCTION void sum_windows_by_packets(T const* x, T const* weight, std::int64_t count,
                                                   T (&sum)[Together])
{
  constexpr int lanes = column_lanes, width = packet_width(sizeof(T)),
                reads = (Together + lanes) / width;
  T lane[lanes][Together];
  clear_lanes<Sums>(lane);
  auto const add = [&](std::int64_t at, auto const& have) {
    T read[reads * width];
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
    for (int r = 0; r < reads; ++r) {
      auto const p = *reinterpret_cast<packet<T, width> const*>(x + at + r * width);
      for (int w = 0; w < width; ++w) read[r * width + w] = p.v[w];
    }
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
    for (int l = 0; l < lanes; ++l)
      if (have(at + l)) {
        T const by_this = weight[at + l];
        for (int w = 0; w < Together; ++w)
          lane[l][w] = Sums::added(lane[l][w], Sums::product(read[l + w], by_this));
      }
  };
  std::int64_t j = 0;
  for (; j + lanes <= count; j += lanes) add(j, [](std::int64_t) { return true; });
  if (j < count) add(j, [count](std::int64_t at) { return at < count; });
  fold_lanes<Sums>(lane);
  for (int w = 0; w < Together; ++w) sum[w] = lane[0][w];
}

#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
#if defined(__AVX__)
inline constexpr int vector_bytes = 32;
#else
inline constexpr int vector_bytes = 16;
#endif
/// Likewise in a CPU's vectors, for `Size` windows from the first on: g++ doesn't keep lanes that
/// are arrays in registers, nor vectors that a loop counts.
template <class Sums, int Size, class T, int... l>
void sum_windows_by_vectors(T const* x, T const* weight, std::int64_t count, T* sum,
                            std::integer_sequence<int, l...> each)
{
  if constexpr (Size * sizeof(T) > vector_bytes) {
    constexpr int half = Size / 2;
    sum_windows_by_vectors<Sums, half>(x, weight, count, sum, each);
    sum_windows_by_vectors<Sums, half>(x + half, weight, count, sum + half, each);
  } else {
    constexpr int lanes = column_lanes;
    typedef T vector __attribute__((vector_size(Size * sizeof(T)), aligned(alignof(T)), may_alias));
    vector zero;
    for (int w = 0; w < Size; ++w) zero[w] = Sums::identity();
    vector lane[lanes] = {(static_cast<void>(l), zero)...};
    std::int64_t j = 0;
    auto const add = [&](int to) {
      lane[to] += *reinterpret_cast<vector const*>(x + j + to) * weight[j + to];
    };
    for (; j + lanes <= count; j += lanes) (add(l), ...);
    ((j + l < count ? add(l) : void()), ...);
    auto const fold = [&](int to, int step) {
      if (to % (2 * step) == 0) lane[to] += lane[to + step];
    };
    static_assert(lanes == 8);
    (fold(l, 1), ...);
    (fold(l, 2), ...);
    (fold(l, 4), ...);
    std::memcpy(sum, &lane[0], sizeof lane[0]);
  }
}
#endif

/// sum[w] = the sum of x[w + j] × weight[j] over j < count.
template <class Sums, class T, int Together>
KOKKOS_INLINE_FUNCTION void sum_windows(T const* x, T const* weight, std::int64_t count,
                                        T (&sum)[Together])
{
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
  if constexpr (std::is_floating_point_v<T>)
    return sum_windows_by_vectors<Sums, Together>(x, weight, count, sum,
                                                  std::make_integer_sequence<int, column_lanes>());
#endif
  sum_windows_by_packets<Sums>(x, weight, count, sum);
}

}  // namespace acre::backends
