#pragma once

#include <acre/array/detail/floating_point.hpp>
#include <acre/backends/common/constant_memory.hpp>
#include <acre/math/detail/called.hpp>

#include <Kokkos_Macros.hpp>

#include <cmath>
#include <cstdint>

/// Bit-level facts about float and double, and the few exact operations that the functions share.
///
/// Everything here is defined for every input on every compiler: conversions between floating point
/// and integer go through bit patterns (C++ leaves an out-of-range conversion undefined, and x86
/// and NVIDIA hardware answer differently), shifts are logical and in range.
namespace acre::math::detail {

/// For rare, long paths: keeps them out of the loops that hold the common one.
#if defined(_MSC_VER)
#define ACRE_MATH_NOINLINE __declspec(noinline) KOKKOS_INLINE_FUNCTION
#else
#define ACRE_MATH_NOINLINE __attribute__((noinline)) KOKKOS_INLINE_FUNCTION
#endif

template <class To, class From>
KOKKOS_INLINE_FUNCTION To bits_as(From value)
{
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, value);
}

template <class T>
struct fp;

template <>
struct fp<float> {
  using bits = std::uint32_t;
  static constexpr int mantissa = 23;               // stored mantissa bits
  static constexpr int bias = 127;                  // of the exponent field
  static constexpr bits sign_mask = 0x80000000u;    //
  static constexpr bits mantissa_mask = 0x7fffffu;  //
  static constexpr bits inf_bits = 0x7f800000u;     //
  static constexpr bits nan_bits = 0x7fc00000u;     // the one NaN that acre's functions return
  static constexpr float round_shift = 0x1.8p23f;   // x + shift - shift rounds to an integer
  static constexpr float two_mantissa = 0x1p23f;
  static constexpr float min_normal = 0x1p-126f;
  static constexpr float max = 0x1.fffffep127f;
  static constexpr int subnormal_lift = 25;  // 2^25 * subnormal is normal
  static constexpr float lift = 0x1p25f;
  static constexpr bits sqrt_half_bits = 0x3f3504f3u;
};

template <>
struct fp<double> {
  using bits = std::uint64_t;
  static constexpr int mantissa = 52;
  static constexpr int bias = 1023;
  static constexpr bits sign_mask = 0x8000000000000000u;
  static constexpr bits mantissa_mask = 0xfffffffffffffu;
  static constexpr bits inf_bits = 0x7ff0000000000000u;
  static constexpr bits nan_bits = 0x7ff8000000000000u;
  static constexpr double round_shift = 0x1.8p52;
  static constexpr double two_mantissa = 0x1p52;
  static constexpr double min_normal = 0x1p-1022;
  static constexpr double max = 0x1.fffffffffffffp1023;
  static constexpr int subnormal_lift = 54;
  static constexpr double lift = 0x1p54;
  static constexpr bits sqrt_half_bits = 0x3fe6a09e667f3bcdu;
};

template <class T>
KOKKOS_INLINE_FUNCTION typename fp<T>::bits to_bits(T x)
{
  return bits_as<typename fp<T>::bits>(x);
}

template <class T>
KOKKOS_INLINE_FUNCTION T from_bits(typename fp<T>::bits b)
{
  return bits_as<T>(b);
}

template <class T>
KOKKOS_INLINE_FUNCTION T infinity()
{
  return from_bits<T>(fp<T>::inf_bits);
}

template <class T>
KOKKOS_INLINE_FUNCTION T quiet_nan()
{
  return from_bits<T>(fp<T>::nan_bits);
}

template <class T>
KOKKOS_INLINE_FUNCTION T magnitude(T x)
{
  return from_bits<T>(to_bits(x) & ~fp<T>::sign_mask);
}

template <class T>
KOKKOS_INLINE_FUNCTION T with_sign_of(T size, T sign)
{
  using f = fp<T>;
  return from_bits<T>((to_bits(size) & ~f::sign_mask) | (to_bits(sign) & f::sign_mask));
}

template <class T>
KOKKOS_INLINE_FUNCTION typename fp<T>::bits magnitude_bits(T x)
{
  return to_bits(x) & ~fp<T>::sign_mask;
}

/// sign is sign_mask or 0: negates x or leaves it.
template <class T>
KOKKOS_INLINE_FUNCTION T flip_sign(T x, typename fp<T>::bits sign)
{
  return from_bits<T>(to_bits(x) ^ sign);
}

/// 2^n for n in the normal range; n is passed with any multiple of 2^bits(T) added.
template <class T>
KOKKOS_INLINE_FUNCTION T power_of_two(typename fp<T>::bits n)
{
  using f = fp<T>;
  return from_bits<T>((n + static_cast<typename f::bits>(f::bias)) << f::mantissa);
}

/// Every NaN becomes the same NaN: hardware disagrees about sign and payload.
template <class T>
KOKKOS_INLINE_FUNCTION T same_nan(T decides, T result)
{
  return decides != decides ? quiet_nan<T>() : result;
}

/// a*b + c with one rounding.
KOKKOS_INLINE_FUNCTION float fused(float a, float b, float c) { return ::fmaf(a, b, c); }
KOKKOS_INLINE_FUNCTION double fused(double a, double b, double c) { return ::fma(a, b, c); }

/// The square root of |x|. (With fabs, which is free on a GPU, a compiler knows that it is of
/// nothing negative and needs no branch for errno, without which a loop vectorises.)
KOKKOS_INLINE_FUNCTION float root(float x) { return ::sqrtf(::fabsf(x)); }
KOKKOS_INLINE_FUNCTION double root(double x) { return ::sqrt(::fabs(x)); }

/// c0 + x*(c1 + x*(c2 + ...)) by Horner's rule, one fma a coefficient.
template <class T>
KOKKOS_INLINE_FUNCTION T horner(T, T c)
{
  return c;
}
template <class T, class... C>
KOKKOS_INLINE_FUNCTION T horner(T x, T c0, C... rest)
{
  return fused(x, horner<T>(x, rest...), c0);
}

/// Likewise with coefficients that a GPU has in its constant memory: functions of floats that
/// compute in double are made of little else.
template <auto const& C, int k = 0>
KOKKOS_INLINE_FUNCTION double horner(double x)
{
  double const c = backends::constant_of<C, k>();
  if constexpr (k + 1 == sizeof(C) / sizeof(double))
    return c;
  else
    return fused(x, horner<C, k + 1>(x), c);
}

}  // namespace acre::math::detail
