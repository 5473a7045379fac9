#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/packet.hpp>

#include <Kokkos_Macros.hpp>

#include <cstdint>
#include <type_traits>

/// Places of elements that are neighbours, but begin anywhere; see fetched_at of
/// backends/common/operands.hpp.
namespace acre::backends::gpu {

/// Bytes that begin anywhere: the aligned words they lie in, shifted. Each of these has a byte that
/// is asked for, so that nothing is read which isn't there.
template <class Bytes>
KOKKOS_INLINE_FUNCTION Bytes read_anywhere(void const* from)
{
  constexpr int words = sizeof(Bytes) / 4;
  static_assert(sizeof(Bytes) % 4 == 0);
  auto const address = reinterpret_cast<std::uintptr_t>(from);
  auto const* const aligned = reinterpret_cast<std::uint32_t const*>(address & ~std::uintptr_t{3});
  unsigned const shift = static_cast<unsigned>(address & 3) * 8;
  struct parts {
    std::uint32_t word[words];
  } p;
  std::uint32_t word[words + 1];
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
  for (int n = 0; n < words; ++n) word[n] = aligned[n];
  word[words] = shift != 0 ? aligned[words] : 0;
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
  for (int n = 0; n < words; ++n)
    p.word[n] = static_cast<std::uint32_t>((std::uint64_t{word[n + 1]} << 32 | word[n]) >> shift);
  return __builtin_bit_cast(Bytes, p);
}

/// Elements i … of row k.
struct neighbour_places {
  std::int64_t i, k;

  KOKKOS_INLINE_FUNCTION std::int64_t column(int m) const { return i + m; }
  KOKKOS_INLINE_FUNCTION std::int64_t row(int) const { return k; }
  template <int W, bool Unit, class T>
  KOKKOS_INLINE_FUNCTION packet<T, W> read(T const* data, std::int64_t, std::int64_t step) const
  {
    static_assert(Unit);
    T const* const from = data + k * step + i;
    if constexpr (sizeof(T) <= 2 && W * sizeof(T) % 4 == 0) {
      return read_anywhere<packet<T, W>>(from);
    } else {
      packet<T, W> p;
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
      for (int m = 0; m < W; ++m) p.v[m] = from[m];
      return p;
    }
  }
};

/// Elements `number` … of rows that follow each other, each of piece.by elements.
struct piece_places {
  std::uint32_t i, k, by;

  piece_places() = default;  // of what is held until it is computed
  __device__ piece_places(std::uint32_t number, divisor const& piece)
      : k(piece.quotient(number)), by(piece.by)
  {
    i = number - k * by;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t column(int m) const
  {
    return ends_before(m) ? i + m - by : i + m;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t row(int m) const { return ends_before(m) ? k + 1 : k; }
  /// Packets have two elements at most, and pieces as many at least.
  KOKKOS_INLINE_FUNCTION bool ends_before(int m) const { return m > 0 && i + m >= by; }
  template <int W, bool Unit, class T>
  KOKKOS_INLINE_FUNCTION packet<T, W> read(T const* data, std::int64_t, std::int64_t step) const
  {
    static_assert(Unit && W <= 2);
    packet<T, W> p;
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
    for (int m = 0; m < W; ++m) p.v[m] = data[row(m) * step + column(m)];
    return p;
  }
};

}  // namespace acre::backends::gpu
