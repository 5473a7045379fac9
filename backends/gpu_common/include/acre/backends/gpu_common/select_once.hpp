#pragma once

#include <acre/backends/common/select.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/scan_rows.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

/// Selecting in one pass, see backends/common/select.hpp: a block learns how many those before it
/// keep as a scan's tiles learn what lies before them (scan_rows.hpp), and writes behind these.
namespace acre::backends::gpu {

/// Lines of 32 neighbours that a warp has, 128 bytes a thread, all loaded before the first is asked
/// about; and a block's threads, of which 1024 fit a multiprocessor. Blocks of fewer elements wait
/// for each other more often (10^8 float32 on an H200, half of them kept: 4096 a block 0.272 ms,
/// 8192 0.225; float64 0.399 and 0.383).
template <class Out>
inline constexpr int select_lines = sizeof(Out) <= 4   ? 32
                                    : sizeof(Out) <= 8 ? 16
                                                       : 8;
template <class Out>
inline constexpr int select_threads = sizeof(Out) <= 4 ? 256 : 512;

struct add_counts {
  using value_type = std::uint32_t;
  __device__ value_type combine(value_type a, value_type b) const { return a + b; }
};

template <class Condition, class Program, class Out>
__global__ void __launch_bounds__(select_threads<Out>, 1024 / select_threads<Out>)
    select_kernel(std::int64_t count, scan_split split, Condition condition, Program program,
                  Out* out, std::int64_t* kept, stamped_words told)
{
  await_work_before();
  constexpr int lines = select_lines<Out>, warps = select_threads<Out> / 32;
  __shared__ std::uint32_t of_warps[warps], before;
  __shared__ unsigned ticket;
  if (threadIdx.x == 0)
    ticket = atomicAdd(reinterpret_cast<unsigned*>(told.words), 1u) - told.first_ticket;
  __syncthreads();
  warp_team const team(32);
  int const warp = static_cast<int>(threadIdx.x) / 32;
  std::int64_t const tile = ticket, first = (tile * warps + warp) * (32 * lines) + team.member;
  auto const asked = condition.bind(position{});
  auto const from = program.bind(position{});
  Out value[lines];
  std::uint32_t bits = 0, mine = 0, all = 0, place = 0;  // bits: of the thread's own elements
  auto const load = [&](auto const& number, std::int64_t end) {
#pragma unroll
    for (int line = 0; line < lines; ++line) {
      std::int64_t const i = first + line * 32, e = number(i);
      if (static_cast<bool>(asked.template at<true>(e)) && i < end) bits |= 1u << line;
      value[line] = static_cast<Out>(from.template at<true>(e));
    }
  };
  if ((tile + 1) * (select_threads<Out> * lines) <= count)
    load([](std::int64_t i) { return i; }, INT64_MAX);
  else  // the last one again, for nobody
    load([&](std::int64_t i) { return min(i, count - 1); }, count);
#pragma unroll
  for (int line = 0; line < lines; ++line) mine += __popc(team.ballot((bits >> line & 1) != 0));
  if (team.member == 0) of_warps[warp] = mine;
  __syncthreads();
#pragma unroll
  for (int w = 0; w < warps; ++w) {
    if (w < warp) place += of_warps[w];
    all += of_warps[w];
  }
  if (warp == 0) {
    auto const outside = before_tile(add_counts{}, split, 0, tile, all, told);
    if (team.member == 0) {
      before = outside.v[0];
      if (tile + 1 == split.tiles) *kept = std::int64_t{outside.v[0]} + all;
    }
  }
  __syncthreads();
  Out* to = out + before + place;
#pragma unroll
  for (int line = 0; line < lines; ++line) {
    bool const keeps = (bits >> line & 1) != 0;
    std::uint32_t const marks = team.ballot(keeps);
    if (keeps) to[__popc(marks & ((1u << team.member) - 1))] = value[line];
    to += __popc(marks);
  }
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class Condition, class Program, class Out>
void select(gpu::queue<Api>& on, std::int64_t count, Condition const& condition,
            Program const& program, Out* out, std::int64_t* kept)
{
  using namespace gpu;
  static_assert(mark_takes<Condition>() && pick_takes<Program, Out>());
  constexpr int threads = select_threads<Out>;
  constexpr std::int64_t each = threads * select_lines<Out>;
  scan_split split;
  split.tiles = (count + each - 1) / each;
  auto* const kernel = select_kernel<Condition, Program, Out>;
  std::int64_t const words = scan_words<std::uint32_t>(split).all;
  if (stamped_words const told = on.words_to_tell(words); told.words) {
    on.template launch_early<starts_early<Condition, Program>>(
        "select", kernel, split.tiles, threads, count, split, condition, program, out, kept, told);
    on.tickets_taken(split.tiles);
    return;
  }
  auto const scratch = on.template scratch<std::uint64_t>(words);
  Api::clear_async(scratch.data(), words * sizeof(std::uint64_t), on.stream());
  on.launch("select", kernel, split.tiles, threads, count, split, condition, program, out, kept,
            stamped_words{scratch.data(), 1, 0});
}

}  // namespace acre::backends
