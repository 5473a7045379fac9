#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/scan.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/plain_rows.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/stamped_words.hpp>
#include <acre/backends/gpu_common/tiles.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

/// Rows: a thread scans a chunk, a warp a piece, a block a tile, or several short rows. A tile's
/// fold is published at once; where the folds of its group's earlier tiles and the group's own
/// beginning have been published, too, the tile is joined and written. The group's last tile
/// publishes where the next one begins. The order in which blocks are ready changes nothing.
///
/// A block waits for blocks with lower tickets only, which have started: they end whatever else
/// runs.
namespace acre::backends::gpu {

/// 2^log2_threads threads take a row, or each of its `tiles`. `columns`: a row is a column, number
/// k × inner + i, of a loop nest that was planned for columns.
struct scan_split {
  std::int64_t rows = 1, tiles = 1;
  int log2_threads = 0;
  bool columns = false;
};

/// Messages between blocks, in words of 64 bits: a ticket, and for each row its tiles' folds, the
/// fold before each group within its supergroup, and before each supergroup. A fold is as many
/// words as it has 4 bytes, each half of which says by its stamp that the other half is there: no
/// order of memory is asked for.
template <class Value>
struct scan_words {
  static constexpr int each = (sizeof(Value) + 3) / 4;
  std::int64_t groups, supergroups, tiles_at, groups_at, supergroups_at, all;

  __host__ __device__ explicit scan_words(scan_split const& split)
  {
    using order = scan_order<Value>;
    groups = (split.tiles + order::group - 1) / order::group;
    supergroups = (groups + order::supergroup - 1) / order::supergroup;
    tiles_at = each % 2 == 0 ? 2 : 1;
    groups_at = tiles_at + split.rows * split.tiles * each;
    supergroups_at = groups_at + split.rows * groups * each;
    all = supergroups_at + split.rows * supergroups * each;
  }
};

/// Launches kernel(arguments…, words between the blocks), whose blocks have a tile each or several
/// rows' tiles of the same number.
template <class Value, bool Early, class Queue, class... Parameters, class... Arguments>
void launch_scan_tiles(Queue& on, void (*kernel)(Parameters...), scan_split const& split,
                       std::int64_t blocks, int threads, std::size_t shared_bytes,
                       Arguments const&... arguments)
{
  std::int64_t const words = scan_words<Value>(split).all;
  if (stamped_words const between_blocks = on.words_between_blocks(words); between_blocks.words) {
    on.template launch_shared_early<Early>("tiles", kernel, blocks, threads, shared_bytes,
                                           arguments..., between_blocks);
    on.tickets_taken(blocks);
    return;
  }
  auto const scratch = on.template scratch<std::uint64_t>(words);
  Queue::api::clear_async(scratch.data(), words * sizeof(std::uint64_t), on.stream());
  on.launch_shared("tiles", kernel, blocks, threads, shared_bytes, arguments...,
                   stamped_words{scratch.data(), 1, 0});
}

__device__ inline void publish_word(std::uint64_t* to, std::uint64_t word)
{
#if defined(__HIPCC__) || defined(ACRE_EMULATED)
  __hip_atomic_store(to, word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#else
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(to), "l"(word) : "memory");
#endif
}
__device__ inline std::uint64_t published_word(std::uint64_t const* from)
{
#if defined(__HIPCC__) || defined(ACRE_EMULATED)
  return __hip_atomic_load(from, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#else
  std::uint64_t word;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(from) : "memory");
  return word;
#endif
}
/// Two neighbours by one access, each a whole of its own.
__device__ inline void publish_words(std::uint64_t* to, std::uint64_t a, std::uint64_t b)
{
#if defined(__HIPCC__) || defined(ACRE_EMULATED)
  publish_word(to, a);
  publish_word(to + 1, b);
#else
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(to), "l"(a), "l"(b) : "memory");
#endif
}
__device__ inline void published_words(std::uint64_t const* from, std::uint64_t& a,
                                       std::uint64_t& b)
{
#if defined(__HIPCC__) || defined(ACRE_EMULATED)
  a = published_word(from);
  b = published_word(from + 1);
#else
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(a), "=l"(b)
               : "l"(from)
               : "memory");
#endif
}

template <class Value>
__device__ void publish(std::uint64_t* to, std::uint32_t stamp, Value const& v)
{
  constexpr int words = scan_words<Value>::each;
  std::uint64_t const there = std::uint64_t{stamp} << 32;
  std::uint32_t part[words] = {};
  memcpy(part, &v, sizeof(Value));
  if constexpr (words % 2 == 0) {
#pragma unroll
    for (int w = 0; w < words; w += 2) publish_words(to + w, there | part[w], there | part[w + 1]);
  } else {
#pragma unroll
    for (int w = 0; w < words; ++w) publish_word(to + w, there | part[w]);
  }
}

