#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/gpu_common/held_words.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <cstdint>

/// Columns of a loop nest that was planned for them, dealt out to threads, a few to each.
namespace acre::backends::gpu {

/// What `what` binds, a program or a sink, to result k and element `first` of the reduced (scanned)
/// ones, along the only outer axis of these. (One kept axis at most takes a multiplication; the
/// loop over any number is some hundred instructions, more than a column of three elements.)
template <class What>
__device__ auto bound_columns(reduction const& red, What const& what, std::int64_t k,
                              std::int64_t first = 0)
{
  position at;
  if (red.kept_rank == 0) {
    at.rank = 1;
    at.index[0] = first;
    return what.bind(at, 0);
  }
  if (red.kept_rank == 1) {
    at.rank = 2;
    at.index[0] = k;
    at.index[1] = first;
    return what.bind(at, 1);
  }
  return bind_along(what, reduced_position(red, k, first), red.kept_rank);
}

/// Elements of row k of columns `i`, which lie anywhere; see fetched_at of
/// backends/common/operands.hpp.
template <int V>
struct places_in_columns {
  std::int64_t const* i;  // V of them; no reference, as what is held is assigned
  std::int64_t k;

  KOKKOS_INLINE_FUNCTION std::int64_t column(int m) const { return i[m]; }
  KOKKOS_INLINE_FUNCTION std::int64_t row(int) const { return k; }
  template <int W, bool Unit, class T>
  KOKKOS_INLINE_FUNCTION packet<T, W> read(T const* data, std::int64_t inner,
                                           std::int64_t step) const
  {
    static_assert(!Unit && W == V);
    packet<T, W> p;
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
    for (int m = 0; m < W; ++m) p.v[m] = data[k * step + i[m] * inner];
    return p;
  }
};

/// What is read for V columns of row k of those that `from` was bound along, a packet from the
/// first one on or each by itself; nothing is computed yet (computed_columns does).
template <int V, bool Packed, class Row>
__device__ auto held_columns(Row const& from, std::int64_t const (&column)[V], std::int64_t k)
{
  if constexpr (Packed)
    return stowed_packet<V>(from, column[0], k);
  else
    return fetched_at<V, false>(from, places_in_columns<V>{column, k});
}
template <int V, class Row, class Held>
__device__ auto computed_columns(Row const& from, Held const& held)
{
  return computed<V>(from, unstowed(held));
}

/// Columns dealt out V to a thread: packets of them, or else columns that lie apart, so that
/// threads side by side read side by side, and what a block reads of a row lies together.
struct column_strips {
  static constexpr int together = short_column_threads;  // whose columns lie together

  std::int64_t strips, threads;  // threads of a result, and of all
  divisor by;                    // strips, where there are several results
  bool packed;

  column_strips(reduction const& red, int columns, bool are_packed)
      : strips((red.it.inner + columns - 1) / columns), packed(are_packed)
  {
    if (!packed && strips > together) strips = (strips + together - 1) / together * together;
    threads = red.kept * strips;
    if (red.kept > 1 && threads < 0x7fffffff) by = divisor(strips);
  }
};

template <int V>
struct columns_of_thread {
  std::int64_t k = 0, first, apart = 1, last;

  __device__ columns_of_thread(reduction const& red, column_strips const& strips,
                               std::int64_t thread)
      : first(thread), last(red.it.inner - 1)
  {
    constexpr int together = column_strips::together;
    if (red.kept > 1) {
      k = strips.by.quotient(static_cast<std::uint32_t>(thread));
      first -= k * strips.strips;
    }
    if (strips.packed) {
      first *= V;
    } else if (strips.strips > together) {
      apart = together;
      first = first / together * (V * together) + first % together;
    } else {
      apart = strips.strips;
    }
  }
  __device__ std::int64_t column(int j) const { return first + j * apart; }
  /// Of columns that are no packets, the last ones may be missing: the last that is there is read
  /// in their place.
  __device__ bool has(int j) const { return column(j) <= last; }
  __device__ std::int64_t read(int j) const { return ::min(column(j), last); }
};

/// Whether columns of `length` elements at most are dealt out so: every multiprocessor has a block
/// of threads then.
inline bool takes_column_strips(reduction const& red, column_strips const& strips, int length,
                                int multiprocessors)
{
  return red.length <= length && red.it.outer_rank == red.kept_rank + 1 &&
         strips.threads >= std::int64_t{short_column_threads} * multiprocessors &&
         (red.kept == 1 || strips.threads < 0x7fffffff);
}

/// Launches kernel(red, strips, arguments…).
template <bool Early, class Queue, class... Parameters, class... Arguments>
void launch_column_strips(Queue& on, reduction const& red, column_strips const& strips,
                          void (*kernel)(Parameters...), Arguments const&... arguments)
{
  on.template launch_early<Early>(
      "columns", kernel, (strips.threads + short_column_threads - 1) / short_column_threads,
      short_column_threads, red, strips, arguments...);
}

}  // namespace acre::backends::gpu
