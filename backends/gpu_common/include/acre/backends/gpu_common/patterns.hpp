#pragma once

/// Every pattern on a GPU: the overloads of backends::elementwise, reduce_rows and so on for
/// gpu::queue.
#include <acre/backends/gpu_common/accumulate.hpp>
#include <acre/backends/gpu_common/compiler.hpp>
#include <acre/backends/gpu_common/count.hpp>
#include <acre/backends/gpu_common/elementwise.hpp>
#include <acre/backends/gpu_common/fft.hpp>
#include <acre/backends/gpu_common/launch.hpp>
#include <acre/backends/gpu_common/linear_algebra.hpp>
#include <acre/backends/gpu_common/lists.hpp>
#include <acre/backends/gpu_common/matmul.hpp>
#include <acre/backends/gpu_common/read_back.hpp>
#include <acre/backends/gpu_common/reduce.hpp>
#include <acre/backends/gpu_common/runs.hpp>
#include <acre/backends/gpu_common/scan.hpp>
#include <acre/backends/gpu_common/segments.hpp>
#include <acre/backends/gpu_common/select.hpp>
#include <acre/backends/gpu_common/select_once.hpp>
#include <acre/backends/gpu_common/sort.hpp>
#include <acre/backends/gpu_common/sort_rows.hpp>
#include <acre/backends/gpu_common/weigh_rows.hpp>
