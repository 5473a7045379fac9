#pragma once

#include <acre/backends/common/reduction.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace acre::backends::host {

namespace detail {

/// Combines neighbouring lanes by a binary tree; lanes from `count` on are absent.
template <class Reducer>
auto lane_tree(Reducer const& reducer, typename Reducer::value_type* lane, int count)
{
  for (int stride = 1; stride < count; stride *= 2)
    for (int l = 0; l + stride < count; l += 2 * stride)
      lane[l] = reducer.combine(lane[l], lane[l + stride]);
  return lane[0];
}

/// Elements [begin, begin + count) of at(e), count at most one tile.
template <class Reducer, class At>
auto reduce_one_tile(Reducer const& reducer, std::int64_t begin, std::int64_t count, At const& at)
{
  using value = typename Reducer::value_type;
  value lane[reduce_lanes];
  int const lanes = static_cast<int>(std::min<std::int64_t>(count, reduce_lanes));
  for (int l = 0; l < reduce_lanes; ++l) lane[l] = reducer.identity();
  std::int64_t const full = count / reduce_lanes;
  for (std::int64_t item = 0; item < full; ++item) {
    std::int64_t const first = begin + item * reduce_lanes;
#pragma GCC ivdep
    for (int l = 0; l < reduce_lanes; ++l)
      lane[l] = reducer.combine(lane[l], static_cast<value>(at(first + l)));
  }
  std::int64_t const first = begin + full * reduce_lanes;
  for (int l = 0; first + l < begin + count; ++l)
    lane[l] = reducer.combine(lane[l], static_cast<value>(at(first + l)));
  return lane_tree(reducer, lane, lanes);
}

/// The levels above the first: reduces `count` tile results in place.
template <class Reducer>
auto reduce_levels(Reducer const& reducer, typename Reducer::value_type* value, std::int64_t count)
{
  while (count > 1) {
    std::int64_t const tiles = (count + reduce_tile - 1) / reduce_tile;
    for (std::int64_t t = 0; t < tiles; ++t) {
      std::int64_t const begin = t * reduce_tile;
      value[t] = reduce_one_tile(reducer, begin, std::min<std::int64_t>(count - begin, reduce_tile),
                                 [&](std::int64_t e) { return value[e]; });
    }
    count = tiles;
  }
  return value[0];
}

template <bool Unit, class Program, class Reducer>
auto tile_of_row(reduction const& red, Program const& program, Reducer const& reducer,
                 std::int64_t row, std::int64_t tile)
{
  std::int64_t const begin = tile * reduce_tile;
  std::int64_t const count = std::min<std::int64_t>(red.length - begin, reduce_tile);
  if (red.it.outer_rank == red.kept_rank) {
    auto const from = program.bind(reduced_position(red, row, 0));
    return reduce_one_tile(reducer, begin, count,
                           [&](std::int64_t e) { return from.template at<Unit>(e); });
  }
  return reduce_one_tile(reducer, begin, count, [&](std::int64_t e) {
    auto const from = program.bind(reduced_position(red, row, e / red.it.inner));
    return from.template at<Unit>(e % red.it.inner);
  });
}

}  // namespace detail

