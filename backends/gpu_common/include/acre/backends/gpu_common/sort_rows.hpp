#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/sort.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

/// Sorting rows on a GPU, see backends/common/sort.hpp. Short rows are sorted in a block's
/// registers, several of them at once; long ones one after the other by the vendor's radix sort;
/// what is between by two of these: by the keys of all rows, then by the rows that they came from.
namespace acre::backends {

namespace gpu {

/// Small keys are 4 bytes wide where they are moved.
template <class Key>
using wide_word = std::conditional_t<(sizeof(Key) < 8), std::uint32_t, std::uint64_t>;

/// Keys that a block sorts, with their places.
template <class Key>
inline constexpr int short_rows_keys =
    short_rows_bytes / static_cast<int>(2 * sizeof(wide_word<Key>));

template <class Key>
__device__ sort_word<Key> key_bits(Key const* keys, std::int64_t i)
{
  return reinterpret_cast<sort_word<Key> const*>(keys)[i];
}

/// A key of 8 bytes and where it stood, by which no two are equal.
struct placed_rank {
  std::uint64_t rank;
  std::uint32_t place;

  __device__ bool operator<(placed_rank const& other) const
  {
    return rank != other.rank ? rank < other.rank : place < other.place;
  }
};

/// What is sorted in the place of keys: their ranks, or, where positions are wanted, what has the
/// place in the row behind the rank, so that no two are equal; last is behind all of them.
template <class Key>
struct rank_item {
  using type = wide_word<Key>;
  static constexpr type last = static_cast<type>(~type{0});
  __device__ static type of(sort_word<Key> bits, int) { return sort_order<Key>::rank(bits); }
  __device__ static sort_word<Key> result(type item)
  {
    return sort_order<Key>::bits(static_cast<sort_word<Key>>(item));
  }
};
template <class Key>
struct place_item {
  using type = std::conditional_t<(sizeof(Key) < 4), std::uint32_t, std::uint64_t>;
  static constexpr int shift = sizeof(Key) < 4 ? 13 : 32;
  static_assert(sizeof(Key) == 4 || short_rows_keys<Key> < std::int64_t{1} << shift);
  static constexpr type last = static_cast<type>(~type{0});
  __device__ static type of(sort_word<Key> bits, int place)
  {
    using order = sort_order<Key>;
    return static_cast<type>(order::equal(order::rank(bits))) << shift |
           static_cast<unsigned>(place);
  }
  __device__ static std::int64_t result(type item)
  {
    return static_cast<std::int64_t>(item & ((type{1} << shift) - 1));
  }
};
template <class Key>
  requires(sizeof(Key) == 8)
struct place_item<Key> {
  using type = placed_rank;
  static constexpr type last = {~std::uint64_t{0}, ~std::uint32_t{0}};
  __device__ static type of(sort_word<Key> bits, int place)
  {
    using order = sort_order<Key>;
    return {order::equal(order::rank(bits)), static_cast<std::uint32_t>(place)};
  }
  __device__ static std::int64_t result(type const& item) { return item.place; }
};

template <class Item>
__device__ Item lesser(Item const& a, Item const& b)
{
  return b < a ? b : a;
}
template <class Item>
__device__ Item greater(Item const& a, Item const& b)
{
  return b < a ? a : b;
}

/// Where item e of a thread lies in shared memory: threads side by side meet different banks, also
/// where they take items that follow each other.
template <int Each, class Item>
inline constexpr int held_pitch =
    short_rows_threads + std::max(1, 128 / (Each * static_cast<int>(sizeof(Item))));

/// A bitonic network whose halves are both ascending, for rows of `width` items, a power of two,
/// Each of which a thread has, one behind the other: what stands less than Each apart meets in
/// registers, less than a warp's by shuffles, and only further ones, of rows that several warps
/// share, in shared memory. (Rows of 1000 float32 went through shared memory 55 times, now 3.)
template <int Each, class Item>
__device__ void sort_held(Item (&x)[Each], Item* shared, int width)
{
  constexpr int pitch = held_pitch<Each, Item>;
  warp_team const warp(32);
  int const thread = static_cast<int>(threadIdx.x);
  auto const exchange = [&](auto turned, int threads, int top) {
    Item other[Each];
    if (threads < 32) {
#pragma unroll
      for (int e = 0; e < Each; ++e)
        other[e] = warp.exchanged(x[turned.value ? Each - 1 - e : e], threads);
    } else {
      __syncthreads();
#pragma unroll
      for (int e = 0; e < Each; ++e) shared[e * pitch + thread] = x[e];
      __syncthreads();
#pragma unroll
      for (int e = 0; e < Each; ++e)
        other[e] = shared[(turned.value ? Each - 1 - e : e) * pitch + (thread ^ threads)];
    }
    bool const low = (thread & top) == 0;
#pragma unroll
    for (int e = 0; e < Each; ++e) x[e] = low ? lesser(x[e], other[e]) : greater(x[e], other[e]);
  };
  auto const in_registers = [&](int by, int e) {
    if (int const with = e ^ by; e < with) {
      Item const a = x[e], b = x[with];
      x[e] = lesser(a, b);
      x[with] = greater(a, b);
    }
  };
#pragma unroll
  for (int size = 2; size <= Each; size *= 2) {
#pragma unroll
    for (int e = 0; e < Each; ++e) in_registers(size - 1, e);
#pragma unroll
    for (int apart = size / 4; apart > 0; apart /= 2)
#pragma unroll
      for (int e = 0; e < Each; ++e) in_registers(apart, e);
  }
#pragma unroll 1
  for (int threads = 2; threads * Each <= width; threads *= 2) {  // that sort together
    exchange(std::true_type{}, threads - 1, threads / 2);
#pragma unroll 1
    for (int apart = threads / 4; apart > 0; apart /= 2) exchange(std::false_type{}, apart, apart);
#pragma unroll
    for (int apart = Each / 2; apart > 0; apart /= 2)
#pragma unroll
      for (int e = 0; e < Each; ++e) in_registers(apart, e);
  }
}

/// Sorts as many rows as a block's threads have. Rows are padded to a power of two,
/// 1 << log2_width. Makes sorted keys of Items = rank_item, positions of place_item.
template <int Each, class Items, class Key, class Out>
__global__ void __launch_bounds__(short_rows_threads)
    short_rows_kernel(Key const* keys, Out* to, std::int64_t rows, int length, int log2_width)
{
  await_work_before();
  using item = typename Items::type;
  constexpr int all = Each * short_rows_threads, pitch = held_pitch<Each, item>;
  ACRE_SHARED(items, item[Each * pitch]);
  int const thread = static_cast<int>(threadIdx.x), width = 1 << log2_width;
  std::int64_t const first = std::int64_t{blockIdx.x} * (all >> log2_width);
  int const here = static_cast<int>(::min(rows - first, std::int64_t{all >> log2_width}));  // rows
  // item i of all is at i % Each of the thread i / Each, and lies at this place
  auto const place_of = [&](int i) { return i % Each * pitch + i / Each; };
  auto const each_place = [&](auto const& f) {
#pragma unroll
    for (int k = 0; k < Each; ++k) {
      int const i = k * short_rows_threads + thread, row = i >> log2_width, place = i & (width - 1);
      f(i, place, row < here && place < length, (first + row) * length + place);
    }
  };
  each_place([&](int i, int place, bool there, std::int64_t at) {
    items[place_of(i)] = there ? Items::of(key_bits(keys, at), place) : Items::last;
  });
  __syncthreads();
  item x[Each];
#pragma unroll
  for (int e = 0; e < Each; ++e) x[e] = items[e * pitch + thread];
  sort_held(x, &items[0], width);
  __syncthreads();
#pragma unroll
  for (int e = 0; e < Each; ++e) items[e * pitch + thread] = x[e];
  __syncthreads();
  each_place([&](int i, int, bool there, std::int64_t at) {
    if (there) to[at] = Items::result(items[place_of(i)]);
  });
}

template <class Items, class Api, class Key, class Out>
void sort_short_rows(queue<Api>& on, Key const* keys, Out* to, std::int64_t rows,
                     std::int64_t length)
{
  // what takes three registers an item had 147 with eight, and a block a multiprocessor
  constexpr int each = sizeof(typename Items::type) <= 8 ? 8 : 4;
  int const log2_width =
      std::max(3, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(length - 1))));
  auto const launch = [&]<int Each>(std::integral_constant<int, Each>) {
    std::int64_t const together = Each * short_rows_threads >> log2_width;
    on.launch_early("short_rows", short_rows_kernel<Each, Items, Key, Out>,
                    (rows + together - 1) / together, short_rows_threads, keys, to, rows,
                    static_cast<int>(length), log2_width);
  };
  if constexpr (short_rows_keys<Key> > each * short_rows_threads)
    if (length > each * short_rows_threads) {
      launch(std::integral_constant<int, 2 * each>{});
      return;
    }
  launch(std::integral_constant<int, each>{});
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
    gpu::sort_short_rows<gpu::rank_item<Key>>(on, keys, reinterpret_cast<sort_word<Key>*>(sorted),
                                              rows, length);
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
    gpu::sort_short_rows<gpu::place_item<Key>>(on, keys, positions, rows, length);
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
