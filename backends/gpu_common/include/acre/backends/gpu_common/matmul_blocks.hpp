#pragma once

#include <acre/backends/common/matmul.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tiles.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstdint>

/// What blocks of threads have of a product: a tile of the result and all of the depth, or a block
/// of the depth, whose sums are added in order then.
namespace acre::backends::gpu {

/// The sums of up to so many elements, of as many blocks of the depth as this or more, are added by
/// one block of threads; bytes of each half of its shared memory.
inline constexpr int matmul_few_sums = 32, matmul_few_slots = 128, matmul_few_threads = 256,
                     matmul_few_bytes = 16384;

/// Blocks that a multiprocessor of NVIDIA's is to hold, as __launch_bounds__ takes it; for AMD's it
/// counts waves, and the compiler's choice stands.
constexpr int min_blocks([[maybe_unused]] int blocks)
{
#if defined(__HIPCC__) || defined(ACRE_EMULATED)
  return 1;
#else
  return blocks;
#endif
}

struct matmul_grid {
  std::int64_t row_tiles, column_tiles;
  std::int64_t first_block;  // of this launch
  int slots;                 // 0: a block of threads sums all blocks of the depth, into c
  void* sums;                // else each block has a place here
};

/// The work of a block of threads.
template <class Tile>
struct matmul_share {
  std::int64_t number;             // of the batch
  std::int64_t first, depth;       // the part of the depth
  std::int64_t row0, column0, to;  // of its tile; where its matrix of sums begins

