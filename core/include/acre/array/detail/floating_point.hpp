#pragma once

/// Refuses to be compiled where the compiler may change what floating-point operations give: the
/// same bits on every backend would be a promise without substance. Flags that a macro shows are
/// refused here; those that none shows (contraction, nvcc's --use_fast_math) are found by running
/// tests/backends/floating_point.cpp. See core/docs/floating-point.md.

#if defined(__FAST_MATH__) || defined(__FAST_RELAXED_MATH__) || defined(_M_FP_FAST)
#error \
    "acre: compiled with -ffast-math (or -Ofast), which changes results from one compiler to the next. Leave it out for files that include acre; see core/docs/floating-point.md."
#elif defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error \
    "acre: compiled with -ffinite-math-only, with which NaN and infinity mean nothing. Leave it out for files that include acre; see core/docs/floating-point.md."
#elif defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error \
    "acre: compiled with -fassociative-math, -freciprocal-math or -fno-signed-zeros, which change results. Leave them out for files that include acre; see core/docs/floating-point.md."
#elif defined(__FLT_EVAL_METHOD__) && (__FLT_EVAL_METHOD__ == 1 || __FLT_EVAL_METHOD__ == 2)
#error \
    "acre: float is computed in a wider format here (FLT_EVAL_METHOD is not 0). On x86 compile with -mfpmath=sse -msse2; see core/docs/floating-point.md."
#endif
