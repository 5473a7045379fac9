#pragma once

/// Everything but the interface to Kokkos' own types, which is in <acre/kokkos.hpp>.
#include <acre/along_axis.hpp>
#include <acre/array.hpp>
#include <acre/compress.hpp>
#include <acre/copy.hpp>
#include <acre/creation.hpp>
#include <acre/elementary.hpp>
#include <acre/error.hpp>
#include <acre/functions.hpp>
#include <acre/histogram.hpp>
#include <acre/launch.hpp>
#include <acre/nonzero.hpp>
#include <acre/operators.hpp>
#include <acre/print.hpp>
#include <acre/put.hpp>
#include <acre/reduce.hpp>
#include <acre/runtime.hpp>
#include <acre/scatter.hpp>
#include <acre/slice.hpp>
#include <acre/sort.hpp>
#include <acre/spaces.hpp>
#include <acre/take.hpp>
#include <acre/version.hpp>
