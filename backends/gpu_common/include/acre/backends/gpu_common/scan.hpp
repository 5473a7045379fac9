#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/scan.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/scan_columns.hpp>
#include <acre/backends/gpu_common/scan_rows.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// Scans on a GPU: one kernel each. See the two headers for how the work is dealt out,
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
  if (split.tiles == 1) {
    std::int64_t const in_block = scan_threads >> split.log2_threads;
    on.launch("rows", kernel, (split.rows + in_block - 1) / in_block, scan_threads, red, split,
              program, op, sink, static_cast<std::uint64_t*>(nullptr));
    return;
  }
  scan_words<value> const words(split);
  auto const scratch = on.template scratch<std::uint64_t>(words.all);
  Queue::api::clear_async(scratch.data(), words.all * sizeof(std::uint64_t), on.stream());
  on.launch("tiles", kernel, split.rows * split.tiles, scan_threads, red, split, program, op, sink,
            scratch.data());
}

template <bool Packed, class Queue, class Program, class Op, class Sink>
void launch_scan_columns(Queue& on, reduction const& red, Program const& program, Op const& op,
                         Sink const& sink)
{
  constexpr int columns = scan_columns_together<Program, Op, Sink, Packed>;
  std::int64_t const threads = red.kept * ((red.it.inner + columns - 1) / columns);
  on.launch("columns", scan_columns_kernel<Packed, Program, Op, Sink>,
            (threads + scan_column_threads - 1) / scan_column_threads, scan_column_threads, red,
            program, op, sink);
}

}  // namespace acre::backends::gpu

namespace acre::backends {

/// The scan of each of red.kept rows; queued, does not wait.
/// Scratch: 8 bytes for each 4 of the accumulator and tile, where a row has several tiles.
template <class Api, class Program, class Op, class Sink>
void scan_rows(gpu::queue<Api>& on, reduction const& red, Program const& program, Op const& op,
               Sink const& sink)
{
  using namespace gpu;
  require_scan<Program, Op, Sink>();
  if (red.it.packed && red.it.unit && red.it.outer_rank == red.kept_rank)
    launch_scan_rows<true>(on, red, false, program, op, sink);
  else
    launch_scan_rows<false>(on, red, false, program, op, sink);
}

/// The scan of each of red.kept × red.it.inner columns along the outer scanned axis; queued, does
/// not wait. Long columns that are too few for a thread each are taken as rows.
template <class Api, class Program, class Op, class Sink>
void scan_columns(gpu::queue<Api>& on, reduction const& red, Program const& program, Op const& op,
                  Sink const& sink)
{
  using namespace gpu;
  require_scan<Program, Op, Sink>();
  constexpr int W = packet_width(std::max(Program::width, Sink::width));
  if (red.length > 512 && red.kept * red.it.inner < std::int64_t{8} * on.multiprocessors())
    launch_scan_rows<false>(on, red, true, program, op, sink);
  else if (red.it.packed && red.it.unit && red.it.inner % W == 0)
    launch_scan_columns<true>(on, red, program, op, sink);
  else
    launch_scan_columns<false>(on, red, program, op, sink);
}

}  // namespace acre::backends
