#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/count.hpp>
#include <acre/backends/gpu_common/elements.hpp>
#include <acre/backends/gpu_common/elementwise.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstdint>

/// See backends/common/count.hpp.
namespace acre::backends::gpu {

/// Every element counts in the device's memory.
struct count_sink {
  static constexpr int width = 8;
  static constexpr bool packable = false;
  std::int64_t* out;
  __host__ __device__ count_sink const& bind(position const&, int = 0) const { return *this; }
  template <bool Unit>
  __host__ __device__ void put(std::int64_t, std::int64_t place, std::int64_t = 0) const
  {
    if (place >= 0) atomic_add(out + place, std::int64_t{1});
  }
};

/// A set of counters in the block's memory. The one before the first is for what is counted
/// nowhere: a question instead would be a branch for each element.
class block_counters {
 public:
#if defined(__HIPCC__) || defined(ACRE_EMULATED)
  __device__ explicit block_counters(std::uint32_t* set) : first_(set + 1) {}
  /// place is -1, or a counter's number. (Its upper half has nothing more.)
  __device__ void add(std::int64_t place) const { atomicAdd(first_ + static_cast<int>(place), 1u); }
  /// Nothing for a place beyond the counters.
  __device__ void add_if(std::uint32_t place, std::uint32_t counters) const
  {
    if (place < counters) atomicAdd(first_ + place, 1u);
  }

 private:
  std::uint32_t* first_;
#else
  __device__ explicit block_counters(std::uint32_t* set)
      : first_(static_cast<std::uint32_t>(__cvta_generic_to_shared(set + 1)))
  {
    asm volatile("" : "+r"(first_));  // else the block's address is made anew for each element
  }
  __device__ void add(std::int64_t place) const
  {
    std::uint32_t const counter = first_ + 4 * static_cast<std::uint32_t>(place);
    asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(counter) : "memory");
  }
  __device__ void add_if(std::uint32_t place, std::uint32_t counters) const  // without a branch
  {
    asm volatile(
        "{\n\t.reg .pred is_here;\n\tsetp.lt.u32 is_here, %1, %2;\n\t"
        "@is_here red.shared.add.u32 [%0], 1;\n\t}" ::"r"(first_ + 4 * place),
        "r"(place), "r"(counters)
        : "memory");
  }

 private:
  std::uint32_t first_;
#endif
};

