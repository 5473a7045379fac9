#pragma once

#include <acre/array/copy.hpp>
#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/index/detail/key_offset.hpp>
#include <acre/index/detail/key_words.hpp>
#include <acre/index/detail/picks.hpp>
#include <acre/index/detail/row_moves.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>

/// y(idx) = m: picks that name rows. The picks alone are looked at to find the last of each key,
/// and rows are moved as wholes (y(idx) = m for 10^4 rows of 10^4 float32 on an H200: 1.84 ms where
/// each element looks for its winner).
namespace acre::detail {

/// For picks whose keys are written down: frees the keys in use, or claims them.
struct claim_rows {
  static constexpr std::uint32_t nowhere = 0xffffffff;
  std::uint32_t const* keys;
  std::int32_t* winner;
  bool claims;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t pick) const
  {
    std::uint32_t const key = keys[pick];
    if (key == nowhere) return;
    if (claims)
      backends::atomic_max(winner + key, static_cast<std::int32_t>(pick + 1));
    else
      backends::atomic_store(winner + key, std::int32_t{0});
  }
};

/// Destination of a pick's row of values.
template <class T, int N>
struct row_of_pick {
  std::uint32_t const* keys;
  std::int32_t const* winner;  // null: none shares a key with another, or all are one row
  std::int32_t const* bad;
  T const* values;
  counted_elements value;
  T* target;
  key_offset<N> offset;
  KOKKOS_INLINE_FUNCTION row_move<T> operator()(std::int64_t pick) const
  {
    std::uint32_t const key = keys[pick];
    if (key == claim_rows::nowhere || (bad && *bad != 0)) return {};
    if (winner && winner[key] != pick + 1) return {};
    return {values + value(pick), target + offset(key)};
  }
};

/// Threads of a CPU that write picks in turn, at most: each reads all keys.
inline constexpr int most_in_turn = 8;
/// Elements up to which one thread writes them all: sooner than two begin to, on two cores of a
/// Xeon, up to 8000.
inline constexpr std::int64_t least_shared = 1 << 13;

/// A thread of a CPU has a share of the keys and writes their picks in turn, so that the last one
/// of each wins by itself. (5 * 10^6 float32 at random places by one thread: 25 ms, 105 where picks
/// claim their keys before.)
template <class T, int N>
struct write_in_turn {
  std::uint32_t const* keys;
  std::int64_t picks, places, shares;
  std::int32_t const* bad;
  T const* values;
  counted_elements value;
  std::int64_t length;  // of a row
  T* target;
  key_offset<N> offset;

  KOKKOS_INLINE_FUNCTION void operator()(launch_thread const& t) const
  {
    if (bad && *bad != 0) return;
    auto const first = static_cast<std::uint32_t>(places * t.x() / shares),
               count = static_cast<std::uint32_t>(places * (t.x() + 1) / shares) - first;
    if (length == 1 && value.rank == 1) {
      T elsewhere;  // where another thread's go: half of the answers would be guessed wrong
      std::int64_t const step = value.stride[0];
      for (std::int64_t pick = 0; pick < picks; ++pick) {
        std::uint32_t const key = keys[pick];
        T* const to = key - first < count ? target + offset(key) : &elsewhere;
        *to = values[pick * step];
      }
      return;
    }
    for (std::int64_t pick = 0; pick < picks; ++pick) {
      std::uint32_t const key = keys[pick];
      if (key - first >= count) continue;
      T const* const from = values + value(pick);
      T* const to = target + offset(key);
      if (length == 1)
        *to = *from;
      else
        move_short_row(to, from, static_cast<std::size_t>(length) * sizeof(T));
    }
  }
};
/// Does so where that is as good as other ways; false if not.
template <class T, class Space, int N>
bool written_in_turn(Space const& space, write_in_turn<T, N> each)
{
  if constexpr (backends::runs_on_cpu<Space>) {
    each.shares = space.queue().threads();
    if (each.picks * each.length <= least_shared) each.shares = 1;
    if (each.shares > most_in_turn ||
        each.length * sizeof(T) > most_short_row)  // (of long rows the last ones alone are moved)
      return false;
    launch(space, launch_size{.grid = {each.shares}, .block = {1}}, each);
    return true;
  } else {
    return false;
  }
}

/// Whether values are the same for all picks, whose axes are the first ones.
inline bool same_for_all(extents_view values, int rank, int picked_rank)
{
  int const missing = rank - static_cast<int>(values.size());
  for (int axis = missing; axis < picked_rank; ++axis)
    if (values[axis - missing] != 1) return false;
  return true;
}

/// Values as rows of neighbours: where the first begins, and the next ones.
template <class T>
struct rows_of_values {
  T const* data;
  counted_elements row;
};

