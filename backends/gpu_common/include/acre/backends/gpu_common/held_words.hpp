#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/gpu_common/plain_rows.hpp>
#include <acre/backends/gpu_common/row_places.hpp>

#include <Kokkos_Macros.hpp>

#include <cstdint>
#include <type_traits>

/// Small elements that were read and are not used yet. A compiler that may look into a packet gives
/// each byte of it a register from the moment it is read: of sixteen packets of eight int8 that are
/// under way nvcc kept 128 registers and 1168 bytes of the stack. So they stay the words that they
/// came in, and are taken apart where they are used.
namespace acre::backends::gpu {

template <class T, int W>
struct alignas(packet<T, W>) packet_words {
  std::uint32_t word[sizeof(packet<T, W>) / 4];
};

template <class T, int W>
inline constexpr bool stays_words = sizeof(T) <= 2 && sizeof(packet<T, W>) % 4 == 0;

/// The elements that were read, small ones as words.
template <class Held>
KOKKOS_INLINE_FUNCTION auto stowed(Held const& held)
{
  return held;
}
template <class T, int W>
  requires stays_words<T, W>
KOKKOS_INLINE_FUNCTION auto stowed(packet<T, W> const& p)
{
  return __builtin_bit_cast(packet_words<T, W>, p);
}
template <class A, class B>
KOKKOS_INLINE_FUNCTION auto stowed(held_operands<A, B> const& both)
{
  return held(stowed(both.a), stowed(both.b));
}

/// Type of stowed(fetched<W, true>(row, i, k)), also for neighbours that begin anywhere. Elements
/// that are memory are read as words: of packets in words nvcc would make bytes, and words of
/// these. (Host functions as well: their types are asked for there.)
template <int W, class Row>
KOKKOS_INLINE_FUNCTION auto stowed_packet(Row const& row, std::int64_t i, std::int64_t k)
{
  using value = std::remove_cvref_t<decltype(row.template at<true>(i, k))>;
  if constexpr (stays_words<value, W> && lies_in_memory<Row, value>)
    return *reinterpret_cast<packet_words<value, W> const*>(row.elements(i, k));
  else
    return stowed(fetched<W, true>(row, i, k));
}
template <int W, class Row>
KOKKOS_INLINE_FUNCTION auto stowed_neighbours(Row const& row, std::int64_t i, std::int64_t k)
{
  using value = std::remove_cvref_t<decltype(row.template at<true>(i, k))>;
  if constexpr (stays_words<value, W> && lies_in_memory<Row, value>)
    return read_anywhere<packet_words<value, W>>(row.elements(i, k));
  else
    return stowed(fetched_at<W, true>(row, neighbour_places{i, k}));
}

/// The argument of stowed().
template <class Stowed>
KOKKOS_INLINE_FUNCTION auto unstowed(Stowed const& s)
{
  return s;
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION auto unstowed(packet_words<T, W> const& s)
{
  return __builtin_bit_cast(packet<T, W>, s);
}
template <class A, class B>
KOKKOS_INLINE_FUNCTION auto unstowed(held_operands<A, B> const& both)
{
  return held(unstowed(both.a), unstowed(both.b));
}

}  // namespace acre::backends::gpu
