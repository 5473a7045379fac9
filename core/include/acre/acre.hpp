#pragma once

/// Everything but the interface to Kokkos' own types (<acre/array/kokkos.hpp>), arrays of dtypes
/// known at run time (<acre/dynamic.hpp>) and the matchers for tests (<acre/testing/matchers.hpp>).
#include <acre/array.hpp>
#include <acre/device.hpp>
#include <acre/elementwise.hpp>
#include <acre/error.hpp>
#include <acre/index.hpp>
#include <acre/linalg.hpp>
#include <acre/math.hpp>
#include <acre/order.hpp>
#include <acre/ragged.hpp>
#include <acre/random.hpp>
#include <acre/rearrange.hpp>
#include <acre/reduce.hpp>
#include <acre/testing.hpp>
#include <acre/version.hpp>