/// The result's axes over which picks vary, of a shape or of strides over the result.
inline extents_view of_picks(index_plan const& plan, std::int64_t const* of_axes)
{
  return {of_axes + plan.picked_first, static_cast<std::size_t>(plan.picked_rank)};
}
/// e's rows, if they are rows of neighbours in memory. `first`: first_axis_of_rows().
template <class T, int SourceRank, int R, class Space, class I, int N, class E>
std::optional<rows_of_values<T>> stored_rows(gather<T, SourceRank, R, Space, I, N> const& g,
                                             E const& e, int first)
{
  if constexpr (std::is_same_v<E, array<T, E::rank, Space>>) {
    auto const& plan = g.plan;
    leaf_layout leaf{}, *described = &leaf;
    node::describe(e, described, plan.shape());
    if (e.space() == g.space() && is_row(plan.shape(), leaf.stride, first))
      return rows_of_values<T>{node::first(e), counted_elements(of_picks(plan, plan.extent.data()),
                                                                of_picks(plan, leaf.stride))};
  }
  return std::nullopt;
}
/// Likewise those of a copy, which `made` keeps.
template <class T, int SourceRank, int R, class Space, class I, int N, class E>
rows_of_values<T> copied_rows(gather<T, SourceRank, R, Space, I, N> const& g, E const& e,
                              array<T, R, Space>& made)
{
  auto const& plan = g.plan;
  made = array<T, R, Space>(g.space(), g.shape());
  assign(made, e);
  return {node::first(made), counted_elements(of_picks(plan, plan.extent.data()),
                                              of_picks(plan, made.strides().data()))};
}

/// Writes rows, with their values' layout known.
template <class T, int SourceRank, int R, class Space, class I, int N>
void write_rows_of(gather<T, SourceRank, R, Space, I, N> const& g, rows_of_values<T> const& values,
                   std::int64_t length, bool distinct, bool checks)
{
  auto const& space = g.space();
  auto const& plan = g.plan;
  std::int64_t const picks = plan.picks, places = count_keys(plan);
  array<std::uint32_t, 1, Space> const keys(space, shape_t<1>{picks});
  auto const bad = bad_index_flag(space, checks);
  write_keys(g, keys, claim_rows::nowhere, bad.data());
  T* const target = node::first(g.source) + plan.offset;
  if (!distinct && written_in_turn(space, write_in_turn<T, N>{keys.data(), picks, places, 1,
                                                              bad.data(), values.data, values.row,
                                                              length, target, key_offset<N>(plan)}))
    return;
  array<std::int32_t, 1, Space> winner;
  if (!distinct) {
    winner = array<std::int32_t, 1, Space>(space, shape_t<1>{places});
    if (picks >= places / 4)
      winner = 0;
    else
      launch(space, picks, claim_rows{keys.data(), winner.data(), false});
    launch(space, picks, claim_rows{keys.data(), winner.data(), true});
  }
  row_of_pick<T, N> const where{keys.data(), winner.data(), bad.data(),         values.data,
                                values.row,  target,        key_offset<N>(plan)};
  auto bits = reinterpret_cast<std::uintptr_t>(where.target) |
              reinterpret_cast<std::uintptr_t>(where.values);
  for (int n = 0; n < N; ++n)
    bits |= static_cast<std::uintptr_t>(where.offset.stride[n]) * sizeof(T);
  for (int k = 0; k < values.row.rank; ++k)
    bits |= static_cast<std::uintptr_t>(values.row.stride[k]) * sizeof(T);
  move_all_rows<T>(space, picks, length, bits % 16 == 0, where);
}

/// source[list] = e where that is rows, the picks' axes being the first ones; else nothing, and
/// false.
template <class T, int SourceRank, int R, class Space, class I, int N, class E>
bool write_rows(gather<T, SourceRank, R, Space, I, N> const& g, E const& e, bool distinct)
{
  if constexpr (SourceRank > N && E::rank <= R) {
    auto const& plan = g.plan;
    int const first = first_axis_of_rows(plan);
    // an index for each element names no row
    if (first < 0 || first == R || plan.picks >= INT32_MAX) return false;
    std::int64_t const length = row_length(plan, first);
    if (!moves_as_rows<Space>(plan.picks, length * static_cast<std::int64_t>(sizeof(T))) ||
        !is_row(plan.shape(), plan.stride.data(), first) ||
        count_keys(plan) >= std::int64_t{claim_rows::nowhere})
      return false;
    bool const checks = g.mode == index_mode::raise && !distinct;
    if (same_for_all(e.shape(), R, first)) {
      auto one = g.shape();
      for (int axis = 0; axis < first; ++axis) one[axis] = 1;
      array<T, R, Space> const row(g.space(), one);
      assign(row, e);
      std::array<std::int64_t, max_rank> const stride{};
      write_rows_of(g,
                    {node::first(row), counted_elements(of_picks(plan, plan.extent.data()),
                                                        of_picks(plan, stride.data()))},
                    length, true, checks);
      return true;
    }
    if (auto const rows = stored_rows(g, e, first)) {
      write_rows_of(g, *rows, length, distinct, checks);
      return true;
    }
    if (!backends::runs_on_cpu<Space> && !distinct) {
      array<T, R, Space> made;
      auto const rows = copied_rows(g, e, made);
      write_rows_of(g, rows, length, false, checks);
      return true;
    }
  }
  return false;
}

}  // namespace acre::detail
