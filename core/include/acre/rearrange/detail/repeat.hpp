#pragma once

#include <acre/array/array.hpp>
#include <acre/array/copy.hpp>
#include <acre/array/detail/shape_rules.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/lists.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/detail/evaluated_as.hpp>
#include <acre/index/detail/row_moves.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/rearrange/detail/views.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/scan.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

/// repeat(). Elements repeated by counts are lists of so many places (backends/common/lists.hpp),
/// each of which has its list's value; they begin at a running sum of the counts.
namespace acre::detail {

/// An array's elements in C order, at one stride.
template <class T>
struct spread_elements {
  using value_type = T;
  T const* data;
  std::int64_t stride;
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t k) const { return data[k * stride]; }
};
/// Their numbers.
struct spread_numbers {
  using value_type = std::int64_t;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t k) const { return k; }
};

/// A walk that leaves values[list] at every place of a list.
template <class Values>
struct spread_walk {
  using T = typename Values::value_type;
  Values values;
  T* out;

  KOKKOS_INLINE_FUNCTION T list(std::int64_t k) const { return values(k); }
  template <class Int>
  KOKKOS_INLINE_FUNCTION int at(T const&, Int) const
  {
    return 0;
  }
  KOKKOS_INLINE_FUNCTION int begin(T const&) const { return 0; }
  KOKKOS_INLINE_FUNCTION void next(T const&, int&) const {}
  KOKKOS_INLINE_FUNCTION T value(T const& of, int) const { return of; }
  KOKKOS_INLINE_FUNCTION void put(std::int64_t k, T const& v) const { out[k] = v; }
  KOKKOS_INLINE_FUNCTION void put(std::int64_t k, T const& v, T const& next) const
  {
    *reinterpret_cast<packet<T, 2>*>(out + k) = packet<T, 2>{{v, next}};
  }
  void fill(T const& of, std::int64_t k, std::int64_t n) const
  {
    constexpr int some = sizeof(T) < 8 ? 8 : 4;  // most lists have no more, and none is guessed
    std::int64_t const end = k + n;
    do
      for (int i = 0; i < some; ++i) out[k + i] = of;
    while ((k += some) < end);
  }
};

/// Packet p of elements that are each there `count` times in a row: one division for 16 bytes. For
/// a GPU; a CPU fills a row with one value faster.
template <class T, int W>
struct repeat_packet {
  spread_elements<T> from;
  std::int64_t count, size;
  T* to;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p) const
  {
    std::int64_t const first = p * W;
    std::int64_t k = backends::quotient(first, count), left = (k + 1) * count - first;
    packet<T, W> v;
    T value = from(k);
    if (first + W <= size) {
      for (int w = 0; w < W; ++w) {
        if (left == 0) {
          value = from(++k);
          left = count;
        }
        v.v[w] = value;
        --left;
      }
      backends::store_packet(to + first, v);
    } else {
      for (std::int64_t i = first; i < size; ++i) to[i] = from(backends::quotient(i, count));
    }
  }
};

/// Whether repeating along an axis repeats each element in C order, of elements at one stride.
template <element T, int Rank, class Space>
bool repeats_elements(array<T, Rank, Space> const& a, int axis, std::int64_t count)
{
  if (count < 2 || a.size() == 0 || !(Rank == 1 || a.is_contiguous())) return false;
  for (int k = axis + 1; k < Rank; ++k)
    if (a.shape()[k] != 1) return false;
  return true;
}
template <element T, int Rank, class Space>
array<T, Rank, Space> repeat_elements(array<T, Rank, Space> const& a, std::int64_t count,
                                      std::type_identity_t<shape_t<Rank>> const& shape)
{
  array<T, Rank, Space> const to(a.space(), shape);
  constexpr int W = backends::packet_width(sizeof(T));
  std::int64_t const stride = a.is_contiguous() ? 1 : a.strides()[0];
  launch(to.space(), (to.size() + W - 1) / W,
         repeat_packet<T, W>{{node::first(a), stride}, count, to.size(), to.data()});
  return to;
}

/// Likewise of blocks of `length` neighbours, which no packets fit: two divisions.
template <class T, int W>
struct repeat_block_packet {
  T const* from;
  std::int64_t length, count, size;
  T* to;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p) const
  {
    std::int64_t const first = p * W, block = backends::quotient(first, length * count),
                       within = first - block * (length * count);
    std::int64_t copy = backends::quotient(within, length);
    auto i = static_cast<int>(within - copy * length);
    auto const step = static_cast<int>(length);
    T const* source = from + block * length;
    packet<T, W> v{};
    // (loops that end elsewhere would have the packet in memory)
    for (int w = 0; w < W; ++w) {
      if (first + w < size) v.v[w] = source[i];
      bool const ends = ++i == step, last = ends && copy + 1 == count;
      i = ends ? 0 : i;
      copy = last ? 0 : copy + ends;
      source += last ? step : 0;
    }
    if (first + W <= size) {
      backends::store_packet(to + first, v);
    } else {
      for (int w = 0; w < W; ++w)
        if (first + w < size) to[first + w] = v.v[w];
    }
  }
};

/// Blocks of neighbours, each of which is there `count` times in a row: of one element, or of 8 to
/// most_short_row bytes. For a CPU.
template <class T>
struct repeat_block {
  T const* from;
  T* to;
  std::int64_t length, count;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block) const
  {
    T const* const source = from + block * length;
    T* const target = to + block * length * count;
    if (length == 1) {
      T const value = *source;
      for (std::int64_t k = 0; k < count; ++k) target[k] = value;
    } else {
      for (std::int64_t k = 0; k < count; ++k)
        move_short_row(target + k * length, source, static_cast<std::size_t>(length) * sizeof(T));
    }
  }
};

