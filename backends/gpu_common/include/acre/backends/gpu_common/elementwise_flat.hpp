#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/elementwise_grid.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <cstdint>

/// Elementwise, one aligned contiguous row, with operands that are one number all along it.
namespace acre::backends::gpu {

template <int W, class Program>
inline constexpr int flat_packets =
    tuning::flat_packets(W, hints_of<Program>::prefers_packets,
                         hints_of<Program>::computes_in_blocks, hints_of<Program>::computes_pairs);
template <int W, class Program>
inline constexpr int flat_blocks = tuning::flat_blocks(
    W, hints_of<Program>::prefers_packets, hints_of<Program>::computes_in_blocks,
    hints_of<Program>::computes_pairs || hints_of<Program>::holds_much);

/// One contiguous row, which most work is, of programs in their flat form (a quadratic equation's
/// roots, of 10^6 float64 on an H200: 5.3 µs a call with strides beside each operand, 4.8 without,
/// as multiprocessors fetch what a kernel is given when it starts): a thread's packets lie a
/// block's width apart, with nothing before them but their index. (What rows_kernel asks about rows
/// costs a program without loads, random numbers, half its time on an H200.) An operand may be one
/// number all along the row if not `Unit`.
template <int W, bool Unit, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, (flat_blocks<W, Program>))
    flat_kernel(std::int64_t count, Program program, Sink sink)
{
  await_work_before();
  constexpr int packets = flat_packets<W, Program>, apart = block_threads * W;
  std::int64_t const packet = std::int64_t{blockIdx.x} * (packets * block_threads) + threadIdx.x,
                     first = packet * W;
  auto const from = program.bind(position{}, 0);
  auto const to = sink.bind(position{}, 0);
  if (first + (packets - 1) * apart + W <= count) {
    if constexpr (hints_of<Program>::prefers_packets) {  // nothing to wait for
#pragma unroll
      for (int k = 0; k < packets; ++k)
        to.template store<W>(first + k * apart,
                             from.template load<W, Unit>((packet + k * block_threads) * W));
    } else {
      decltype(fetched<W, Unit>(from, first)) held[packets];
#pragma unroll
      for (int k = 0; k < packets; ++k) held[k] = fetched<W, Unit>(from, first + k * apart);
#pragma unroll
      for (int k = 0; k < packets; ++k)
        to.template store<W>(first + k * apart, computed<W>(from, held[k]));
    }
    return;
  }
#pragma unroll 1
  for (std::int64_t i = first; i < count; i += apart) {
    if constexpr (packets > 1 && !hints_of<Program>::prefers_packets) {  // of a short row, say
      if (i + W <= count) {
        to.template store<W>(i, computed<W>(from, fetched<W, Unit>(from, i)));
        continue;
      }
    }
#pragma unroll 1
    for (std::int64_t j = i; j < i + W && j < count; ++j)
      to.template put<true>(j, from.template at<Unit>(j));
  }
}

/// Likewise for a program that prefers stacks: W elements of each line of one a thread, which loads
/// as it goes.
template <int W, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, (flat_blocks<W, Program>))
    flat_stacks_kernel(std::int64_t count, Program program, Sink sink)
{
  await_work_before();
  constexpr int threads = stack_line / W;
  std::int64_t const stack =
      std::int64_t{blockIdx.x} * (block_threads / threads) + threadIdx.x / threads;
  int const lane = static_cast<int>(threadIdx.x) % threads * W;
  auto const from = program.bind(position{}, 0);
  auto const to = sink.bind(position{}, 0);
  std::int64_t const first = stack * stack_size + lane;
  if ((stack + 1) * stack_size <= count) {
    auto const made = stacked<W>(from, stack, lane);
#pragma unroll
    for (int line = 0; line < stack_lines; ++line) {
      packet<typename Program::value_type, W> p;
#pragma unroll
      for (int w = 0; w < W; ++w) p.v[w] = made.v[line * W + w];
      to.template store<W>(first + line * stack_line, p);
    }
    return;
  }
#pragma unroll 1
  for (int line = 0; line < stack_lines; ++line)
#pragma unroll 1
    for (int w = 0; w < W; ++w)
      if (std::int64_t const i = first + line * stack_line + w; i < count)
        to.template put<true>(i, from.template at<true>(i));
}

