#pragma once

#include <acre/backends/common/half_format.hpp>

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
/// Numbers beyond the largest one become infinities, those below the least zeros; numbers
/// between keep the bits that subnormal numbers have. A NaN keeps its sign and upper bits and
/// becomes a quiet one. Same bits in every space, and in constant expressions.
namespace acre {

namespace detail {

/// float16 and bfloat16 (<acre/array/dtype.hpp> has their names), by the bits of their fraction.
template <int Fraction>
class half {
  using format = backends::half_format<Fraction>;

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

namespace std {

template <int Fraction>
class numeric_limits<acre::detail::half<Fraction>> {
  using half = acre::detail::half<Fraction>;
  using format = acre::backends::half_format<Fraction>;

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

}  // namespace std