/// copies(), where a CPU repeats short blocks, which it moves as wholes.
template <int NewRank, element T, int Rank, class Space>
array<T, NewRank, Space> copies_of_blocks(array<T, Rank, Space> const& a, int axis,
                                          std::int64_t count, shape_t<NewRank> const& shape)
{
  if constexpr (Space::host_accessible) {
    std::int64_t length = 1;
    for (int k = axis; k < Rank; ++k) length *= a.shape()[k];
    auto const bytes = static_cast<std::size_t>(length) * sizeof(T);
    if (a.is_contiguous() && a.size() > 0 && count > 1 &&
        (length == 1 || (bytes >= 8 && bytes <= most_short_row))) {
      array<T, NewRank, Space> const result(a.space(), shape);
      launch(a.space(), a.size() / length,
             repeat_block<T>{node::first(a), result.data(), length, count});
      return result;
    }
  } else if (a.is_contiguous() && a.size() > 0 && count > 1) {
    constexpr int W = backends::packet_width(sizeof(T));
    std::int64_t length = 1;
    for (int k = axis; k < Rank; ++k) length *= a.shape()[k];
    if (length % W != 0 && length * static_cast<std::int64_t>(sizeof(T)) < 512) {
      array<T, NewRank, Space> const result(a.space(), shape);
      launch(
          a.space(), (result.size() + W - 1) / W,
          repeat_block_packet<T, W>{node::first(a), length, count, result.size(), result.data()});
      return result;
    }
  }
  return copies<NewRank>(a, axis, count, shape);
}

/// Throws shape_error unless there is a count for each position.
inline void require_repeats(std::int64_t counts, std::int64_t extent)
{
  if (counts != extent)
    repeated_indices(std::vector<std::int64_t>(static_cast<std::size_t>(counts)), extent);
}

/// The counts as int64 on a space.
template <class Space, expression C>
array<std::int64_t, 1, Space> counts_on(Space const& space, C const& counts)
{
  if constexpr (std::is_same_v<typename C::space_type, Space>) {
    if (counts.space() == space) return acre::detail::evaluated_as<std::int64_t>(counts);
  }
  return copy_to(space, acre::cast<std::int64_t>(counts));
}

/// How often each of `extent` positions is there, known to be possible; else of no shape, and
/// `total` is -1.
template <class Space>
struct repeat_offsets {
  array<std::int64_t, 1, Space> offsets;
  std::int64_t total = -1;
};
/// Waits.
template <class Space>
repeat_offsets<Space> offsets_of_counts(array<std::int64_t, 1, Space> const& counts)
{
  std::int64_t const n = counts.size();
  array<std::int64_t, 1, Space> const facts(counts.space(), shape_t<1>{3});
  auto const offsets =
      scan_along<scan_form::with_initial>("repeat", sum_reducer<std::int64_t>{}, counts, 0);
  facts(slice(0, 1)) = reduce_with(min_reducer<std::int64_t>{}, counts);
  facts(slice(1, 2)) = reduce_with(max_reducer<std::int64_t>{}, counts);
  facts(slice(2, 3)) = offsets(slice(-1, none));
  auto const known = to_vector(facts);
  bool const countable = known[0] >= 0 && known[1] <= std::numeric_limits<std::int64_t>::max() / n;
  return {offsets, countable ? known[2] : -1};
}

/// An operand's queue, as backends::operation takes it.
struct repeated_operand {
  backends::queue* queue;
};

/// values(k) counts[k] times in a row, for each k.
template <class Values, class Space>
array<typename Values::value_type, 1, Space> spread_by_counts(Space const& space,
                                                              backends::queue& of_values,
                                                              repeat_offsets<Space> const& counts,
                                                              Values const& values)
{
  array<typename Values::value_type, 1, Space> const result(space, shape_t<1>{counts.total});
  if (counts.total == 0) return result;
  std::array<repeated_operand, 2> const read{{{&of_values}, {&counts.offsets.space().queue()}}};
  auto& on = space.queue();
  backends::operation const running("repeat", on, read);
  backends::visit_lists(on,
                        backends::list_bounds<std::int64_t>{
                            counts.offsets.data(), counts.offsets.size() - 1, counts.total},
                        spread_walk<Values>{values, result.data()});
  return result;
}

/// The k-th position of an axis counts[k] times in a row: n > 0 of them. Waits.
template <element T, int Rank, class Space>
array<T, Rank, Space> repeat_by_counts(array<T, Rank, Space> const& a,
                                       array<std::int64_t, 1, Space> const& counts, int axis)
{
  auto const known = offsets_of_counts(counts);
  if (known.total < 0) {  // refused, or more than there can be
    auto const indices = repeated_indices(to_vector(counts), counts.size());
    auto const which = from_host<std::int64_t>(a.space(), indices, shape(indices.size()));
    return evaluate(take_known(a, which, axis));
  }
  if constexpr (Rank == 1) {
    return spread_by_counts(a.space(), a.space().queue(), known,
                            spread_elements<T>{node::first(a), a.strides()[0]});
  } else {
    auto const which = spread_by_counts(a.space(), a.space().queue(), known, spread_numbers{});
    return evaluate(take_known(a, which, axis));
  }
}

}  // namespace acre::detail
