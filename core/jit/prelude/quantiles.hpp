/// Inverses of the normal distribution and of erf by CUDA's names, for float and double: Wichura's
/// AS 241 (PPND16, Applied Statistics 37, 1988, doi:10.2307/2347330).
namespace acre::math {

template <int N>
KOKKOS_INLINE_FUNCTION double quantile_ratio(double r, double const (&p)[N], double const (&q)[N])
{
  double above = p[N - 1], below = q[N - 1];
  for (int k = N - 2; k >= 0; --k) {
    above = above * r + p[k];
    below = below * r + q[k];
  }
  return above / below;
}

/// x of which normcdf(x) is 1/2 + q, where `tail` is the smaller one of 1/2 + q and 1/2 - q.
KOKKOS_INLINE_FUNCTION double normal_quantile(double q, double tail)
{
  double const a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                      1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                      3.3430575583588128105e+4, 2.5090809287301226727e+3},
               b[] = {1.0,
                      4.2313330701600911252e+1,
                      6.8718700749205790830e+2,
                      5.3941960214247511077e+3,
                      2.1213794301586595867e+4,
                      3.9307895800092710610e+4,
                      2.8729085735721942674e+4,
                      5.2264952788528545610e+3},
               c[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                      5.76949722146069140550e0,  3.64784832476320460504e0,
                      1.27045825245236838258e0,  2.41780725177450611770e-1,
                      2.27238449892691845833e-2, 7.74545014278341407640e-4},
               d[] = {1.0,
                      2.05319162663775882187e0,
                      1.67638483018380384940e0,
                      6.89767334985100004550e-1,
                      1.48103976427480074590e-1,
                      1.51986665636164571966e-2,
                      5.47593808499534494600e-4,
                      1.05075007164441684324e-9},
               e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                      1.78482653991729133580e0,  2.96560571828504891230e-1,
                      2.65321895265761230930e-2, 1.24266094738807843860e-3,
                      2.71155556874348757815e-5, 2.01033439929228813265e-7},
               f[] = {1.0,
                      5.99832206555887937690e-1,
                      1.36929880922735805310e-1,
                      1.48753612908506148525e-2,
                      7.86869131145613259100e-4,
                      1.84631831751005468180e-5,
                      1.42151175831644588870e-7,
                      2.04426310338993978564e-15};
  if (fabs(q) <= 0.425) return q * quantile_ratio(0.180625 - q * q, a, b);
  if (!(tail > 0))
    return tail == 0 ? (q < 0 ? -1 / tail : 1 / tail) : (tail - tail) / (tail - tail);
  double const r = sqrt(-log(tail));
  double const x = r <= 5 ? quantile_ratio(r - 1.6, c, d) : quantile_ratio(r - 5, e, f);
  return q < 0 ? -x : x;
}

KOKKOS_INLINE_FUNCTION double normcdf(double x) { return 0.5 * erfc(-0.70710678118654752440 * x); }
KOKKOS_INLINE_FUNCTION double normcdfinv(double p)
{
  return normal_quantile(p - 0.5, p < 0.5 ? p : 1 - p);
}
KOKKOS_INLINE_FUNCTION double erfinv(double y)
{
  return 0.70710678118654752440 * normal_quantile(0.5 * y, 0.5 * (1 - fabs(y)));
}
KOKKOS_INLINE_FUNCTION double erfcinv(double y)
{
  return -0.70710678118654752440 * normal_quantile(0.5 * (y - 1), y < 1 ? 0.5 * y : 0.5 * (2 - y));
}
#define ACRE_JIT_IN_DOUBLE(name)                                                             \
  KOKKOS_INLINE_FUNCTION float name(float x) { return static_cast<float>(name(double(x))); } \
  KOKKOS_INLINE_FUNCTION float name##f(float x) { return name(x); }
ACRE_JIT_IN_DOUBLE(normcdf)
ACRE_JIT_IN_DOUBLE(normcdfinv)
ACRE_JIT_IN_DOUBLE(erfinv)
ACRE_JIT_IN_DOUBLE(erfcinv)
#undef ACRE_JIT_IN_DOUBLE

}  // namespace acre::math
