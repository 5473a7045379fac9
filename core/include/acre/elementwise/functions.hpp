#pragma once

/// NumPy's arithmetic functions beyond the operators, as terms of a fused expression: rounding,
/// signs, integer division, minima and maxima, where, cast, predicates. Same bits everywhere.
#include <acre/elementwise/arithmetic.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/complex.hpp>
#include <acre/elementwise/division.hpp>
#include <acre/elementwise/maximum.hpp>
#include <acre/elementwise/power.hpp>
#include <acre/elementwise/predicates.hpp>
#include <acre/elementwise/rounding.hpp>
#include <acre/elementwise/where.hpp>