/// Whether all of it is there.
template <class Value>
__device__ bool published(std::uint64_t const* from, std::uint32_t stamp, Value& v)
{
  constexpr int words = scan_words<Value>::each;
  std::uint64_t word[words];
  if constexpr (words % 2 == 0) {
#pragma unroll
    for (int w = 0; w < words; w += 2) published_words(from + w, word[w], word[w + 1]);
  } else {
#pragma unroll
    for (int w = 0; w < words; ++w) word[w] = published_word(from + w);
  }
  std::uint32_t part[words];
  bool there = true;
#pragma unroll
  for (int w = 0; w < words; ++w) {
    there = there && static_cast<std::uint32_t>(word[w] >> 32) == stamp;
    part[w] = static_cast<std::uint32_t>(word[w]);
  }
  if (there) memcpy(&v, part, sizeof(Value));
  return there;
}

/// The fold before a tile of a row, for a warp: publishes the tile's fold and, if it is the last of
/// a group, the fold before the next. All lanes have the result.
template <class Op>
__device__ scan_fold<typename Op::value_type, 1> before_tile(Op const& op, scan_split const& split,
                                                             std::int64_t row, std::int64_t tile,
                                                             typename Op::value_type const& own,
                                                             stamped_words const& between_blocks)
{
  using value = typename Op::value_type;
  using order = scan_order<value>;
  using fold_type = scan_fold<value, 1>;
  constexpr int lines = order::group / scan_lanes, each = scan_words<value>::each;
  scan_words<value> const words(split);
  warp_team const warp(32);
  std::int64_t const group = tile / order::group, supergroup = group / order::supergroup;
  int const place = static_cast<int>(tile % order::group),
            place_of_group = static_cast<int>(group % order::supergroup);
  std::uint64_t* const of_tiles =
      between_blocks.words + words.tiles_at + (row * split.tiles + tile) * each;
  std::uint64_t* const of_groups =
      between_blocks.words + words.groups_at + (row * words.groups + group) * each;
  std::uint64_t* const of_supergroups =
      between_blocks.words + words.supergroups_at + (row * words.supergroups + supergroup) * each;
  if (warp.member == 0) publish(of_tiles, between_blocks.stamp, own);

  // all lines at once, and what lies before the group beside them: one after the other takes as
  // many waits
  bool const asks_groups = warp.member == 0 && place_of_group > 0,
             asks_supergroups = warp.member == 0 && supergroup > 0;
  fold_type so_far, outside;
  if (asks_groups) so_far.there = published(of_groups, between_blocks.stamp, so_far.v[0]);
  value got[lines];
  unsigned missing = 0;
#pragma unroll
  for (int line = 0; line < lines; ++line) {
    got[line] = own;
    if (line * scan_lanes + warp.member < place) missing |= 1u << line;
  }
  while (missing != 0) {
#pragma unroll
    for (int line = 0; line < lines; ++line)
      if ((missing >> line & 1) != 0 &&
          published(of_tiles + (line * scan_lanes + warp.member - place) * each,
                    between_blocks.stamp, got[line]))
        missing &= ~(1u << line);
  }
  value last = got[lines - 1];  // with this tile as the group's last
#pragma unroll
  for (int delta = 1; delta < scan_lanes; delta *= 2)
#pragma unroll
    for (int line = 0; line < lines; ++line) {
      if (line * scan_lanes >= place) break;
      value const later = warp.shuffle_down(got[line], delta);
      if (warp.member % (2 * delta) == 0 && line * scan_lanes + warp.member + delta < place)
        got[line] = op.combine(got[line], later);
    }
  fold_type before, next;
#pragma unroll
  for (int line = 0; line < lines; ++line)
    if (line * scan_lanes < place) before.append(op, {{got[line]}, true});
  bool const ends = place == order::group - 1 && tile + 1 < split.tiles;
  if (ends) {
#pragma unroll
    for (int delta = 1; delta < scan_lanes; delta *= 2) {
      value const later = warp.shuffle_down(last, delta);
      if (warp.member % (2 * delta) == 0) last = op.combine(last, later);
    }
#pragma unroll
    for (int line = 0; line + 1 < lines; ++line) next.append(op, {{got[line]}, true});
    next.append(op, {{last}, true});
  }
  // groups wait for each other: what is to be combined before is combined
  if (asks_groups)
    while (!so_far.there) so_far.there = published(of_groups, between_blocks.stamp, so_far.v[0]);
  if (asks_supergroups)
    while (!outside.there)
      outside.there = published(of_supergroups, between_blocks.stamp, outside.v[0]);
  if (ends && warp.member == 0) {
    next.prepend(op, so_far);
    if (place_of_group + 1 < order::supergroup) {
      publish(of_groups + each, between_blocks.stamp, next.v[0]);
    } else {
      next.prepend(op, outside);
      publish(of_supergroups + each, between_blocks.stamp, next.v[0]);
    }
  }
  before.prepend(op, so_far);
  before.prepend(op, outside);
  before.there = tile > 0;
  return before;
}

