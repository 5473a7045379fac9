#pragma once

#include <acre/array/copy.hpp>
#include <acre/distributed/detail/joint.hpp>
#include <acre/distributed/detail/layout.hpp>

#include <cstdint>
#include <utility>
#include <vector>

/// Boxes of elements as bytes, and back.
namespace acre::distributed::detail {

/// Elements low … low + extent - 1 along each axis, without a copy.
template <class T, int Rank, class Space>
acre::array<T, Rank, Space> part_of(acre::array<T, Rank, Space> const& a,
                                    typename acre::array<T, Rank, Space>::shape_type const& low,
                                    typename acre::array<T, Rank, Space>::shape_type const& extent)
{
  using part = acre::array<T, Rank, Space>;
  T* const first = acre::detail::node::first(a);
  std::int64_t offset = 0;
  for (int axis = 0; axis < Rank; ++axis) offset += low[axis] * a.strides()[axis];
  return acre::detail::node::view<part>(a, size_of(extent) == 0 ? first : first + offset, extent,
                                        a.strides());
}

/// Likewise of a box in an array whose first element is the box `of`'s.
template <class T, int Rank, class Space>
acre::array<T, Rank, Space> part_of(acre::array<T, Rank, Space> const& a, box const& of,
                                    box const& wanted)
{
  shape_t<Rank> low{}, extent{};
  for (int axis = 0; axis < Rank; ++axis) {
    low[axis] = wanted.low[axis] - of.low[axis];
    extent[axis] = wanted.extent(axis);
  }
  return part_of(a, low, extent);
}

/// Likewise, counted from the array's own first element.
template <class T, int Rank, class Space>
acre::array<T, Rank, Space> part_of(acre::array<T, Rank, Space> const& a, box const& wanted)
{
  return part_of(a, box(), wanted);
}

/// The same elements for work on a queue beside the array's, whose order is the caller's.
template <class T, int Rank, class Space>
acre::array<T, Rank, Space> on_queue(acre::array<T, Rank, Space> const& a, Space const& beside)
{
  if (a.space() == beside) return a;
  return {beside, a.owner(), acre::detail::node::first(a), a.shape(), a.strides()};
}

/// The elements in C order. Waits.
template <class T, int Rank, class Space>
backends::byte_message packed(acre::array<T, Rank, Space> const& part)
{
  backends::byte_message to(static_cast<std::size_t>(part.size()) * sizeof(T));
  if (to.empty()) return to;
  auto const dense = acre::detail::contiguous(part);
  dense.space().copy_to_host(to.data(), dense.data(), to.size());
  return to;
}

/// Likewise of a message.
inline void require_length(backends::byte_message const& message, std::int64_t elements,
                           std::size_t item_size, char const* operation, int from)
{
  require_bytes(message.size(), elements, item_size, operation, from);
}

template <class T, int Rank, class Space>
void unpack(acre::array<T, Rank, Space> const& part, backends::byte_message const& message,
            char const* operation, int from)
{
  require_length(message, part.size(), sizeof(T), operation, from);
  if (message.empty()) return;
  if (part.is_contiguous()) {
    part.space().copy_from_host(part.data(), message.data(), message.size());
    return;
  }
  acre::array<T, Rank, Space> const dense(part.space(), part.shape());
  dense.space().copy_from_host(dense.data(), message.data(), message.size());
  acre::detail::assign(part, dense);
}

/// Several boxes, one behind the other.
template <class T, int Rank, class Space>
backends::byte_message packed(acre::array<T, Rank, Space> const& a, std::vector<box> const& boxes)
{
  if (boxes.size() == 1) return packed(part_of(a, boxes.front()));
  backends::byte_message to;
  for (auto const& b : boxes) {
    auto const one = packed(part_of(a, b));
    to.insert(to.end(), one.begin(), one.end());
  }
  return to;
}
template <class T, int Rank, class Space>
void unpack(acre::array<T, Rank, Space> const& a, std::vector<box> const& boxes,
            backends::byte_message message, char const* operation, int from)
{
  if (boxes.size() == 1) return unpack(part_of(a, boxes.front()), message, operation, from);
  std::int64_t elements = 0;
  for (auto const& b : boxes) elements += b.size();
  require_length(message, elements, sizeof(T), operation, from);
  auto at = message.begin();
  for (auto const& b : boxes) {
    auto const end = at + b.size() * static_cast<std::ptrdiff_t>(sizeof(T));
    unpack(part_of(a, b), backends::byte_message(at, end), operation, from);
    at = end;
  }
}

}  // namespace acre::distributed::detail
