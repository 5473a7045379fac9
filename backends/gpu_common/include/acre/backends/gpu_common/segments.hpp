#pragma once

#include <acre/backends/common/segments.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/reduce_rows.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// See backends/common/segments.hpp. One kernel looks at all segments: a warp takes up to 32
/// neighbouring ones, a thread each; those that are too long for a thread become the warp's, some
/// at a time, and those of more than a tile are written down. A second kernel deals their tiles out
/// in equal shares; the team that brings the last of up to 4096 tiles of a segment (by a ticket)
/// reduces these.
namespace acre::backends::gpu {

/// A segment of several tiles, and how many tiles those before it have.
struct long_segment {
  std::int64_t segment, first_tile;
};

/// The list of long segments. `state`: their number in the upper 24 bits, their tiles in the lower
/// 40, so that one atomic finds the place of both. It is the first of a queue's tickets, with a
/// ticket for the blocks that have read it, and left as zero as these are: nothing is cleared
/// before.
struct long_segments {
  static constexpr int tile_bits = 40, tickets = 4;
  long_segment* list = nullptr;
  unsigned long long* state = nullptr;

  long_segments() = default;
  long_segments(std::byte* memory, std::uint32_t* first_ticket)
      : list(reinterpret_cast<long_segment*>(memory)),
        state(reinterpret_cast<unsigned long long*>(first_ticket))
  {}
  /// Writes down a segment of so many tiles.
  __device__ void add(std::int64_t segment, std::int64_t tiles) const
  {
    unsigned long long const before =
        atomicAdd(state, (1ull << tile_bits) + static_cast<unsigned long long>(tiles));
    list[before >> tile_bits] = {segment,
                                 static_cast<std::int64_t>(before & ((1ull << tile_bits) - 1))};
  }
  /// Reports what the kernel's threads have read; all of a block call it. If nothing was found none
  /// need: the state is zero for all, and stays so.
  __device__ void has_been_read() const
  {
    __syncthreads();
    if (threadIdx.x == 0 && comes_last(reinterpret_cast<std::uint32_t*>(state + 1), 1, gridDim.x))
      *state = 0;
  }
};

/// A warp's share of the long segments' tiles.
struct long_share {
  std::int64_t found, tile, end;  // segments; tiles, of all of them
  std::int64_t n = 0;             // the segment of `tile`

