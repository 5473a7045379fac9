#pragma once

/// Every pattern on a CPU: the overloads of backends::elementwise, reduce_rows and so on for
/// host::queue.
#include <acre/backends/host_common/accumulate.hpp>
#include <acre/backends/host_common/compiler.hpp>
#include <acre/backends/host_common/count.hpp>
#include <acre/backends/host_common/elementwise.hpp>
#include <acre/backends/host_common/fft.hpp>
#include <acre/backends/host_common/keyed.hpp>
#include <acre/backends/host_common/launch.hpp>
#include <acre/backends/host_common/linear_algebra.hpp>
#include <acre/backends/host_common/lists.hpp>
#include <acre/backends/host_common/matmul.hpp>
#include <acre/backends/host_common/read_back.hpp>
#include <acre/backends/host_common/reduce.hpp>
#include <acre/backends/host_common/runs.hpp>
#include <acre/backends/host_common/scan.hpp>
#include <acre/backends/host_common/segments.hpp>
#include <acre/backends/host_common/select.hpp>
#include <acre/backends/host_common/shared_sort.hpp>
#include <acre/backends/host_common/sort.hpp>
#include <acre/backends/host_common/sort_rows.hpp>
