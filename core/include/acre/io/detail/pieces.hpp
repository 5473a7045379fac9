#pragma once

#include <acre/array/pinned.hpp>
#include <acre/device/queue.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>

/// Elements between files and a space's memory: a CPU's at once, a GPU's by pieces, of which one is
/// copied while the next is read or written.
namespace acre::io::detail {

using take_bytes = std::function<void(void const*, std::size_t)>;
using give_bytes = std::function<void(void*, std::size_t)>;

/// So much of a GPU's memory is on the host at a time, twice.
inline constexpr std::int64_t piece_size = std::int64_t{1} << 24;

/// A contiguous array's bytes.
template <class Array>
auto bytes_of(Array const& a)
{
  using space_type = typename Array::space_type;
  auto const size = a.size() * static_cast<std::int64_t>(sizeof(*a.data()));
  return array<std::uint8_t, 1, space_type>(
      a.space(), a.owner(), reinterpret_cast<std::uint8_t*>(a.data()), shape(size), shape(1));
}

/// Calls piece(k, at, size) for the pieces of `size` bytes one after another, k of 0 and 1 in turn.
template <class F>
void for_pieces(std::int64_t size, F const& piece)
{
  int k = 0;
  for (std::int64_t at = 0; at < size; at += piece_size, k = 1 - k)
    piece(k, at, std::min(piece_size, size - at));
}

/// All elements of a contiguous array from calls of `from`, each for whole elements. Waits.
template <class Array>
void fill(Array const& a, give_bytes const& from)
{
  auto const to = bytes_of(a);
  if (to.size() == 0) return;
  if constexpr (Array::space_type::host_accessible) {
    a.space().fence();  // what is queued there may read the elements still
    from(to.data(), static_cast<std::size_t>(to.size()));
  } else {
    auto const& space = a.space();
    auto const two = empty_pinned<std::uint8_t>(space, shape(2, std::min(piece_size, to.size())));
    event free[2] = {space.record(), space.record()};
    for_pieces(to.size(), [&](int k, std::int64_t at, std::int64_t size) {
      auto const piece = two(k, slice(0, size));
      free[k].wait();
      from(piece.data(), static_cast<std::size_t>(size));
      copy_async(to(slice(at, at + size)), piece);
      free[k] = space.record();
    });
    space.fence();
  }
}

/// All elements of a contiguous array to calls of `to`, in order. Behind what the space was given.
template <class Array>
void empty_out(Array const& a, take_bytes const& to)
{
  auto const from = bytes_of(a);
  if (from.size() == 0) return;
  if constexpr (Array::space_type::host_accessible) {
    a.space().fence();
    to(from.data(), static_cast<std::size_t>(from.size()));
  } else {
    auto const& space = a.space();
    auto const two = empty_pinned<std::uint8_t>(space, shape(2, std::min(piece_size, from.size())));
    event there[2] = {space.record(), space.record()};
    auto const fetch = [&](int k, std::int64_t at) {
      std::int64_t const size = std::min(piece_size, from.size() - at);
      if (size <= 0) return;
      copy_async(two(k, slice(0, size)), from(slice(at, at + size)));
      there[k] = space.record();
    };
    fetch(0, 0);
    for_pieces(from.size(), [&](int k, std::int64_t at, std::int64_t size) {
      fetch(1 - k, at + piece_size);
      there[k].wait();
      to(two(k, slice(0, size)).data(), static_cast<std::size_t>(size));
    });
  }
}

}  // namespace acre::io::detail