  __device__ explicit long_share(long_segments const& longs)
  {
    std::int64_t const state = static_cast<std::int64_t>(*longs.state),
                       tiles = state & ((std::int64_t{1} << long_segments::tile_bits) - 1);
    std::int64_t const in_block = blockDim.x / 32, warps = gridDim.x * in_block,
                       warp = blockIdx.x * in_block + threadIdx.x / 32,
                       share = (tiles + warps - 1) / warps;
    found = state >> long_segments::tile_bits;
    tile = warp * share;
    end = ::min(tiles, tile + share);
    if (tile >= end) return;
    for (std::int64_t high = found; n + 1 < high;) {
      std::int64_t const middle = n + (high - n) / 2;
      if (longs.list[middle].first_tile <= tile)
        n = middle;
      else
        high = middle;
    }
  }
  /// The segment of the next tile, one behind the other.
  __device__ long_segment segment(long_segments const& longs)
  {
    if (n + 1 < found && longs.list[n + 1].first_tile <= tile) ++n;
    return longs.list[n];
  }
};

/// How many neighbouring lists a warp takes: as many as fill the device, so that they are loaded
/// together.
template <class Api>
int lists_per_warp(queue<Api>& on, std::int64_t count, int least, int warps = 128, int most = 32)
{
  std::int64_t const fill = std::int64_t{warps} * on.multiprocessors();
  return static_cast<int>(std::bit_floor(
      static_cast<std::uint64_t>(std::clamp<std::int64_t>(count / fill, least, most))));
}

/// The segment that a column is of.
template <class Segments>
__device__ std::int64_t segment_of(Segments const& list, std::int64_t column)
{
  if constexpr (list_of_elements<Segments>)
    return column;
  else
    return quotient(column, list.inner);
}

/// A row of a segment's elements.
template <class Row>
struct segment_elements {
  Row row;
  std::int64_t begin, inner, column;
  __device__ auto operator()(std::int64_t e) const
  {
    return row.template at<true>((begin + e) * inner + column);
  }
};
template <class Row>
__device__ segment_elements<Row> elements_of(Row const& row, std::int64_t begin, std::int64_t inner,
                                             std::int64_t column)
{
  return {row, begin, inner, column};
}

/// At most 4 << Digits elements: four at a time, whose sums are kept as the digits of a binary
/// number are. Absent values are the identity. The first eight are under way at the same time: most
/// have no more.
template <int Digits = segment_digits, class Reducer, class At>
__device__ auto reduce_in_thread(Reducer const& reducer, int count, At const& at)
{
  using value = typename Reducer::value_type;
  constexpr int digits = Digits, together = sizeof(value) <= 8 ? 8 : 4;
  auto const element = [&](int e) {
    return e < count ? appended(reducer, reducer.identity(), at(e), e) : reducer.identity();
  };
  value first[together];
#pragma unroll
  for (int k = 0; k < together; ++k) first[k] = element(k);
  value whole = combined(reducer, first);
  if (count <= together) return whole;
  value digit[digits], four[4];
  digit[together / 8] = whole;
  whole = reducer.identity();
  int number = together / 4;
#pragma unroll 1
  for (; 4 * number < count; ++number) {
#pragma unroll
    for (int k = 0; k < 4; ++k) four[k] = element(4 * number + k);
    value carried = combined(reducer, four);
    bool carries = true;
#pragma unroll
    for (int d = 0; d < digits; ++d) {
      if (!carries) continue;
      if ((number >> d & 1) == 0) {
        digit[d] = carried;
        carries = false;
      } else {
        carried = reducer.combine(digit[d], carried);
      }
    }
    if (carries) whole = carried;  // as many as there can be
  }
#pragma unroll
  for (int d = 0; d < digits; ++d)
    if ((number >> d & 1) != 0) whole = reducer.combine(digit[d], whole);
  return whole;
}

/// G segments of one tile at most: segment g's result in member g.
template <int M, int G, class Reducer, class At>
__device__ auto reduce_in_warp(Reducer const& reducer, warp_team const& team, int const (&count)[G],
                               At const& at)
{
  using value = typename Reducer::value_type;
  constexpr int V = 2;  // neighbouring lanes a thread
  value lane[G][V], result[G];
  int longest = 0;
#pragma unroll
  for (int g = 0; g < G; ++g) {
    clear(reducer, lane[g]);
    longest = ::max(longest, count[g]);
  }
#pragma unroll 1
  for (int first = 0; first < longest; first += M * reduce_lanes) {
    decltype(at(0, 0)) held[G][M][V];
#pragma unroll
    for (int g = 0; g < G; ++g)
#pragma unroll
      for (int m = 0; m < M; ++m)
#pragma unroll
        for (int k = 0; k < V; ++k) {
          int const e = first + m * reduce_lanes + team.member * V + k;
          if (e < count[g]) held[g][m][k] = at(g, e);
        }
#pragma unroll
    for (int g = 0; g < G; ++g)
#pragma unroll
      for (int m = 0; m < M; ++m)
#pragma unroll
        for (int k = 0; k < V; ++k) {
          int const e = first + m * reduce_lanes + team.member * V + k;
          if (e < count[g]) lane[g][k] = appended(reducer, lane[g][k], held[g][m][k], e);
        }
  }
#pragma unroll
  for (int g = 0; g < G; ++g) result[g] = combined(reducer, lane[g]);
  return combined_rows<32>(reducer, team, result);
}

/// Whether values are folded one segment at a time.
template <class Value>
inline constexpr bool wide_segments = sizeof(Value) > wide_segment_bytes;

/// How many elements a thread has under way at once where they are dealt out: one, whose computing
/// takes the registers, unless a program says (loads_together) that its elements only wait for
/// loads.
template <class Program>
inline constexpr int dealt_together = [] {
  if constexpr (requires { Program::loads_together; })
    return Program::loads_together;
  else
    return 1;
}();

/// Whether the elements of short segments are dealt out to all threads of a warp. If nearly all
/// segments have but a few elements (Few) that only wait for loads, each thread loads its own
/// sooner.
template <bool Few, class Program>
inline constexpr bool deals_elements =
    (hints_of<Program>::computes_in_blocks || hints_of<Program>::costs_much) &&
    !(Few && dealt_together<Program> > 1);

/// A thread's segments have at most 4 << short_digits elements. More than usual where loads are
/// dealt out: one longer segment in a warp, and it looks for the segment of each element.
template <bool Few, class Program>
inline constexpr int short_digits =
    deals_elements<Few, Program> && dealt_together<Program> > 1 ? 4 : segment_digits;

/// How many of the longer segments a warp loads and folds at once.
template <bool Few, class Program, class Value>
inline constexpr int segments_together = Few || wide_segments<Value> ? 1 : 4;

/// Short segments of elements that are long to compute, or to wait for: a thread each, but their
/// elements are dealt out to all. done(value) for those that have any. `side_by_side`: all elements
/// of the warp's segments are neighbours. (All threads of the warp.)
template <int Together, int Digits, class Reducer, class Row, class Done>
__device__ void reduce_dealt_short(Reducer const& reducer, warp_team const& team, Row const& row,
                                   std::int64_t inner, std::int64_t begin, std::int64_t column,
                                   int count, bool side_by_side, Done const& done)
{
  using element = std::remove_cvref_t<decltype(row.template at<true>(0))>;
  constexpr int room = (Together > 1 ? 2 : 1) * (sizeof(element) <= 8 ? 256 : 128);
  static_assert(room >= 4 << Digits);
  ACRE_SHARED(values_of, raw_storage<element, room>[segment_threads / 32]);
  auto& values = values_of[threadIdx.x / 32];
  int const through = warp_scan(team, count), first = through - count, total = team.last(through);
  for (int base = 0; base < total;) {  // as many segments as there is room for
    bool const in_round = count > 0 && first >= base && through <= base + room;
    int const end = team.member_value(through, 31 - __clz(static_cast<int>(team.ballot(in_round))));
    int next = base;
    if (side_by_side) {
      auto const of = elements_of(row, team.first(begin), inner, team.first(column));
#pragma unroll 1
      for (; next < end; next += 32 * Together) {
        element held[Together];
#pragma unroll
        for (int k = 0; k < Together; ++k)
          if (int const at = next + 32 * k + team.member; at < end) held[k] = of(at);
#pragma unroll
        for (int k = 0; k < Together; ++k)
          if (int const at = next + 32 * k + team.member; at < end) values[at - base] = held[k];
      }
    }
#pragma unroll 1
    for (; next < end; next += 32) {
      int const at = next + team.member;
      int const owner = owner_of(team, through, at);
      auto const of = elements_of(row, team.member_value(begin, owner), inner,
                                  team.member_value(column, owner));
      int const place = at - team.member_value(first, owner);
      if (at < end) values[at - base] = of(place);
    }
    sync_warp();
    if (in_round)
      done(reduce_in_thread<Digits>(reducer, count,
                                    [&](int k) { return values[first - base + k]; }));
    base = end;
    sync_warp();
  }
}

/// Blocks that fit a multiprocessor: one where most are a thread's, so that as many threads as can
/// be are under way.
template <bool Few, class Program, class Reducer>
inline constexpr int segment_blocks = [] {
  using value = typename Reducer::value_type;
  if constexpr (wide_segments<value>)
    return 3;
  else if constexpr (!Few)
    return 4;
  else
    return hints_of<Program>::costs_much || hints_of<Program>::computes_in_blocks ||
                   sizeof(value) > 4
               ? 6
               : 8;
}();

/// All segments but the long ones; `per_warp` neighbouring ones a warp, at most 32. Segments of up
/// to `most_of_thread` elements are a thread's.
template <bool Few, class Segments, class Program, class Reducer, class Target>
__global__ void __launch_bounds__(segment_threads, (segment_blocks<Few, Program, Reducer>))
    segments_kernel(Segments list, int per_warp, int most_of_thread, Program program,
                    Reducer reducer, Target target, long_segments longs)
{
  await_work_before();
  warp_team const team(32);
  std::int64_t const inner = list.inner, columns = list.count * inner;
  std::int64_t const from =
      (std::int64_t{blockIdx.x} * (segment_threads / 32) + threadIdx.x / 32) * per_warp;
  if (from >= columns) return;
  auto const row = program.bind(position{});
  std::int64_t const mine = from + team.member;
  std::int64_t begin = 0, count = 0, column = 0;
  bool const has_one = team.member < per_warp && mine < columns;
  if (has_one) {
    std::int64_t const s = segment_of(list, mine);
    column = mine - s * inner;
    begin = list.begin(s);
    count = list.end(s) - begin;
  }
  constexpr int G = segments_together<Few, Program, typename Reducer::value_type>,
                digits = short_digits<Few, Program>;
  int const most_short = ::min(4 << digits, most_of_thread);
  bool const is_short = has_one && count <= most_short;
  if constexpr (deals_elements<Few, Program>) {
    bool const side_by_side = list_of_elements<Segments> && team.ballot(count > most_short) == 0;
    reduce_dealt_short<dealt_together<Program>, digits>(
        reducer, team, row, inner, begin, column, is_short ? static_cast<int>(count) : 0,
        side_by_side, [&](auto const& value) { target(mine, count, value); });
    if (is_short && count == 0) target(mine, count, reducer.identity());
  } else if (is_short) {
    auto const at = elements_of(row, begin, inner, column);
    target(mine, count, reduce_in_thread(reducer, static_cast<int>(count), at));
  }
  if (count > reduce_tile) longs.add(mine, (count + reduce_tile - 1) / reduce_tile);
  std::uint32_t left = team.ballot(count > most_short && count <= reduce_tile);
  while (left != 0) {
    std::int64_t begins[G], column_of[G], number = from;
    int counts[G];
#pragma unroll
    for (int g = 0; g < G; ++g) {
      counts[g] = 0;
      begins[g] = column_of[g] = 0;
      if (left == 0) continue;
      int const owner = __ffs(static_cast<int>(left)) - 1;
      left &= left - 1;
      begins[g] = team.member_value(begin, owner);
      if constexpr (!list_of_elements<Segments>) column_of[g] = team.member_value(column, owner);
      counts[g] = team.member_value(static_cast<int>(count), owner);
      if (team.member == g) number = from + owner;
    }
    auto const value = reduce_in_warp<wide_segments<typename Reducer::value_type> ? 2 : 1, G>(
        reducer, team, counts, [&](int g, int e) {
          return row.template at<true>((begins[g] + e) * inner + column_of[g]);
        });
    int my_count = 0;
#pragma unroll
    for (int g = 0; g < G; ++g)
      if (team.member == g) my_count = counts[g];
    if (my_count > 0) target(number, my_count, value);
  }
}

/// The tiles of long segments; values and tickets of all levels of tile results one behind the
/// other. On level k segment n of the list begins at n + first_tile / 4096^k (level 0: first_tile),
/// which leaves it room enough; tickets of level k stand where values of level k + 1 do.
template <class Segments, class Program, class Reducer, class Target>
__global__ void __launch_bounds__(segment_threads, 2)
    long_segments_kernel(Segments list, Program program, Reducer reducer, Target target,
                         long_segments longs, std::int64_t most, std::int64_t most_tiles,
                         typename Reducer::value_type* values, std::uint32_t* tickets)
{
  await_work_before();
  using value = typename Reducer::value_type;
  constexpr int V = 2, loads = program_loads<Program, V, 128>;
  warp_team const team(32);
  std::int64_t const inner = list.inner;
  long_share share(longs);
  if (share.found == 0) return;
  longs.has_been_read();
  if (share.tile >= share.end) return;
  auto const row = program.bind(position{});
#pragma unroll 1
  for (; share.tile < share.end; ++share.tile) {
    long_segment const of = share.segment(longs);
    std::int64_t const s = segment_of(list, of.segment), column = of.segment - s * inner,
                       begin = list.begin(s), count = list.end(s) - begin;
    std::int64_t index = share.tile - of.first_tile,
                 tiles = (count + reduce_tile - 1) / reduce_tile;
    auto const at = elements_of(row, begin + index * reduce_tile, inner, column);
    value result = reducer.identity();
    auto const done = [&](int, int, value v) { result = v; };
    reduce_tiles<loads, V, 1>(
        reducer, team,
        static_cast<int>(::min(count - index * reduce_tile, std::int64_t{reduce_tile})),
        index * reduce_tile,
        [&](int e) { return packet<typename Program::value_type, V>{{at(e), at(e + 1)}}; },
        as_it_is{}, at, done);
    value* level = values;
    std::uint32_t* ticket = tickets;
    std::int64_t first = of.first_tile, base = first, level_size = most_tiles,
                 level_tiles = most_tiles;
    if (team.member == 0) level[base + index] = result;
    bool complete = true;
    while (tiles > 1) {
      std::int64_t const groups = (tiles + reduce_tile - 1) / reduce_tile,
                         group = index / reduce_tile;
      first /= reduce_tile;
      level_tiles /= reduce_tile;
      std::int64_t const next_base = share.n + first, next_size = most + level_tiles + 1;
      int const members =
          static_cast<int>(::min(tiles - group * reduce_tile, std::int64_t{reduce_tile}));
      bool last = false;
      if (team.member == 0) last = comes_last(ticket + next_base + group, 1, members);
      if (!team.first(last)) {
        complete = false;
        break;
      }
      team.sync();  // the others' results are there for the first member alone
      value const* const partial = level + base + group * reduce_tile;
      reduce_tiles<loads_in_flight<value, V, 128>, V, 1>(
          reducer, team, members, 0,
          [&](int e) { return packet<value, V>{{partial[e], partial[e + 1]}}; }, as_it_is{},
          [&](int e) { return partial[e]; }, done);
      level += level_size;
      ticket += next_size;
      level_size = next_size;
      base = next_base;
      index = group;
      tiles = groups;
      if (tiles > 1 && team.member == 0) level[base + index] = result;
    }
    if (complete && team.member == 0) target(of.segment, count, result);
  }
}

/// How many values and tickets the levels hold.
struct long_level_sizes {
  std::int64_t values, tickets = 0;

