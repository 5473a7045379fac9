#pragma once

#include <acre/math.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <math.h>  // lgamma_r, which unlike std::lgamma writes no global
#include <mpfr.h>

/// acre::math's functions beside the C library's and MPFR's, and where to draw their arguments.
namespace reference {

namespace am = acre::math;

using random_bits = std::mt19937_64;

/// A function of one or two arguments; those of one ignore the second.
struct function {
  char const* name;
  int arguments;
  void (*as_double)(double const* x, double const* y, double* out, int n);
  void (*as_float)(float const* x, float const* y, float* out, int n);
  double (*libm)(double, double);
  long double (*wide)(long double, long double);
  void (*exact)(mpfr_t, mpfr_srcptr, mpfr_srcptr);
  double low_x, high_x, low_y, high_y;  // where results are ordinary: drawn uniformly
  std::vector<double> specials;         // drawn around, at distances from an ulp to 1
  /// Another y for half of the pairs, where independent ones rarely matter.
  double (*companion)(random_bits&, double x) = nullptr;
  /// If the function cancels: errors are counted in ulp of the larger of |result| and |unit(x, y)|.
  double (*unit)(double x, double y) = nullptr;
};

/// Half the time any bit pattern or any exponent near 1's, a quarter uniform in [low, high], a
/// quarter near a special point. Never infinite, never NaN.
inline double draw(random_bits& random, double low, double high,
                   std::vector<double> const& specials)
{
  auto const power = [&](int exponent) {  // from [2^exponent, 2^(exponent + 1)), of either sign
    double const size = std::ldexp(static_cast<double>(random() >> 12 | 1ull << 52), exponent - 52);
    return (random() & 1) ? size : -size;
  };
  std::uint64_t const kind = random() & 3;
  double x;
  if (kind == 0 && !specials.empty()) {
    double const at = specials[random() % specials.size()];
    x = at + power(-static_cast<int>(random() % 56)) * (at == 0 ? 1 : std::fabs(at));
  } else if (kind == 1) {
    x = low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  } else if (kind == 2) {
    x = power(static_cast<int>(random() % 40) - 28);
  } else {
    std::uint64_t const bits = random();
    x = __builtin_bit_cast(double, bits);
  }
  return std::isfinite(x) ? x : draw(random, low, high, specials);
}

/// log(e^x + e^y). The rounding of x - y counts: exp makes it a relative error.
template <class T>
T log_of_sum(T x, T y)
{
  if (x == y) return x + std::log(T(2));
  T const high = std::max(x, y), low = std::min(x, y), difference = low - high;
  T small = std::exp(difference);
  if (std::isfinite(difference)) {
    T const part = difference - low;
    small += small * ((low - (difference - part)) - (high + part));
  }
  return high + std::log1p(small);
}

inline void exact_log_of_sum(mpfr_t r, mpfr_srcptr x, mpfr_srcptr y)
{
  mpfr_sub(r, x, y, MPFR_RNDN);
  mpfr_abs(r, r, MPFR_RNDN);
  mpfr_neg(r, r, MPFR_RNDN);
  mpfr_exp(r, r, MPFR_RNDN);
  mpfr_log1p(r, r, MPFR_RNDN);
  mpfr_add(r, r, mpfr_greater_p(x, y) ? x : y, MPFR_RNDN);
}

inline double log_gamma(double x)
{
  int sign;
  return ::lgamma_r(x, &sign);
}
inline long double log_gamma(long double x)
{
  int sign;
  return ::lgammal_r(x, &sign);
}

/// Doubles next to where lgamma crosses 0, two between each two poles below -2.
inline std::vector<double> lgamma_zeros()
{
  std::vector<double> zeros;
  for (int n = 2; n < 18; ++n)
    for (bool const rises : {true, false}) {
      double low = -n - 1, high = -n, middle = low;
      if (rises)
        low = -n - 0.6;
      else
        high = -n - 0.6;
      for (int step = 0; step < 60; ++step) {
        middle = low + (high - low) / 2;
        ((log_gamma(middle) < 0) == rises ? low : high) = middle;
      }
      zeros.push_back(middle);
    }
  return zeros;
}

inline void exact_lgamma(mpfr_t r, mpfr_srcptr x, mpfr_srcptr)
{
  int sign;
  mpfr_lgamma(r, &sign, x, MPFR_RNDN);
}

#define ACRE_OURS(T, call)                                     \
  [](T const* x, [[maybe_unused]] T const* y, T* out, int n) { \
    for (int i = 0; i < n; ++i) out[i] = am::call;             \
  }
#define ACRE_ONE(name, mpfr)                                             \
  #name, 1, ACRE_OURS(double, name(x[i])), ACRE_OURS(float, name(x[i])), \
      [](double x, double) { return std::name(x); },                     \
      [](long double x, long double) { return std::name(x); },           \
      [](mpfr_t r, mpfr_srcptr x, mpfr_srcptr) { mpfr(r, x, MPFR_RNDN); }
#define ACRE_TWO(name, mpfr)                                                         \
  #name, 2, ACRE_OURS(double, name(x[i], y[i])), ACRE_OURS(float, name(x[i], y[i])), \
      [](double x, double y) { return std::name(x, y); },                            \
      [](long double x, long double y) { return std::name(x, y); },                  \
      [](mpfr_t r, mpfr_srcptr x, mpfr_srcptr y) { mpfr(r, x, y, MPFR_RNDN); }
inline std::vector<function> functions()
{
  double const pi = 3.14159265358979323846;
  std::vector<double> turns;
  for (int i = -40; i <= 40; ++i) turns.push_back(i * pi / 4);
  for (double big : {1e3, 1e4, 1e5, 83443.0, 83444.0, 1e6, 1e10})
    turns.push_back(std::rint(big) * pi / 2);
  std::vector<double> poles;
  for (int i = -30; i <= 30; ++i) poles.push_back(i * 0.5);
  std::vector<double> near_lgamma = lgamma_zeros();
  for (double x : {1.0, 2.0, 0.75, 1.5, 2.75, 14.0, -18.0}) near_lgamma.push_back(x);
  return {
      {ACRE_ONE(sqrt, mpfr_sqrt), 0, 10, 0, 0, {1}},
      {ACRE_ONE(cbrt, mpfr_cbrt), -10, 10, 0, 0, {1, 2, 4, 8}},
      {ACRE_ONE(exp, mpfr_exp), -746, 710, 0, 0, {0, 0.34657359, -0.34657359, 1, 709.78, -708.4}},
      {ACRE_ONE(exp2, mpfr_exp2), -1076, 1024, 0, 0, {0, 0.5, -0.5, 1, 1023.9, -1022}},
      {ACRE_ONE(expm1, mpfr_expm1), -40, 710, 0, 0, {0, 0.34657359, -0.34657359, 1.0397, -1}},
      {ACRE_ONE(log, mpfr_log), 0, 10, 0, 0, {1, 0.70710678, 1.41421356, 2}},
      {ACRE_ONE(log2, mpfr_log2), 0, 10, 0, 0, {1, 0.70710678, 1.41421356, 2}},
      {ACRE_ONE(log10, mpfr_log10), 0, 10, 0, 0, {1, 0.70710678, 1.41421356, 10}},
      {ACRE_ONE(log1p, mpfr_log1p), -1, 10, 0, 0, {0, -0.29289, 0.41421356, -1, 1}},
      {ACRE_ONE(sin, mpfr_sin), -100, 100, 0, 0, turns},
      {ACRE_ONE(cos, mpfr_cos), -100, 100, 0, 0, turns},
      {ACRE_ONE(tan, mpfr_tan), -100, 100, 0, 0, turns},
      {ACRE_ONE(asin, mpfr_asin), -1, 1, 0, 0, {0, 0.5, 1, -0.5, -1}},
      {ACRE_ONE(acos, mpfr_acos), -1, 1, 0, 0, {0, 0.5, 1, -0.5, -1}},
      {ACRE_ONE(atan, mpfr_atan), -10, 10, 0, 0, {0, 0.41421356, 1, 2.41421356}},
      {ACRE_ONE(sinh, mpfr_sinh), -30, 30, 0, 0, {0, 0.34657, 1, 21, 710, 709}},
      {ACRE_ONE(cosh, mpfr_cosh), -30, 30, 0, 0, {0, 0.34657, 1, 21, 710, 709}},
      {ACRE_ONE(tanh, mpfr_tanh), -25, 25, 0, 0, {0, 0.17328, 0.5, 1, 19}},
      {ACRE_ONE(asinh, mpfr_asinh), -10, 10, 0, 0, {0, 0.41421356, 1, 268435456}},
      {ACRE_ONE(acosh, mpfr_acosh), 1, 10, 0, 0, {1, 2, 268435456}},
      {ACRE_ONE(atanh, mpfr_atanh), -1, 1, 0, 0, {0, 0.17157, 0.5, 1, -1}},
      {ACRE_ONE(erf, mpfr_erf), -6, 6, 0, 0, {0, 0.5, 1, 2, 4}},
      {ACRE_ONE(erfc, mpfr_erfc), -6, 28, 0, 0, {0, 0.5, 1, 2, 4, 26.5}},
      {"lgamma", 1, ACRE_OURS(double, lgamma(x[i])), ACRE_OURS(float, lgamma(x[i])),
       [](double x, double) { return log_gamma(x); },
       [](long double x, long double) { return log_gamma(x); }, exact_lgamma, -30, 30, 0, 0,
       near_lgamma},
      {ACRE_ONE(tgamma, mpfr_gamma), -185, 172, 0, 0, poles},
      {ACRE_TWO(pow, mpfr_pow),
       0,
       10,
       -300,
       300,
       {1},
       [](random_bits& random, double x) {
         return 700 / std::log(std::fabs(x)) * draw(random, -1, 1, {1});
       }},
      {ACRE_TWO(hypot, mpfr_hypot),
       -10,
       10,
       -10,
       10,
       {1},
       [](random_bits& random, double x) { return x * draw(random, -4, 4, {1}); }},
      {ACRE_TWO(atan2, mpfr_atan2), -10, 10, -10, 10, {1}},
      {ACRE_TWO(fmod, mpfr_fmod), -1000, 1000, -10, 10, {1}},
      {"logaddexp*",
       2,
       ACRE_OURS(double, logaddexp(x[i], y[i])),
       ACRE_OURS(float, logaddexp(x[i], y[i])),
       log_of_sum<double>,
       log_of_sum<long double>,
       exact_log_of_sum,
       -50,
       50,
       -50,
       50,
       {1},
       nullptr,
       [](double x, double y) { return std::max(x, y); }},
  };
}

#undef ACRE_OURS
#undef ACRE_ONE
#undef ACRE_TWO

}  // namespace reference
