#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/word_parts.hpp>
#include <acre/elementwise/detail/expression.hpp>
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

/// The larger of each two parts of two words, unsigned ones of T's size.
template <class T>
KOKKOS_INLINE_FUNCTION std::uint32_t larger_parts(std::uint32_t a, std::uint32_t b)
{
  static_assert(sizeof(T) <= 2);
  if constexpr (sizeof(T) == 1)
    return backends::larger_bytes(a, b);
  else
    return backends::larger_halves(a, b);
}

/// The largest of all parts of words, whose bits were flipped and are flipped back.
template <class T>
struct packed_max {
  static constexpr char const* name = "max";
  using value_type = std::uint32_t;
  T flip{};

  KOKKOS_INLINE_FUNCTION std::uint32_t identity() const { return 0; }
  KOKKOS_INLINE_FUNCTION std::uint32_t empty() const { return 0; }
  KOKKOS_INLINE_FUNCTION std::uint32_t combine(std::uint32_t a, std::uint32_t b) const
  {
    return larger_parts<T>(a, b);
  }
  KOKKOS_INLINE_FUNCTION T finish(std::uint32_t words) const
  {
    T largest{};
    for (int part = 0; part < 4 / static_cast<int>(sizeof(T)); ++part) {
      auto const x = static_cast<T>(words >> (8 * static_cast<int>(sizeof(T)) * part));
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
            flip_bits<std::uint32_t> const flip_word{{}, flip * ones};
            return dynamic_array(acre::detail::over_axes(
                [&](auto const& e, auto const& mask, auto rank) {
                  return acre::detail::reduce<rank()>(e, mask, packed_max<T>{flip});
                },
                acre::detail::make_unary<flip_bits<std::uint32_t>>(
                    words->template as<std::uint32_t, max_rank, Space>(), flip_word),
                axes, keepdims));
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
