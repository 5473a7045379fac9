#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/sort.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

/// Sorting rows on a GPU, see backends/common/sort.hpp. Short rows are sorted in a block's shared
/// memory, several of them at once; long ones one after the other by the vendor's radix sort; what
/// is between by two of these: by the keys of all rows, then by the rows that they came from.
namespace acre::backends {

namespace gpu {

/// A key of a row and where it stood, by which no two are equal.
template <class Word>
struct placed_rank {
  Word rank;
  std::uint32_t place;

  __device__ bool operator<(placed_rank const& other) const
  {
    return rank != other.rank ? rank < other.rank : place < other.place;
  }
};

/// Small keys are 4 bytes wide where they are moved.
template <class Key>
using wide_word = std::conditional_t<(sizeof(Key) < 8), std::uint32_t, std::uint64_t>;

/// Keys that a block sorts.
template <class Key>
inline constexpr int short_rows_keys =
    short_rows_bytes / static_cast<int>(sizeof(placed_rank<wide_word<Key>>));

template <class Key>
__device__ sort_word<Key> key_bits(Key const* keys, std::int64_t i)
{
  return reinterpret_cast<sort_word<Key> const*>(keys)[i];
}

/// Sorts as many rows as fit by exchanging what is out of order: a bitonic network, whose halves
/// are both ascending. Rows are padded to `width`, a power of two. `sorted` or `positions`.
template <class Key>
__global__ void __launch_bounds__(short_rows_threads)
    short_rows_kernel(Key const* keys, Key* sorted, std::int64_t* positions, std::int64_t rows,
                      int length, int width)
{
  await_work_before();
  using order = sort_order<Key>;
  using word = sort_word<Key>;
  using item = placed_rank<wide_word<Key>>;
  constexpr int capacity = short_rows_keys<Key>;
  ACRE_SHARED(items, item[capacity]);
  std::int64_t const first = std::int64_t{blockIdx.x} * (capacity / width);
  std::int64_t const left = rows - first;
  int const count = static_cast<int>(left < capacity / width ? left : capacity / width) * width;
  for (int i = threadIdx.x; i < count; i += short_rows_threads) {
    int const row = i / width, place = i % width;
    item next;
    next.place = static_cast<std::uint32_t>(place);
    next.rank = static_cast<wide_word<Key>>(~wide_word<Key>{0});
    if (place < length) {
      word const rank = order::rank(key_bits(keys, (first + row) * length + place));
      next.rank = positions ? order::equal(rank) : rank;
    } else {
      next.place |= 0x80000000u;  // behind a key of the same rank
    }
    items[i] = next;
  }
  __syncthreads();
  for (int size = 2; size <= width; size *= 2)
    for (int apart = size / 2; apart > 0; apart /= 2) {
      for (int i = threadIdx.x; i < count / 2; i += short_rows_threads) {
        int const low = i / apart * (2 * apart) + i % apart;
        int const high = apart == size / 2 ? low ^ (size - 1) : low + apart;
        item const a = items[low], b = items[high];
        if (b < a) {
          items[low] = b;
          items[high] = a;
        }
      }
      __syncthreads();
    }
  for (int i = threadIdx.x; i < count; i += short_rows_threads) {
    int const row = i / width, place = i % width;
    if (place >= length) continue;
    std::int64_t const to = (first + row) * length + place;
    if (positions)
      positions[to] = items[i].place;
    else
      reinterpret_cast<word*>(sorted)[to] = order::bits(static_cast<word>(items[i].rank));
  }
}

template <class Api, class Key>
void sort_short_rows(queue<Api>& on, Key const* keys, Key* sorted, std::int64_t* positions,
                     std::int64_t rows, std::int64_t length)
{
  int const width = static_cast<int>(std::bit_ceil(static_cast<std::uint64_t>(length)));
  std::int64_t const together = short_rows_keys<Key> / width;
  on.launch_early("short_rows", short_rows_kernel<Key>, (rows + together - 1) / together,
                  short_rows_threads, keys, sorted, positions, rows, static_cast<int>(length),
                  width);
}

template <class F>
__global__ void __launch_bounds__(row_words_threads) for_all_kernel(std::int64_t count, F f)
{
  std::int64_t const first =
      std::int64_t{blockIdx.x} * (row_words_threads * row_words_each) + threadIdx.x;
#pragma unroll
  for (int k = 0; k < row_words_each; ++k)
    if (first + k * row_words_threads < count) f(first + k * row_words_threads);
}
template <class Api, class F>
void for_all(queue<Api>& on, char const* step, std::int64_t count, F const& f)
{
  constexpr std::int64_t block = row_words_threads * row_words_each;
  on.launch(step, for_all_kernel<F>, (count + block - 1) / block, row_words_threads, count, f);
}

/// Ranks of keys, and the row of each.
template <class Key>
struct ranks_and_rows {
  Key const* keys;
  wide_word<Key>* ranks;
  std::uint32_t* row;
  std::int64_t length;
  __device__ void operator()(std::int64_t i) const
  {
    ranks[i] = sort_order<Key>::rank(key_bits(keys, i));
    row[i] = static_cast<std::uint32_t>(i / length);
  }
};
template <class Key>
struct keys_of_ranks {
  wide_word<Key> const* ranks;
  Key* keys;
  __device__ void operator()(std::int64_t i) const
  {
    using word = sort_word<Key>;
    reinterpret_cast<word*>(keys)[i] = sort_order<Key>::bits(static_cast<word>(ranks[i]));
  }
};
template <class Index>
struct number_places {
  Index* places;
  __device__ void operator()(std::int64_t i) const { places[i] = static_cast<Index>(i); }
};
template <class Index>
struct rows_of_places {
  Index const* places;
  std::uint32_t* row;
  Index length;
  __device__ void operator()(std::int64_t i) const
  {
    row[i] = static_cast<std::uint32_t>(places[i] / length);
  }
};
/// Places become positions where they lie, in a half of that memory. In the first one: of places
/// [begin, end) with 2 begin >= end they are written behind all that are read. In the second one,
/// mirrored.
struct positions_of_places {
  std::uint32_t const* places;
  std::int64_t* positions;
  std::int64_t begin;
  std::uint32_t length;  // 0: of one row
  __device__ void operator()(std::int64_t i) const
  {
    std::uint32_t const place = places[begin + i];
    positions[begin + i] = static_cast<std::int64_t>(length == 0 ? place : place % length);
  }
};
/// Places of 64 bits.
struct places_in_rows {
  std::int64_t* positions;
  std::int64_t length;
  __device__ void operator()(std::int64_t i) const { positions[i] %= length; }
};

template <class Api, class Key>
void sort_middle_rows(queue<Api>& on, Key const* keys, Key* sorted, std::int64_t rows,
                      std::int64_t length)
{
  using word = wide_word<Key>;
  std::int64_t const n = rows * length;
  auto const ranks = on.template scratch<word>(n), by_rank = on.template scratch<word>(n);
  auto const row = on.template scratch<std::uint32_t>(n),
             row_by_rank = on.template scratch<std::uint32_t>(n);
  for_all(on, "ranks", n, ranks_and_rows<Key>{keys, ranks.data(), row.data(), length});
  sort_pairs(on, ranks.data(), by_rank.data(), row.data(), row_by_rank.data(), n, 0,
             8 * static_cast<int>(sizeof(Key)));
  sort_pairs(on, row_by_rank.data(), row.data(), by_rank.data(), ranks.data(), n, 0,
             static_cast<int>(std::bit_width(static_cast<std::uint64_t>(rows - 1))));
  for_all(on, "keys", n, keys_of_ranks<Key>{ranks.data(), sorted});
}

/// The places of all n keys in the order of the keys and, where there are several rows, of the rows
/// that they are in. They go to and fro between two arrays; returns where they are then.
template <class Index, class Api, class Key>
Index* argsort_places(queue<Api>& on, Key const* keys, Index* places, Index* others,
                      std::int64_t rows, std::int64_t length)
{
  std::int64_t const n = rows * length;
  for_all(on, "places", n, number_places<Index>{places});
  Index* const sorted = sort_places(on, keys, places, others, n);
  if (rows == 1) return sorted;
  Index* const by_row = sorted == places ? others : places;
  auto const row = on.template scratch<std::uint32_t>(n),
             in_order = on.template scratch<std::uint32_t>(n);
  for_all(on, "rows", n, rows_of_places<Index>{sorted, row.data(), static_cast<Index>(length)});
  sort_pairs(on, row.data(), in_order.data(), sorted, by_row, n, 0,
             static_cast<int>(std::bit_width(static_cast<std::uint64_t>(rows - 1))));
  return by_row;
}

/// Positions that are numbered in 32 bits lie in their own memory, in halves of it, on the way.
template <class Api, class Key>
void argsort_longer_rows(queue<Api>& on, Key const* keys, std::int64_t* positions,
                         std::int64_t rows, std::int64_t length)
{
  std::int64_t const n = rows * length;
  if (n > std::int64_t{0xffffffff}) {
    auto const others = on.template scratch<std::uint64_t>(n);
    auto* const words = reinterpret_cast<std::uint64_t*>(positions);
    auto* const first = rows == 1 ? others.data() : words;
    argsort_places(on, keys, first, rows == 1 ? words : others.data(), rows, length);
    if (rows > 1) for_all(on, "positions", n, places_in_rows{positions, length});
    return;
  }
  auto* const low = reinterpret_cast<std::uint32_t*>(positions);
  auto* const found = argsort_places(on, keys, low, low + n, rows, length);
  auto const in_row = static_cast<std::uint32_t>(rows == 1 ? 0 : length);
  auto const widen = [&](std::int64_t begin, std::int64_t count) {
    for_all(on, "positions", count, positions_of_places{found, positions, begin, in_row});
  };
  std::int64_t begin = 0, end = n;
  constexpr std::int64_t few = 16384;
  while (end - begin > few) {
    std::int64_t const half = (end - begin) / 2;
    if (found == low) {  // the upper half, the upper half of the rest, …
      end -= half;
      widen(end, half);
    } else {  // the lower half, which is written in front of all that are read, …
      widen(begin, half);
      begin += half;
    }
  }
  auto const rest = on.template scratch<std::uint32_t>(end - begin);
  on.copy(rest.data(), found + begin,
          static_cast<std::size_t>(end - begin) * sizeof(std::uint32_t));
  for_all(on, "positions", end - begin,
          positions_of_places{rest.data(), positions + begin, 0, in_row});
}

/// How many rows of middle length are sorted at once: so many that three times their pairs, the
/// scratch, are twice all keys, where these are enough for the device. (10^8 float32 in rows of
/// 10000 take 4.66 ms at once on an H200, with scratch of six times the keys; in eight parts 5.59.)
template <class Key>
std::int64_t middle_rows_at_once(std::int64_t rows, std::int64_t length)
{
  constexpr std::int64_t pair_bytes = sizeof(wide_word<Key>) + sizeof(std::uint32_t),
                         key_bytes = sizeof(Key),
                         parts = (3 * pair_bytes + 2 * key_bytes - 1) / (2 * key_bytes),
                         enough = 1 << 22;
  return std::min(rows, std::max((rows + parts - 1) / parts, (enough + length - 1) / length));
}

}  // namespace gpu

template <class Api, class Key>
void sort_rows(gpu::queue<Api>& on, Key const* keys, Key* sorted, std::int64_t rows,
               std::int64_t length)
{
  static_assert(sort_keys_takes<Key>());
  if (rows == 0 || length == 0) return;
  if (length <= gpu::short_rows_keys<Key>) {
    gpu::sort_short_rows<Api, Key>(on, keys, sorted, nullptr, rows, length);
  } else if (rows == 1 || length >= gpu::long_row) {
    for (std::int64_t row = 0; row < rows; ++row)
      sort_keys(on, keys + row * length, sorted + row * length, length);
  } else {
    std::int64_t const together = gpu::middle_rows_at_once<Key>(rows, length);
    for (std::int64_t row = 0; row < rows; row += together)
      gpu::sort_middle_rows(on, keys + row * length, sorted + row * length,
                            std::min(together, rows - row), length);
  }
}

template <class Api, class Key>
void argsort_rows(gpu::queue<Api>& on, Key const* keys, std::int64_t* positions, std::int64_t rows,
                  std::int64_t length)
{
  static_assert(sort_keys_takes<Key>());
  if (rows == 0 || length == 0) return;
  if (length <= gpu::short_rows_keys<Key>) {
    gpu::sort_short_rows<Api, Key>(on, keys, nullptr, positions, rows, length);
    return;
  }
  // long rows one after the other
  std::int64_t const together =
      length >= gpu::long_row ? 1 : gpu::middle_rows_at_once<Key>(rows, length);
  for (std::int64_t row = 0; row < rows; row += together)
    gpu::argsort_longer_rows(on, keys + row * length, positions + row * length,
                             std::min(together, rows - row), length);
}

}  // namespace acre::backends
