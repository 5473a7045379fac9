#pragma once

#include <acre/math/erf.hpp>
#include <acre/math/exp.hpp>
#include <acre/math/gamma.hpp>
#include <acre/math/hyperbolic.hpp>
#include <acre/math/inverse_trig.hpp>
#include <acre/math/log.hpp>
#include <acre/math/logaddexp.hpp>
#include <acre/math/pow.hpp>
#include <acre/math/root.hpp>
#include <acre/math/trig.hpp>

#include "processor_levels.hpp"

/// acre::math's functions as calls of the library, for those who compile without fma.
#define ACRE_MATH_CALL(name, T) \
  ACRE_PROCESSOR_LEVELS T name(T x) { return inlined::name(x); }
#define ACRE_MATH_CALL_OF_TWO(name, T) \
  ACRE_PROCESSOR_LEVELS T name(T x, T y) { return inlined::name(x, y); }

#define ACRE_MATH_CALLS_OF(T)         \
  ACRE_MATH_CALL(cbrt, T)             \
  ACRE_MATH_CALL(exp, T)              \
  ACRE_MATH_CALL(exp2, T)             \
  ACRE_MATH_CALL(expm1, T)            \
  ACRE_MATH_CALL(log, T)              \
  ACRE_MATH_CALL(log2, T)             \
  ACRE_MATH_CALL(log10, T)            \
  ACRE_MATH_CALL(log1p, T)            \
  ACRE_MATH_CALL(sin, T)              \
  ACRE_MATH_CALL(cos, T)              \
  ACRE_MATH_CALL(tan, T)              \
  ACRE_MATH_CALL(asin, T)             \
  ACRE_MATH_CALL(acos, T)             \
  ACRE_MATH_CALL(atan, T)             \
  ACRE_MATH_CALL(sinh, T)             \
  ACRE_MATH_CALL(cosh, T)             \
  ACRE_MATH_CALL(tanh, T)             \
  ACRE_MATH_CALL(asinh, T)            \
  ACRE_MATH_CALL(acosh, T)            \
  ACRE_MATH_CALL(atanh, T)            \
  ACRE_MATH_CALL(erf, T)              \
  ACRE_MATH_CALL(erfc, T)             \
  ACRE_MATH_CALL(lgamma, T)           \
  ACRE_MATH_CALL(tgamma, T)           \
  ACRE_MATH_CALL_OF_TWO(hypot, T)     \
  ACRE_MATH_CALL_OF_TWO(atan2, T)     \
  ACRE_MATH_CALL_OF_TWO(logaddexp, T) \
  ACRE_PROCESSOR_LEVELS void sincos(T x, T& s, T& c) { inlined::sincos(x, s, c); }
