#pragma once

/// Many elements into one, in an order that is the same on every backend.
#include <acre/reduce/average.hpp>
#include <acre/reduce/axes.hpp>
#include <acre/reduce/closeness.hpp>
#include <acre/reduce/convolve.hpp>
#include <acre/reduce/convolve_mode.hpp>
#include <acre/reduce/cov.hpp>
#include <acre/reduce/ddof.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/gradient.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/nan.hpp>
#include <acre/reduce/nan_positions.hpp>
#include <acre/reduce/nan_variance.hpp>
#include <acre/reduce/products.hpp>
#include <acre/reduce/ptp.hpp>
#include <acre/reduce/records.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/reducer.hpp>
#include <acre/reduce/reduction.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/softmax.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/trapezoid.hpp>
#include <acre/reduce/unwrap.hpp>
#include <acre/reduce/variance.hpp>
