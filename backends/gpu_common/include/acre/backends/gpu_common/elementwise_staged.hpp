#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// Elementwise, one aligned contiguous row of a program that has a staged form (program.hpp): a
/// block puts the elements that all threads look up into its shared memory, and then takes one part
/// of the row after the other.
namespace acre::backends::gpu {

template <int W, class Program, class Sink>
__global__ void __launch_bounds__(staged_threads, 2)
    staged_kernel(std::int64_t count, Program program, int values, Sink sink)
{
  ACRE_DYNAMIC_SHARED(staged_in_block, double);
  for (int v = static_cast<int>(threadIdx.x); v < values; v += staged_threads)
    program.stage(v, staged_in_block);
  __syncthreads();
  auto const from = program.staged(values, staged_in_block).bind(position{}, 0);
  auto const to = sink.bind(position{}, 0);
  std::int64_t const step = std::int64_t{gridDim.x} * staged_threads * W;
#pragma unroll 1
  for (std::int64_t i = (std::int64_t{blockIdx.x} * staged_threads + threadIdx.x) * W; i < count;
       i += step) {
    if (i + W <= count) {
      to.template store<W>(i, from.template load<W, true>(i));
    } else {
#pragma unroll 1
      for (std::int64_t j = i; j < count; ++j) to.template put<true>(j, from.template at<true>(j));
    }
  }
}

/// Whether the row was long enough to be worth it: a multiprocessor has as many elements to compute
/// as a block has to put there.
template <int W, class Queue, class Program, class Sink>
bool launch_staged(Queue& on, std::int64_t count, Program const& program, Sink const& sink)
{
  std::int64_t const each = count / on.multiprocessors();
  if (each < staged_threads * W) return false;
  auto const staged = program.staged_values(each, std::min(staged_bytes, on.shared_memory()));
  if (staged.count == 0) return false;
  auto* const kernel = staged_kernel<W, Program, Sink>;
  auto const bytes = static_cast<std::size_t>(staged.bytes);
  std::int64_t const resident = on.resident_blocks(kernel, staged_threads, bytes),
                     parts = (count + staged_threads * W - 1) / (staged_threads * W);
  if (resident == 0) return false;
  on.launch_shared("elements", kernel, std::min(resident, parts), staged_threads, bytes, count,
                   program, staged.count, sink);
  return true;
}

}  // namespace acre::backends::gpu
