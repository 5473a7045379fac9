#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/device/launch.hpp>
#include <acre/rearrange/pad_width.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

/// pad() of a value around short rows, for a GPU: the result is written once, in packets, where a
/// kernel that fills and one that writes the rows write most of it twice, and in pieces.
namespace acre::detail {

/// Packet p of the result, whose elements lie `before` along each axis behind those that are
/// padded. Value: value() is what lies around them.
template <class T, int W, class Value>
struct pad_packet {
  T const* from;
  T* to;
  std::int64_t size = 1;
  Value value;
  int rank = 0;
  std::int64_t extent[max_rank], before[max_rank], own[max_rank];

  /// Where the operand's row for a row of the result begins; null around them.
  KOKKOS_INLINE_FUNCTION T const* row_of(std::int64_t row) const
  {
    std::int64_t offset = 0, step = own[rank - 1];
    for (int axis = rank - 2; axis >= 0; --axis) {
      std::int64_t const next = axis == 0 ? 0 : backends::quotient(row, extent[axis]),
                         i = row - next * extent[axis] - before[axis];
      if (i < 0 || i >= own[axis]) return nullptr;
      offset += i * step;
      step *= own[axis];
      row = next;
    }
    return from + offset;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p) const
  {
    std::int64_t const first = p * W, row = backends::quotient(first, extent[rank - 1]);
    // (rows are short: see pads_short_rows)
    int const columns = static_cast<int>(extent[rank - 1]),
              left = static_cast<int>(before[rank - 1]), there = static_cast<int>(own[rank - 1]),
              column = static_cast<int>(first - row * columns);
    T const around = value();
    backends::packet<T, W> v;
    if (columns >= W) {  // of two rows at most
      T const *const source = row_of(row), *const after =
                                               column + W > columns ? row_of(row + 1) : nullptr;
      for (int w = 0; w < W; ++w) {
        bool const ends = column + w >= columns;
        T const* const from_row = ends ? after : source;
        int const c = column + w - left - (ends ? columns : 0);
        v.v[w] = around;
        if (from_row != nullptr && c >= 0 && c < there) v.v[w] = from_row[c];
      }
    } else {
      T const* source = row_of(row);
      std::int64_t next = row + 1;
      int c = column - left;
      for (int w = 0; w < W; ++w) {
        if (c == columns - left) {
          c = -left;
          source = row_of(next++);
        }
        v.v[w] = around;
        if (source != nullptr && c >= 0 && c < there) v.v[w] = source[c];
        ++c;
      }
    }
    if (first + W <= size) {
      backends::store_packet(to + first, v);
    } else {  // (a loop that ends elsewhere would have the packet in memory)
      for (int w = 0; w < W; ++w)
        if (first + w < size) to[first + w] = v.v[w];
    }
  }
};

/// Whether that is the way of elements of `size` bytes.
inline bool pads_short_rows(extents_view padded, std::int64_t size)
{
  return padded.size() > 1 && padded.back() * size < 512;
}

/// `to`, a new array of the padded shape, as its packets write it. The operand is in C order.
template <class Array, class Value>
Array padded_rows(Array const& a, Array const& to, pad_width const& width, Value const& value)
{
  using T = typename Array::value_type;
  constexpr int W = backends::packet_width(sizeof(T));
  pad_packet<T, W, Value> packets{node::first(a), to.data(), to.size(), value, 0, {}, {}, {}};
  for (std::size_t axis = 0; axis < a.shape().size(); ++axis) {
    auto const [before, behind] = width.each[axis];
    std::int64_t const own = a.shape()[axis];
    bool const whole = before == 0 && behind == 0;
    if (whole && own == 1) continue;
    if (packets.rank > 0 && whole) {
      // (an axis that isn't padded is a part of the one before it)
      int const k = packets.rank - 1;
      packets.extent[k] *= own, packets.before[k] *= own, packets.own[k] *= own;
      continue;
    }
    packets.extent[packets.rank] = own + before + behind;
    packets.before[packets.rank] = before;
    packets.own[packets.rank++] = own;
  }
  if (packets.rank == 0) packets.extent[0] = packets.own[packets.rank++] = 1;
  launch(to.space(), (to.size() + W - 1) / W, packets);
  return to;
}

}  // namespace acre::detail
