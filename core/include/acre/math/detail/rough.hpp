#pragma once

#include <acre/backends/common/reciprocal.hpp>
#include <acre/math/exp.hpp>
#include <acre/math/log.hpp>

/// Parts of functions of floats that compute in double: exp, log and a quotient without the
/// rounding errors of double, which don't matter to a float.
namespace acre::math::detail {

/// n/d to 2^-45, |d| from 2^-125 to 2^125: of a division of floats and a step of Newton's.
KOKKOS_INLINE_FUNCTION double rough_quotient(double n, double d)
{
  auto const inverse = static_cast<double>(backends::reciprocal(static_cast<float>(d)));
  return n * fused(inverse, fused(-d, inverse, 1.0), inverse);
}

/// e^r - 1 - r over r^2 to 2^-29.5, in double for float results.
inline constexpr double exp_tail_float[] = {0x1.0000000b920a8p-1,  0x1.5555557430c52p-3,
                                            0x1.5554e9028da1fp-5,  0x1.1110ab6cde134p-7,
                                            0x1.6d4328393089bp-10, 0x1.a17e0bafbbc71p-13};
inline constexpr double ln2_float[] = {ln2<double>::inverse, ln2<double>::nearest};

/// e^x = scale * (1 + rest), relative error about 2^-32, |x| < 700.
struct rough_exp_parts {
  double scale;
  double rest;
};

KOKKOS_INLINE_FUNCTION rough_exp_parts rough_exp(double x)
{
  double const shifted = fused(x, backends::constant_of<ln2_float, 0>(), fp<double>::round_shift);
  double const k = shifted - fp<double>::round_shift;
  double const r = fused(-k, backends::constant_of<ln2_float, 1>(), x);
  std::uint64_t const n = to_bits(shifted) - to_bits(fp<double>::round_shift);
  return {power_of_two<double>(n), fused(r * r, horner<exp_tail_float>(r), r)};
}

/// e^x - 1 by the same.
KOKKOS_INLINE_FUNCTION double rough_expm1(double x)
{
  rough_exp_parts const e = rough_exp(x);
  return fused(e.scale, e.rest, e.scale - 1.0);
}

/// (2 atanh(s) - 2s) / s^3 in s^2 <= 0.0295, to 2^-36.
inline constexpr double rough_log_tail[] = {0x1.555555556514ap-1, 0x1.999998c93029ap-2,
                                            0x1.2493255328889p-2, 0x1.c67a24806c68ep-3,
                                            0x1.8c99d4b7f356bp-3};

/// k ln2 + log(1 + f), 1 + f in [sqrt(1/2), sqrt(2)), to 2^-42.
KOKKOS_INLINE_FUNCTION double rough_log_join(double k, double f)
{
  double const s = rough_quotient(f, f + 2.0);
  double const w = s * s;
  return fused(k, ln2<double>::nearest, fused(s * w, horner<rough_log_tail>(w), 2.0 * s));
}

/// log(x), x positive and normal.
KOKKOS_INLINE_FUNCTION double rough_log(double x)
{
  log_parts<double> const p = log_split(x);
  return rough_log_join(p.k, p.f);
}

/// log(1 + x), 0 <= x < 2^1000.
KOKKOS_INLINE_FUNCTION double rough_log1p(double x)
{
  log_parts<double> const p = log_split(1.0 + x);
  return rough_log_join(p.k, fused(x, p.shrink, p.shrink - 1.0));
}

}  // namespace acre::math::detail