/// Counters of 32 bits in shared memory, a set for each warp where the places are few. A block
/// takes one piece of a row after the other, of which there are `pieces`; packets of W elements a
/// block's width apart, four on their way before the first is counted. More places than a block has
/// room for are counted in `parts` of `places` each (the last has fewer): neighbouring blocks have
/// the parts of the same pieces, whose elements come from L2 to all but one of them.
template <int W, bool Packed, bool InParts, class Program>
__global__ void __launch_bounds__(count_threads)
    shared_counters(iteration it, std::int64_t pieces, Program program, int places, int sets,
                    int parts, std::int64_t* out)
{
  ACRE_DYNAMIC_SHARED(counters_of_block, std::uint32_t);
  int const of_set = places + 1, part = InParts ? static_cast<int>(blockIdx.x) % parts : 0,
            block = InParts ? static_cast<int>(blockIdx.x) / parts : static_cast<int>(blockIdx.x),
            blocks = InParts ? static_cast<int>(gridDim.x) / parts : static_cast<int>(gridDim.x);
  for (int k = threadIdx.x; k < of_set * sets; k += count_threads) counters_of_block[k] = 0;
  __syncthreads();
  block_counters const mine(counters_of_block + static_cast<int>(threadIdx.x / 32) % sets * of_set);
  auto const add = [&](std::int64_t place) {
    if constexpr (InParts)  // (-1 is beyond all parts.)
      mine.add_if(static_cast<std::uint32_t>(place) - static_cast<std::uint32_t>(part * places),
                  static_cast<std::uint32_t>(places));
    else
      mine.add(place);
  };
  constexpr int batch = 4;
  std::int64_t const packets = it.inner / W;
  for (std::int64_t task = block; task < it.rows * pieces; task += blocks) {
    std::int64_t const number = it.rows == 1 ? 0 : task / pieces, piece = task - number * pieces;
    position at;
    if (it.rows > 1) at = unravel(it, number);
    auto const row = program.bind(at);
    std::int64_t const last = packets * (piece + 1) / pieces;
    std::int64_t p = packets * piece / pieces + threadIdx.x;
    using held_type = decltype(held_elements<W, Packed>(row, p));
    for (; p + (batch - 1) * count_threads < last; p += batch * count_threads) {
      held_type held[batch];
#pragma unroll
      for (int b = 0; b < batch; ++b)
        held[b] = held_elements<W, Packed>(row, (p + b * count_threads) * W);
#pragma unroll
      for (int b = 0; b < batch; ++b) {
        auto const x = computed_elements<W, Packed>(row, held[b]);
#pragma unroll
        for (int w = 0; w < W; ++w) add(x.v[w]);
      }
    }
    for (; p < last; p += count_threads) {
      auto const x = computed_elements<W, Packed>(row, held_elements<W, Packed>(row, p * W));
#pragma unroll
      for (int w = 0; w < W; ++w) add(x.v[w]);
    }
    if (piece == pieces - 1)
      for (std::int64_t i = packets * W + threadIdx.x; i < it.inner; i += count_threads)
        add(row.template at<Packed>(i));
  }
  __syncthreads();
  // blocks begin at different places, as they end at the same time
  int const from = static_cast<int>(std::int64_t{places} * block / blocks);
  for (int k = threadIdx.x; k < places; k += count_threads) {
    int const place = k + from < places ? k + from : k + from - places;
    std::uint32_t sum = 0;
    for (int set = 0; set < sets; ++set) sum += counters_of_block[set * of_set + 1 + place];
    if (sum != 0) atomic_add(out + std::int64_t{part} * places + place, std::int64_t{sum});
  }
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class Program>
void count(gpu::queue<Api>& on, iteration const& it, Program const& program, std::int64_t places,
           std::int64_t* out)
{
  using namespace gpu;
  constexpr std::int64_t most_of_a_block = std::int64_t{1} << 31, few_bytes = 32768;
  constexpr int warps = count_threads / 32, W = count_width<Program>;
  constexpr auto counter = static_cast<std::int64_t>(sizeof(std::uint32_t));
  static_assert(count_takes<Program>());
  std::int64_t const all = it.rows * it.inner, most_places = on.shared_memory() / counter - 1,
                     parts = (places + most_places - 1) / most_places;
  if (places == 0 || parts > most_count_parts || all < 4 * places ||
      (it.rows > 1 && it.inner < count_threads)) {
    elementwise(on, it, program, count_sink{out});
    return;
  }
  std::int64_t const of_part = (places + parts - 1) / parts, set_bytes = (of_part + 1) * counter;
  auto const sets =
      static_cast<int>(std::clamp<std::int64_t>(few_bytes / set_bytes, 1, std::int64_t{warps}));
  auto const bytes = static_cast<std::size_t>(set_bytes * sets);
  bool const packed = it.packed && it.unit;
  auto* const kernel = parts > 1 ? packed ? shared_counters<W, true, true, Program>
                                          : shared_counters<1, false, true, Program>
                       : packed ? shared_counters<W, true, false, Program>
                                 : shared_counters<1, false, false, Program>;
  // one wave; of many counters one block a multiprocessor, as each block adds them up at its end
  std::int64_t const resident = std::max<std::int64_t>(
                         1, on.resident_blocks(kernel, count_threads, bytes)),
                     wave = (set_bytes > few_bytes
                                 ? std::min<std::int64_t>(resident, on.multiprocessors())
                                 : resident) /
                            parts;
  std::int64_t const useful = std::max<std::int64_t>(1, all / std::max(4 * of_part, 8192l)),
                     blocks = std::max(std::min(wave, useful), all / most_of_a_block + 1);
  std::int64_t const pieces = it.rows >= blocks ? 1 : (blocks + it.rows - 1) / it.rows;
  on.launch_shared("count", kernel, blocks * parts, count_threads, bytes, it, pieces, program,
                   static_cast<int>(of_part), sets, static_cast<int>(parts), out);
}

}  // namespace acre::backends
