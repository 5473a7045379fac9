#pragma once

#include <acre/array/copy.hpp>
#include <acre/backends/common/operation.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/elementwise/where.hpp>

#include <array>
#include <cstdint>
#include <type_traits>

#include "dispatch.hpp"

/// One value for the elements of an array where a mask of its shape is true: one kernel that reads
/// the mask itself. Their number is of no use, so that nobody waits for it.
namespace acre::dynamic::detail {

/// `Packets` packets of W neighbours, `Apart` packets from one to the next, so that the calls of a
/// GPU's neighbouring threads read neighbours: all marks are read before the first is looked at,
/// then what has to be kept, and of packets without marks nothing.
template <class T, int W, int Packets, int Apart>
struct fill_where {
  bool const* mask;
  T const* value;
  std::int64_t size;
  T* to;

  static constexpr std::int64_t calls(std::int64_t size)
  {
    std::int64_t const packets = (size + W - 1) / W, together = Packets * Apart;
    return (packets + together - 1) / together * Apart;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t call) const
  {
    using packet = backends::packet<T, W>;
    using marks = backends::packet<std::uint8_t, W>;
    constexpr int apart = Apart * W;
    std::int64_t const group = call / Apart,
                       first = (group * (Packets * Apart) + (call - group * Apart)) * W;
    auto const* const flags = reinterpret_cast<std::uint8_t const*>(mask);
    T const v = *value;
    if (first + (Packets - 1) * apart + W > size) {
      for (int p = 0; p < Packets; ++p)
        for (std::int64_t i = first + p * apart; i < first + p * apart + W && i < size; ++i)
          if (flags[i] != 0) to[i] = v;
      return;
    }
    marks m[Packets];
    for (int p = 0; p < Packets; ++p)
      m[p] = *reinterpret_cast<marks const*>(flags + first + p * apart);
    int count[Packets];
    packet x[Packets];
    for (int p = 0; p < Packets; ++p) {
      count[p] = 0;
      for (int w = 0; w < W; ++w) count[p] += m[p].v[w] != 0;
      if (count[p] != 0 && count[p] != W)
        x[p] = *reinterpret_cast<packet const*>(to + first + p * apart);
    }
    for (int p = 0; p < Packets; ++p) {
      if (count[p] == 0) continue;
      packet y;
      for (int w = 0; w < W; ++w) y.v[w] = count[p] == W || m[p].v[w] != 0 ? v : x[p].v[w];
      backends::store_packet(to + first + p * apart, y);
    }
  }
};

/// On a CPU: 64 neighbours a call, 8 at a time; of 8 without marks nothing is read, and others are
/// chosen without a branch, which would often be guessed wrong.
template <class T>
struct fill_lines {
  static constexpr int line = 64, W = 8;
  bool const* mask;
  T const* value;
  std::int64_t size;
  T* to;

  static constexpr std::int64_t calls(std::int64_t size) { return (size + line - 1) / line; }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t call) const
  {
    auto const* const flags = reinterpret_cast<std::uint8_t const*>(mask);
    T const v = *value;
    std::int64_t const end = call * line + line < size ? call * line + line : size;
    std::int64_t i = call * line;
    for (; i + W <= end; i += W) {
      std::uint64_t word;
      __builtin_memcpy(&word, flags + i, sizeof word);
      if (word == 0) continue;
      for (int w = 0; w < W; ++w) {
        if constexpr (std::is_integral_v<T>) {
          T const all = static_cast<T>(T{0} - static_cast<T>(flags[i + w] != 0));
          to[i + w] = static_cast<T>((to[i + w] & static_cast<T>(~all)) | (v & all));
        } else {
          T const either[2] = {to[i + w], v};
          to[i + w] = either[flags[i + w] != 0];
        }
      }
    }
    for (; i < end; ++i)
      if (flags[i] != 0) to[i] = v;
  }
};

/// x's elements, of bit patterns, become the only one of `value` where the mask of x's shape is
/// true. Either may lie in x's memory. Queued; one kernel, but for a mask that shares x's memory
/// at other positions, which is copied before.
template <class T, class Space>
void fill_by_mask(array<T, max_rank, Space> const& x, array<bool, max_rank, Space> const& given,
                  array<T, max_rank, Space> const& value)
{
  using acre::detail::leaf_layout;
  if (x.size() == 0) return;
  std::array<leaf_layout, 3> leaves{};
  leaf_layout* next = leaves.data();
  acre::detail::node::describe(x, next, x.shape());
  acre::detail::node::describe(given, next, given.shape());
  acre::detail::node::describe(value, next, value.shape());
  bool const share = leaves[0].low < leaves[1].high && leaves[1].low < leaves[0].high,
             alike =
                 sizeof(T) == 1 && leaves[0].low == leaves[1].low && x.strides() == given.strides();
  auto const mask = share && !alike ? acre::copy(given) : given;
  constexpr bool on_host = Space::host_accessible;
  constexpr int W = on_host ? 8 : backends::packet_width(sizeof(T));
  using fill = std::conditional_t<on_host, fill_lines<T>, fill_where<T, W, 4, 32>>;
  bool const in_packets =
      x.is_contiguous() && mask.is_contiguous() &&
      (on_host || (reinterpret_cast<std::uintptr_t>(acre::detail::node::first(x)) % 16 == 0 &&
                   reinterpret_cast<std::uintptr_t>(acre::detail::node::first(mask)) % W == 0));
  if (!in_packets) {
    acre::detail::assign(x, acre::where(mask, value, x));
    return;
  }
  leaves[1].queue = &mask.space().queue();
  backends::operation const running("setitem", x.space().queue(), leaves);
  acre::launch(x.space(), fill::calls(x.size()),
               fill{acre::detail::node::first(mask), acre::detail::node::first(value), x.size(),
                    acre::detail::node::first(x)});
}

}  // namespace acre::dynamic::detail
