#pragma once

#include <acre/backends/common/select_once.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/read_back.hpp>
#include <acre/backends/gpu_common/scan_rows.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstddef>
#include <cstdint>

/// Selecting in one pass, see backends/common/select_once.hpp: a block learns how many those before
/// it keep as a scan's tiles learn what lies before them (scan_rows.hpp), and writes behind these.
/// The kept elements lie in shared memory during the wait: in registers the elements would leave
/// none to wait with.
///
/// (10^8 elements by a condition, in ms: two steps 0.2686 and 0.4961 in float32 and float64, CUB
/// 0.2285 and 0.3802; tuning.hpp has the times of this.)
namespace acre::backends::gpu {

template <class Selection, class Out>
inline constexpr int select_packets = tuning::select_packets(sizeof(Out), Selection::reads_before);
template <class Selection, class Out>
inline constexpr int selected_elements = select_threads * 8 * select_packets<Selection, Out>;
template <class Selection, class Out>
inline constexpr std::size_t selected_bytes = sizeof(Out) * selected_elements<Selection, Out>;
template <class Selection, class Out>
inline constexpr int select_blocks =
    tuning::select_blocks(selected_bytes<Selection, Out>, Selection::reads_before);

struct add_counts {
  using value_type = std::uint32_t;
  __device__ value_type combine(value_type a, value_type b) const { return a + b; }
};

/// Keeps lines of 32 neighbours, one after the other, from `first` on, the thread's own of the
/// first line; how many the warp keeps.
template <int Lines, class Row, class Out>
__device__ std::uint32_t keep_lines(warp_team const& team, Row const& row, std::int64_t first,
                                    std::int64_t count, Out* kept)
{
  std::uint32_t all = 0;
#pragma unroll 1
  for (int line = 0; line < Lines; ++line) {
    std::int64_t const i = first + line * 32;
    auto const e = row.at(::min(i, count - 1));
    bool const keeps = i < count && e.keeps.v[0];
    std::uint32_t const marks = team.ballot(keeps);
    if (keeps)
      kept[all + __popc(marks & ((1u << team.member) - 1))] = static_cast<Out>(e.value.v[0]);
    all += __popc(marks);
  }
  return all;
}

/// Keeps packets of a thread's own neighbours, 256 elements of a warp apart.
template <int Packets, class Row, class Out>
__device__ std::uint32_t keep_packets(warp_team const& team, Row const& row, std::int64_t first,
                                      Out* kept)
{
  packet<Out, 8> value[Packets];
  unsigned bits[Packets];
#pragma unroll
  for (int p = 0; p < Packets; ++p) {
    auto const e = row.template load<8>(first + p * 256);
    bits[p] = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      bits[p] |= static_cast<unsigned>(e.keeps.v[k]) << k;
      value[p].v[k] = static_cast<Out>(e.value.v[k]);
    }
  }
  // counts of two packets in one word: a warp has 256 of each at most
  constexpr int words = (Packets + 1) / 2;
  std::uint32_t own[words] = {}, through[words];
#pragma unroll
  for (int p = 0; p < Packets; ++p) own[p / 2] |= __popc(bits[p]) << (16 * (p % 2));
#pragma unroll
  for (int w = 0; w < words; ++w) through[w] = own[w];
#pragma unroll
  for (int delta = 1; delta < 32; delta *= 2)
#pragma unroll
    for (int w = 0; w < words; ++w) {
      std::uint32_t const left = team.shuffle_up(through[w], delta);
      if (team.member >= delta) through[w] += left;
    }
  std::uint32_t all = 0;
#pragma unroll
  for (int p = 0; p < Packets; ++p) {
    int const half = 16 * (p % 2);
    Out* to = kept + all + ((through[p / 2] - own[p / 2]) >> half & 0xffff);
#pragma unroll
    for (int k = 0; k < 8; ++k)
      if ((bits[p] >> k & 1) != 0) *to++ = value[p].v[k];
    all += team.last(through[p / 2]) >> half & 0xffff;
  }
  return all;
}

