#pragma once

/// Arithmetic, comparisons and functions, element by element, fused into one kernel.
#include <acre/elementwise/aliases.hpp>
#include <acre/elementwise/angles.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/fast.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/neighbours.hpp>
#include <acre/elementwise/operation_count.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/elementwise/packs.hpp>
#include <acre/elementwise/parts.hpp>
#include <acre/elementwise/polynomial.hpp>
#include <acre/elementwise/shifted.hpp>
#include <acre/elementwise/steps.hpp>
#include <acre/elementwise/tie.hpp>
