#pragma once

#include <acre/backends/common/read.hpp>
#include <acre/backends/common/sort.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/index/detail/found.hpp>
#include <acre/index/detail/picks.hpp>
#include <acre/index/detail/sort_by_bits.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

/// Writing through index arrays. Where picks may share a key (see picks.hpp), the last pick of each
/// wins, and what wins is written. Who that is:
///
/// - of few picks a pass frees the keys in use, a second lets each pick claim its key;
/// - of many all keys are cleared at once, and where the picks are all that there is to write, each
///   key fetches its value instead of each pick its key's winner (10^8 float32 into 10^6 places on
///   an H200: 1.07 ms, where plain stores in any order take 1.38; into 10^8 7.7);
/// - of many among more keys than a GPU's cache holds, keys and values are partitioned by the keys'
///   upper bits before (3.0 ms; plain stores 6.1).
namespace acre::detail {

/// Where elements lie that picks of N axes name by their keys, on none but these.
template <int N>
struct key_place {
  std::int64_t size[N], stride[N];

  explicit key_place(index_plan const& plan)
  {
    for (int n = 0; n < N; ++n) {
      size[n] = plan.axis[n].size;
      stride[n] = plan.axis[n].stride;
    }
  }
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t key) const
  {
    std::int64_t at = 0;
    for (int n = N - 1; n > 0; --n) {
      at += key % size[n] * stride[n];
      key /= size[n];
    }
    return at + key * stride[0];
  }
};
/// Each key's value: that of its last pick.
template <class T, int N>
struct fetch_value {
  std::int32_t const* winner;
  std::int32_t const* bad;
  T const* values;
  T* to;
  key_place<N> place;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t key) const
  {
    std::int32_t const pick = backends::read_unwritten(winner + key);
    if (pick == 0 || (bad && *bad != 0)) return;
    to[place(key)] = values[pick - 1];
  }
};
/// As pick_step::claim, of keys that lie in memory.
struct claim_key {
  std::uint32_t const* keys;
  std::int64_t places;
  winners of;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const
  {
    std::int64_t const key = backends::read_unwritten(keys + i);
    if (key < places) of.claim(key, i);
  }
};

/// From how many picks on, and among how many keys, a GPU partitions them, and the bits of the keys
/// that share a part: their winners and values stay in the cache while they are looked at.
inline constexpr std::int64_t least_partitioned_picks = 1 << 20, least_partitioned_keys = 10 << 20;
inline constexpr int bits_in_part = 20;

/// source[list] = e where picks may share keys: the last of each is written.
template <class T, int SourceRank, int R, class Space, class I, int N, class E>
void write_last(gather<T, SourceRank, R, Space, I, N> const& g, E const& e, bool checks)
{
  auto const& space = g.space();
  std::int64_t const picks = g.plan.picks, keys = count_keys(g.plan);
  auto const bad = bad_index_flag(space, checks);
  bool const narrow = picks < INT32_MAX, many = narrow && picks >= keys / 4;
  T const* values = nullptr;  // in the picks' order, where these are all that there is to write
  if constexpr (std::is_same_v<E, array<T, R, Space>>)
    if (many && size_of(g.plan.shape()) == picks && e.shape() == g.shape() && e.is_contiguous() &&
        e.space() == space)
      values = e.data();
  array<std::int32_t, 1, Space> of_few;
  array<std::int64_t, 1, Space> of_many;
  if (narrow)
    of_few = array<std::int32_t, 1, Space>(space, shape_t<1>{keys});
  else
    of_many = array<std::int64_t, 1, Space>(space, shape_t<1>{keys});
  winners const winner{of_few.data(), of_many.data()};
  auto const fetch = [&](T const* from) {
    launch(space, keys,
           fetch_value<T, N>{winner.narrow, bad.data(), from, g.source.data() + g.plan.offset,
                             key_place<N>(g.plan)});
  };
  if constexpr (!Space::host_accessible && (sizeof(T) == 4 || sizeof(T) == 8)) {
    if (values && picks >= least_partitioned_picks && keys >= least_partitioned_keys &&
        keys < std::int64_t{0xffffffff}) {
      using key_array = array<std::uint32_t, 1, Space>;
      key_array const of_picks(space, shape_t<1>{picks}), parted(space, shape_t<1>{picks});
      array<T, 1, Space> const in_parts(space, shape_t<1>{picks});
      for_picks(
          g, g.mode,
          pick_row{
              pick_step::key, {}, bad.data(), of_picks.data(), static_cast<std::uint32_t>(keys)});
      sort_by_bits(space, g.site.operation, of_picks.data(), parted.data(), values, in_parts.data(),
                   picks, bits_of_keys(static_cast<std::uint64_t>(keys) + 1), bits_in_part);
      of_few = 0;
      launch(space, picks, claim_key{parted.data(), keys, winner});
      fetch(in_parts.data());
      return;
    }
  }
  if (many) {
    of_few = 0;
    for_picks(g, g.mode, pick_row{pick_step::claim, winner, bad.data()});
  } else {
    for_picks(g, g.mode, pick_row{pick_step::free, winner, bad.data()});
    for_picks(g, without_report(g.mode), pick_row{pick_step::claim, winner});
  }
  if (values)
    fetch(values);
  else
    for_places(g, e, winner, bad.data(), place_row<T>{g.source.data() + g.plan.offset});
}

/// source[list] = e. `distinct`: no two picks have the same key, and none is bad.
template <class T, int SourceRank, int R, class Space, class I, int N, class E>
void write_picked(gather<T, SourceRank, R, Space, I, N> const& to, E const& e, bool distinct)
{
  static_assert(spaces_agree<Space, typename E::space_type>,
                "acre: the values live in another space than the array; use copy_to(space, x)");
  require_writable(e.shape(), to.plan.shape());
  if (size_of(to.plan.shape()) == 0) return;  // bad indices were reported when it was selected
  require_writable_memory(to.source.shape(), to.source.strides());
  apart_from_source(to, e, [distinct](auto const& g, auto const& values) {
    bool const checks = g.mode == index_mode::raise && !distinct;
    if (!distinct && std::remove_cvref_t<decltype(values)>::leaf_count > 0 && g.plan.picks > 1) {
      write_last(g, values, checks);
      return;
    }
    auto const bad = bad_index_flag(g.space(), checks);
    if (checks) for_picks(g, g.mode, pick_row{pick_step::check, {}, bad.data()});
    for_places(g, values, {}, bad.data(), place_row<T>{g.source.data() + g.plan.offset});
  });
}

}  // namespace acre::detail