/// Place in shared memory of packet `number` of those that `lanes` threads share: `packets` a
/// thread, those of a thread spread over the banks.
template <int Packets>
__device__ int packet_slot(int number)
{
  int const thread = number / Packets, packet = number % Packets;
  return thread * Packets + (packet ^ (thread & (Packets - 1)));
}

/// Elements of an access to memory: those of 16 bytes, as far as a chunk has as many.
template <class Program, class Op, class Sink, bool Packed>
inline constexpr int scan_width =
    !Packed ? 1
            : std::min(packet_width(std::max(Program::width, Sink::width)),
                       scan_items<typename Op::value_type>);

/// Neighbouring values in shared memory, moved by one access of up to 16 bytes.
template <class Value, int W>
inline constexpr int cell_alignment =
    W * sizeof(Value) == 8 || W * sizeof(Value) == 16 ? W * sizeof(Value) : alignof(Value);
template <class Value, int W>
struct alignas(cell_alignment<Value, W>) scan_cell {
  Value v[W];
};

/// Whether a row's packets are copied to shared memory as they lie in memory, which takes no
/// registers, so that a multiprocessor holds more blocks: those of numbers of 4 and 8 bytes. (By
/// hand, 10^8 float64 on an H200: 0.448 ms for 0.468, float32 0.240 for 0.244; and with stores that
/// leave the cache first 0.436 and 0.229. Offsets of the pairs of 10^7 lists: 0.0633 for 0.0726.)
template <class Program, class Op, class Sink, bool Packed>
inline constexpr bool is_copied = [] {
  using row = decltype(std::declval<Program const&>().bind(position{}));
  using value = typename Op::value_type;
  constexpr int W = scan_width<Program, Op, Sink, Packed>;
  return Packed && W * sizeof(value) == 16 && W <= 4 &&
         (lies_in_memory<row, value> || lies_between_words<row, value>);
}();

template <class Program, class Op, class Sink, bool Packed>
inline constexpr int scan_blocks = tuning::scan_blocks(is_copied<Program, Op, Sink, Packed>);

/// Number of a thread's packets that are loaded before the first is computed: 128 bytes of
/// operands.
template <class Held, int Packets>
inline constexpr int scan_loads = [] {
  int n = Packets;
  while (n > 1 && n * static_cast<int>(sizeof(Held)) > 128) n /= 2;
  return n;
}();