  long_level_sizes(std::int64_t most, std::int64_t tiles) : values(tiles)
  {
    while (tiles > 1) {
      tiles /= reduce_tile;
      values += most + tiles + 1;
      tickets += most + tiles + 1;
    }
  }
};

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class Segments, class Program, class Reducer, class Target>
void reduce_segments(gpu::queue<Api>& on, Segments const& list, Program const& program,
                     Reducer const& reducer, Target const& target)
{
  using namespace gpu;
  using value = typename Reducer::value_type;
  static_assert(segments_take<Segments, Program, Reducer, Target>());
  std::int64_t const columns = list.count * list.inner, elements = list.elements * list.inner;
  if (columns == 0) return;
  constexpr bool wide = wide_segments<value>;
  constexpr int warps = segment_threads / 32, together = segments_together<false, Program, value>;
  constexpr int few_elements = dealt_together<Program> > 1 ? 10 : thread_segment / 2;
  bool const few = elements < columns * few_elements,
             for_warps = wide && elements > columns * thread_segment;  // which have one at a time
  int const per_warp = lists_per_warp(on, columns, together, few ? 64 : for_warps ? 512 : 128);
  std::int64_t const blocks = (columns + std::int64_t{per_warp} * warps - 1) / (per_warp * warps);
  constexpr bool early = starts_early<Program, Reducer>;
  bool const by_warps = per_warp <= std::max(few_of_warp, few ? 1 : together);
  int const most_of_thread = by_warps ? 8 : 2 * thread_segment;
  auto const launch = [&](long_segments const& longs) {
    on.template launch_early<early>("segments",
                                    few ? segments_kernel<true, Segments, Program, Reducer, Target>
                                        : segments_kernel<wide, Segments, Program, Reducer, Target>,
                                    blocks, segment_threads, list, per_warp, most_of_thread,
                                    program, reducer, target, longs);
  };
  if (list.elements <= reduce_tile) {
    launch({});
    return;
  }
  std::int64_t const most = elements / (reduce_tile + 1) + 1,
                     most_tiles = elements / reduce_tile + most;
  long_level_sizes const sizes(most, most_tiles);
  auto const list_bytes = static_cast<std::int64_t>(sizeof(long_segment)) * most;
  auto const scratch = on.template scratch<std::byte>(
      list_bytes + sizes.values * static_cast<std::int64_t>(sizeof(value)));
  std::uint32_t* const tickets = on.tickets(long_segments::tickets + sizes.tickets);
  auto* const kernel = long_segments_kernel<Segments, Program, Reducer, Target>;
  std::int64_t const most_blocks =
      std::max<std::int64_t>(1, on.resident_blocks(kernel, segment_threads, 0));
  long_segments const longs(scratch.data(), tickets);
  launch(longs);
  on.template launch_early<early>(
      "long_segments", kernel, std::min(most_blocks, (most_tiles + warps - 1) / warps),
      segment_threads, list, program, reducer, target, longs, most, most_tiles,
      reinterpret_cast<value*>(scratch.data() + list_bytes), tickets + long_segments::tickets);
}

}  // namespace acre::backends
