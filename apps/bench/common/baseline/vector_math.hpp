#pragma once

#include <acre/array/detail/type_list.hpp>

#include <cstdint>

/// The vector functions that a CPU program may call instead of the C library's scalar ones, four
/// float64 at a time (AVX2): glibc's libmvec, which g++ -Ofast calls by itself (4 ulp), and SLEEF's
/// (1 ulp), if CMake finds it. Declared here: glibc has no header that names them.
#if defined(__AVX2__) && defined(__x86_64__) && defined(__GLIBC__)

namespace acre::bench {

using four_doubles = double __attribute__((vector_size(32)));

extern "C" {
four_doubles _ZGVdN4v_exp(four_doubles);
four_doubles _ZGVdN4v_log(four_doubles);
four_doubles _ZGVdN4v_sin(four_doubles);
four_doubles _ZGVdN4v_cos(four_doubles);
#ifdef ACRE_BENCH_SLEEF
four_doubles Sleef_expd4_u10avx2(four_doubles);
four_doubles Sleef_logd4_u10avx2(four_doubles);
four_doubles Sleef_sind4_u10avx2(four_doubles);
four_doubles Sleef_cosd4_u10avx2(four_doubles);
#endif
}

/// y[i] = f(x[i]) on all threads by a vector function; the last n % 4 by the scalar one.
template <four_doubles (*Vector)(four_doubles), class Scalar>
void apply_vector(Scalar const& scalar, double* y, double const* x, std::int64_t n)
{
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n / 4; ++i) {
    four_doubles v;
    __builtin_memcpy(&v, x + 4 * i, sizeof v);
    v = Vector(v);
    __builtin_memcpy(y + 4 * i, &v, sizeof v);
  }
  for (std::int64_t i = n / 4 * 4; i < n; ++i) y[i] = scalar(x[i]);
}

struct libmvec {
  static constexpr char const* name = "libmvec";
  template <class F>
  static void exp(F f, double* y, double const* x, std::int64_t n)
  {
    apply_vector<_ZGVdN4v_exp>(f, y, x, n);
  }
  template <class F>
  static void log(F f, double* y, double const* x, std::int64_t n)
  {
    apply_vector<_ZGVdN4v_log>(f, y, x, n);
  }
  template <class F>
  static void sin(F f, double* y, double const* x, std::int64_t n)
  {
    apply_vector<_ZGVdN4v_sin>(f, y, x, n);
  }
  template <class F>
  static void cos(F f, double* y, double const* x, std::int64_t n)
  {
    apply_vector<_ZGVdN4v_cos>(f, y, x, n);
  }
};

#ifdef ACRE_BENCH_SLEEF
struct sleef {
  static constexpr char const* name = "sleef";
  template <class F>
  static void exp(F f, double* y, double const* x, std::int64_t n)
  {
    apply_vector<Sleef_expd4_u10avx2>(f, y, x, n);
  }
  template <class F>
  static void log(F f, double* y, double const* x, std::int64_t n)
  {
    apply_vector<Sleef_logd4_u10avx2>(f, y, x, n);
  }
  template <class F>
  static void sin(F f, double* y, double const* x, std::int64_t n)
  {
    apply_vector<Sleef_sind4_u10avx2>(f, y, x, n);
  }
  template <class F>
  static void cos(F f, double* y, double const* x, std::int64_t n)
  {
    apply_vector<Sleef_cosd4_u10avx2>(f, y, x, n);
  }
};
using vector_math_libraries = detail::type_list<libmvec, sleef>;
#else
using vector_math_libraries = detail::type_list<libmvec>;
#endif

}  // namespace acre::bench

#else

namespace acre::bench {
using vector_math_libraries = detail::type_list<>;
}

#endif