template <bool Packed, class Program, class Op, class Sink>
__global__ void __launch_bounds__(scan_threads, (scan_blocks<Program, Op, Sink, Packed>))
    scan_rows_kernel(reduction red, scan_split split, Program program, Op op, Sink sink,
                     stamped_words between_blocks)
{
  await_work_before();
  using value = typename Op::value_type;
  using result = decltype(op.finish(value()));
  constexpr int items = scan_items<value>;
  constexpr int W = scan_width<Program, Op, Sink, Packed>;
  constexpr int packets = items / W;
  constexpr bool copied = is_copied<Program, Op, Sink, Packed>;
  constexpr bool between = copied && lies_between_words<decltype(program.bind(position{})), value>;
  using cell = scan_cell<value, W>;
  ACRE_SHARED(shared, raw_storage<cell, scan_threads * packets>);
  ACRE_SHARED(piece_fold, raw_storage<value, scan_pieces>);
  ACRE_SHARED(tile_before, raw_storage<value, 1>);
  ACRE_SHARED(ticket, unsigned);

  int const thread = static_cast<int>(threadIdx.x),
            in_row = thread & ((1 << split.log2_threads) - 1);
  int const lanes = ::min(1 << split.log2_threads, scan_lanes);
  std::int64_t row = (std::int64_t{blockIdx.x} * scan_threads + thread) >> split.log2_threads,
               tile = 0;
  if (split.tiles > 1) {
    if (thread == 0)
      ticket = atomicAdd(reinterpret_cast<unsigned*>(between_blocks.words), 1u) -
               between_blocks.first_ticket;
    __syncthreads();
    if (!Packed && split.columns) {  // whose tiles share what the memory reads at once
      tile = quotient(ticket, split.rows);
      row = ticket - tile * split.rows;
    } else {
      row = split.rows == 1 ? 0 : quotient(ticket, split.tiles);
      tile = ticket - row * split.tiles;
    }
  }
  bool const here = row < split.rows;
  if (!here) row = split.rows - 1;  // surplus threads recompute the last row and store nothing
  warp_team const team(lanes);
  int const member = team.member;
  std::int64_t const begin =
      tile * scan_tile<value> + std::int64_t{in_row / lanes} * (lanes * items);
  int const base = thread / lanes * (lanes * packets);

  // a row's element e is at (e, 0) of its position, a column's at (column, e)
  bool const columns = !Packed && split.columns,
             one_run = columns || red.it.outer_rank == red.kept_rank;
  auto const index = [&](std::int64_t e) {
    return columns ? row - quotient(row, red.it.inner) * red.it.inner : e;
  };
  auto const bound = [&](auto const& what) {
    if constexpr (Packed)
      return what.bind(reduced_position(red, row, 0));
    else
      return bind_along(what, reduced_position(red, columns ? quotient(row, red.it.inner) : row, 0),
                        columns ? red.kept_rank : 0);
  };
  auto const from = bound(program);

  if constexpr (Packed) {
    // packets after the end are not used: the last whole one is read in their place
    std::int64_t const whole = red.length / W * W, last = whole - W;
    if (last >= 0) {
      int const most = static_cast<int>(::min(last - begin, std::int64_t{lanes * items}));
      if constexpr (copied) {
        value const* first;
        if constexpr (between)
          first = from.words(begin);
        else
          first = from.elements(begin);
#pragma unroll
        for (int j = 0; j < packets; ++j) {
          int const number = j * lanes + member;
          copy_to_shared<sizeof(cell)>(
              reinterpret_cast<char*>(&shared[base + packet_slot<packets>(number)]),
              reinterpret_cast<std::uintptr_t>(first + ::min(number * W, most)));
        }
        copies_begun();
        copies_settled_but<0>();
      } else {
        using held_type = decltype(fetched<W, true>(from, 0));
        constexpr int batch = scan_loads<held_type, packets>;
#pragma unroll
        for (int first = 0; first < packets; first += batch) {
          held_type held[batch];
#pragma unroll
          for (int j = 0; j < batch; ++j)
            held[j] =
                fetched<W, true>(from, begin + ::min(((first + j) * lanes + member) * W, most));
#pragma unroll
          for (int j = 0; j < batch; ++j) {
            auto const p = computed<W>(from, held[j]);
            cell c;
#pragma unroll
            for (int w = 0; w < W; ++w) c.v[w] = static_cast<value>(p.v[w]);
            shared[base + packet_slot<packets>((first + j) * lanes + member)] = c;
          }
        }
      }
    }
    if (whole < red.length) {  // the elements that are no packet
#pragma unroll 1
      for (int j = 0; j < packets; ++j) {
        int const number = j * lanes + member;
        std::int64_t const i = begin + number * W;
        if (last >= 0 && i != whole) continue;
        cell c;
        for (int w = 0; w < W; ++w)
          if constexpr (between)
            c.v[w] = *from.words(::min(i + w, red.length - 1));
          else
            c.v[w] = static_cast<value>(from.template at<true>(::min(i + w, red.length - 1)));
        shared[base + packet_slot<packets>(number)] = c;
      }
    }
  } else {
    if (one_run) {
#pragma unroll 8
      for (int j = 0; j < packets; ++j) {
        std::int64_t const e = ::min(begin + j * lanes + member, red.length - 1);
        shared[base + packet_slot<packets>(j * lanes + member)].v[0] =
            static_cast<value>(from.template at<false>(index(e), columns ? e : 0));
      }
    } else {
#pragma unroll 1
      for (int j = 0; j < packets; ++j) {
        std::int64_t const e = ::min(begin + j * lanes + member, red.length - 1),
                           outer = quotient(e, red.it.inner);
        shared[base + packet_slot<packets>(j * lanes + member)].v[0] =
            static_cast<value>(program.bind(reduced_position(red, row, outer))
                                   .template at<false>(e - outer * red.it.inner));
      }
    }
  }
  sync_warp();

  // registers are for other blocks while this one waits: the scanned chunk lies where it was
  constexpr int together = copied ? packets / 2 : packets;
  value through{};
  [[maybe_unused]] value word{};  // before the chunk
  if constexpr (between) {
    if (member > 0)
      word = shared[base + packet_slot<packets>(member * packets - 1)].v[W - 1];
    else  // a warp after the row's end reads elements of the row that are not used
      word = *from.words(::min(::max(begin - 1, std::int64_t{0}), red.length - 1));
    sync_warp();
  }
#pragma unroll
  for (int first = 0; first < packets; first += together) {
    cell c[together];
#pragma unroll
    for (int j = 0; j < together; ++j)
      c[j] = shared[base + packet_slot<packets>(member * packets + first + j)];
#pragma unroll
    for (int j = 0; j < together; ++j)
#pragma unroll
      for (int w = 0; w < W; ++w) {
        if constexpr (between) {
          value const here = c[j].v[w];
          c[j].v[w] = static_cast<value>(from.between(word, here));
          word = here;
        }
        if (first + j + w > 0) c[j].v[w] = op.combine(through, c[j].v[w]);
        through = c[j].v[w];
      }
#pragma unroll
    for (int j = 0; j < together; ++j)
      shared[base + packet_slot<packets>(member * packets + first + j)] = c[j];
  }

  // the chunks up to this one, by halves
#pragma unroll
  for (int half = 1; half < scan_lanes; half *= 2) {
    if (half >= lanes) break;
    value const first = team.member_value(through, (member & ~(2 * half - 1)) + half - 1);
    if ((member & half) != 0) through = op.combine(first, through);
  }
  scan_fold<value, 1> before{{team.shuffle_up(through, 1)}, member > 0};

  if (split.log2_threads > 5) {
    int const piece = thread / scan_lanes, first_piece = (thread - in_row) / scan_lanes;
    if (member == scan_lanes - 1) piece_fold[piece] = through;
    __syncthreads();
    scan_fold<value, 1> pieces, whole;
#pragma unroll
    for (int p = 0; p < scan_pieces; ++p) {
      if (p >= first_piece && p < piece) pieces.append(op, {{piece_fold[p]}, true});
      if (split.tiles > 1) whole.append(op, {{piece_fold[p]}, true});
    }
    before.prepend(op, pieces);
    if (split.tiles > 1) {
      if (thread < scan_lanes) {
        auto const outside = before_tile(op, split, row, tile, whole.v[0], between_blocks);
        if (thread == 0) tile_before[0] = outside.v[0];
      }
      __syncthreads();
      if (tile > 0) before.prepend(op, {{tile_before[0]}, true});
    }
  }
  if (!copied && before.there)
#pragma unroll
    for (int j = 0; j < packets; ++j) {
      cell& c = shared[base + packet_slot<packets>(member * packets + j)];
#pragma unroll
      for (int w = 0; w < W; ++w) c.v[w] = op.combine(before.v[0], c.v[w]);
    }
  sync_warp();
  if (!here) return;
  auto const to = bound(sink);
  if constexpr (Packed) {
    bool const full = begin + lanes * items <= red.length;
#pragma unroll
    for (int j = 0; j < packets; ++j) {
      int const number = j * lanes + member;
      std::int64_t const i = begin + number * W;
      cell c = shared[base + packet_slot<packets>(number)];
      if constexpr (copied) {  // its chunk is another thread's, which knows what lies before it
        int const owner = number / packets;
        value const earlier = team.member_value(before.v[0], owner);
        if (tile > 0 || in_row >= lanes || owner > 0)
#pragma unroll
          for (int w = 0; w < W; ++w) c.v[w] = op.combine(earlier, c.v[w]);
      }
      if (full || i + W <= red.length) {
        packet<result, W> q;
#pragma unroll
        for (int w = 0; w < W; ++w) q.v[w] = op.finish(c.v[w]);
        bool left = false;  // rows that end within a tile may share what the memory reads at once
        if constexpr (requires { to.template store_to_leave<W>(i, q); }) {
          left = split.tiles > 1;
          if (left) to.template store_to_leave<W>(i, q);
        }
        if (!left) to.template store<W>(i, q);
      } else {
        for (int w = 0; w < W; ++w)
          if (i + w < red.length) to.template put<true>(i + w, op.finish(c.v[w]));
      }
    }
  } else {
#pragma unroll 4
    for (int j = 0; j < packets; ++j) {
      std::int64_t const e = begin + j * lanes + member;
      if (e >= red.length) break;
      auto const x = op.finish(shared[base + packet_slot<packets>(j * lanes + member)].v[0]);
      if (one_run) {
        to.template put<false>(index(e), x, columns ? e : 0);
      } else {
        std::int64_t const outer = quotient(e, red.it.inner);
        sink.bind(reduced_position(red, row, outer))
            .template put<false>(e - outer * red.it.inner, x);
      }
    }
  }
}

}  // namespace acre::backends::gpu
