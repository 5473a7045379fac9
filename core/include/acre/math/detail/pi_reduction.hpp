#pragma once

#include <acre/math/detail/double_double.hpp>

/// x = quadrant*pi/2 + r + r_low with |r| <= pi/4: straight-line for common angles, exact for all.
namespace acre::math::detail {

struct reduced_angle {
  double r;
  double r_low;
  std::uint64_t quadrant;  ///< its low two bits count
};

inline constexpr double common_angle = 131072.0;
inline constexpr float common_angle_float = 0x1p27f;

/// 2/pi; pi/2 = 53 bits + 32 bits, less 53 bits.
inline constexpr double half_pi_double[] = {0x1.45f306dc9c883p-1, 0x1.921fb54442d18p0,
                                            0x1.1a626332p-54, 0x1.747f23e32ed7p-87};

/// |x| <= common_angle. pi/2 = 53 bits + 32 bits + 53 bits; the first two subtractions are exact
/// or have an exact error, also where x is next to a multiple of pi/2. `Turns` is added to the
/// quadrant, in the constant that rounds: no product is a tie, where alone the result could differ.
template <int Turns = 0>
KOKKOS_INLINE_FUNCTION reduced_angle reduce_common(double x)
{
  constexpr double shift = fp<double>::round_shift + Turns;
  using backends::constant_of;
  double const shifted = fused(x, constant_of<half_pi_double, 0>(), shift);
  double const k = shifted - shift;
  double const a = fused(-k, constant_of<half_pi_double, 1>(), x);
  double const b = fused(-k, constant_of<half_pi_double, 2>(), a);
  double const lost = fused(-k, constant_of<half_pi_double, 2>(), a - b);
  double const low = fused(k, constant_of<half_pi_double, 3>(), lost);
  double const r = b + low;
  return {r, (b - r) + low, to_bits(shifted)};
}

/// 2/pi; pi/2 = 53 bits + 53 bits.
inline constexpr double half_pi_float[] = {0x1.45f306dc9c883p-1, 0x1.921fb54442d18p0,
                                           0x1.1a62633145c07p-54};

/// |x| <= common_angle_float, x a float: r to 2^-53 relative, which is all that a float needs.
KOKKOS_INLINE_FUNCTION reduced_angle reduce_common_float(double x)
{
  using backends::constant_of;
  double const shifted = fused(x, constant_of<half_pi_float, 0>(), fp<double>::round_shift);
  double const k = shifted - fp<double>::round_shift;
  double const a = fused(-k, constant_of<half_pi_float, 1>(), x);
  return {fused(-k, constant_of<half_pi_float, 2>(), a), 0.0, to_bits(shifted)};
}

struct wide_product {
  std::uint64_t high;
  std::uint64_t low;
};

KOKKOS_INLINE_FUNCTION wide_product multiply_wide(std::uint64_t a, std::uint64_t b)
{
  std::uint64_t const a0 = a & 0xffffffffu;
  std::uint64_t const a1 = a >> 32;
  std::uint64_t const b0 = b & 0xffffffffu;
  std::uint64_t const b1 = b >> 32;
  std::uint64_t const low = a0 * b0;
  std::uint64_t const middle = a1 * b0 + (low >> 32);
  std::uint64_t const other = a0 * b1 + (middle & 0xffffffffu);
  return {a1 * b1 + (middle >> 32) + (other >> 32), (other << 32) | (low & 0xffffffffu)};
}

/// 64 zero bits, then the first 1216 bits of 2/pi.
struct two_over_pi_bits {
  std::uint64_t word[20];
};
inline constexpr two_over_pi_bits two_over_pi = {
    {0x0000000000000000u, 0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u,
     0xfe5163abdebbc561u, 0xb7246e3a424dd2e0u, 0x06492eea09d1921cu, 0xfe1deb1cb129a73eu,
     0xe88235f52ebb4484u, 0xe99c7026b45f7e41u, 0x3991d639835339f4u, 0x9c845f8bbdf9283bu,
     0x1ff897ffde05980fu, 0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u, 0x4f463f669e5fea2du,
     0x7527bac7ebe5f17bu, 0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u, 0x56033046fc7b6babu}};

/// Any finite |x| >= 2^17: M. H. Payne and R. N. Hanek, "Radian reduction for trigonometric
/// functions", SIGNUM Newsletter 18 (1983). x = M*2^e; of 2/pi only the 192 bits matter that
/// M*2^e turns into the quadrant and the fraction's first 137 bits or more.
ACRE_MATH_NOINLINE reduced_angle reduce_huge(double x)
{
  std::uint64_t const b = magnitude_bits(x);
  std::uint64_t const m = (b & fp<double>::mantissa_mask) | (std::uint64_t(1) << 52);
  int const e = static_cast<int>(b >> 52) - 1075;
  int const first = e + 62;  // bits before this one are multiples of 4 in the quotient
  int const word = first >> 6;
  int const shift = first & 63;
  auto const& bits = backends::constant_table<two_over_pi>().word;
  std::uint64_t v[3] = {};
  for (int i = 0; i < 3; ++i) {
    v[i] = (bits[word + i] << shift) | ((bits[word + i + 1] >> 1) >> (63 - shift));
  }
  wide_product const low = multiply_wide(m, v[2]);
  wide_product const middle = multiply_wide(m, v[1]);
  std::uint64_t p1 = low.high + middle.low;
  std::uint64_t const carry = p1 < low.high ? 1 : 0;
  std::uint64_t p2 = m * v[0] + middle.high + carry;
  std::uint64_t p0 = low.low;
  // Two bits of quadrant, then the fraction; from one half on, it counts from the next quadrant.
  std::uint64_t quadrant = (p2 >> 62) + ((p2 >> 61) & 1);
  p2 = (p2 << 2) | (p1 >> 62);
  p1 = (p1 << 2) | (p0 >> 62);
  p0 = p0 << 2;
  bool const negative = (p2 >> 63) != 0;
  if (negative) {
    p0 = ~p0 + 1;
    p1 = ~p1 + (p0 == 0 ? 1 : 0);
    p2 = ~p2 + (p0 == 0 && p1 == 0 ? 1 : 0);
  }
  // Normalise: no double comes nearer than about 2^-62 to a multiple of pi/2.
  std::uint64_t zeros = 0;
  for (int step = 32; step > 0; step >>= 1) {
    if ((p2 >> (64 - step)) == 0) {
      p2 = (p2 << step) | (p1 >> (64 - step));
      p1 = (p1 << step) | (p0 >> (64 - step));
      p0 = p0 << step;
      zeros += static_cast<std::uint64_t>(step);
    }
  }
  double const high = static_cast<double>(static_cast<std::int64_t>(p2 >> 11)) * 0x1p-53;
  double const rest =
      static_cast<double>(static_cast<std::int64_t>(((p2 & 0x7ff) << 42) | (p1 >> 22))) * 0x1p-106;
  dd const angle = dd_multiply(dd{0x1.921fb54442d18p0, 0x1.1a62633145c07p-54}, dd{high, rest});
  double const scale = power_of_two<double>(0 - zeros);
  bool const below = negative != ((to_bits(x) >> 63) != 0);
  std::uint64_t const sign = below ? fp<double>::sign_mask : 0;
  if ((to_bits(x) >> 63) != 0) quadrant = 0 - quadrant;
  return {flip_sign(angle.hi * scale, sign), flip_sign(angle.lo * scale, sign), quadrant};
}

/// Any x; for an infinity or a NaN something, which finite_or_nan replaces.
KOKKOS_INLINE_FUNCTION reduced_angle reduce(double x)
{
  double const size = magnitude(x);
  bool const huge = size > common_angle && size < infinity<double>();
  return huge ? reduce_huge(x) : reduce_common(x);
}
KOKKOS_INLINE_FUNCTION reduced_angle reduce(float x)
{
  float const size = magnitude(x);
  bool const huge = size > common_angle_float && size < infinity<float>();
  auto const wide = static_cast<double>(x);
  return huge ? reduce_huge(wide) : reduce_common_float(wide);
}

template <class T>
KOKKOS_INLINE_FUNCTION T finite_or_nan(T decides, T value)
{
  return magnitude(decides) < infinity<T>() ? value : quiet_nan<T>();
}

}  // namespace acre::math::detail
