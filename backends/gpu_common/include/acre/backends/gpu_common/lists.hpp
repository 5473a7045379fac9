#pragma once

#include <acre/backends/common/lists.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/segments.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// See backends/common/lists.hpp. A warp takes up to 32 neighbouring lists, a thread each, and
/// deals out what they have: threads look for the list of a place among the sums of what their
/// neighbours have. Lists of thousands are written down, and a second kernel deals out theirs.
/// For a walk, whose places take little to compute, a warp takes more lists, and a bit for each
/// place where one begins says to which list a place belongs.
namespace acre::backends::gpu {

/// A walk whose places of short lists that lie together are words, which it packs.
template <class F>
concept packs_places =
    requires(F const& f, std::uint32_t* to) { f.pack(f.list(0), f.begin_of(f.list(0)), to); };

/// A list as a walk reads it; for a function of elements the list's number.
template <class F>
__device__ auto list_for(F const& f, std::int64_t list)
{
  if constexpr (list_walk<F>)
    return f.list(list);
  else
    return list;
}
template <class F, class List, class Int>
__device__ void visit_one(F const& f, std::int64_t k, List const& l, Int place)
{
  if constexpr (list_walk<F>)
    f.put(k, f.value(l, f.at(l, place)));
  else
    f(k, l, std::int64_t{place});
}

/// A thread's list of up to 32 that need not be neighbours in memory: an element a thread.
template <class F, class Lists>
__device__ void visit_ones(warp_team const& team, F const& f, Lists& lists, std::int64_t begin,
                           int count)
{
  int const through = warp_scan(team, count), first = through - count, total = team.last(through);
  for (int base = 0; base < total; base += 32) {
    int const at = base + team.member, owner = owner_of(team, through, at),
              place = at - team.member_value(first, owner);
    std::int64_t const k = team.member_value(begin, owner) + place;
    if (at < total) visit_one(f, k, lists[owner], place);
  }
}

/// A warp's lists that are not empty: in their order, and where they begin among the warp's
/// elements.
template <class List, int N>
struct walked_lists {
  static constexpr int round = 1024;  // elements that there are bits for
  raw_storage<List, N> list;
  int first[N];
  std::uint64_t begins[round / 64];

