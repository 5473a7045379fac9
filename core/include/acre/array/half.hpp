#pragma once

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

/// Floating point in 2 bytes: numbers to store and to move. float16 is IEEE's binary16, with 11
/// significant bits and numbers to 65504; bfloat16 has float32's exponents and 8 significant bits.
///
/// Each converts to float32 where it is used, exactly, and is made of other numbers explicitly,
/// float16(0.1): rounded to nearest, ties to even, directly from float64 as well. An operation on
/// two of one type is float32's, rounded once; a float16 beside a bfloat16 or a float gives float.
/// What is beyond the largest number becomes an infinity, what is below the least a zero; numbers
/// between keep the bits that subnormal numbers have. A NaN keeps its sign and upper bits and
/// becomes a quiet one. Same bits in every space, and in constant expressions.
namespace acre {

namespace detail {

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

/// float16 and bfloat16 (<acre/array/dtype.hpp> has their names), by the bits of their fraction.
template <int Fraction>
class half {
  using format = half_format<Fraction>;

 public:
  half() = default;
  KOKKOS_INLINE_FUNCTION constexpr explicit half(float x) : bits_(rounded(x)) {}
  KOKKOS_INLINE_FUNCTION constexpr explicit half(double x)
      : bits_(format::template rounded<std::uint64_t>(x))
  {}
  /// An integer by way of float32, as NumPy.
  template <std::integral I>
  KOKKOS_INLINE_FUNCTION constexpr explicit half(I x) : half(static_cast<float>(x))
  {}
  template <int Other>
  KOKKOS_INLINE_FUNCTION constexpr explicit half(half<Other> x) : half(static_cast<float>(x))
  {}

  KOKKOS_INLINE_FUNCTION static constexpr half from_bits(std::uint16_t bits)
  {
    half x;
    x.bits_ = bits;
    return x;
  }
  KOKKOS_INLINE_FUNCTION constexpr std::uint16_t bits() const { return bits_; }

  KOKKOS_INLINE_FUNCTION constexpr operator float() const { return format::widened(bits_); }

  KOKKOS_INLINE_FUNCTION friend constexpr half operator+(half a, half b)
  {
    return half(static_cast<float>(a) + static_cast<float>(b));
  }
  KOKKOS_INLINE_FUNCTION friend constexpr half operator-(half a, half b)
  {
    return half(static_cast<float>(a) - static_cast<float>(b));
  }
  KOKKOS_INLINE_FUNCTION friend constexpr half operator*(half a, half b)
  {
    return half(static_cast<float>(a) * static_cast<float>(b));
  }
  KOKKOS_INLINE_FUNCTION friend constexpr half operator/(half a, half b)
  {
    return half(static_cast<float>(a) / static_cast<float>(b));
  }
  KOKKOS_INLINE_FUNCTION constexpr half operator-() const { return from_bits(bits_ ^ 0x8000); }
  KOKKOS_INLINE_FUNCTION constexpr half operator+() const { return *this; }
  KOKKOS_INLINE_FUNCTION constexpr half& operator+=(half b) { return *this = *this + b; }
  KOKKOS_INLINE_FUNCTION constexpr half& operator-=(half b) { return *this = *this - b; }
  KOKKOS_INLINE_FUNCTION constexpr half& operator*=(half b) { return *this = *this * b; }
  KOKKOS_INLINE_FUNCTION constexpr half& operator/=(half b) { return *this = *this / b; }

 private:
  KOKKOS_INLINE_FUNCTION static constexpr std::uint16_t rounded(float x)
  {
    return format::template rounded<std::uint32_t>(x);
  }

  std::uint16_t bits_;
};

}  // namespace detail

namespace detail {

/// The number beside a on the way to b, as nextafter().
template <int Fraction>
KOKKOS_INLINE_FUNCTION constexpr half<Fraction> next_half(half<Fraction> a, half<Fraction> b)
{
  float const from = a, to = b;
  if (!(from == from)) return a;
  if (!(to == to) || from == to) return b;
  if (from == 0) return half<Fraction>::from_bits((b.bits() & 0x8000) | 1);
  bool const outwards = (from < to) == (from > 0);
  return half<Fraction>::from_bits(
      static_cast<std::uint16_t>(outwards ? a.bits() + 1 : a.bits() - 1));
}

template <class T>
inline constexpr bool is_half = false;
template <int Fraction>
inline constexpr bool is_half<half<Fraction>> = true;

/// In what numbers of T are computed: float32 in the place of float16 and bfloat16.
template <class T>
using computed_t = std::conditional_t<is_half<T>, float, T>;

}  // namespace detail

inline namespace literals {

/// 0.5_f16, 3e38_bf16: the number that float64 has for the digits, rounded.
constexpr auto operator""_f16(long double x) { return detail::half<10>(static_cast<double>(x)); }
constexpr auto operator""_f16(unsigned long long x) { return detail::half<10>(x); }
constexpr auto operator""_bf16(long double x) { return detail::half<7>(static_cast<double>(x)); }
constexpr auto operator""_bf16(unsigned long long x) { return detail::half<7>(x); }

}  // namespace literals
}  // namespace acre

template <int Fraction>
class std::numeric_limits<acre::detail::half<Fraction>> {
  using half = acre::detail::half<Fraction>;
  using format = acre::detail::half_format<Fraction>;

 public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false,
                        is_exact = false, has_infinity = true, has_quiet_NaN = true,
                        has_signaling_NaN = true, is_iec559 = Fraction == 10, is_bounded = true,
                        is_modulo = false, traps = false, tinyness_before = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2, digits = Fraction + 1, digits10 = Fraction * 30103 / 100000,
                       max_digits10 = 2 + (Fraction + 1) * 30103 / 100000,
                       max_exponent = format::bias + 1, min_exponent = 2 - format::bias,
                       max_exponent10 = max_exponent * 30103 / 100000,
                       min_exponent10 = min_exponent * 30103 / 100000;

  static constexpr half min() { return half::from_bits(1 << Fraction); }
  static constexpr half max() { return half::from_bits(format::infinity - 1); }
  static constexpr half lowest() { return -max(); }
  static constexpr half epsilon() { return half(1.0 / (1 << Fraction)); }
  static constexpr half round_error() { return half(0.5); }
  static constexpr half infinity() { return half::from_bits(format::infinity); }
  static constexpr half quiet_NaN() { return half::from_bits(format::infinity | format::quiet); }
  static constexpr half signaling_NaN() { return half::from_bits(format::infinity | 1); }
  static constexpr half denorm_min() { return half::from_bits(1); }
};
