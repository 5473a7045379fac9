#pragma once

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/parts.hpp>
#include <acre/elementwise/power.hpp>

#include "processor_levels.hpp"

/// Rows of elementary functions, compiled for several processors of one kind and chosen when a
/// program starts: with AVX2 and fma they take a tenth of the time, and what a compiler takes for
/// granted has neither. The bits are the same, as nothing here is contracted or reordered and fma
/// without an instruction is the C library's, correctly rounded as well.
namespace acre::detail {

/// `whole` is the function of one element, from a header: see math/detail/called.hpp.
template <class Op, class T, class Function>
void compute_row(T const* x, T* y, int count, Function whole)
{
  if constexpr (has_quick_form<Op, T>) {
    Op const op{};
    bool usual = true;
    for (int i = 0; i < count; ++i) usual = usual & op.usual(x[i]);
    if (usual) {
#pragma GCC ivdep
      for (int i = 0; i < count; ++i) y[i] = op.quick(x[i]);
      return;
    }
  }
#pragma GCC ivdep
  for (int i = 0; i < count; ++i) y[i] = whole(x[i]);
}

template <class Op, class T, class Function>
void compute_row(T const* x, T const* y, T* z, int count, Function whole)
{
  if constexpr (has_quick_form<Op, T, T>) {
    Op const op{};
    bool usual = true;
    for (int i = 0; i < count; ++i) usual = usual & op.usual(x[i], y[i]);
    if (usual) {
#pragma GCC ivdep
      for (int i = 0; i < count; ++i) z[i] = op.quick(x[i], y[i]);
      return;
    }
  }
#pragma GCC ivdep
  for (int i = 0; i < count; ++i) z[i] = whole(x[i], y[i]);
}

/// Powers: `usual` keeps rows with an exponent of one operation from the quick form, and here they
/// have it, at its speed where all of a row's are one number.
template <class Op, class T, class Function>
void compute_powers(T const* x, T const* y, T* z, int count, Function whole)
{
  using namespace math::detail;
  bool all_alike = true, any = false;
  for (int i = 0; i < count; ++i) all_alike = all_alike & (y[i] == y[0]);
  for (int i = 0; i < count; ++i) any = any | pow_is_one_operation(y[i]);
  if (!(all_alike && any)) compute_row<Op>(x, y, z, count, whole);
  if (!any) return;
  if (all_alike && y[0] == T(2)) {
#pragma GCC ivdep
    for (int i = 0; i < count; ++i) z[i] = pow_by_one_operation(x[i], T(2));
  } else if (all_alike && y[0] == T(-1)) {
#pragma GCC ivdep
    for (int i = 0; i < count; ++i) z[i] = pow_by_one_operation(x[i], T(-1));
  } else if (all_alike) {
#pragma GCC ivdep
    for (int i = 0; i < count; ++i) z[i] = pow_by_one_operation(x[i], T(0.5));
  } else {
    for (int i = 0; i < count; ++i)
      if (pow_is_one_operation(y[i])) z[i] = pow_by_one_operation(x[i], y[i]);
  }
}

/// The row of one function for one dtype. (A macro, as g++ makes levels of one instance of a
/// template alone; and a function each, as one for all would load every function's constants
/// first.)
#define ACRE_ELEMENTARY_ROW(Op, f, T)                                                \
  template <>                                                                        \
  ACRE_PROCESSOR_LEVELS void compiled_function<Op>::row(T const* x, T* y, int count) \
  {                                                                                  \
    compute_row<Op>(x, y, count, [](T a) { return math::f(a); });                    \
  }
/// Likewise of two operands.
#define ACRE_ELEMENTARY_PAIR(Op, compute, f, T)                                              \
  template <>                                                                                \
  ACRE_PROCESSOR_LEVELS void compiled_pair<Op>::row(T const* x, T const* y, T* z, int count) \
  {                                                                                          \
    compute<Op>(x, y, z, count, [](T a, T b) { return math::f(a, b); });                     \
  }

/// All rows for one dtype, of one operand and of two.
#define ACRE_ELEMENTARY_ROWS(T)                            \
  ACRE_ELEMENTARY_ROW(cbrt_op, inlined::cbrt, T)           \
  ACRE_ELEMENTARY_ROW(exp_op, inlined::exp, T)             \
  ACRE_ELEMENTARY_ROW(exp2_op, inlined::exp2, T)           \
  ACRE_ELEMENTARY_ROW(expm1_op, inlined::expm1, T)         \
  ACRE_ELEMENTARY_ROW(log_op, inlined::log, T)             \
  ACRE_ELEMENTARY_ROW(log2_op, inlined::log2, T)           \
  ACRE_ELEMENTARY_ROW(log10_op, inlined::log10, T)         \
  ACRE_ELEMENTARY_ROW(log1p_op, inlined::log1p, T)         \
  ACRE_ELEMENTARY_ROW(softplus_op, detail::softplus_of, T) \
  ACRE_ELEMENTARY_ROW(sin_op, inlined::sin, T)             \
  ACRE_ELEMENTARY_ROW(cos_op, inlined::cos, T)             \
  ACRE_ELEMENTARY_ROW(tan_op, inlined::tan, T)             \
  ACRE_ELEMENTARY_ROW(arcsin_op, inlined::asin, T)         \
  ACRE_ELEMENTARY_ROW(arccos_op, inlined::acos, T)         \
  ACRE_ELEMENTARY_ROW(arctan_op, inlined::atan, T)         \
  ACRE_ELEMENTARY_ROW(sinh_op, inlined::sinh, T)           \
  ACRE_ELEMENTARY_ROW(cosh_op, inlined::cosh, T)           \
  ACRE_ELEMENTARY_ROW(tanh_op, inlined::tanh, T)           \
  ACRE_ELEMENTARY_ROW(arcsinh_op, inlined::asinh, T)       \
  ACRE_ELEMENTARY_ROW(arccosh_op, inlined::acosh, T)       \
  ACRE_ELEMENTARY_ROW(arctanh_op, inlined::atanh, T)       \
  ACRE_ELEMENTARY_ROW(erf_op, inlined::erf, T)             \
  ACRE_ELEMENTARY_ROW(erfc_op, inlined::erfc, T)           \
  ACRE_ELEMENTARY_ROW(lgamma_op, inlined::lgamma, T)       \
  ACRE_ELEMENTARY_ROW(tgamma_op, inlined::tgamma, T)
#define ACRE_ELEMENTARY_PAIRS(T)                                             \
  ACRE_ELEMENTARY_PAIR(arctan2_op, compute_row, inlined::atan2, T)           \
  ACRE_ELEMENTARY_PAIR(hypot_op, compute_row, inlined::hypot, T)             \
  ACRE_ELEMENTARY_PAIR(logaddexp_op, compute_row, inlined::logaddexp, T)     \
  ACRE_ELEMENTARY_PAIR(logaddexp2_op, compute_row, detail::logaddexp2_of, T) \
  ACRE_ELEMENTARY_PAIR(power_op, compute_powers, detail::pow_of, T)

}  // namespace acre::detail
