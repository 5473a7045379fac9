#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>
#include <limits>

namespace acre::backends {

/// Number's bits, from and to words of another format; all in integers but for subnormal numbers,
/// which an addition rounds (no branch, so that loops vectorise).
template <int Fraction>
struct half_format {
  static constexpr int exponent_bits = 15 - Fraction, bias = (1 << (exponent_bits - 1)) - 1;
  static constexpr std::uint16_t infinity = ((1 << exponent_bits) - 1) << Fraction,
                                 quiet = 1 << (Fraction - 1);

  /// x rounded; Wide: the integer of its size.
  template <class Wide, class Real>
  KOKKOS_INLINE_FUNCTION static constexpr std::uint16_t rounded(Real x)
  {
    constexpr int fraction = std::numeric_limits<Real>::digits - 1, dropped = fraction - Fraction,
                  wide_bias = std::numeric_limits<Real>::max_exponent - 1;
    constexpr Wide top = Wide{1} << (8 * sizeof(Wide) - 1),
                   rebias = static_cast<Wide>(wide_bias - bias) << fraction,
                   least_normal = rebias + (Wide{1} << fraction),
                   beyond = static_cast<Wide>(wide_bias + bias + 1) << fraction,
                   wide_infinity = static_cast<Wide>(2 * wide_bias + 1) << fraction;
    Wide const bits = __builtin_bit_cast(Wide, x), magnitude = bits & ~top,
               odd = (magnitude >> dropped) & 1;
    Wide const nan = infinity | quiet | ((magnitude >> dropped) & (quiet - 1));
#if defined(__CUDA_ARCH__)
    // one instruction, of the same bits but for NaN: an H200 multiplies 2^27 float16 at 3.9 TB/s,
    // by integers at 2.5
    if constexpr (Fraction == 10 && sizeof(Real) == 4) {
      if (!__builtin_is_constant_evaluated()) {
        std::uint16_t number;
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(number) : "f"(x));
        return magnitude > wide_infinity
                   ? static_cast<std::uint16_t>(nan | ((bits & top) >> (8 * sizeof(Wide) - 16)))
                   : number;
      }
    }
#endif
    Wide result = (magnitude - rebias + ((Wide{1} << (dropped - 1)) - 1) + odd) >> dropped;
    if constexpr (wide_bias != bias) {
      // the last bit of a number of this size is that of subnormal numbers
      constexpr Wide unit = static_cast<Wide>(wide_bias - bias + 1 + dropped) << fraction;
      Real const sum = __builtin_bit_cast(Real, magnitude) + __builtin_bit_cast(Real, unit);
      Wide const subnormal = __builtin_bit_cast(Wide, sum) - unit;
      result = magnitude < least_normal ? subnormal : result;
      result = magnitude >= beyond ? Wide{infinity} : result;
    }
    result = magnitude > wide_infinity ? nan : result;
    return static_cast<std::uint16_t>(result | ((bits & top) >> (8 * sizeof(Wide) - 16)));
  }

  KOKKOS_INLINE_FUNCTION static constexpr float widened(std::uint16_t bits)
  {
    if constexpr (Fraction == 7) {
      return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
    } else {
#if defined(__CUDA_ARCH__)
      if (!__builtin_is_constant_evaluated() && (bits & 0x7fff) <= infinity) {
        float number;
        asm("cvt.f32.f16 %0, %1;" : "=f"(number) : "h"(bits));
        return number;
      }
#endif
      constexpr int shift = 23 - Fraction;
      constexpr std::uint32_t rebias = std::uint32_t{127 - bias} << 23,
                              least_normal = rebias + (std::uint32_t{1} << 23);
      std::uint32_t const magnitude = bits & 0x7fff, moved = magnitude << shift,
                          sign = static_cast<std::uint32_t>(bits & 0x8000) << 16;
      // an infinity and NaNs have the largest exponent in both
      std::uint32_t const number = moved + (magnitude >= infinity ? 2 * rebias : rebias);
      float const subnormal =
          __builtin_bit_cast(float, moved + least_normal) - __builtin_bit_cast(float, least_normal);
      std::uint32_t const result =
          magnitude < (1 << Fraction) ? __builtin_bit_cast(std::uint32_t, subnormal) : number;
      return __builtin_bit_cast(float, result | sign);
    }
  }
};

}  // namespace acre::backends
