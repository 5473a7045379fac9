#pragma once

#include <acre/math/bessel.hpp>
#include <acre/math/complex.hpp>
#include <acre/math/complex_functions.hpp>
#include <acre/math/division.hpp>
#include <acre/math/erf.hpp>
#include <acre/math/exp.hpp>
#include <acre/math/gamma.hpp>
#include <acre/math/hyperbolic.hpp>
#include <acre/math/inverse_trig.hpp>
#include <acre/math/log.hpp>
#include <acre/math/logaddexp.hpp>
#include <acre/math/pow.hpp>
#include <acre/math/root.hpp>
#include <acre/math/rounding.hpp>
#include <acre/math/trig.hpp>

/// Elementary functions for float and double with the same bits on every backend: built from
/// correctly rounded operations alone (+ - * / sqrt fma, and exact integer and bit operations),
/// so any IEEE 754 machine agrees, given a compiler that neither contracts nor reassociates
/// (-ffp-contract=off, --fmad=false; never -ffast-math). Free of errno, tables in memory and the
/// floating-point environment (round to nearest is assumed). Special cases follow C's Annex F;
/// every NaN result is the one with sign and payload 0.
///
/// Speed: where the compiler has fma (-march=x86-64-v3), loops over any of them but sin, cos, tan,
/// pow, erf, erfc, fmod and the gamma functions vectorise with g++ -O2 -fno-trapping-math (acre's
/// CMake target passes it on), which changes no value; for sin and cos see trig_is_common (array
/// expressions do so). Where it has none, each is one call of the library, which has it for the
/// processor at hand (see math/detail/called.hpp); ACRE_MATH_CALLS=0 does without the library, at
/// the price of emulated fma.
///
/// The errors stated at the functions are the largest of 2 million doubles each against MPFR and
/// of every 61st float (exp, exp2, expm1, log, log1p: every third) against a double function; see
/// tests/reference/mpfr_errors.cpp.