  __device__ matmul_share(matmul_problem const& p, matmul_grid const& grid)
  {
    std::int64_t const tiles = grid.row_tiles * grid.column_tiles;
    std::int64_t const tile = blockIdx.x % tiles, others = blockIdx.x / tiles;
    std::int64_t const slot = grid.slots > 0 ? others % grid.slots : 0;
    number = grid.slots > 0 ? others / grid.slots : others;
    // blocks that run at the same time share rows and columns: eight rows of tiles, column by
    // column
    constexpr int band = 8;
    std::int64_t const in_band = band * grid.column_tiles, first_tile = tile / in_band * band;
    std::int64_t const high =
        grid.row_tiles - first_tile < band ? grid.row_tiles - first_tile : band;
    row0 = (first_tile + tile % in_band % high) * Tile::rows;
    column0 = tile % in_band / high * Tile::columns;
    first = (grid.slots > 0 ? grid.first_block + slot : 0) * matmul_block;
    depth = p.depth - first;
    if (grid.slots > 0 && depth > matmul_block) depth = matmul_block;
    to = (slot * p.batches() + number) * p.rows * p.columns;
  }
};

/// c (+)= the sums of `slots` blocks, in order. A thread adds a batch of them while the next one is
/// on its way; a block of threads is a warp, as the sums may be few. (977 blocks' sums of 32 × 32
/// float64: on an H200 0.017 ms for 0.040 with one load after the other.)
template <class Numbers>
__global__ void __launch_bounds__(matmul_sum_threads)
    matmul_sum(std::int64_t total, typename Numbers::element const* sums, int slots, bool begun,
               typename Numbers::element* c)
{
  using element = typename Numbers::element;
  constexpr int batch = sizeof(element) < 16 ? 32 : 16;
  std::int64_t const i = std::int64_t{blockIdx.x} * matmul_sum_threads + threadIdx.x;
  if (i >= total) return;
  auto sum = Numbers::load(sums[i]);
  if (begun) sum = Numbers::add(Numbers::load(c[i]), sum);
  element const* from = sums + i + total;
  int left = slots - 1;
  element now[batch], next[batch];
  auto const fetch = [&](element(&to)[batch]) {
#pragma unroll
    for (int n = 0; n < batch; ++n) to[n] = from[n * total];
    from += batch * total;
  };
  auto const add = [&] {
#pragma unroll
    for (int n = 0; n < batch; ++n) sum = Numbers::add(sum, Numbers::load(now[n]));
    left -= batch;
  };
  if (left >= batch) {
    fetch(now);
    while (left >= 2 * batch) {
      fetch(next);
      add();
#pragma unroll
      for (int n = 0; n < batch; ++n) now[n] = next[n];
    }
    add();
  }
#pragma unroll
  for (int n = 0; n < batch; ++n)
    if (n < left) now[n] = from[n * total];
#pragma unroll
  for (int n = 0; n < batch; ++n)
    if (n < left) sum = Numbers::add(sum, Numbers::load(now[n]));
  c[i] = Numbers::store(sum);
}

/// Few elements of many blocks' sums, in order: one warp has an element a thread, and the others
/// bring sums to shared memory, an element's side by side, half of it while the other half is added
/// up. (`total` is at most matmul_few_sums.) What it takes is the additions, one behind the other:
/// sums come in packets, and some are in registers before they are added.
template <class Numbers>
__global__ void __launch_bounds__(matmul_few_threads)
    matmul_few_elements(int total, typename Numbers::element const* sums, int slots, bool begun,
                        typename Numbers::element* c)
{
  using element = typename Numbers::element;
  constexpr int size = sizeof(element), room = matmul_few_bytes / size, W = packet_width(size),
                batch = size < 4 ? 16 : 64 / size, packets = batch / W,
                bringing = matmul_few_threads - 32;
  using packet_type = packet<element, W>;
  static_assert(room / matmul_few_sums >= 2 * batch);
  ACRE_ALIGNED_SHARED(bytes, unsigned char[2 * matmul_few_bytes]);
  auto* const held = reinterpret_cast<element*>(bytes);
  // slots that are there of each element, and how far apart elements are: in other banks
  int const thread = static_cast<int>(threadIdx.x), at_once = (room / total - W) / batch * batch,
            pitch = at_once + W;
  auto const fetch = [&](int half, int first) {
    int const count = ::min(slots - first, at_once) * total;
    element const* const from = sums + std::int64_t{first} * total;
    element* const to = held + half * room;
    int i = thread - 32, slot = i / total, of = i % total;
    int const next_slot = bringing / total, next_of = bringing % total;
#pragma unroll 4
    for (; i < count; i += bringing) {
      if constexpr (size < 4)
        to[of * pitch + slot] = from[i];
      else
        copy_to_shared<size>(reinterpret_cast<char*>(to + of * pitch + slot),
                             reinterpret_cast<std::uintptr_t>(from + i));
      slot += next_slot, of += next_of;
      if (of >= total) ++slot, of -= total;
    }
  };
  typename Numbers::value sum{};
  if (thread >= 32) fetch(0, 0);
  copies_begun();
  int half = 0;
#pragma unroll 1
  for (int first = 0; first < slots; first += at_once, half ^= 1) {
    if (thread >= 32) fetch(half ^ 1, first + at_once);
    copies_begun();
    copies_settled_but<1>();
    __syncthreads();
    if (thread < total) {
      element const* const from = held + half * room + thread * pitch;
      int const count = ::min(slots - first, at_once);
      packet_type now[packets], next[packets];
      auto const read = [&](packet_type(&to)[packets], int k) {
#pragma unroll
        for (int n = 0; n < packets; ++n)
          if (k + n * W < at_once) to[n] = *reinterpret_cast<packet_type const*>(from + k + n * W);
      };
      auto const add = [&](packet_type const(&some)[packets], int begin) {
#pragma unroll
        for (int n = 0; n < batch; ++n)
          if (n >= begin) sum = Numbers::add(sum, Numbers::load(some[n / W].v[n % W]));
      };
      int k = 0;
      if (first == 0) {
        sum = Numbers::load(*from);
        if (begun) sum = Numbers::add(Numbers::load(c[thread]), sum);
        k = 1;
        if (count >= batch) {
          read(now, 0);
          add(now, 1);
          k = batch;
        }
      }
      if (k % batch == 0) read(now, k);
#pragma unroll 1
      for (; k + batch <= count; k += batch) {
        read(next, k + batch);
        add(now, 0);
        k += batch;
        if (k + batch > count) break;
        read(now, k + batch);
        add(next, 0);
      }
#pragma unroll 1
      for (; k < count; ++k) sum = Numbers::add(sum, Numbers::load(from[k]));
    }
    __syncthreads();
  }
  if (thread < total) c[thread] = Numbers::store(sum);
}

/// c (+)= the sums of `slots` blocks, in order.
template <class Numbers, class Api>
void add_blocks(queue<Api>& on, std::int64_t total, typename Numbers::element const* sums,
                int slots, bool begun, typename Numbers::element* c)
{
  if (total <= matmul_few_sums && slots >= matmul_few_slots)
    on.launch("sum", matmul_few_elements<Numbers>, 1, matmul_few_threads, static_cast<int>(total),
              sums, slots, begun, c);
  else
    on.launch("sum", matmul_sum<Numbers>, (total + matmul_sum_threads - 1) / matmul_sum_threads,
              matmul_sum_threads, total, sums, slots, begun, c);
}

/// Calls launch(grid, blocks of threads) for the whole depth, or, where tiles are less than
/// `enough`, for some blocks of it at a time, whose sums are added then.
template <class Numbers, class Api, class Launch>
void multiply_by_blocks(queue<Api>& on, matmul_problem const& p, int rows, int columns,
                        std::int64_t enough, Launch const& launch)
{
  using element = typename Numbers::element;
  matmul_grid grid{(p.rows + rows - 1) / rows, (p.columns + columns - 1) / columns, 0, 0, nullptr};
  std::int64_t const blocks = p.blocks(), batches = p.batches(),
                     total = batches * p.rows * p.columns,
                     tiles = grid.row_tiles * grid.column_tiles * batches;
  std::int64_t const slots =
      tiles < enough
          ? std::min(blocks, matmul_most_scratch / (total * std::int64_t{sizeof(element)}))
          : 1;
  if (slots < 2) {
    launch(grid, tiles);
    return;
  }
  auto const sums = on.template scratch<element>(slots * total);
  grid.sums = sums.data();
  for (; grid.first_block < blocks; grid.first_block += slots) {
    grid.slots = static_cast<int>(std::min(slots, blocks - grid.first_block));
    launch(grid, tiles * grid.slots);
    add_blocks<Numbers>(on, total, static_cast<element const*>(sums.data()), grid.slots,
                        grid.first_block > 0, static_cast<element*>(p.c));
  }
}

}  // namespace acre::backends::gpu
