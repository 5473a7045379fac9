#pragma once

/// Every pattern by its portable body.
#include <acre/backends/generic/accumulate.hpp>
#include <acre/backends/generic/compiler.hpp>
#include <acre/backends/generic/count.hpp>
#include <acre/backends/generic/elementwise.hpp>
#include <acre/backends/generic/fft.hpp>
#include <acre/backends/generic/launch.hpp>
#include <acre/backends/generic/linear_algebra.hpp>
#include <acre/backends/generic/lists.hpp>
#include <acre/backends/generic/matmul.hpp>
#include <acre/backends/generic/read_back.hpp>
#include <acre/backends/generic/reduce.hpp>
#include <acre/backends/generic/runs.hpp>
#include <acre/backends/generic/scan.hpp>
#include <acre/backends/generic/segments.hpp>
#include <acre/backends/generic/select.hpp>
#include <acre/backends/generic/select_once.hpp>
#include <acre/backends/generic/sort.hpp>
#include <acre/backends/generic/sort_rows.hpp>
