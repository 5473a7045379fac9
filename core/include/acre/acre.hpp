#pragma once

/// Everything but the interface to Kokkos' own types (<acre/kokkos.hpp>), arrays of dtypes known at
/// run time (acre/any) and the matchers for tests (acre/testing).
#include <acre/along_axis.hpp>
#include <acre/array.hpp>
#include <acre/choose.hpp>
#include <acre/compress.hpp>
#include <acre/axes.hpp>
#include <acre/concatenate.hpp>
#include <acre/copy.hpp>
#include <acre/creation.hpp>
#include <acre/cross_check.hpp>
#include <acre/elementary.hpp>
#include <acre/error.hpp>
#include <acre/fast_functions.hpp>
#include <acre/functions.hpp>
#include <acre/histogram.hpp>
#include <acre/launch.hpp>
#include <acre/nonzero.hpp>
#include <acre/linear.hpp>
#include <acre/nan_reduce.hpp>
#include <acre/operators.hpp>
#include <acre/print.hpp>
#include <acre/put.hpp>
#include <acre/random.hpp>
#include <acre/rearrange.hpp>
#include <acre/reduce.hpp>
#include <acre/runtime.hpp>
#include <acre/scatter.hpp>
#include <acre/slice.hpp>
#include <acre/sort.hpp>
#include <acre/spaces.hpp>
#include <acre/take.hpp>
#include <acre/variance.hpp>
#include <acre/version.hpp>
