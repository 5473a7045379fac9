#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/scan.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/scan_bulk_columns.hpp>
#include <acre/backends/gpu_common/scan_column_tiles.hpp>
#include <acre/backends/gpu_common/scan_columns.hpp>
#include <acre/backends/gpu_common/scan_few_columns.hpp>
#include <acre/backends/gpu_common/scan_rows.hpp>
#include <acre/backends/gpu_common/scan_short_columns.hpp>
#include <acre/backends/gpu_common/scan_staged_rows.hpp>

#include <cstdint>
#include <type_traits>

/// Scans on a GPU: one kernel each. See scan_….hpp for how the work is dealt out,
/// backends/common/scan.hpp for the order.
namespace acre::backends::gpu {

/// Rows, or columns one by one.
template <bool Packed, class Queue, class Program, class Op, class Sink>
void launch_scan_rows(Queue& on, reduction const& red, bool columns, Program const& program,
                      Op const& op, Sink const& sink)
{
  using value = typename Op::value_type;
  constexpr std::int64_t tile = scan_tile<value>;
  scan_split split;
  split.columns = columns;
  split.rows = columns ? red.kept * red.it.inner : red.kept;
  split.tiles = (red.length + tile - 1) / tile;
  while (split.log2_threads < 8 && (scan_items<value> << split.log2_threads) < red.length)
    ++split.log2_threads;
  auto* const kernel = scan_rows_kernel<Packed, Program, Op, Sink>;
  constexpr bool early = starts_early<Program, Op, Sink>;
  if (split.tiles == 1) {
    std::int64_t const in_block = scan_threads >> split.log2_threads;
    on.template launch_early<early>("rows", kernel, (split.rows + in_block - 1) / in_block,
                                    scan_threads, red, split, program, op, sink, stamped_words{});
    return;
  }
  launch_scan_tiles<value, early>(on, kernel, split, split.rows * split.tiles, scan_threads, 0, red,
                                  split, program, op, sink);
}

template <bool Unit, class Queue, class Program, class Op, class Sink>
void launch_scan_columns(Queue& on, reduction const& red, Program const& program, Op const& op,
                         Sink const& sink)
{
  using value = typename Op::value_type;
  int log2_chunks = 0;
  while (log2_chunks < 5 && (scan_items<value> << log2_chunks) < red.length) ++log2_chunks;
  constexpr int threads = scan_column_threads<value>;
  std::int64_t const in_block = threads >> log2_chunks;
  on.template launch_early<starts_early<Program, Op, Sink>>(
      "columns", scan_columns_kernel<Unit, Program, Op, Sink>,
      (red.kept * red.it.inner + in_block - 1) / in_block, threads, red, log2_chunks, program, op,
      sink);
}

}  // namespace acre::backends::gpu

namespace acre::backends {

/// The scan of each of red.kept rows; queued, does not wait.
/// Scratch: 8 bytes for each 4 of the accumulator and tile, where a row has several tiles; a queue
/// keeps a MiB for it.
template <class Api, class Program, class Op, class Sink>
void scan_rows(gpu::queue<Api>& on, reduction const& red, Program const& program, Op const& op,
               Sink const& sink)
{
  using namespace gpu;
  require_scan<Program, Op, Sink>();
  constexpr int bytes = staged_scanned<Program, Op, Sink>;
  if constexpr (bytes <= 16) {
    constexpr int W = scan_width<Program, Op, Sink, true>;
    if (red.length <= 4 * scan_items<typename Op::value_type> &&
        launch_staged_rows<starts_early<Program, Op, Sink>, false, bytes, W>(
            on, red, staged_scan_kernel<Program, Op, Sink>, program, op, sink))
      return;
  }
  if (red.it.packed && red.it.unit && red.it.outer_rank == red.kept_rank)
    launch_scan_rows<true>(on, red, false, program, op, sink);
  else
    launch_scan_rows<false>(on, red, false, program, op, sink);
}

/// The scan of each of red.kept × red.it.inner columns along the outer scanned axis; queued, does
/// not wait. Long columns that are too few for a thread each are taken in tiles of some of them, in
/// pieces of strips or, where they are small or the program is long, as rows.
template <class Api, class Program, class Op, class Sink>
void scan_columns(gpu::queue<Api>& on, reduction const& red, Program const& program, Op const& op,
                  Sink const& sink)
{
  using namespace gpu;
  require_scan<Program, Op, Sink>();
  if constexpr (scans_memory<Api, Program, Op, Sink>)
    if (launch_scan_bulk_columns(on, red, program, op, sink)) return;
  using value = typename Op::value_type;
  if constexpr (scans_short_columns<value>) {
    constexpr int together = scan_width<Program, Op, Sink, true>;
    column_strips const strips(red, together,
                               red.it.packed && red.it.unit && red.it.inner % together == 0);
    bool const few = red.length <= scan_short_rows;
    // rows of few elements that begin anywhere are written in pieces of sectors
    if (takes_column_strips(red, strips, scan_short_length<value>, on.multiprocessors()) &&
        (few || strips.packed || strips.strips > column_strips::together)) {
      auto* const kernel = few ? scan_short_columns_kernel<true, Program, Op, Sink>
                               : scan_short_columns_kernel<false, Program, Op, Sink>;
      launch_column_strips<starts_early<Program, Op, Sink>>(on, red, strips, kernel, program, op,
                                                            sink);
      return;
    }
  }
  if (red.length > 512 && red.kept * red.it.inner < std::int64_t{8} * on.multiprocessors()) {
    if constexpr (scans_column_tiles<Op>)
      if (launch_scan_column_tiles(on, red, program, op, sink)) return;
    if constexpr (scans_few_columns<Program, Op>)
      if (launch_scan_few_columns(on, red, program, op, sink)) return;
    launch_scan_rows<false>(on, red, true, program, op, sink);
  } else if (red.it.unit)
    launch_scan_columns<true>(on, red, program, op, sink);
  else
    launch_scan_columns<false>(on, red, program, op, sink);
}

}  // namespace acre::backends
