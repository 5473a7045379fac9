#pragma once

#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <cstdint>

/// Short rows, each a thread's: no element of a row of 64 shares its lane with another, so what is
/// left of the order is the tree over them.
///
/// Means of 10^7 windows of 16 float32 took an H200 1.04 ms with 32 threads a row, half of them
/// idle. Rows that lie across come from memory: the next eight elements are on their way while
/// eight are combined, and sums of 1.5·10^6 rows of 32 float32 take 0.053 ms in place of 0.077.
/// Windows come from the caches, and would wait for the instructions of that (0.68 ms in place of
/// 0.50).
namespace acre::backends::gpu {

/// Elements that a thread asks for at once.
inline constexpr int elements_of_part = 8;

/// Whether rows are dealt out so: threads side by side read side by side, or rows are so short that
/// they waste less of what they bring than a team its threads; and every multiprocessor has some.
inline bool takes_thread_rows(reduction const& red, bool packed, int multiprocessors)
{
  return red.length <= (red.side_by_side ? reduce_lanes
                        : packed         ? 8
                                         : 16) &&
         red.kept >= std::int64_t{64} * multiprocessors;
}

/// Whether such rows come from memory, some elements after the others.
inline bool reads_rows_ahead(reduction const& red)
{
  return red.side_by_side && !red.it.unit && red.length > elements_of_part;
}

template <bool Ahead, class Program, class Reducer, class Out>
__global__ void __launch_bounds__(thread_rows)
    thread_rows_kernel(reduction red, Program program, Reducer reducer, Out* out)
{
  await_work_before();
  using in_tile = tile_reducer<Reducer, typename Program::value_type>;
  using value = typename in_tile::type::value_type;
  constexpr int together = elements_of_part;
  static_assert(reduce_lanes == 8 * together);
  std::int64_t const row = std::int64_t{blockIdx.x} * thread_rows + threadIdx.x;
  if (row >= red.kept) return;
  auto const of_row = in_tile::of(reducer);
  auto const from = program.bind(reduced_position(red, row, 0));
  int const count = static_cast<int>(red.length), parts = (count + together - 1) / together;
  // what is combined of 8, 16 and 32 elements, and waits for as many more; at last of all
  value of_8 = of_row.identity(), of_16 = of_8, of_32 = of_8, result = of_8;
  // the next part's elements, which come while one is combined
  [[maybe_unused]] typename Program::value_type ahead[together] = {};
  [[maybe_unused]] auto const read = [&](int part) {
#pragma unroll
    for (int k = 0; k < together; ++k)
      if (int const e = part * together + k; e < count) ahead[k] = from.template at<false>(e);
  };
  if constexpr (Ahead) read(0);
#pragma unroll 1
  for (int part = 0; part < parts; ++part) {
    value lane[together];
    clear(of_row, lane);
#pragma unroll
    for (int k = 0; k < together; ++k)
      if (int const e = part * together + k; e < count)
        lane[k] = appended(of_row, lane[k], Ahead ? ahead[k] : from.template at<false>(e), e);
    if constexpr (Ahead) read(part + 1);
    result = combined(of_row, lane);
    if (part % 2 == 0) {
      of_8 = result;
      if (part + 1 < parts) continue;
    } else {
      result = of_row.combine(of_8, result);
    }
    // (behind the last element stand identities, which change nothing)
    if (part % 4 < 2) {
      of_16 = result;
      if (part + 1 < parts) continue;
    } else {
      result = of_row.combine(of_16, result);
    }
    if (part % 8 < 4) {
      of_32 = result;
    } else {
      result = of_row.combine(of_32, result);
    }
  }
  out[row] = reducer.finish(in_tile::result(reducer, result, 0));
}

}  // namespace acre::backends::gpu
