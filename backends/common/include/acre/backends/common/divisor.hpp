#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

namespace acre::backends {

/// Division of numbers below 2^31 by one that the host knows: a multiplication, where a division by
/// a number known at run time is some 25 instructions of every thread of a GPU.
struct divisor {
  std::uint32_t by = 1, multiplier = 1, shift = 0;

  divisor() = default;
  explicit divisor(std::int64_t n) : by(static_cast<std::uint32_t>(n))
  {
    while ((std::int64_t{1} << shift) < n) ++shift;
    auto const over = (std::uint64_t{1} << shift) - static_cast<std::uint64_t>(n);
    multiplier = static_cast<std::uint32_t>((over << 32) / static_cast<std::uint64_t>(n) + 1);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t quotient(std::uint32_t n) const
  {
    auto const upper = static_cast<std::uint32_t>((std::uint64_t{n} * multiplier) >> 32);
    return (upper + n) >> shift;
  }
};

}  // namespace acre::backends
