#pragma once

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/parts.hpp>
#include <acre/elementwise/power.hpp>

#include <cstdlib>

/// Rows of elementary functions, compiled for several processors of one kind and chosen when a
/// program starts: with AVX2 and fma they take a tenth of the time, and what a compiler takes for
/// granted has neither. The bits are the same, as nothing here is contracted or reordered and fma
/// without an instruction is the C library's, correctly rounded as well.
///
/// By the loader, which takes g++ and glibc; else there is what the flags say. (clang does not
/// combine clones with flatten, and without it calls what the clones are for, compiled for none of
/// the processors: exp of float32 28 ns an element by clang 21, 0.42 by g++.)
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__CUDACC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#ifdef __AVX2__
#define ACRE_PROCESSOR_LEVELS [[gnu::target_clones("default", "arch=x86-64-v4"), gnu::flatten]]
#else
#define ACRE_PROCESSOR_LEVELS \
  [[gnu::target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4"), gnu::flatten]]
#endif
#else
#define ACRE_PROCESSOR_LEVELS
#endif

namespace acre::detail {

template <class Op, class T>
void compute_row(T const* x, T* y, int count)
{
  Op const op{};
  if constexpr (has_quick_form<Op, T>) {
    bool usual = true;
    for (int i = 0; i < count; ++i) usual = usual & op.usual(x[i]);
    if (usual) {
#pragma GCC ivdep
      for (int i = 0; i < count; ++i) y[i] = op.quick(x[i]);
      return;
    }
  }
#pragma GCC ivdep
  for (int i = 0; i < count; ++i) y[i] = op(x[i]);
}

template <class Op, class T>
void compute_row(T const* x, T const* y, T* z, int count)
{
  Op const op{};
  if constexpr (has_quick_form<Op, T, T>) {
    bool usual = true;
    for (int i = 0; i < count; ++i) usual = usual & op.usual(x[i], y[i]);
    if (usual) {
#pragma GCC ivdep
      for (int i = 0; i < count; ++i) z[i] = op.quick(x[i], y[i]);
      return;
    }
  }
#pragma GCC ivdep
  for (int i = 0; i < count; ++i) z[i] = op(x[i], y[i]);
}

/// The row of one function for one dtype. (A macro, as g++ makes levels of one instance of a
/// template alone; and a function each, as one for all would load every function's constants
/// first.)
#define ACRE_ELEMENTARY_ROW(Op, T)                                                   \
  template <>                                                                        \
  ACRE_PROCESSOR_LEVELS void compiled_function<Op>::row(T const* x, T* y, int count) \
  {                                                                                  \
    compute_row<Op>(x, y, count);                                                    \
  }
/// Likewise of two operands.
#define ACRE_ELEMENTARY_PAIR(Op, T)                                                          \
  template <>                                                                                \
  ACRE_PROCESSOR_LEVELS void compiled_pair<Op>::row(T const* x, T const* y, T* z, int count) \
  {                                                                                          \
    compute_row<Op>(x, y, z, count);                                                         \
  }

/// All rows for one dtype, of one operand and of two.
#define ACRE_ELEMENTARY_ROWS(T)       \
  ACRE_ELEMENTARY_ROW(cbrt_op, T)     \
  ACRE_ELEMENTARY_ROW(exp_op, T)      \
  ACRE_ELEMENTARY_ROW(exp2_op, T)     \
  ACRE_ELEMENTARY_ROW(expm1_op, T)    \
  ACRE_ELEMENTARY_ROW(log_op, T)      \
  ACRE_ELEMENTARY_ROW(log2_op, T)     \
  ACRE_ELEMENTARY_ROW(log10_op, T)    \
  ACRE_ELEMENTARY_ROW(log1p_op, T)    \
  ACRE_ELEMENTARY_ROW(softplus_op, T) \
  ACRE_ELEMENTARY_ROW(sin_op, T)      \
  ACRE_ELEMENTARY_ROW(cos_op, T)      \
  ACRE_ELEMENTARY_ROW(tan_op, T)      \
  ACRE_ELEMENTARY_ROW(arcsin_op, T)   \
  ACRE_ELEMENTARY_ROW(arccos_op, T)   \
  ACRE_ELEMENTARY_ROW(arctan_op, T)   \
  ACRE_ELEMENTARY_ROW(sinh_op, T)     \
  ACRE_ELEMENTARY_ROW(cosh_op, T)     \
  ACRE_ELEMENTARY_ROW(tanh_op, T)     \
  ACRE_ELEMENTARY_ROW(arcsinh_op, T)  \
  ACRE_ELEMENTARY_ROW(arccosh_op, T)  \
  ACRE_ELEMENTARY_ROW(arctanh_op, T)  \
  ACRE_ELEMENTARY_ROW(erf_op, T)      \
  ACRE_ELEMENTARY_ROW(erfc_op, T)     \
  ACRE_ELEMENTARY_ROW(lgamma_op, T)   \
  ACRE_ELEMENTARY_ROW(tgamma_op, T)
#define ACRE_ELEMENTARY_PAIRS(T)         \
  ACRE_ELEMENTARY_PAIR(arctan2_op, T)    \
  ACRE_ELEMENTARY_PAIR(hypot_op, T)      \
  ACRE_ELEMENTARY_PAIR(logaddexp_op, T)  \
  ACRE_ELEMENTARY_PAIR(logaddexp2_op, T) \
  ACRE_ELEMENTARY_PAIR(power_op, T)

}  // namespace acre::detail
