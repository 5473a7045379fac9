#pragma once

#include <acre/array/dtype.hpp>

#include <Kokkos_Macros.hpp>

#include <cstdint>
#include <type_traits>

/// Integer arithmetic with NumPy's meaning: wraps around, division by zero gives zero, nothing
/// is undefined.
namespace acre::detail {

/// Unsigned and at least 32 bits wide, so that neither overflow nor promotion to int can bite.
template <class T>
using wrapping = std::conditional_t<(sizeof(T) <= 4), std::uint32_t, std::uint64_t>;

template <class T>
KOKKOS_INLINE_FUNCTION T wrap_add(T a, T b)
{
  return static_cast<T>(static_cast<wrapping<T>>(a) + static_cast<wrapping<T>>(b));
}
template <class T>
KOKKOS_INLINE_FUNCTION T wrap_subtract(T a, T b)
{
  return static_cast<T>(static_cast<wrapping<T>>(a) - static_cast<wrapping<T>>(b));
}
template <class T>
KOKKOS_INLINE_FUNCTION T wrap_multiply(T a, T b)
{
  return static_cast<T>(static_cast<wrapping<T>>(a) * static_cast<wrapping<T>>(b));
}

/// Quotient rounded down; x // 0 is 0 and min // -1 is min.
template <class T>
KOKKOS_INLINE_FUNCTION T floor_quotient(T a, T b)
{
  if (b == 0) return 0;
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return wrap_subtract(T{0}, a);
    T const q = static_cast<T>(a / b);
    return static_cast<T>(q - ((a % b != 0) && ((a < 0) != (b < 0))));
  } else {
    return static_cast<T>(a / b);
  }
}

/// Remainder with the sign of the divisor; x % 0 is 0.
template <class T>
KOKKOS_INLINE_FUNCTION T floor_remainder(T a, T b)
{
  if (b == 0) return 0;
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
    T const r = static_cast<T>(a % b);
    return (r != 0 && ((r < 0) != (b < 0))) ? static_cast<T>(r + b) : r;
  } else {
    return static_cast<T>(a % b);
  }
}

/// Remainder with the sign of the dividend; fmod(x, 0) is 0.
template <class T>
KOKKOS_INLINE_FUNCTION T truncated_remainder(T a, T b)
{
  if (b == 0) return 0;
  if constexpr (std::is_signed_v<T>)
    if (b == -1) return 0;
  return static_cast<T>(a % b);
}

/// The greatest number that divides both, 0 for none but zeros, and the least that both divide; of
/// the magnitudes, and wrapped where T does not hold them.
template <class T>
KOKKOS_INLINE_FUNCTION std::make_unsigned_t<T> integer_magnitude(T a)
{
  using U = std::make_unsigned_t<T>;
  if constexpr (std::is_signed_v<T>)
    return static_cast<U>(a < 0 ? wrap_subtract(T{0}, a) : a);
  else
    return a;
}
template <class T>
KOKKOS_INLINE_FUNCTION T greatest_common_divisor(T a, T b)
{
  auto x = integer_magnitude(a), y = integer_magnitude(b);
  while (y != 0) {
    auto const rest = static_cast<decltype(x)>(x % y);
    x = y;
    y = rest;
  }
  return static_cast<T>(x);
}
template <class T>
KOKKOS_INLINE_FUNCTION T least_common_multiple(T a, T b)
{
  auto const divisor = integer_magnitude(greatest_common_divisor(a, b));
  if (divisor == 0) return 0;
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(
      wrap_multiply(static_cast<U>(integer_magnitude(a) / divisor), integer_magnitude(b)));
}

/// Whether a shift by b is by the width or more, as every negative count is taken for.
template <class T>
KOKKOS_INLINE_FUNCTION bool shifts_all(T b)
{
  return static_cast<std::uint64_t>(b) >= 8 * sizeof(T);
}

/// Shifts by the width or more (or by a negative count) give 0, or -1 for a negative number
/// shifted right.
template <class T>
KOKKOS_INLINE_FUNCTION T shift_left(T a, T b)
{
  if (shifts_all(b)) return 0;
  return static_cast<T>(static_cast<wrapping<T>>(a) << static_cast<int>(b));
}
template <class T>
KOKKOS_INLINE_FUNCTION T shift_right(T a, T b)
{
  if (!shifts_all(b)) return static_cast<T>(a >> static_cast<int>(b));
  if constexpr (std::is_signed_v<T>) return a < 0 ? T{-1} : T{0};
  return 0;
}

/// a to the power b by squaring, wrapping; a negative exponent gives 0 but for a = 1 and -1.
template <class T>
KOKKOS_INLINE_FUNCTION T integer_power(T a, T b)
{
  if constexpr (std::is_signed_v<T>)
    if (b < 0) return a == 1 ? T{1} : a == -1 ? ((b & 1) ? T(-1) : T{1}) : T{0};
  T result = 1;
  for (std::make_unsigned_t<T> e = static_cast<std::make_unsigned_t<T>>(b); e != 0;
       e = static_cast<decltype(e)>(e >> 1)) {
    if (e & 1) result = wrap_multiply(result, a);
    a = wrap_multiply(a, a);
  }
  return result;
}

/// Refuses in a sentence assignments and casts that lose an imaginary part; bool says whether a
/// number is 0.
template <class To, class From>
constexpr bool keeps_imaginary()
{
  constexpr bool kept =
      !is_complex<From>::value || is_complex<To>::value || std::is_same_v<To, bool>;
  static_assert(kept,
                "acre: a complex number becomes a real one by real(z) or abs(z), which say what "
                "becomes of the imaginary part");
  return kept;
}

/// Conversion between dtypes, defined for every value: floating point to integer truncates and
/// saturates, NaN gives 0 (C++ leaves these open, and CPUs and GPUs differ); of a complex number
/// the real part counts, for bool both.
template <class To, class From>
KOKKOS_INLINE_FUNCTION To converted(From x)
{
  if constexpr (std::is_same_v<From, To>) {
    return x;
  } else if constexpr (is_half<From>) {
    return converted<To>(static_cast<float>(x));
  } else if constexpr (std::is_floating_point_v<From> && is_integer<To>) {
    // 2^(bits) of the target is exact in either floating type
    constexpr int bits = 8 * sizeof(To) - (std::is_signed_v<To> ? 1 : 0);
    constexpr From limit = static_cast<From>(2) * static_cast<From>(std::uint64_t{1} << (bits - 1));
    constexpr To highest = static_cast<To>(~std::uint64_t{0} >> (64 - bits));
    constexpr To lowest = std::is_signed_v<To> ? static_cast<To>(-highest - 1) : To{0};
    if (!(x == x)) return 0;
    if (x >= limit) return highest;
    if (x <= (std::is_signed_v<To> ? -limit : From{-1})) return lowest;
    return static_cast<To>(x);
  } else if constexpr (std::is_same_v<To, bool> && is_complex<From>::value) {
    return x.real() != 0 || x.imag() != 0;
  } else if constexpr (is_complex<From>::value && !is_complex<To>::value) {
    return converted<To>(x.real());
  } else if constexpr (is_complex<To>::value && !is_complex<From>::value) {
    using real = typename To::value_type;
    return To(static_cast<real>(x), real(0));
  } else if constexpr (is_complex<To>::value) {
    using real = typename To::value_type;
    return To(static_cast<real>(x.real()), static_cast<real>(x.imag()));
  } else {
    return static_cast<To>(x);
  }
}

}  // namespace acre::detail
