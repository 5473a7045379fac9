#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <cuda_runtime.h>

/// A stable sort of pairs by some bits of their keys, 7 or 8 in a pass: the digits of each chunk
/// of rows are counted; a scan of these counts gives the places of a chunk's rows of a digit; then
/// a block puts its chunk's rows in order in shared memory and writes them, a digit's side by side.
/// Nobody waits for another block's counts, as in CUB's passes, which look back for them.
namespace acre::backends::digit_pass {

inline constexpr int threads = 512, warps = threads / 32;
/// The rows of a thread: as many as leave room for two blocks on a multiprocessor.
template <class Word>
inline constexpr int items = sizeof(Word) == 8 ? 12 : 16;
template <class Word>
inline constexpr int chunk = threads * items<Word>;
/// The bits of a pass. Runs of a digit's rows are shorter the more there are, and what is written
/// of them then fills fewer sectors.
template <class Key>
inline constexpr int most_bits = sizeof(Key) == 1 ? 8 : 7;

/// Whether a sort is as few passes as CUB's by digits of 9 (wide_digits.hpp), and of so many rows
/// that three kernels a pass are no matter. 10^8 pairs on an H200, in ms, CUB's time behind, with
/// values of 4 bytes and of 8: keys of a byte by 7 bits 0.58 (0.74) and 0.68 (1.00), by 8 bits 0.67
/// (0.76) and 0.86 (1.03); keys of 4 bytes by 7 bits 0.65 (0.86) and 0.95 (1.03), by 20 bits 1.98
/// (2.37) and 2.73 (2.87). Blocks of 256 threads and keys of a byte: 0.61 and 0.78; by 8 bits at a
/// time keys of 4 bytes take 0.85 (0.87), and for 16 bits 1.75 (1.64).
template <class Key>
bool takes(std::int64_t n, int bits)
{
  constexpr int most = most_bits<Key>;
  return bits <= 24 && (bits + most - 1) / most <= (bits + 8) / 9 && n >= (std::int64_t{1} << 20) &&
         n <= std::int64_t{0xffffffff};
}

template <class Key>
struct digit_of {
  int first_bit;
  std::uint32_t mask;
  __device__ int operator()(Key key) const
  {
    return static_cast<int>(static_cast<std::uint32_t>(key >> first_bit) & mask);
  }
};

/// How far the counts of two digits are apart: whole packets of 16 bytes.
inline int stride_of(int chunks) { return (chunks + 3) / 4 * 4; }

/// counts[digit * stride + c]: the rows of chunk c that have the digit.
template <int Bits, int Items, class Key>
__global__ void __launch_bounds__(threads)
    counts_kernel(Key const* keys, std::int64_t n, digit_of<Key> digit, int stride,
                  std::uint32_t* counts)
{
  constexpr int digits = 1 << Bits, rows = threads * Items;
  __shared__ std::uint32_t all[warps][digits];
  int const t = threadIdx.x;
  for (int k = t; k < warps * digits; k += threads) all[0][k] = 0;
  __syncthreads();
  std::uint32_t* const mine = all[t / 32];
  std::int64_t const begin = std::int64_t{blockIdx.x} * rows;
  if (begin + rows <= n) {
    Key key[Items];
#pragma unroll
    for (int k = 0; k < Items; ++k) key[k] = keys[begin + k * threads + t];
#pragma unroll
    for (int k = 0; k < Items; ++k) atomicAdd(mine + digit(key[k]), 1u);
  } else {
    for (std::int64_t i = begin + t; i < n; i += threads) atomicAdd(mine + digit(keys[i]), 1u);
  }
  __syncthreads();
  if (t >= digits) return;
  std::uint32_t sum = 0;
#pragma unroll
  for (int w = 0; w < warps; ++w) sum += all[w][t];
  counts[std::int64_t{t} * stride + blockIdx.x] = sum;
}

/// The sums of a warp's numbers up to each.
__device__ inline std::uint32_t sums_in_warp(std::uint32_t x)
{
#pragma unroll
  for (int delta = 1; delta < 32; delta *= 2) {
    std::uint32_t const before = __shfl_up_sync(0xffffffffu, x, delta);
    if (static_cast<int>(threadIdx.x & 31) >= delta) x += before;
  }
  return x;
}

/// A block a digit: its counts become those of the chunks before, and totals[digit] their sum.
inline constexpr int scan_threads = 1024;
template <int Threads>
__global__ void __launch_bounds__(Threads)
    scan_kernel(std::uint32_t* counts, int chunks, int stride, std::uint32_t* totals)
{
  __shared__ std::uint32_t of_warp[32];
  auto* const mine = reinterpret_cast<uint4*>(counts + std::int64_t{blockIdx.x} * stride);
  int const t = threadIdx.x, warp = t / 32, lane = t % 32, packets = stride / 4;
  std::uint32_t carried = 0;
  auto const load = [&](int at) {
    uint4 x = at < packets ? mine[at] : uint4{0, 0, 0, 0};
    if (4 * at + 1 >= chunks) x.y = 0;
    if (4 * at + 2 >= chunks) x.z = 0;
    if (4 * at + 3 >= chunks) x.w = 0;
    return x;
  };
  uint4 x = load(t);
  for (int begin = 0; begin < packets; begin += Threads) {
    uint4 const next = load(begin + Threads + t);
    std::uint32_t const sum = x.x + x.y + x.z + x.w, through = sums_in_warp(sum);
    if (lane == 31) of_warp[warp] = through;
    __syncthreads();
    std::uint32_t const warps_through = sums_in_warp(of_warp[lane]);
    std::uint32_t const warps_before =
        __shfl_sync(0xffffffffu, warps_through - of_warp[lane], warp);
    std::uint32_t const before = carried + warps_before + through - sum;
    carried += __shfl_sync(0xffffffffu, warps_through, 31);
    if (begin + t < packets)
      mine[begin + t] = {before, before + x.x, before + x.x + x.y, before + x.x + x.y + x.z};
    x = next;
    __syncthreads();
  }
  if (t == 0) totals[blockIdx.x] = carried;
}

/// The members of the warp with the same digit.
template <int Bits>
__device__ std::uint32_t of_same_digit(int digit)
{
  std::uint32_t same = 0xffffffffu;
#pragma unroll
  for (int b = 0; b < Bits; ++b) {
    bool const set = (digit >> b & 1) != 0;
    std::uint32_t const those = __ballot_sync(0xffffffffu, set);
    same &= set ? those : ~those;
  }
  return same;
}

/// A block's shared memory.
template <int Bits, class Key, class Word>
struct staged_chunk {
  static constexpr int digits = 1 << Bits;
  Word value[chunk<Word>];
  std::uint32_t target[digits];  // of a digit's first row, less its place in the chunk
  std::uint32_t sum_before[2][digits / 32];
  std::uint16_t count[warps][digits];  // then the place of a warp's first row of a digit
  Key key[chunk<Word>];
};

template <int Bits, class Key, class Word>
__global__ void __launch_bounds__(threads, 2)
    move_kernel(Key const* keys, Key* sorted_keys, Word const* values, Word* sorted_values,
                std::int64_t n, digit_of<Key> digit, int stride, std::uint32_t const* counts,
                std::uint32_t const* totals)
{
  constexpr int digits = 1 << Bits, items = digit_pass::items<Word>, chunk = threads * items;
  extern __shared__ unsigned char raw[];
  auto& at = *reinterpret_cast<staged_chunk<Bits, Key, Word>*>(raw);
  int const t = threadIdx.x, warp = t / 32, lane = t % 32;
  std::int64_t const begin = std::int64_t{blockIdx.x} * chunk;
  int const rows = static_cast<int>(::min(std::int64_t{chunk}, n - begin));
  std::uint16_t* const mine = at.count[warp];
  for (int k = lane; k < digits / 2; k += 32) reinterpret_cast<std::uint32_t*>(mine)[k] = 0;
  std::uint32_t before = 0, total = 0;
  if (t < digits) {
    before = counts[std::int64_t{t} * stride + blockIdx.x];
    total = totals[t];
  }
  // Neighbouring rows, 32 of them at a time. Behind the last row there are some of the greatest
  // digit, which come last. Values are loaded when ranks are known, two of which share a register:
  // there are not more.
  Key key[items];
  Word value[items];
  std::uint32_t ranks[items / 2];
  int const first = warp * items * 32 + lane;
  bool const whole = rows == chunk;
#pragma unroll
  for (int k = 0; k < items; ++k)
    key[k] =
        whole || first + k * 32 < rows ? keys[begin + first + k * 32] : static_cast<Key>(~Key{0});
  __syncwarp();
  std::uint32_t const lower = (1u << lane) - 1;
#pragma unroll
  for (int k = 0; k < items; ++k) {
    int const d = digit(key[k]);
    std::uint32_t const same = of_same_digit<Bits>(d), earlier = mine[d],
                        here = static_cast<std::uint32_t>(__popc(same & lower));
    ranks[k / 2] = k % 2 == 0 ? earlier + here : ranks[k / 2] | (earlier + here) << 16;
    __syncwarp();
    if (here == 0)
      mine[d] = static_cast<std::uint16_t>(earlier + static_cast<std::uint32_t>(__popc(same)));
    __syncwarp();
  }
#pragma unroll
  for (int k = 0; k < items; ++k)
    value[k] = whole || first + k * 32 < rows ? values[begin + first + k * 32] : Word{0};
  __syncthreads();
  std::uint32_t count = 0, through = 0, total_through = 0;
  if (t < digits) {
#pragma unroll
    for (int w = 0; w < warps; ++w) count += at.count[w][t];
    through = sums_in_warp(count);
    total_through = sums_in_warp(total);
    if (lane == 31) {
      at.sum_before[0][warp] = through;
      at.sum_before[1][warp] = total_through;
    }
  }
  __syncthreads();
  if (t < digits) {
    std::uint32_t place = through - count, target = total_through - total;
    for (int w = 0; w < warp; ++w) {
      place += at.sum_before[0][w];
      target += at.sum_before[1][w];
    }
    at.target[t] = target + before - place;
#pragma unroll
    for (int w = 0; w < warps; ++w) {
      std::uint32_t const those = at.count[w][t];
      at.count[w][t] = static_cast<std::uint16_t>(place);
      place += those;
    }
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < items; ++k) {
    std::uint32_t const place =
        mine[digit(key[k])] + (k % 2 == 0 ? ranks[k / 2] & 0xffff : ranks[k / 2] >> 16);
    at.value[place] = value[k];
    at.key[place] = key[k];
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < items; ++k) {
    int const place = k * threads + t;
    if (place >= rows) continue;
    Key const of = at.key[place];
    std::uint32_t const to = at.target[digit(of)] + static_cast<std::uint32_t>(place);
    sorted_values[to] = at.value[place];
    sorted_keys[to] = of;
  }
}

template <class Key, class Word>
struct pairs_from {
  Key const* keys;
  Word const* values;
};
template <class Key, class Word>
struct pairs_to {
  Key* keys;
  Word* values;
};

template <int Bits, class Key, class Word>
cudaError_t pass(std::uint32_t* scratch, pairs_from<Key, Word> from, pairs_to<Key, Word> to,
                 std::int64_t n, digit_of<Key> digit, cudaStream_t stream)
{
  constexpr int digits = 1 << Bits, bytes = sizeof(staged_chunk<Bits, Key, Word>);
  auto const chunks = static_cast<int>((n + chunk<Word> - 1) / chunk<Word>),
             stride = stride_of(chunks);
  auto* const move = move_kernel<Bits, Key, Word>;
  if (auto const status =
          cudaFuncSetAttribute(move, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
      status != cudaSuccess)
    return status;
  std::uint32_t *const totals = scratch, *const counts = scratch + digits;
  counts_kernel<Bits, items<Word>, Key>
      <<<chunks, threads, 0, stream>>>(from.keys, n, digit, stride, counts);
  scan_kernel<scan_threads><<<digits, scan_threads, 0, stream>>>(counts, chunks, stride, totals);
  move<<<chunks, threads, bytes, stream>>>(from.keys, to.keys, from.values, to.values, n, digit,
                                           stride, counts, totals);
  return cudaGetLastError();
}

/// Called like CUB's: with a null `scratch` it writes the bytes that it needs.
template <class Key, class Word>
cudaError_t sort_pairs(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted_keys,
                       Word const* values, Word* sorted_values, std::int64_t n, int first_bit,
                       int last_bit, cudaStream_t stream)
{
  constexpr int most = most_bits<Key>;
  int passes = (last_bit - first_bit + most - 1) / most;
  auto const aligned = [](std::size_t size) { return (size + 255) / 256 * 256; };
  auto const rows = static_cast<std::size_t>(n),
             chunks = static_cast<std::size_t>(
                 stride_of(static_cast<int>((n + chunk<Word> - 1) / chunk<Word>))),
             counts = aligned((std::size_t{4} << most) * (chunks + 1)),
             between = passes > 1 ? aligned(rows * sizeof(Word)) : 0;
  if (!scratch) {
    bytes = counts + between + (passes > 1 ? rows * sizeof(Key) : 0);
    return cudaSuccess;
  }
  auto* const words = static_cast<std::uint32_t*>(scratch);
  auto* const free = static_cast<std::byte*>(scratch) + counts;
  pairs_from<Key, Word> from{keys, values};
  pairs_to<Key, Word> const sorted{sorted_keys, sorted_values},
      spare{reinterpret_cast<Key*>(free + between), reinterpret_cast<Word*>(free)};
  for (; passes > 0; --passes) {
    int const bits = (last_bit - first_bit + passes - 1) / passes;
    auto const& to = passes % 2 == 1 ? sorted : spare;
    digit_of<Key> const digit{first_bit, (1u << bits) - 1};
    cudaError_t status;
    if constexpr (most == 8)
      status = bits > 7 ? pass<8>(words, from, to, n, digit, stream)
                        : pass<7>(words, from, to, n, digit, stream);
    else
      status = pass<7>(words, from, to, n, digit, stream);
    if (status != cudaSuccess) return status;
    from = {to.keys, to.values};
    first_bit += bits;
  }
  return cudaSuccess;
}

}  // namespace acre::backends::digit_pass
