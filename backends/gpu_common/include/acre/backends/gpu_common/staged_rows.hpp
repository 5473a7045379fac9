#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/gpu_common/held_words.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstdint>

/// Rows of few elements: a block's threads bring a stretch of rows to shared memory, neighbours by
/// neighbours, whatever their length. Each thread then has rows of its own there.
///
/// reduce_staged_rows.hpp and scan_staged_rows.hpp say what is done with them.
namespace acre::backends::gpu {

/// Elements that a block has room for, of `Bytes` at most, there or in memory.
template <int Bytes>
inline constexpr int staged_room = std::max(1, staged_rows_bytes / Bytes);

/// The rows of a block, along the last of the kept axes. Threads side by side read rows side by
/// side: where the length is a multiple of four they would meet in a few banks, so that a place is
/// left free behind each row.
struct staged_split {
  int rows;  // a multiple of the elements of an access
  bool free_place;
  divisor length;
  std::int64_t along, pieces;  // rows along that axis, and blocks that have them

  staged_split(reduction const& red, int room, int width)
      : free_place(red.length % 4 == 0), length(red.length)
  {
    along = red.kept_rank > 1 ? red.it.outer[red.kept_rank - 1] : red.kept;
    std::int64_t const fit = room / (red.length + free_place);
    rows = static_cast<int>(fit / width * width);
    pieces = (along + rows - 1) / rows;
  }
  std::int64_t blocks(reduction const& red) const { return red.kept / along * pieces; }
  __device__ int row_of(int element) const
  {
    return static_cast<int>(length.quotient(static_cast<std::uint32_t>(element)));
  }
  __device__ int place_of(int element) const
  {
    return free_place ? element + row_of(element) : element;
  }
  __device__ int place_of_row(int row) const
  {
    return row * (static_cast<int>(length.by) + (free_place ? 1 : 0));
  }
};

/// A block's rows: the first one's number, and how many. Nested: of several kept axes.
template <bool Nested>
struct staged_block {
  std::int64_t first;
  int rows;

  __device__ staged_block(reduction const& red, staged_split const& split)
      : first(std::int64_t{blockIdx.x} * split.rows)
  {
    std::int64_t left = red.kept - first;
    if constexpr (Nested) {
      std::int64_t const outer = quotient(blockIdx.x, split.pieces),
                         place = (blockIdx.x - outer * split.pieces) * split.rows;
      first = outer * split.along + place;
      left = split.along - place;
    }
    rows = static_cast<int>(::min(left, std::int64_t{split.rows}));
  }
  /// What `what` binds, a program or a sink, to the first row, along the rows' axis.
  template <class What>
  __device__ auto bound(reduction const& red, What const& what) const
  {
    if constexpr (Nested) {
      return bind_along(what, reduced_position(red, first, 0), red.kept_rank - 1);
    } else {
      position at;
      at.rank = 1;
      at.index[0] = first;
      return what.bind(at, 0);
    }
  }
};

/// Whether rows are dealt out so: short ones along one kept axis or (Nested) the last of several,
/// enough of them to give every multiprocessor some; `Bytes` as above, W elements an access.
template <bool Nested, int Bytes, int W>
bool takes_staged_rows(reduction const& red, int multiprocessors)
{
  bool const kept =
      Nested ? red.kept_rank > 1 && red.it.outer[red.kept_rank - 1] >= 64 : red.kept_rank == 1;
  return kept && red.length > 1 && red.length <= staged_rows_length &&
         red.it.outer_rank == red.kept_rank && staged_room<Bytes> / (red.length + 1) >= W &&
         red.kept >= std::int64_t{64} * multiprocessors;
}

/// Launches kernel(red, split, arguments…) where rows are dealt out so: whether they are.
template <bool Early, bool Nested, int Bytes, int W, class Queue, class... Parameters,
          class... Arguments>
bool launch_staged_rows(Queue& on, reduction const& red, void (*kernel)(Parameters...),
                        Arguments const&... arguments)
{
  if (!takes_staged_rows<Nested, Bytes, W>(red, on.multiprocessors())) return false;
  staged_split const split(red, staged_room<Bytes>, W);
  on.template launch_early<Early>("rows", kernel, split.blocks(red), staged_rows_threads, red,
                                  split, arguments...);
  return true;
}

/// Packets that a thread has under way, of as many as a block has room for.
template <class Held, int Packets>
inline constexpr int staged_packets =
    std::clamp(Packets / staged_rows_threads, 1, loads_that_fill<Held, 128>);

/// Elements 0, 1, … count - 1 of a block's rows to their places. W elements are read at once where
/// all operands are one run.
template <int W, int Room, bool Nested, class Program, class Value>
__device__ void bring_rows(reduction const& red, staged_split const& split, Program const& program,
                           staged_block<Nested> const& block, int count, Value* places)
{
  auto const from = block.bound(red, program);
  int const thread = static_cast<int>(threadIdx.x), length = static_cast<int>(red.length);
  if (!Nested && red.one_run) {
    using held_type = decltype(stowed_packet<W>(from, 0, 0));
    constexpr int batch = staged_packets<held_type, Room / W>;
    int const whole = count / W;
    bool const in_rows = length % W == 0;
#pragma unroll 1
    for (int p = thread; p - thread < whole; p += batch * staged_rows_threads) {
      held_type held[batch];
#pragma unroll
      for (int j = 0; j < batch; ++j)
        if (int const n = p + j * staged_rows_threads; n < whole)
          held[j] = stowed_packet<W>(from, n * W, 0);
#pragma unroll
      for (int j = 0; j < batch; ++j)
        if (int const n = p + j * staged_rows_threads; n < whole) {
          auto const x = computed<W>(from, unstowed(held[j]));
          packet<Value, W> q;
#pragma unroll
          for (int w = 0; w < W; ++w) q.v[w] = static_cast<Value>(x.v[w]);
          if (!split.free_place) {
            *reinterpret_cast<packet<Value, W>*>(places + n * W) = q;
          } else if (in_rows) {
            int const place = split.place_of(n * W);
#pragma unroll
            for (int w = 0; w < W; ++w) places[place + w] = q.v[w];
          } else {
#pragma unroll
            for (int w = 0; w < W; ++w) places[split.place_of(n * W + w)] = q.v[w];
          }
        }
    }
    if (int const i = whole * W + thread; i < count)
      places[split.place_of(i)] = static_cast<Value>(from.template at<true>(i));
    return;
  }
  using element = packet<typename Program::value_type, 1>;
  constexpr int batch = loads_that_fill<element, 32>;
#pragma unroll 1
  for (int p = thread; p < count; p += batch * staged_rows_threads) {
    element got[batch];
#pragma unroll
    for (int j = 0; j < batch; ++j)
      if (int const i = p + j * staged_rows_threads; i < count) {
        int const row = split.row_of(i);
        got[j].v[0] = from.template at<false>(i - row * length, row);
      }
#pragma unroll
    for (int j = 0; j < batch; ++j)
      if (int const i = p + j * staged_rows_threads; i < count)
        places[split.place_of(i)] = static_cast<Value>(got[j].v[0]);
  }
}

}  // namespace acre::backends::gpu
