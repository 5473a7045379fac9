#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>
#include <span>

namespace acre::detail {

/// The matrices of 1, 2, 4, … 2^63 jumps of 2^64 steps of xoroshiro128+, which is linear over bits:
/// each 128 columns of two words, what becomes of bit 0 … 63 of s0 and of s1.
std::span<std::uint64_t const> xoroshiro_jumps();

/// A state times a matrix.
KOKKOS_INLINE_FUNCTION void jump_by(std::uint64_t const* matrix, std::uint64_t& s0,
                                    std::uint64_t& s1)
{
  std::uint64_t a = 0, b = 0;
  for (int bit = 0; bit < 64; ++bit) {
    std::uint64_t const first = 0 - (s0 >> bit & 1), second = 0 - (s1 >> bit & 1);
    std::uint64_t const *const of_first = matrix + 2 * bit, *const of_second = of_first + 128;
    a ^= (of_first[0] & first) ^ (of_second[0] & second);
    b ^= (of_first[1] & first) ^ (of_second[1] & second);
  }
  s0 = a;
  s1 = b;
}

}  // namespace acre::detail
