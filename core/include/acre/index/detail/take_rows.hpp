#pragma once

#include <acre/index/detail/gather.hpp>
#include <acre/index/detail/key_offset.hpp>
#include <acre/index/detail/key_words.hpp>
#include <acre/index/detail/row_moves.hpp>

#include <cstdint>

/// y = m(idx): picks that name rows are resolved once each, and the rows moved as wholes.
namespace acre::detail {

/// Bytes of a row that a CPU moves as a whole, at least.
inline constexpr std::int64_t shortest_moved = 128;

/// Source of a pick's row; the fallback's for an index that names none.
template <class T, int N>
struct row_taken {
  static constexpr std::uint32_t nowhere = 0xffffffff;
  std::uint32_t const* keys;
  T const* source;
  key_offset<N> offset;
  T* to;
  counted_elements target;
  T fallback;
  KOKKOS_INLINE_FUNCTION row_move<T> operator()(std::int64_t pick) const
  {
    std::uint32_t const key = keys[pick];
    return {key == nowhere ? nullptr : source + offset(key), to + target(pick)};
  }
};

template <element T, int SourceRank, int R, class Space, class I, int N>
template <class Target>
bool gather<T, SourceRank, R, Space, I, N>::take_rows(Target const& to) const
{
  if constexpr (SourceRank > N && std::is_same_v<Target, array<T, R, Space>>) {
    int const first = first_axis_of_rows(plan);
    // an index for each element, as take_along_axis() has, names no row
    if (first < 0 || first == R) return false;
    std::int64_t const length = row_length(plan, first),
                       bytes = length * static_cast<std::int64_t>(sizeof(T));
    // of short rows a CPU's loops find each once, too
    if (Space::host_accessible && bytes < shortest_moved) return false;
    if (!moves_as_rows<Space>(plan.picks, bytes) || to.shape() != shape() ||
        !(to.space() == space()) || !is_row(plan.shape(), plan.stride.data(), first) ||
        !is_row(plan.shape(), to.strides().data(), first) ||
        count_keys(plan) >= std::int64_t{row_taken<T, N>::nowhere})
      return false;
    leaf_layout memory[2] = {}, *described = memory;
    node::describe(to, described, plan.shape());
    node::describe(source, described, source.shape());
    if (memory[0].low < memory[1].high && memory[1].low < memory[0].high) return false;
    for (auto const& operand : index) {
      auto const& made = operand.made();
      if (memory[0].low < made.high && made.low < memory[0].high) return false;
    }
    require_writable_memory(to.shape(), to.strides());
    array<std::uint32_t, 1, Space> const keys(space(), shape_t<1>{plan.picks});
    write_keys(*this, keys, row_taken<T, N>::nowhere, nullptr);
    auto const before = static_cast<std::size_t>(plan.picked_first),
               picked = static_cast<std::size_t>(plan.picked_rank);
    row_taken<T, N> const where{keys.data(),
                                node::first(source) + plan.offset,
                                key_offset<N>(plan),
                                node::first(to),
                                counted_elements({plan.extent.data() + before, picked},
                                                 {to.strides().data() + before, picked}),
                                fallback};
    auto bits =
        reinterpret_cast<std::uintptr_t>(where.source) | reinterpret_cast<std::uintptr_t>(where.to);
    for (int n = 0; n < N; ++n)
      bits |= static_cast<std::uintptr_t>(where.offset.stride[n]) * sizeof(T);
    for (int k = 0; k < where.target.rank; ++k)
      bits |= static_cast<std::uintptr_t>(where.target.stride[k]) * sizeof(T);
    move_all_rows<T>(space(), plan.picks, length, bits % 16 == 0, where);
    return true;
  } else {
    return false;
  }
}

}  // namespace acre::detail