template <class Selection, class Out>
__global__ void __launch_bounds__(select_threads, (select_blocks<Selection, Out>))
    select_kernel(std::int64_t count, bool packed, scan_split split, Selection selection, Out* out,
                  std::int64_t* kept, stamped_words between_blocks)
{
  await_work_before();
  constexpr int packets = select_packets<Selection, Out>, warps = select_threads / 32,
                of_warp = packets * 256;
  ACRE_DYNAMIC_SHARED(selected_in_block, unsigned char);
  ACRE_SHARED(of_warps, std::uint32_t[warps]);
  ACRE_SHARED(before, std::uint32_t);
  ACRE_SHARED(ticket, unsigned);
  if (threadIdx.x == 0)
    ticket = atomicAdd(reinterpret_cast<unsigned*>(between_blocks.words), 1u) -
             between_blocks.first_ticket;
  __syncthreads();
  warp_team const team(32);
  int const warp = static_cast<int>(threadIdx.x) / 32;
  std::int64_t const tile = ticket, first = (tile * warps + warp) * of_warp;
  auto const row = selection.bind(position{});
  Out* const own = reinterpret_cast<Out*>(selected_in_block) + warp * of_warp;
  bool const whole = packed && (tile + 1) * selected_elements<Selection, Out> <= count;
  int const mine =
      static_cast<int>(whole ? keep_packets<packets>(team, row, first + team.member * 8, own)
                             : keep_lines<8 * packets>(team, row, first + team.member, count, own));
  if (team.member == 0) of_warps[warp] = static_cast<std::uint32_t>(mine);
  __syncthreads();
  std::uint32_t place = 0, all = 0;
#pragma unroll
  for (int w = 0; w < warps; ++w) {
    if (w < warp) place += of_warps[w];
    all += of_warps[w];
  }
  if (warp == 0) {
    auto const outside = before_tile(add_counts{}, split, 0, tile, all, between_blocks);
    if (team.member == 0) {
      before = outside.v[0];
      if (tile + 1 == split.tiles) write_back(kept, std::int64_t{outside.v[0]} + all);
    }
  }
  __syncthreads();
  Out* const to = out + before + place;
  for (int k = team.member; k < mine; k += 32) to[k] = own[k];
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api>
bool selects_at_once(gpu::queue<Api> const& on, std::int64_t count, bool stored)
{
  constexpr std::int64_t most = 0xffffffff;  // places have 32 bits
  return count > 0 && count <= (stored ? gpu::most_stored_mask : most) &&
         static_cast<std::size_t>(on.shared_memory()) >= gpu::most_held + 1024;
}

template <class Api, class Selection, class Out>
void select(gpu::queue<Api>& on, std::int64_t count, bool packed, Selection const& selection,
            Out* out, std::int64_t* kept)
{
  using namespace gpu;
  scan_split split;
  split.tiles = (count + selected_elements<Selection, Out> - 1) / selected_elements<Selection, Out>;
  constexpr std::size_t bytes = selected_bytes<Selection, Out>;
  static_assert(bytes <= most_held);
  auto* const kernel = select_kernel<Selection, Out>;
  on.resident_blocks(kernel, select_threads, bytes);
  std::int64_t const words = scan_words<std::uint32_t>(split).all;
  if (stamped_words const between_blocks = on.words_between_blocks(words); between_blocks.words) {
    on.template launch_shared_early<starts_early<Selection>>(
        "select", kernel, split.tiles, select_threads, bytes, count, packed, split, selection, out,
        kept, between_blocks);
    on.tickets_taken(split.tiles);
    return;
  }
  auto const scratch = on.template scratch<std::uint64_t>(words);
  Api::clear_async(scratch.data(), words * sizeof(std::uint64_t), on.stream());
  on.launch_shared("select", kernel, split.tiles, select_threads, bytes, count, packed, split,
                   selection, out, kept, stamped_words{scratch.data(), 1, 0});
}

}  // namespace acre::backends
