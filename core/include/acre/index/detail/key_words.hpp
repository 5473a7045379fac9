#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/elementwise.hpp>
#include <acre/index/detail/picks.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// The keys of picks, written down to sort by.
namespace acre::detail {

/// A pick's key in a word; `nowhere` where it goes nowhere. A bad index is noted.
template <class Key, class I, int N>
struct key_words {
  using value_type = Key;
  static constexpr int width = wider(sizeof(Key), sizeof(I));
  key_program<I, N> keys;
  Key nowhere;
  std::int32_t* bad;

  struct row {
    typename key_program<I, N>::row keys;
    Key nowhere;
    std::int32_t* bad;

    KOKKOS_INLINE_FUNCTION Key word(found<std::int64_t> f) const
    {
      if (bad && f.value == index_rule::out_of_bounds) backends::atomic_store(bad, 1);
      return f.value < 0 ? nowhere : static_cast<Key>(f.value);
    }
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION Key at(std::int64_t i, std::int64_t k = 0) const
    {
      return word(keys.template at<Unit>(i, k));
    }
    /// Of W neighbours, on a CPU.
    template <int W>
      requires(N == 1)
    packet<Key, W> several(std::int64_t i, std::int64_t k) const
    {
      std::int64_t place[W];
      bool const all_found = keys.axis[0].find(i, k, place);
      packet<Key, W> p;
      for (int w = 0; w < W; ++w)
        p.v[w] = all_found ? static_cast<Key>(place[w]) : at<true>(i + w, k);
      return p;
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION auto fetch(std::int64_t i, std::int64_t k = 0) const
    {
      return keys.template fetch<W, Unit>(i, k);
    }
    template <int W>
    using held_indices = typename key_program<I, N>::row::template held_indices<W>;
    template <int W>
    KOKKOS_INLINE_FUNCTION packet<Key, W> compute(held_indices<W> const& held) const
    {
      auto const q = keys.template compute<W>(held);
      packet<Key, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = word(q.v[w]);
      return p;
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<Key, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      return compute<W>(fetch<W, Unit>(i, k));
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {keys.bind(at, along), nowhere, bad};
  }
};

/// The picks' keys, in their order.
template <class Key, class Space, class I, int N>
void write_keys_here(Space const& space, picked_indices<I, N> const& picks, index_mode mode,
                     array<Key, 1, Space> const& to, Key nowhere, std::int32_t* bad)
{
  using program_type = key_words<Key, I, N>;
  using sink_type = store_sink<Key>;
  auto const& plan = picks.plan;
  std::array<leaf_layout, 2 + 2 * N> leaves{};  // keys and number, then the indices
  leaf_layout* described = leaves.data();
  node::describe(to, described, to.shape());
  leaves[0].stride[0] = 0;
  describe_number(plan, leaves[0], 0);
  describe_number(plan, leaves[1], 0);
  described = leaves.data() + 2;
  picks.describe(described, plan.picked_first, plan.picked_first + plan.picked_rank, 0);
  extents_view const shape{plan.extent.data() + plan.picked_first,
                           static_cast<std::size_t>(plan.picked_rank)};
  auto const it = plan_elementwise(
      leaves, shape, backends::packet_width(wider(program_type::width, sink_type::width)));
  sink_type const sink{to.data(), row_offset(leaves[0])};
  index_program const number{0, row_offset(leaves[1])};
  auto& on = space.queue();
  backends::operation const running(picks.site.operation, on, leaves);
  lowering planned{leaves.data() + 2, on};
  auto const picked = picks.lower(planned, mode);
  backends::elementwise(on, it, program_type{{picked, number}, nowhere, bad}, sink);
}
/// Compiled in the library for keys that are uint8, uint32 or uint64.
template <class Key, class Space, class I, int N>
void write_keys_in_library(Space const& space, picked_indices<I, N> const& picks, index_mode mode,
                           array<Key, 1, Space> const& to, Key nowhere, std::int32_t* bad);
template <class Key, class Space, class I, int N>
void write_keys(Space const& space, picked_indices<I, N> const& picks, index_mode mode,
                array<Key, 1, Space> const& to, Key nowhere, std::int32_t* bad)
{
  if constexpr (picks_in_library<I, N> && std::is_unsigned_v<Key> && sizeof(Key) != 2)
    write_keys_in_library(space, picks, mode, to, nowhere, bad);
  else
    write_keys_here(space, picks, mode, to, nowhere, bad);
}
template <class Key, class T, int SourceRank, int R, class Space, class I, int N>
void write_keys(gather<T, SourceRank, R, Space, I, N> const& g, array<Key, 1, Space> const& to,
                Key nowhere, std::int32_t* bad)
{
  write_keys(g.space(), g.picks(), g.mode, to, nowhere, bad);
}

}  // namespace acre::detail
