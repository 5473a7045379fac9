#pragma once

/// Where acre::math's functions are computed. acre::math::inlined has them in headers, for any
/// device; where the compiler may use fma they are acre::math's by that, and loops over them
/// vectorise. Where it may not (x86-64 as compilers take it for granted) each fma would call the C
/// library, a dozen times for one function and more: there acre::math's functions are the library's
/// (core/src/math_calls.hpp), compiled for several processors, at one call each. Same bits.
///
/// pow is the library's for every host that g++ compiles for: in no loop does it vectorise the
/// header's, and the library's takes a third of the time (core/src/pow_by_table.hpp).
///
/// ACRE_MATH_CALLS says which; with 0 the headers do without the library.
#ifndef ACRE_MATH_CALLS
#if defined(__CUDACC__) || defined(__HIP__)
#define ACRE_MATH_CALLS 0
#elif defined(__x86_64__) && !defined(__FMA__)
#define ACRE_MATH_CALLS 1
#else
#define ACRE_MATH_CALLS 0
#if defined(__GNUC__) && !defined(__clang__)
#define ACRE_MATH_CALLS_POW
#endif
#endif
#endif

#if ACRE_MATH_CALLS
#define ACRE_MATH_NAMESPACE(name) namespace name

namespace acre::math {

double cbrt(double x);
float cbrt(float x);
double exp(double x);
float exp(float x);
double exp2(double x);
float exp2(float x);
double expm1(double x);
float expm1(float x);
double log(double x);
float log(float x);
double log2(double x);
float log2(float x);
double log10(double x);
float log10(float x);
double log1p(double x);
float log1p(float x);
double sin(double x);
float sin(float x);
double cos(double x);
float cos(float x);
double tan(double x);
float tan(float x);
double asin(double x);
float asin(float x);
double acos(double x);
float acos(float x);
double atan(double x);
float atan(float x);
double sinh(double x);
float sinh(float x);
double cosh(double x);
float cosh(float x);
double tanh(double x);
float tanh(float x);
double asinh(double x);
float asinh(float x);
double acosh(double x);
float acosh(float x);
double atanh(double x);
float atanh(float x);
double erf(double x);
float erf(float x);
double erfc(double x);
float erfc(float x);
double tgamma(double x);
float tgamma(float x);
double lgamma(double x);
float lgamma(float x);
double pow(double x, double y);
float pow(float x, float y);
double hypot(double x, double y);
float hypot(float x, float y);
double atan2(double y, double x);
float atan2(float y, float x);
double logaddexp(double x, double y);
float logaddexp(float x, float y);
void sincos(double x, double& s, double& c);
void sincos(float x, float& s, float& c);

}  // namespace acre::math
#else
#define ACRE_MATH_NAMESPACE(name) inline namespace name
#endif
