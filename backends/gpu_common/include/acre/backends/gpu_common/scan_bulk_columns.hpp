#pragma once

#include <acre/backends/common/scan.hpp>
#include <acre/backends/gpu_common/bulk_copies.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/plain_rows.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

/// Columns from memory to memory, by bulk copies: a block has a strip of neighbouring ones and goes
/// down all their rows, a thread a packet of them. A warp of its own brings rows to a ring of
/// stages in shared memory, and sends them from there once they have been scanned in their place.
/// The order is scan_columns_kernel's, and so are the bits.
///
/// What a strip has of a row is written at once. scan_columns_kernel's strips of 128 bytes end
/// within the sectors of 32 bytes that memory is written by where rows are no whole number of
/// those, and so strips that are next to each other write parts of them.
namespace acre::backends::gpu {

/// Addresses of the elements: a result k begins `first` + Σ index × kept, its rows are `step`
/// apart.
template <class T>
struct plain_columns {
  T* first;
  std::int64_t kept[max_rank], step;

  __device__ T* of(position const& at, int kept_rank) const
  {
    T* p = first;
#pragma unroll
    for (int axis = 0; axis < max_rank; ++axis)
      if (axis < kept_rank) p += at.index[axis] * kept[axis];
    return p;
  }
};

/// Strips of `width` packets, `strips` of them beside each other; or (one) of whole rows, which lie
/// one behind the other. The ring has `stages` stages.
struct bulk_strips {
  int width, strips, stages;
  bool behind_each_other;
};

/// The walk over tiles, which few columns have several of: in memory that is not written before
/// (written by all threads it is a sixth of what they move, with 200 bytes a thread and 100 rows).
template <class Op, class Value, int W>
__device__ __attribute__((noinline)) void walk_tile(
    Op const& op, raw_storage<scan_tiles_walk<Value, W>, 1>& tiles, bool first,
    scan_fold<Value, W> const& tile)
{
  if (first) tiles[0] = scan_tiles_walk<Value, W>();
  tiles[0].next(op, tile);
}

template <int W, class Op, class Result>
__global__ void __launch_bounds__(bulk_columns_most + 32)
    scan_bulk_columns_kernel(reduction red, bulk_strips how,
                             plain_columns<typename Op::value_type const> from,
                             plain_columns<Result> to, Op op)
{
  await_work_before();
  using value = typename Op::value_type;
  using pack = packet<value, W>;
  using result_pack = packet<Result, W>;
  using fold_type = scan_fold<value, W>;
  static_assert(sizeof(pack) == sizeof(result_pack));
  constexpr int items = scan_items<value>, stage_rows = bulk_columns_rows;
  int const pitch = how.width;
  ACRE_DYNAMIC_SHARED(bulk_columns_bytes, packet<std::uint64_t, 2>);
  ACRE_SHARED(come, std::uint64_t[bulk_columns_most_stages]);
  ACRE_SHARED(scanned, std::uint64_t[bulk_columns_most_stages]);

  int const warps = static_cast<int>(blockDim.x) / 32 - 1;
  std::int64_t const block = blockIdx.x, k = quotient(block, how.strips);
  int const first = static_cast<int>(block - k * how.strips) * how.width,
            width = static_cast<int>(::min(red.it.inner / W - first, std::int64_t{how.width})),
            stages = static_cast<int>((red.length + stage_rows - 1) / stage_rows);
  unsigned const row_bytes = static_cast<unsigned>(width) * sizeof(pack);
  auto const rows_of = [&](int stage) {
    return static_cast<int>(
        ::min(red.length - std::int64_t{stage} * stage_rows, std::int64_t{stage_rows}));
  };
  auto const place = [&](int slot) {
    return reinterpret_cast<pack*>(bulk_columns_bytes) + slot * stage_rows * pitch;
  };
  if (threadIdx.x == 0) {
    for (int slot = 0; slot < how.stages; ++slot) {
      begin_phases(come[slot]);
      begin_phases(scanned[slot], static_cast<unsigned>(warps));
    }
    phases_begun();
  }
  __syncthreads();
  int slot = 0;
  unsigned parity = 0;
  auto const advance = [&] {
    if (++slot == how.stages) {
      slot = 0;
      parity ^= 1;
    }
  };

  if (threadIdx.x < 32) {  // the warp that moves
    int const lane = static_cast<int>(threadIdx.x);
    position const at = reduced_position(red, k, 0);
    value const* const source = from.of(at, red.kept_rank) + first * W;
    Result* const target = to.of(at, red.kept_rank) + first * W;
    auto const bring = [&](int stage, int in) {
      if (stage >= stages) return;
      int const rows = rows_of(stage);
      std::int64_t const row = std::int64_t{stage} * stage_rows;
      if (lane == 0) arrive_expecting(come[in], rows * row_bytes);
      sync_warp();
      if (how.behind_each_other) {
        if (lane == 0) bring_bulk(place(in), source + row * from.step, rows * row_bytes, come[in]);
      } else if (lane < rows) {
        bring_bulk(place(in) + lane * pitch, source + (row + lane) * from.step, row_bytes,
                   come[in]);
      }
    };
    for (int stage = 0; stage + 1 < how.stages; ++stage) bring(stage, stage);
#pragma unroll 1
    for (int stage = 0; stage < stages; ++stage) {
      await_phase(scanned[slot], parity);
      int const rows = rows_of(stage);
      std::int64_t const row = std::int64_t{stage} * stage_rows;
      if (how.behind_each_other) {
        if (lane == 0) send_bulk(target + row * to.step, place(slot), rows * row_bytes);
      } else if (lane < rows) {
        send_bulk(target + (row + lane) * to.step, place(slot) + lane * pitch, row_bytes);
      }
      bulk_sent();
      bulk_read_but<1>();  // the stage before has left, and its slot is free
      sync_warp();
      bring(stage + how.stages - 1, slot == 0 ? how.stages - 1 : slot - 1);
      advance();
    }
    bulk_arrived();
    return;
  }

  int const thread = static_cast<int>(threadIdx.x) - 32;
  scan_chunks_walk<value, W> chunks;
  raw_storage<scan_tiles_walk<value, W>, 1> tiles;
  fold_type before, before_tile, chunk;
  int in_chunk = 0;
#pragma unroll 1
  for (int stage = 0; stage < stages; ++stage) {
    await_phase(come[slot], parity);
    if (thread < width) {
      int const rows = rows_of(stage);
      pack* const here = place(slot) + thread;
      pack x[stage_rows];
#pragma unroll
      for (int n = 0; n < stage_rows; ++n) x[n] = here[::min(n, rows - 1) * pitch];
#pragma unroll
      for (int n = 0; n < stage_rows; ++n) {
        result_pack y;
#pragma unroll
        for (int w = 0; w < W; ++w) {
          chunk.v[w] = n == 0 && in_chunk == 0 ? x[n].v[w] : op.combine(chunk.v[w], x[n].v[w]);
          y.v[w] = op.finish(before.there ? op.combine(before.v[w], chunk.v[w]) : chunk.v[w]);
        }
        if (n < rows) reinterpret_cast<result_pack&>(here[n * pitch]) = y;
      }
      in_chunk += stage_rows;
      if (in_chunk == items) {
        in_chunk = 0;
        chunk.there = true;
        if (chunks.next(op, chunk)) {
          fold_type const tile = chunks.before;
          walk_tile(op, tiles, !before_tile.there, tile);
          before_tile = before = tiles[0].before;
        } else {
          before = chunks.before;
          before.prepend(op, before_tile);
        }
      }
    }
    show_to_bulk();
    sync_warp();
    if (thread % 32 == 0) arrive(scanned[slot]);
    advance();
  }
}

template <class Row, class Result>
concept written_in_memory = requires(Row const& to) {
  { to.elements(0) } -> std::same_as<Result*>;
};

/// Whether the operand and the result are memory, of elements as large as the accumulator.
template <class Api, class Program, class Op, class Sink>
inline constexpr bool scans_memory = [] {
  using value = typename Op::value_type;
  using result = decltype(std::declval<Op const&>().finish(value()));
  using row = decltype(std::declval<Program const&>().bind(position{}));
  using result_row = decltype(std::declval<Sink const&>().bind(position{}));
  constexpr int size = sizeof(value);
  return Api::copies_in_bulk && size >= 4 && 16 % size == 0 && sizeof(result) == size &&
         scan_items<value> % bulk_columns_rows == 0 && lies_in_memory<row, value> &&
         written_in_memory<result_row, result>;
}();

/// The memory of a program or a sink.
template <class T, class What>
plain_columns<T> columns_in_memory(reduction const& red, What const& what)
{
  plain_columns<T> p{};
  auto const element = [&](position const& at, std::int64_t k) {
    return bind_along(what, at, red.kept_rank).elements(0, k);
  };
  position at;
  at.rank = red.it.outer_rank;
  p.first = element(at, 0);
  p.step = element(at, 1) - p.first;
  for (int axis = 0; axis < red.kept_rank; ++axis) {
    position next = at;
    next.index[axis] = 1;
    p.kept[axis] = element(next, 0) - p.first;
  }
  return p;
}

/// Whether all rows of all results begin with 16 bytes (or all results, where their rows lie one
/// behind the other).
template <class T>
bool begin_with_packets(reduction const& red, plain_columns<T> const& p, bool rows)
{
  auto const whole = [](std::int64_t elements) { return elements * sizeof(T) % 16 == 0; };
  bool all = reinterpret_cast<std::uintptr_t>(p.first) % 16 == 0 && (!rows || whole(p.step));
  for (int axis = 0; axis < red.kept_rank; ++axis) all = all && whole(p.kept[axis]);
  return all;
}

/// How columns are dealt out to bulk copies, in packets of W, if they had better be.
///
/// By hand on an H200, in µs, beside scan_columns_kernel and a copy of as much. Strips of long
/// rows: (1, 100, 250000) float32 53.5 (56.6, 50.6), float64 105 (109, 97.7); (10, 500, 20000)
/// float32 203 (211, 192). Whole rows, which are no whole sectors: (100, 500, 500) float32 56.1
/// (67.3, 51.0), (132, 500, 500) 72.1 (89.7, 65.9), (1000, 100, 250) 55.4 (58.4, 50.9), (400, 250,
/// 250) 59.6 (66.3, 51.0); (200, 500, 251) float64 117 (157, 98.0). But (100, 500, 500) float64, of
/// whole sectors, 110 (103, 97.9), and (100, 16500, 68) float32 1218 (770, 215): a stage takes a
/// block some 0.3 µs, so that 1200 bytes of rows have to be on a multiprocessor at once. More in a
/// ring is slower: (132, 500, 500) takes 76.6 with 64 KB and 80 with 96, strips 217 of 203 with 64
/// KB; but where a multiprocessor has one block at most (100, 500, 500) takes 60.7 with 48 KB.
/// Arrays that fit the cache go the other way, unmeasured.
template <int W, class T, class R>
std::optional<bulk_strips> bulk_strips_for(reduction const& red, plain_columns<T> const& from,
                                           plain_columns<R> const& to, int multiprocessors)
{
  constexpr std::int64_t bytes = W * sizeof(T), long_row = 65536, strip = 256, least = 1 << 25;
  std::int64_t const inner = red.it.inner, packets = inner / W, row_bytes = inner * sizeof(T),
                     strips = (packets + strip - 1) / strip;
  if (!red.it.unit || red.length <= scan_items<std::remove_const_t<T>> || red.length > 0x7fffffff ||
      inner % W != 0 || red.kept * red.length * row_bytes < least)
    return {};
  auto const dealt = [&](std::int64_t width, std::int64_t beside, bool behind_each_other) {
    std::int64_t const ring = red.kept * beside < multiprocessors ? 65536 : 49152,
                       stages = ring / (width * bytes * bulk_columns_rows);
    return bulk_strips{
        static_cast<int>(width), static_cast<int>(beside),
        static_cast<int>(std::clamp<std::int64_t>(stages, 3, bulk_columns_most_stages)),
        behind_each_other};
  };
  if (from.step == inner && to.step == inner && row_bytes % 32 != 0 &&
      packets <= bulk_columns_most && red.kept >= multiprocessors * 3 / 4 &&
      std::min(red.kept, std::int64_t{3} * multiprocessors) * row_bytes >=
          std::int64_t{1200} * multiprocessors &&
      red.length * row_bytes % 16 == 0 && bulk_columns_rows * row_bytes % 16 == 0 &&
      begin_with_packets(red, from, false) && begin_with_packets(red, to, false))
    return dealt(packets, 1, true);
  if (bytes == 16 && row_bytes >= long_row && red.kept * strips >= multiprocessors * 3 / 2 &&
      begin_with_packets(red, from, true) && begin_with_packets(red, to, true))
    return dealt(strip, strips, false);
  return {};
}

/// Whether it was.
template <class Queue, class Program, class Op, class Sink>
bool launch_scan_bulk_columns(Queue& on, reduction const& red, Program const& program, Op const& op,
                              Sink const& sink)
{
  using value = typename Op::value_type;
  using result = decltype(op.finish(value()));
  auto const from = columns_in_memory<value const>(red, program);
  auto const to = columns_in_memory<result>(red, sink);
  auto const launched = [&]<int W>(std::integral_constant<int, W>) {
    auto const how = bulk_strips_for<W>(red, from, to, on.multiprocessors());
    if (!how) return false;
    auto* const kernel = scan_bulk_columns_kernel<W, Op, result>;
    int const threads = (how->width + 31) / 32 * 32 + 32;
    auto const bytes = sizeof(value) * W * how->width * bulk_columns_rows * how->stages;
    on.resident_blocks(kernel, threads, bytes);
    on.template launch_shared_early<starts_early<Program, Op, Sink>>(
        "columns", kernel, red.kept * how->strips, threads, bytes, red, *how, from, to, op);
    return true;
  };
  constexpr int most = 16 / sizeof(value);
  if (launched(std::integral_constant<int, most>())) return true;
  if constexpr (most > 1)
    return launched(std::integral_constant<int, 1>());
  else
    return false;
}

}  // namespace acre::backends::gpu
