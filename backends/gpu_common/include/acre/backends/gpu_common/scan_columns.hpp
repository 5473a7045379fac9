#pragma once

#include <acre/backends/common/scan.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

/// Columns: a block has neighbouring ones and goes down them a piece at a time, a thread a chunk of
/// one, which it holds in registers from its loads, all at once, to its stores. Columns of less
/// than a piece have fewer threads each, and the block has more of them. Nothing is waited for but
/// the block's own threads.
namespace acre::backends::gpu {

template <class Value>
inline constexpr int scan_column_threads = tuning::scan_column_threads(sizeof(Value));

/// Folds of a column's elements before each of its pieces, for a loop through them in order.
template <class Value>
struct scan_pieces_walk {
  scan_fold<Value, 1> in_tile;
  scan_tiles_walk<Value, 1> tiles;
  int piece = 0;

  template <class Op>
  __device__ void next(Op const& op, scan_fold<Value, 1> const& one)
  {
    in_tile.append(op, one);
    if (++piece < scan_pieces) return;
    piece = 0;
    tiles.next(op, in_tile.taken());
  }
};

/// 2^log2_chunks threads go down a column.
template <bool Unit, class Program, class Op, class Sink>
__global__ void __launch_bounds__(scan_column_threads<typename Op::value_type>,
                                  1024 / scan_column_threads<typename Op::value_type>)
    scan_columns_kernel(reduction red, int log2_chunks, Program program, Op op, Sink sink)
{
  await_work_before();
  using value = typename Op::value_type;
  using fold_type = scan_fold<value, 1>;
  constexpr int items = scan_items<value>, threads = scan_column_threads<value>;
  // what lies up to each chunk: a column after the other, a place further for each chunk
  ACRE_SHARED(through_chunk, raw_storage<value, threads + scan_lanes>);
  ACRE_SHARED(walks, raw_storage<scan_pieces_walk<value>, threads / scan_lanes>);

  int const thread = static_cast<int>(threadIdx.x), chunks = 1 << log2_chunks,
            columns = threads >> log2_chunks, chunk = thread / columns,
            in_block = thread - chunk * columns;
  auto const place = [&](int of_chunk, int of_column) {
    return of_chunk * (columns + 1) + of_column;
  };
  std::int64_t const wanted = std::int64_t{blockIdx.x} * columns + in_block,
                     all = red.kept * red.it.inner, number = ::min(wanted, all - 1),
                     k = quotient(number, red.it.inner), column = number - k * red.it.inner;
  bool const here = wanted < all;  // surplus threads recompute and store nothing
  position const at = reduced_position(red, k, 0);
  auto const from = bind_along(program, at, red.kept_rank);
  auto const to = bind_along(sink, at, red.kept_rank);
  bool const goes_on = red.length > std::int64_t{chunks} * items;
  if (goes_on && chunk == 0) walks[in_block] = scan_pieces_walk<value>();

#pragma unroll 1
  for (std::int64_t first = 0; first < red.length; first += chunks * items) {
    std::int64_t const begin = first + chunk * items;
    int const count = static_cast<int>(::min(red.length - begin, std::int64_t{items}));
    value v[items];
    if (count > 0) {  // after the end the last one again, not stored
#pragma unroll
      for (int n = 0; n < items; ++n)
        v[n] = static_cast<value>(from.template at<Unit>(column, begin + ::min(n, count - 1)));
#pragma unroll
      for (int n = 1; n < items; ++n) v[n] = op.combine(v[n - 1], v[n]);
    }

    fold_type before;
    if (chunks > 1) {
      if (count == items) through_chunk[place(chunk, in_block)] = v[items - 1];
      __syncthreads();
      {  // the chunks up to each, by halves: neighbouring threads have those of a column
        warp_team const team(chunks);
        int const full =
            static_cast<int>(::min((red.length - first) / items, std::int64_t{chunks}));
        value& all_through = through_chunk[place(team.member, thread >> log2_chunks)];
        value through = all_through;
#pragma unroll
        for (int half = 1; half < scan_lanes; half *= 2) {
          if (half >= chunks) break;
          value const earlier =
              team.member_value(through, (team.member & ~(2 * half - 1)) + half - 1);
          if ((team.member & half) != 0 && team.member < full)
            through = op.combine(earlier, through);
        }
        all_through = through;
      }
      __syncthreads();
      if (chunk > 0 && count > 0) before = {{through_chunk[place(chunk - 1, in_block)]}, true};
      if (goes_on) {
        before.prepend(op, walks[in_block].in_tile);
        before.prepend(op, walks[in_block].tiles.before);
        bool const more = first + chunks * items < red.length;
        fold_type piece;
        if (more && chunk == 0) piece = {{through_chunk[place(chunks - 1, in_block)]}, true};
        __syncthreads();
        if (more && chunk == 0) walks[in_block].next(op, piece);
      }
    }
    if (!here) continue;
    if (before.there && count > 0)
#pragma unroll
      for (int n = 0; n < items; ++n) v[n] = op.combine(before.v[0], v[n]);
    if (count == items) {
#pragma unroll
      for (int n = 0; n < items; ++n) to.template put<Unit>(column, op.finish(v[n]), begin + n);
    } else {
#pragma unroll
      for (int n = 0; n < items; ++n)
        if (n < count) to.template put<Unit>(column, op.finish(v[n]), begin + n);
    }
  }
}

}  // namespace acre::backends::gpu
