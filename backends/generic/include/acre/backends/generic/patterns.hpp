#pragma once

/// Every pattern by its portable body: plain loops of Kokkos, in the orders of the contracts, so
/// with the bits that all backends have. A new execution space takes all of them with a queue
/// (queue.hpp) and replaces what it wants faster: an overload of the pattern for its own queue, in
/// its own folder, goes before the one here (CONTRIBUTING.md, "A backend").
///
/// They are made of three loops (loops.hpp): over elements one by one, over pieces of neighbours,
/// over the pieces of a loop nest. A piece, tile or row is one thread's, which suits a CPU; on a
/// GPU it is right and slow. What is a vendor's library (fft, linear_algebra) is done by the
/// host's (host_common/library_for_others.hpp); a compiler of kernels has no portable body. On a
/// CPU what core lays out for one, rows that lie across and reductions by key are host_common's
/// kernels, whose tasks are turns of a loop of Kokkos (task_runner.hpp).
#include <acre/backends/generic/accumulate.hpp>
#include <acre/backends/generic/compiler.hpp>
#include <acre/backends/generic/count.hpp>
#include <acre/backends/generic/elementwise.hpp>
#include <acre/backends/generic/fft.hpp>
#include <acre/backends/generic/keyed.hpp>
#include <acre/backends/generic/launch.hpp>
#include <acre/backends/generic/linear_algebra.hpp>
#include <acre/backends/generic/lists.hpp>
#include <acre/backends/generic/matmul.hpp>
#include <acre/backends/generic/read_back.hpp>
#include <acre/backends/generic/reduce.hpp>
#include <acre/backends/generic/reduce_axis_parts.hpp>
#include <acre/backends/generic/reduce_parts.hpp>
#include <acre/backends/generic/runs.hpp>
#include <acre/backends/generic/scan.hpp>
#include <acre/backends/generic/scan_parts.hpp>
#include <acre/backends/generic/segments.hpp>
#include <acre/backends/generic/select.hpp>
#include <acre/backends/generic/select_once.hpp>
#include <acre/backends/generic/sort.hpp>
#include <acre/backends/generic/sort_rows.hpp>