  /// The bits of the elements from `base` on: whether a list begins there.
  template <int Each>
  __device__ void mark(warp_team const& team, int const (&from)[Each], int const (&count)[Each],
                       int base)
  {
    auto* const words = reinterpret_cast<std::uint32_t*>(begins);
    static_assert(round == 32 * 32);
    sync_warp();
    words[team.member] = 0;
    sync_warp();
#pragma unroll
    for (int e = 0; e < Each; ++e)
      if (int const at = from[e] - base; count[e] > 0 && at >= 0 && at < round)
        atomicOr(words + at / 32, 1u << at % 32);
    sync_warp();
  }
};

/// Lists that are each other's neighbours in memory, the first of whose elements is `k0`: two
/// elements a thread, of even k and the next. Thread `member` has lists member, 32 + member, …
template <class F, class Lists, int Each>
__device__ void visit_twos(warp_team const& team, F const& f, Lists& lists, std::int64_t k0,
                           int const (&first)[Each], int const (&count)[Each], int total)
{
  int const odd = static_cast<int>(k0 & 1), in_word = 2 * team.member % 32;
  bool const upper = team.member >= 16;
  std::uint32_t const up_to = (2u << in_word) - 1, next = 2u << in_word;
  int from[Each], before = -1;  // the last list that begins before this step
#pragma unroll
  for (int e = 0; e < Each; ++e) from[e] = first[e] + odd;
#pragma unroll 1
  for (int base = 0; total > 0 && base < odd + total; base += Lists::round) {
    lists.mark(team, from, count, base);
    int const end = ::min(Lists::round, odd + total - base);
#pragma unroll 1
    for (int step = 0; step < end; step += 64) {
      std::uint64_t const begins = lists.begins[step / 64];
      auto const low = static_cast<std::uint32_t>(begins),
                 high = static_cast<std::uint32_t>(begins >> 32), mine = upper ? high : low;
      int const ahead = __popc(low),
                owner = ::max(0, before + (upper ? ahead : 0) + __popc(mine & up_to)),
                at = base + step + 2 * team.member - odd, here = ::max(0, at);
      before += ahead + __popc(high);
      if (at >= total) continue;
      auto list = lists.list[owner];
      auto position = f.at(list, here - lists.first[owner]);
      auto const one = f.value(list, position);
      if (at < 0 || at + 1 >= total) {
        f.put(k0 + here, one);
        continue;
      }
      if ((mine & next) == 0) {
        f.next(list, position);
      } else {
        list = lists.list[owner + 1];
        position = f.begin(list);
      }
      f.put(k0 + at, one, f.value(list, position));
    }
  }
}

/// Likewise for short lists: a thread packs the places of its own, and packed places are stored by
/// two as above, whichever list they belong to.
template <class F, int Each, class List>
__device__ void visit_packed(warp_team const& team, F const& f, std::uint32_t* words,
                             std::int64_t k0, std::int64_t base, int const (&first)[Each],
                             int const (&count)[Each], List& own, int total)
{
  int const odd = static_cast<int>(k0 & 1);
#pragma unroll
  for (int e = 0; e < Each; ++e)
    if (count[e] > 0) f.pack(own[e], base, words + odd + first[e]);
  sync_warp();
#pragma unroll 1
  for (int at = 2 * team.member - odd; at < total; at += 64) {
    auto const two = *reinterpret_cast<std::uint64_t const*>(words + odd + at);
    auto const one = f.unpacked(base, static_cast<std::uint32_t>(two)),
               next = f.unpacked(base, static_cast<std::uint32_t>(two >> 32));
    if (at < 0)
      f.put(k0, next);
    else if (at + 1 >= total)
      f.put(k0 + at, one);
    else
      f.put(k0 + at, one, next);
  }
}

/// The lists of a walk, `per_warp` neighbouring ones a warp.
template <class Index, class F>
__global__ void __launch_bounds__(walk_threads, walk_blocks)
    walk_kernel(list_bounds<Index> lists, int per_warp, F f, long_segments longs)
{
  await_work_before();
  using list_type = decltype(f.list(std::int64_t{}));
  constexpr int warps = walk_threads / 32, each = walk_each, most = 32 * each;
  union shared_by_warp {
    walked_lists<list_type, most> lists;
    std::uint32_t packed[packs_places<F> ? packed_room : 1];
  };
  ACRE_SHARED(all, shared_by_warp[warps]);
  warp_team const team(32);
  auto& its = all[threadIdx.x / 32].lists;
  std::int64_t const from = (std::int64_t{blockIdx.x} * warps + threadIdx.x / 32) * per_warp;
  if (from >= lists.count) return;
  int const here = static_cast<int>(::min(std::int64_t{per_warp}, lists.count - from));
  std::int64_t begin[each];
  list_type own[each];
  int mine[each], first[each];
  bool is_long[each], any_long = false;
  {
    std::int64_t after[each];
#pragma unroll
    for (int e = 0; e < each; ++e) {
      int const i = 32 * e + team.member;
      begin[e] = lists.begin(from + ::min(i, here));
      after[e] = lists.begin(from + ::min(i + 1, here));
      // loaded beside these, whether or not it is wanted
      own[e] = f.list(from + ::min(i, here - 1));
    }
    std::int64_t const k0 = team.first(begin[0]);
#pragma unroll
    for (int e = 0; e < each; ++e) {
      std::int64_t const count = after[e] - begin[e];
      is_long[e] = count > visit_most;
      any_long = any_long || is_long[e];
      if (is_long[e]) longs.add(from + 32 * e + team.member, (count + visit_tile - 1) / visit_tile);
      mine[e] = is_long[e] ? 0 : static_cast<int>(count);
      first[e] = static_cast<int>(begin[e] - k0);
    }
  }
  if (team.ballot(any_long) != 0) {
#pragma unroll
    for (int e = 0; e < each; ++e) {
      its.list[team.member] = own[e];
      sync_warp();
      visit_ones(team, f, its.list, begin[e], mine[e]);
      sync_warp();
    }
    return;
  }
  std::int64_t const k0 = team.first(begin[0]);
  int const total = team.last(first[each - 1] + mine[each - 1]);
  if constexpr (packs_places<F>) {
    std::int64_t const base = team.first(f.begin_of(own[0])),
                       end = team.last(f.end_of(own[each - 1]));
    bool is_short = true;
#pragma unroll
    for (int e = 0; e < each; ++e) is_short = is_short && mine[e] <= packed_most;
    if (total < packed_room && end - base <= 1 << 16 && team.ballot(!is_short) == 0) {
      if (total > 0)
        visit_packed(team, f, all[threadIdx.x / 32].packed, k0, base, first, mine, own, total);
      return;
    }
  }
  int ranks = 0;
#pragma unroll
  for (int e = 0; e < each; ++e) {
    std::uint32_t const some = team.ballot(mine[e] > 0);
    int const rank = ranks + __popc(some & ((1u << team.member) - 1));
    ranks += __popc(some);
    if (mine[e] > 0) {
      its.list[rank] = own[e];
      its.first[rank] = first[e];
    }
  }
  visit_twos(team, f, its, k0, first, mine, total);
}

template <class Index, class F>
__global__ void __launch_bounds__(visit_threads, 8)
    visit_kernel(list_bounds<Index> lists, int per_warp, F f, long_segments longs)
{
  await_work_before();
  using list_type = decltype(list_for(f, std::int64_t{}));
  ACRE_SHARED(all_lists, raw_storage<list_type, visit_threads>);
  warp_team const team(32);
  auto* const its = &all_lists[static_cast<int>(threadIdx.x) - team.member];
  std::int64_t const from =
      (std::int64_t{blockIdx.x} * (visit_threads / 32) + threadIdx.x / 32) * per_warp;
  if (from >= lists.count) return;
  std::int64_t const list = ::min(lists.count, from + ::min(team.member, per_warp)),
                     after = ::min(lists.count, from + ::min(team.member + 1, per_warp)),
                     begin = lists.begin(list), count = lists.begin(after) - begin;
  // loaded beside these, whether or not it is wanted
  list_type const own = list_for(f, ::min(list, lists.count - 1));
  bool const is_long = count > visit_most;
  if (is_long) longs.add(list, (count + visit_tile - 1) / visit_tile);
  int const mine = is_long ? 0 : static_cast<int>(count);
  if (mine > 0) its[team.member] = own;
  sync_warp();
  visit_ones(team, f, its, begin, mine);
}

/// The lists that were written down, a warp an equal share of their tiles. Large blocks, two of
/// which fill a multiprocessor: it starts early, and small ones would come to lie where the kernel
/// before it ends first (a list of 4000 elements' pairs took 0.060 ms, and takes 0.047).
template <class Index, class F>
__global__ void __launch_bounds__(visit_long_threads)
    visit_long_kernel(list_bounds<Index> lists, F f, long_segments longs)
{
  await_work_before();
  warp_team const team(32);
  long_share share(longs);
  if (share.found == 0) return;
  longs.has_been_read();
  for (; share.tile < share.end; ++share.tile) {
    long_segment const of = share.segment(longs);
    std::int64_t const begin = lists.begin(of.segment), count = lists.length(of.segment),
                       first = (share.tile - of.first_tile) * visit_tile,
                       end = ::min(count, first + visit_tile);
    auto const list = list_for(f, of.segment);
    for (std::int64_t place = first + team.member; place < end; place += 32)
      visit_one(f, begin + place, list, place);
  }
}

/// For reduce_dealt: a list of at most so many values is combined by a thread, the lanes of a row
/// being one each. A warp has room for the values of some of its lists.
inline constexpr int dealt_most = reduce_lanes;
template <class Value>
inline constexpr int dealt_each = tuning::dealt_each(sizeof(Value));
template <class Value>
inline constexpr int dealt_room = tuning::dealt_room(sizeof(Value), dealt_most);
template <class Value>
inline constexpr int dealt_blocks = tuning::dealt_blocks(sizeof(Value));

/// Values begin … begin + Most - 1 of those of at(0 … count - 1) by a thread, in the order of a row
/// that they are lanes of. Some are under way at the same time; most lists have no more.
template <int Most, class Reducer, class At>
__device__ typename Reducer::value_type reduce_lanes_in_thread(Reducer const& reducer, int begin,
                                                               int count, At const& at)
{
  using value = typename Reducer::value_type;
  constexpr int together = sizeof(value) <= 4 ? 16 : sizeof(value) <= 8 ? 8 : 4;
  if constexpr (Most > together) {
    value const first = reduce_lanes_in_thread<Most / 2>(reducer, begin, count, at);
    int const middle = begin + Most / 2;
    return middle < count ? reducer.combine(
                                first, reduce_lanes_in_thread<Most / 2>(reducer, middle, count, at))
                          : first;
  } else {
    value lane[Most];
#pragma unroll
    for (int k = 0; k < Most; ++k)
      lane[k] = begin + k < count ? appended(reducer, reducer.identity(), at(begin + k), begin + k)
                                  : reducer.identity();
    return combined(reducer, lane);
  }
}

/// One list by a warp, tile after tile: what combines the tiles' results takes them as they come,
/// and so does what combines those of 4096 tiles. The result is member 0's.
template <class Reducer, class Made>
__device__ auto reduce_list_in_warp(Reducer const& reducer, warp_team const& team, Made const& made,
                                    std::int64_t number, std::int64_t n)
{
  auto const list = made.list(number);
  using value = typename Reducer::value_type;
  constexpr int V = 2, levels = 4;  // 4096^5 values
  value lane[levels][V], result[1];
  std::int64_t got[levels] = {};
#pragma unroll
  for (int level = 0; level < levels; ++level) clear(reducer, lane[level]);
  for (std::int64_t begin = 0; begin < n; begin += reduce_tile) {
    std::int64_t const left = n - begin;
    int const count[1] = {static_cast<int>(left < reduce_tile ? left : reduce_tile)};
    result[0] = reduce_in_warp<1, 1>(reducer, team, count, [&](int, int e) {
      return static_cast<value>(made.value(list, made.at(list, begin + e)));
    });
    if (n <= reduce_tile) break;
    bool const last = left <= reduce_tile;
    bool moves = true;  // the result goes into its level, which is combined when it is full
#pragma unroll
    for (int level = 0; level < levels; ++level) {
      if (!moves) continue;
      value const whole = team.first(result[0]);
      int const at = static_cast<int>(got[level] % reduce_lanes);
#pragma unroll
      for (int k = 0; k < V; ++k)
        if (at == team.member * V + k) lane[level][k] = reducer.combine(lane[level][k], whole);
      ++got[level];
      bool const full = got[level] % reduce_tile == 0;
      bool higher = false;  // whether a level above has, or will have, another one
      std::int64_t tiles = (n + reduce_tile - 1) / reduce_tile;
      for (int below = 0; below < level; ++below) tiles = (tiles + reduce_tile - 1) / reduce_tile;
      higher = tiles > reduce_tile;
      moves = full || last;
      if (!moves) continue;
      value folded[1] = {combined(reducer, lane[level])};
      result[0] = combined_rows<32>(reducer, team, folded);
      clear(reducer, lane[level]);
      if (!higher) moves = false;
    }
  }
  return result[0];
}

/// A thread's list as the other threads of its warp see it.
template <class List>
struct dealt_list {
  List list;
  int count;
};

template <class Made, class Reducer, class Target>
__global__ void __launch_bounds__(dealt_threads, dealt_blocks<typename Reducer::value_type>)
    dealt_kernel(std::int64_t lists, Made made, Reducer reducer, Target target)
{
  using value = typename Reducer::value_type;
  using list_type = decltype(made.list(0));
  constexpr int warps = dealt_threads / 32, room = dealt_room<value>, each = dealt_each<value>;
  ACRE_SHARED(values_of, raw_storage<value, room>[warps]);
  ACRE_SHARED(lists_of, raw_storage<dealt_list<list_type>, 32 * each>[warps]);
  warp_team const team(32);
  auto& values = values_of[threadIdx.x / 32];
  auto& its = lists_of[threadIdx.x / 32];  // those that have any
  std::int64_t const number = (std::int64_t{blockIdx.x} * dealt_threads + threadIdx.x) * each;
  raw_storage<list_type, each> own;
  int mine[each] = {}, all = 0;
  unsigned long_ones = 0;
#pragma unroll
  for (int e = 0; e < each; ++e)
    if (number + e < lists) {
      own[e] = made.list(number + e);
      std::int64_t const n = made.count(own[e]);
      if (n > dealt_most)
        long_ones |= 1u << e;
      else
        all += mine[e] = static_cast<int>(n);
      if (n == 0) target(number + e, std::int64_t{0}, reducer.identity());
    }
  int const through = warp_scan(team, all), first = through - all, total = team.last(through);
  int rank = 0;  // its first list's among those that have any
#pragma unroll
  for (int e = 0; e < each; ++e)
    rank += __popc(team.ballot(mine[e] > 0) & ((1u << team.member) - 1));
  int at_rank = rank;
#pragma unroll
  for (int e = 0; e < each; ++e)
    if (mine[e] > 0) its[at_rank++] = {own[e], mine[e]};
  std::uint32_t const longs = team.ballot(long_ones != 0);
  sync_warp();

  for (int base = 0; base < total;) {  // as many threads' lists as there is room for
    int const end = team.member_value(
        through, 31 - __clz(static_cast<int>(team.ballot(through <= base + room))));
    // a thread makes neighbouring values
    int const share = (end - base + 31) / 32, begin = ::min(end, base + team.member * share),
              stop = ::min(end, begin + share);
    int const owner = owner_of(team, through, begin);
    int place = begin - team.member_value(first, owner), in = team.member_value(rank, owner);
#pragma unroll
    for (int e = 0; e + 1 < each; ++e) {
      int const before = team.member_value(mine[e], owner);
      if (place >= before) {
        place -= before;
        in += before > 0 ? 1 : 0;
      }
    }
    if (begin < stop) {
      auto of = its[in];
      auto position = made.at(of.list, place);
#pragma unroll 1
      for (int at = begin - base;;) {
        values[at] = static_cast<value>(made.value(of.list, position));
        if (++at == stop - base) break;
        if (++place < of.count) {
          made.next(of.list, position);
        } else {
          of = its[++in];
          position = made.begin(of.list);
          place = 0;
        }
      }
    }
    sync_warp();
    int from = first - base;
#pragma unroll
    for (int e = 0; e < each; ++e) {
      if (mine[e] > 0 && from >= 0 && through <= end)
        target(number + e, mine[e],
               reduce_lanes_in_thread<dealt_most>(reducer, 0, mine[e],
                                                  [&](int k) { return values[from + k]; }));
      from += mine[e];
    }
    base = end;
    sync_warp();
  }

  for (std::uint32_t left = longs; left != 0; left &= left - 1) {
    int const owner = __ffs(static_cast<int>(left)) - 1;
    unsigned const which = team.member_value(long_ones, owner);
#pragma unroll 1
    for (int e = 0; e < each; ++e) {
      if ((which >> e & 1) == 0) continue;
      std::int64_t const whose = team.member_value(number, owner) + e;
      std::int64_t const n = made.count(made.list(whose));
      auto const result = reduce_list_in_warp(reducer, team, made, whose, n);
      if (team.member == 0) target(whose, n, result);
    }
  }
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class Index, class F>
void visit_lists(gpu::queue<Api>& on, list_bounds<Index> const& lists, F const& f)
{
  using namespace gpu;
  static_assert(visit_takes<Index, F>());
  if (lists.total == 0) return;
  constexpr bool early = starts_early<F>;
  auto const launch = [&](long_segments const& longs) {
    auto const with = [&](auto* kernel, int threads, int each) {
      std::int64_t const per_warp = lists_per_warp(on, lists.count, 1, 128, 32 * each),
                         per_block = per_warp * (threads / 32);
      on.template launch_early<early>("visit", kernel, (lists.count + per_block - 1) / per_block,
                                      threads, lists, static_cast<int>(per_warp), f, longs);
    };
    if constexpr (list_walk<F>)
      with(walk_kernel<Index, F>, walk_threads, walk_each);
    else
      with(visit_kernel<Index, F>, visit_threads, 1);
  };
  if (lists.total <= visit_most) {
    launch({});
    return;
  }
  std::int64_t const most = lists.total / (visit_most + 1) + 1,
                     most_tiles = lists.total / visit_tile + most;
  auto const scratch =
      on.template scratch<std::byte>(static_cast<std::int64_t>(sizeof(long_segment)) * most);
  auto* const kernel = visit_long_kernel<Index, F>;
  constexpr int warps = visit_long_threads / 32;
  std::int64_t const most_blocks =
      std::max<std::int64_t>(1, on.resident_blocks(kernel, visit_long_threads, 0));
  long_segments const longs(scratch.data(), on.tickets(long_segments::tickets));
  launch(longs);
  on.template launch_early<early>("visit_long", kernel,
                                  std::min(most_blocks, (most_tiles + warps - 1) / warps),
                                  visit_long_threads, lists, f, longs);
}

template <class Api, class Made, class Reducer, class Target>
void reduce_dealt(gpu::queue<Api>& on, std::int64_t count, Made const& made, Reducer const& reducer,
                  Target const& target)
{
  using namespace gpu;
  static_assert(dealing_takes<Made, Reducer, Target>());
  if (count == 0) return;
  constexpr int lists_of_block = dealt_threads * dealt_each<typename Reducer::value_type>;
  on.launch("dealt", dealt_kernel<Made, Reducer, Target>,
            (count + lists_of_block - 1) / lists_of_block, dealt_threads, count, made, reducer,
            target);
}

}  // namespace acre::backends