/// W neighbours of the 2 W elements of two packets, from element `first` < W on.
template <class T, int W>
__device__ packet<T, W> part_of_two(packet<T, W> const& a, packet<T, W> const& b, int first)
{
  T both[2 * W];
#pragma unroll
  for (int w = 0; w < W; ++w) both[w] = a.v[w], both[W + w] = b.v[w];
#pragma unroll
  for (int by = 1; by < W; by *= 2)
#pragma unroll
    for (int w = 0; w + by < 2 * W; ++w) both[w] = (first & by) != 0 ? both[w + by] : both[w];
  packet<T, W> p;
#pragma unroll
  for (int w = 0; w < W; ++w) p.v[w] = both[w];
  return p;
}

/// Likewise for a row that begins at `place` of its first stack. A block's stacks go through shared
/// memory, as their packets lie anywhere in the result's: 10^8 uniform float32 take 0.110 ms on an
/// H200, 0.138 if they are stored one by one, 0.395 made one by one; from a whole stack on 0.089.
template <int W, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, (flat_blocks<W, Program>))
    stacks_anywhere_kernel(int place, std::int64_t count, Program program, Sink sink)
{
  await_work_before();
  constexpr int threads = stack_line / W, elements = block_threads * stack_lines * W;
  ACRE_SHARED(
      made_here,
      packet<typename Program::value_type, W>[elements / W + 1]);  // the last is read and not used
  auto const* const made = &made_here[0].v[0];
  int const stack = static_cast<int>(threadIdx.x) / threads,
            member = static_cast<int>(threadIdx.x) % threads;
  auto const of_lines =
      stacked<W>(program.bind(position{}, 0),
                 std::int64_t{blockIdx.x} * (block_threads / threads) + stack, member * W);
#pragma unroll
  for (int line = 0; line < stack_lines; ++line)
#pragma unroll
    for (int w = 0; w < W; ++w)
      made_here[(stack * stack_lines + line) * threads + member].v[w] = of_lines.v[line * W + w];
  __syncthreads();
  auto const to = sink.bind(position{}, 0);
  std::int64_t const first = std::int64_t{blockIdx.x} * elements - place;
  int const shift = place % W;  // the result's packets begin so many elements behind those here
#pragma unroll 1
  for (int k = threadIdx.x; (k - 1) * W + shift < elements; k += block_threads) {
    int const e = (k - 1) * W + shift;
    std::int64_t const i = first + e;
    if (e >= 0 && e + W <= elements && i >= 0 && i + W <= count) {
      to.template store<W>(i, part_of_two(made_here[k - 1], made_here[k], shift));
    } else {
#pragma unroll 1
      for (int w = 0; w < W; ++w)
        if (e + w >= 0 && e + w < elements && i + w >= 0 && i + w < count)
          to.template put<true>(i + w, made[e + w]);
    }
  }
}

template <int W, class Queue, class Whole, class Sink>
bool launch_stacks_anywhere(Queue& on, std::int64_t count, Whole const& program, Sink const& sink)
{
  if (!program.has_stacks(count)) return false;
  constexpr std::int64_t per_block = stack_lines * block_threads * W;
  int const place = program.stack_place();
  using Program = typename Whole::aligned_type;
  on.template launch_early<starts_early<Program, typename flat_form<Sink>::type>>(
      "elements", stacks_anywhere_kernel<W, Program, typename flat_form<Sink>::type>,
      (place + count + per_block - 1) / per_block, block_threads, place, count,
      program.from_stack(), flat_form<Sink>::of(sink));
  return true;
}

/// `Unit`: no operand is one number all along the row. (The kernel that may read a number has
/// registers for it beside each packet: exp of float64 spills 36 bytes in it, 8 without.)
template <int W, bool Unit, class Queue, class Whole, class Into>
void launch_flat(Queue& on, std::int64_t count, Whole const& program, Into const& sink)
{
  using Program = typename flat_form<Whole>::type;
  using Sink = typename flat_form<Into>::type;
  constexpr bool stacks = hints_of<Program>::prefers_stacks;
  constexpr std::int64_t per_block =
      (stacks ? stack_lines : flat_packets<W, Program>)*block_threads * W;
  auto* const kernel = [] {
    if constexpr (stacks)
      return flat_stacks_kernel<W, Program, Sink>;
    else
      return flat_kernel<W, Unit, Program, Sink>;
  }();
  on.template launch_early<starts_early<Program, Sink>>(
      "elements", kernel, (count + per_block - 1) / per_block, block_threads, count,
      flat_form<Whole>::of(program), flat_form<Into>::of(sink));
}

}  // namespace acre::backends::gpu
