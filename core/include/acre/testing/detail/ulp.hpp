#pragma once
#include <bit>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

/// How far apart two results are: host only, no dependency. The cross-check and acre-diff stand on
/// it.
namespace acre::detail {

/// The distance of a number and a NaN: larger than any other.
inline constexpr std::uint64_t ulp_incomparable = std::numeric_limits<std::uint64_t>::max();

/// An IEEE 754 half as its bits; arithmetic on it isn't needed to compare.
struct half_bits {
  std::uint16_t bits = 0;
};

namespace ulp {

template <typename T>
using bits_of =
    std::conditional_t<sizeof(T) == 8, std::uint64_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>>;

template <typename Bits>
inline constexpr Bits sign_bit = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));

// the bits of infinity: exponent all ones, fraction zero
template <typename Bits>
inline constexpr Bits infinity = sizeof(Bits) == 8   ? static_cast<Bits>(0x7ff0000000000000)
                                 : sizeof(Bits) == 4 ? static_cast<Bits>(0x7f800000)
                                                     : static_cast<Bits>(0x7c00);

template <typename Bits>
constexpr bool is_nan(Bits x)
{
  return static_cast<Bits>(x & ~sign_bit<Bits>) > infinity<Bits>;
}

// Floating-point numbers of one sign are ordered as their bits are: neighbours get neighbouring
// integers, and both zeros get 0.
template <typename Bits>
constexpr std::int64_t ordered(Bits x)
{
  auto const magnitude = static_cast<std::int64_t>(static_cast<Bits>(x & ~sign_bit<Bits>));
  return (x & sign_bit<Bits>) != 0 ? -magnitude : magnitude;
}

template <typename Bits>
constexpr std::uint64_t distance(Bits a, Bits b)
{
  if (is_nan(a) || is_nan(b)) return is_nan(a) && is_nan(b) ? 0 : ulp_incomparable;
  std::int64_t const x = ordered(a), y = ordered(b);
  // unsigned: the difference of two doubles' places may need 64 bits
  return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
               : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

template <typename T>
inline constexpr bool is_complex = false;
template <typename T>
inline constexpr bool is_complex<std::complex<T>> = true;

template <typename T>
inline constexpr bool is_float =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, half_bits>;

}  // namespace ulp

/// The steps between neighbouring floating-point numbers from a to b. 0 for -0.0 and 0.0 and for
/// two NaNs, ulp_incomparable for a NaN and a number; infinity is one step beyond the largest
/// number.
constexpr std::uint64_t ulp_distance(double a, double b)
{
  return ulp::distance(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b));
}
constexpr std::uint64_t ulp_distance(float a, float b)
{
  return ulp::distance(std::bit_cast<std::uint32_t>(a), std::bit_cast<std::uint32_t>(b));
}
constexpr std::uint64_t ulp_distance(half_bits a, half_bits b)
{
  return ulp::distance(a.bits, b.bits);
}
/// The larger of the parts' distances.
template <typename T>
constexpr std::uint64_t ulp_distance(std::complex<T> a, std::complex<T> b)
{
  std::uint64_t const re = ulp_distance(a.real(), b.real());
  std::uint64_t const im = ulp_distance(a.imag(), b.imag());
  return re > im ? re : im;
}
/// For integers and bool: their difference.
template <std::integral T>
constexpr std::uint64_t ulp_distance(T a, T b)
{
  return a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
               : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
}

/// Result of compare_elements. An element differs when its bits do, or, with a tolerance, when its
/// distance is above that. A NaN equals a NaN whatever its sign and payload: IEEE 754 leaves those
/// open, and processors differ (0.0 / 0.0 is a negative NaN on x86, a positive one on a GPU). Such
/// pairs are counted, in nan_bits.
struct comparison {
  std::int64_t size = 0;
  std::int64_t different = 0;
  std::int64_t first = -1;         ///< flat index of the first that differs, -1 if none does
  std::uint64_t max_distance = 0;  ///< largest ulp_distance of all but a NaN and a number
  std::int64_t max_at = -1;        ///< flat index of the first that is so far off, -1 if all are 0
  std::int64_t nan_on_one_side = 0;
  std::int64_t zero_sign = 0;  ///< one is -0.0 and the other 0.0
  std::int64_t nan_bits = 0;   ///< both are NaN, of different bits
  bool same() const { return different == 0; }
};

namespace ulp {

// Kind of difference between two floating-point numbers of different bits.
template <typename Bits>
void classify(Bits a, Bits b, comparison& out)
{
  if (is_nan(a) != is_nan(b))
    ++out.nan_on_one_side;
  else if (is_nan(a))
    out.nan_bits += a != b;
  else if (a != b && ordered(a) == 0 && ordered(b) == 0)
    ++out.zero_sign;
}

template <typename T>
void classify_number(T const& a, T const& b, comparison& out)
{
  if constexpr (is_complex<T>) {
    // an element counts once, as the worst that its parts show
    comparison parts;
    classify_number(a.real(), b.real(), parts);
    classify_number(a.imag(), b.imag(), parts);
    if (parts.nan_on_one_side > 0)
      ++out.nan_on_one_side;
    else if (parts.zero_sign > 0)
      ++out.zero_sign;
    else if (parts.nan_bits > 0)
      ++out.nan_bits;
  } else if constexpr (is_float<T>) {
    using bits = bits_of<T>;
    classify(std::bit_cast<bits>(a), std::bit_cast<bits>(b), out);
  }
}

template <typename T>
bool same_number(T const& a, T const& b)
{
  if constexpr (is_complex<T>) {
    return same_number(a.real(), b.real()) && same_number(a.imag(), b.imag());
  } else if constexpr (is_float<T>) {
    auto const x = std::bit_cast<bits_of<T>>(a), y = std::bit_cast<bits_of<T>>(b);
    return x == y || (is_nan(x) && is_nan(y));
  } else {
    return a == b;
  }
}

}  // namespace ulp

/// Compares n elements of two row-major arrays: float, double, half_bits, std::complex, integers,
/// bool. Without a tolerance an element is the same if its bits are, or both are NaN.
template <typename T>
comparison compare_elements(T const* a, T const* b, std::int64_t n,
                            std::optional<std::uint64_t> tolerance = std::nullopt)
{
  bool const tolerant = tolerance.has_value();
  std::uint64_t const limit = tolerance.value_or(0);
  comparison out;
  out.size = n;
  for (std::int64_t i = 0; i < n; ++i) {
    if (std::memcmp(a + i, b + i, sizeof(T)) == 0) continue;
    std::uint64_t const distance = ulp_distance(a[i], b[i]);
    bool const comparable = std::is_integral_v<T> || distance != ulp_incomparable;
    ulp::classify_number(a[i], b[i], out);
    if (comparable && distance > out.max_distance) {
      out.max_distance = distance;
      out.max_at = i;
    }
    if (tolerant ? comparable && distance <= limit : ulp::same_number(a[i], b[i])) continue;
    if (out.different++ == 0) out.first = i;
  }
  return out;
}

/// The index along each axis of the element at `flat` of a row-major array; empty for a 0-d one.
inline std::vector<std::int64_t> unravel(std::int64_t flat, std::vector<std::int64_t> const& shape)
{
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = flat % shape[axis];
    flat /= shape[axis];
  }
  return index;
}

}  // namespace acre::detail
