#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/word_parts.hpp>
#include <acre/reduce/detail/over_axes.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "integers.hpp"

/// The largest of integers of one or two bytes on a GPU, whose threads take a word of them at a
/// time: no order changes the largest of integers, so that theirs needn't be kept.
namespace acre::dynamic::detail {

/// The largest of all parts of words, unsigned ones of T's size, whose bits are flipped before and
/// after. Halves of words are compared, of which bytes are the upper parts: those that are not are
/// moved up into words of their own, and what is below a byte doesn't matter.
template <class T>
struct packed_max {
  static_assert(sizeof(T) <= 2);
  static constexpr char const* name = "max";
  static constexpr bool of_bytes = sizeof(T) == 1;
  struct halves {
    std::uint32_t of[of_bytes ? 2 : 1];
  };
  using value_type = halves;
  std::uint32_t flip{};  // of each part

  KOKKOS_INLINE_FUNCTION halves identity() const { return {}; }
  KOKKOS_INLINE_FUNCTION halves empty() const { return {}; }
  KOKKOS_INLINE_FUNCTION halves combine(halves a, halves const& b) const
  {
    a.of[0] = backends::larger_halves(a.of[0], b.of[0]);
    if constexpr (of_bytes) a.of[1] = backends::larger_halves(a.of[1], b.of[1]);
    return a;
  }
  KOKKOS_INLINE_FUNCTION halves append(halves const& a, std::uint32_t word, std::int64_t) const
  {
    word ^= flip;
    if constexpr (of_bytes)
      return combine(a, {{word, word << 8}});
    else
      return combine(a, {{word}});
  }
  KOKKOS_INLINE_FUNCTION T finish(halves const& a) const
  {
    T largest{};
    for (std::uint32_t const word : a.of)
      for (int half = 0; half < 2; ++half) {
        auto const x = static_cast<T>(word >> (16 * half + 16 - 8 * static_cast<int>(sizeof(T))));
        if (largest < x) largest = x;
      }
    return static_cast<T>(largest ^ flip);
  }
};

/// The array's memory in words along the last axis, if there are whole ones at each of its rows.
inline std::optional<dynamic_array> in_words(dynamic_array const& a)
{
  std::int64_t const parts = 4 / item_size(a.dtype());
  auto const rank = a.shape().size();
  if (rank == 0 || a.size() == 0 || reinterpret_cast<std::uintptr_t>(a.first()) % 4 != 0 ||
      a.shape().back() % parts != 0 || a.strides().back() != 1)
    return {};
  std::array<std::int64_t, max_rank> shape{}, stride{};
  for (std::size_t axis = 0; axis + 1 < rank; ++axis) {
    shape[axis] = a.shape()[axis];
    if (shape[axis] > 1 && a.strides()[axis] % parts != 0) return {};
    stride[axis] = a.strides()[axis] / parts;
  }
  shape[rank - 1] = a.shape().back() / parts;
  stride[rank - 1] = 1;
  return dynamic_array(a.memory(), a.space(), dtype::uint32, a.first(),
                       std::span(shape).first(rank), std::span(stride).first(rank));
}

/// The largest (smallest) elements of integers or bool along axes, the last one among them, which
/// stay with extent 1; nothing where they don't lie in words, or not on a GPU.
template <bool Largest>
std::optional<dynamic_array> extreme_of_words([[maybe_unused]] dynamic_array const& a,
                                              [[maybe_unused]] axis_set const& axes)
{
  return std::visit(
      [&]<class Space>(Space const&) -> std::optional<dynamic_array> {
        if constexpr (!Space::host_accessible) {
          bool const is_small = kind_of(a.dtype()) < kind::floating && item_size(a.dtype()) <= 2,
                     of_last = std::ranges::find(axes.axis, max_rank - 1) != axes.axis.end();
          if (!is_small || !of_last) return {};
          auto const words = in_words(a);
          if (!words) return {};
          auto const run = [&]<class T>(std::type_identity<T>) {
            auto const flip = ordering<T>(a.dtype(), !Largest).bits;
            constexpr std::uint32_t ones = sizeof(T) == 1 ? 0x01010101u : 0x00010001u;
            return dynamic_array(acre::detail::over_axes(
                [&](auto const& e, auto const& mask, auto rank) {
                  return acre::detail::reduce<rank()>(e, mask, packed_max<T>{flip * ones});
                },
                words->template as<std::uint32_t, max_rank, Space>(), axes, keepdims));
          };
          auto const found = item_size(a.dtype()) == 1 ? run(std::type_identity<std::uint8_t>())
                                                       : run(std::type_identity<std::uint16_t>());
          return as_dtype(found, a.dtype());
        } else {
          return {};
        }
      },
      a.space());
}

}  // namespace acre::dynamic::detail