/// out[r] = the reduction of row r, for red.kept rows; waits. Scratch: one value a tile.
template <class Space, class Program, class Reducer, class Out>
void reduce_rows(Space const& space, reduction const& red, Program const& program,
                 Reducer const& reducer, Out* out)
{
  using value = typename Reducer::value_type;
  auto const tile = [&](std::int64_t row, std::int64_t t) {
    return red.it.unit ? detail::tile_of_row<true>(red, program, reducer, row, t)
                       : detail::tile_of_row<false>(red, program, reducer, row, t);
  };
  std::int64_t const tiles = (red.length + reduce_tile - 1) / reduce_tile;
  if (tiles == 1) {
    std::int64_t const rows_per_task = std::max<std::int64_t>(1, 32768 / red.length);
    space.for_tasks((red.kept + rows_per_task - 1) / rows_per_task, [&](std::int64_t task) {
      std::int64_t const end = std::min(red.kept, (task + 1) * rows_per_task);
      for (std::int64_t row = task * rows_per_task; row < end; ++row)
        out[row] = reducer.finish(tile(row, 0));
    });
    return;
  }
  auto const scratch = std::make_unique_for_overwrite<value[]>(red.kept * tiles);
  constexpr std::int64_t tiles_per_task = 8;
  std::int64_t const units = red.kept * tiles;
  space.for_tasks((units + tiles_per_task - 1) / tiles_per_task, [&](std::int64_t task) {
    std::int64_t const end = std::min(units, (task + 1) * tiles_per_task);
    for (std::int64_t u = task * tiles_per_task; u < end; ++u)
      scratch[u] = tile(u / tiles, u % tiles);
  });
  space.for_tasks(red.kept, [&](std::int64_t row) {
    out[row] = reducer.finish(detail::reduce_levels(reducer, &scratch[row * tiles], tiles));
  });
}

/// out[k * inner + i] = the reduction along the outer reduced axes; waits.
/// Scratch: one value a result and group of 1024 where more than one group is reduced.
template <class Space, class Program, class Reducer, class Out>
void reduce_columns(Space const& space, reduction const& red, Program const& program,
                    Reducer const& reducer, Out* out)
{
  using value = typename Reducer::value_type;
  constexpr std::int64_t strip = 512;  // columns at a time: their accumulators stay in L1
  std::int64_t const strips = (red.it.inner + strip - 1) / strip;
  std::int64_t const groups = (red.length + reduce_group - 1) / reduce_group;
  auto const scratch = groups > 1
                           ? std::make_unique_for_overwrite<value[]>(red.kept * groups * red.it.inner)
                           : nullptr;
  auto const run = [&](auto is_unit, std::int64_t task) {
    constexpr bool unit = decltype(is_unit)::value;
    std::int64_t const s = task % strips, g = task / strips % groups, k = task / strips / groups;
    std::int64_t const i0 = s * strip, columns = std::min(strip, red.it.inner - i0);
    std::int64_t const end = std::min(red.length, (g + 1) * reduce_group);
    value total[strip], chunk[strip];
    for (std::int64_t i = 0; i < columns; ++i) total[i] = reducer.identity();
    for (std::int64_t first = g * reduce_group; first < end; first += reduce_chunk) {
      for (std::int64_t i = 0; i < columns; ++i) chunk[i] = reducer.identity();
      for (std::int64_t r = first; r < std::min(end, first + reduce_chunk); ++r) {
        auto const from = program.bind(reduced_position(red, k, r));
#pragma GCC ivdep
        for (std::int64_t i = 0; i < columns; ++i)
          chunk[i] = reducer.combine(chunk[i], static_cast<value>(from.template at<unit>(i0 + i)));
      }
      for (std::int64_t i = 0; i < columns; ++i) total[i] = reducer.combine(total[i], chunk[i]);
    }
    if (groups == 1) {
      for (std::int64_t i = 0; i < columns; ++i)
        out[k * red.it.inner + i0 + i] = reducer.finish(total[i]);
    } else {
      std::copy_n(total, columns, &scratch[(k * groups + g) * red.it.inner + i0]);
    }
  };
  std::int64_t const tasks = red.kept * groups * strips;
  if (red.it.unit)
    space.for_tasks(tasks, [&](std::int64_t t) { run(std::true_type{}, t); });
  else
    space.for_tasks(tasks, [&](std::int64_t t) { run(std::false_type{}, t); });
  if (groups == 1) return;

  reduction next;
  next.it = {2, {red.kept, groups}, red.kept * groups, red.it.inner, true, false};
  next.kept_rank = 1;
  next.kept = red.kept;
  next.length = groups;
  partials<value> const from{scratch.get(), groups * red.it.inner, red.it.inner};
  reduce_columns(space, next, from, reducer, out);
}

}  // namespace acre::backends::host
