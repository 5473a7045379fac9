#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/host_common/accumulators.hpp>
#include <acre/backends/host_common/columns.hpp>
#include <acre/backends/host_common/elementwise.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/rows.hpp>
#include <acre/backends/host_common/rows_across.hpp>
#include <acre/backends/host_common/scratch.hpp>
#include <acre/backends/host_common/short_columns.hpp>
#include <acre/backends/host_common/short_rows.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>

/// Reductions on a CPU, see backends/common/reduce.hpp.
namespace acre::backends::host {

namespace detail {

/// The lanes' values; before the first element they are the identity.
template <class Reducer>
struct row_lanes : accumulators<typename Reducer::value_type, reduce_lanes> {
  explicit row_lanes(Reducer const& reducer)
  {
    for (int l = 0; l < reduce_lanes; ++l) this->set(l, reducer.identity());
  }
};

/// Combines neighbouring lanes by a binary tree; absent ones are the identity. (Not inlined:
/// compiled once for all programs.)
template <class Reducer>
[[gnu::noinline]] auto lane_tree(Reducer const& reducer, row_lanes<Reducer>& lane)
{
  if constexpr (std::is_arithmetic_v<typename Reducer::value_type>) {
    // from one array to another, which vectorises
    typename Reducer::value_type half[reduce_lanes / 2], quarter[reduce_lanes / 4];
    auto const combine = [&](auto const& from, auto& to, int count) {
#pragma GCC ivdep
      for (int l = 0; l < count; ++l) to[l] = reducer.combine(from[2 * l], from[2 * l + 1]);
    };
    static_assert(reduce_lanes == 64);
    combine(lane.value, half, 32);
    combine(half, quarter, 16);
    combine(quarter, half, 8);
    combine(half, quarter, 4);
    combine(quarter, half, 2);
    return reducer.combine(half[0], half[1]);
  } else {
    for (int half = reduce_lanes / 2; half > 0; half /= 2)
      for (int l = 0; l < half; ++l)
        lane.set(l, reducer.combine(lane.get(2 * l), lane.get(2 * l + 1)));
    return lane.get(0);
  }
}

/// Combines elements [begin, end) of at(e), less than there are lanes, with the first lanes: those
/// of numbers beside the identity, as a loop of a random length that may branch costs more than
/// all.
template <class Reducer, class At>
void combine_last(Reducer const& reducer, row_lanes<Reducer>& lane, std::int64_t begin,
                  std::int64_t end, At const& at)
{
  using value = typename Reducer::value_type;
  int const count = static_cast<int>(end - begin);
  if (count <= 0) return;
  if constexpr (std::is_arithmetic_v<value> && !appends<Reducer, decltype(at(begin))>) {
    value last[reduce_lanes];
    for (int l = 0; l < count; ++l) last[l] = static_cast<value>(at(begin + l));
    std::fill(last + count, last + reduce_lanes, reducer.identity());
#pragma GCC ivdep
    for (int l = 0; l < reduce_lanes; ++l) lane.value[l] = reducer.combine(lane.value[l], last[l]);
  } else {
    for (int l = 0; l < count; ++l)
      lane.set(l, appended(reducer, lane.get(l), at(begin + l), begin + l));
  }
}

/// Combines elements [begin, begin + count) of at(e) with the lanes, the first with lane 0.
template <class Reducer, class At>
void combine_elements(Reducer const& reducer, row_lanes<Reducer>& lane, std::int64_t begin,
                      std::int64_t count, At const& at)
{
  constexpr int behind = settles_after<Reducer, decltype(at(begin))> + 1;
  std::int64_t const full = count / reduce_lanes;
  std::int64_t item = 0;
  auto const items = [&](std::int64_t end, auto const& append) {
    for (; item < end; ++item) {
      std::int64_t const first = begin + item * reduce_lanes;
#pragma GCC ivdep
      for (int l = 0; l < reduce_lanes; ++l) append(l, first + l);
    }
  };
  auto const append = [&](int l, std::int64_t e) {
    lane.set(l, appended(reducer, lane.get(l), at(e), e));
  };
  if constexpr (counts_truths<Reducer, decltype(at(begin))>) {
    while (item < full) {
      std::uint8_t few[reduce_lanes] = {};
      std::int64_t const end = std::min<std::int64_t>(full, item + 255);
      items(end, [&](int l, std::int64_t e) { few[l] += static_cast<std::uint8_t>(at(e)); });
      for (int l = 0; l < reduce_lanes; ++l) lane.value[l] += few[l];
    }
  }
  if constexpr (behind > 1) {
    if (full > behind) {
      items(behind, append);
      items(full, [&](int l, std::int64_t e) { lane.append_more(l, at(e)); });
      for (int l = 0; l < reduce_lanes; ++l) lane.count_more(l, full - behind);
    }
  }
  items(full, append);
  combine_last(reducer, lane, begin + full * reduce_lanes, begin + count, at);
}

/// Combines `count` values, the elements from `begin` on, with the lanes, the first with lane 0.
/// (Not inlined: compiled once for all programs of that dtype.) Lanes of integers take several
/// items each time that they are read: what was stored is not there at once.
template <class Reducer, class Value>
[[gnu::noinline]] void combine_values(Reducer const& reducer, row_lanes<Reducer>& lane,
                                      Value const* values, std::int64_t begin, std::int64_t count)
{
  if constexpr (std::is_integral_v<typename Reducer::value_type> && !appends<Reducer, Value> &&
                !counts_truths<Reducer, Value>) {
    constexpr std::int64_t items = 4;
    for (; count >= items * reduce_lanes; values += items * reduce_lanes) {
#pragma GCC ivdep
      for (int l = 0; l < reduce_lanes; ++l) {
        auto v = lane.value[l];
        for (int i = 0; i < items; ++i)
          v = appended(reducer, v, values[l + i * reduce_lanes], begin);
        lane.value[l] = v;
      }
      begin += items * reduce_lanes, count -= items * reduce_lanes;
    }
  }
  combine_elements(reducer, lane, begin, count, [&](std::int64_t e) { return values[e - begin]; });
}

/// combine_elements where elements are no neighbours, or of several axes: computes a piece into
/// scratch, then combines it: elements of a row of the result that are rows of red.it.inner
/// elements, one after the other.
template <class Program, class Reducer>
void combine_apart(reduction const& red, Program const& program, Reducer const& reducer,
                   row_lanes<Reducer>& lane, std::int64_t row, std::int64_t begin,
                   std::int64_t count, row_pieces* pieces)
{
  // so many that loads of one block that miss the caches overlap
  constexpr int block = 16 * reduce_lanes;
  std::remove_cvref_t<decltype(bound(program, position()).template at<false>(0))> values[block];
  std::int64_t const length = red.it.outer_rank == red.kept_rank ? red.length : red.it.inner;
  for (std::int64_t e = begin, end = begin + count; e < end; e += block) {
    int const n = static_cast<int>(std::min<std::int64_t>(end - e, block));
    for (int l = 0; l < n;) {
      std::int64_t const outer = (e + l) / length, first = e + l - outer * length;
      int const together = static_cast<int>(std::min<std::int64_t>(n - l, length - first));
      auto* const to = values + l;
      l += together;
      position const at = row_position(red, row, outer);
      if (pieces) {
        compute_pieces(program, at, first, together, *pieces, to);
        continue;
      }
      auto const from = bound(program, at);
      if (lay_out_memory(from, first, together, 1, to)) continue;
      if (red.it.unit && together >= unrolled)
        compute_neighbours<Program>(from, together, to, first);
      else
        for (int k = 0; k < together; ++k) to[k] = from.template at<false>(first + k);
    }
    combine_values(reducer, lane, values, e, n);
  }
}

/// Elements [begin, begin + count) of at(e), count at most one tile.
template <class Reducer, class At>
auto reduce_one_tile(Reducer const& reducer, std::int64_t begin, std::int64_t count, At const& at)
{
  row_lanes<Reducer> lanes(reducer);
  combine_elements(reducer, lanes, begin, count, at);
  return lane_tree(reducer, lanes);
}

/// Likewise for a row at unit stride that computes `Block` elements at once (the lanes, or several
/// times as many), and the lanes.
template <int Block, class Reducer, class Row>
void combine_blocks(Reducer const& reducer, row_lanes<Reducer>& lane, std::int64_t begin,
                    std::int64_t count, Row const& row)
{
  static_assert(Block % reduce_lanes == 0);
  auto const combine = [&](auto const& made, int from, std::int64_t n) {
#pragma GCC ivdep
    for (int l = 0; l < reduce_lanes; ++l)
      lane.set(l, appended(reducer, lane.get(l), made.v[from + l], n + l));
  };
  std::int64_t e = 0;
  for (; e + Block <= count; e += Block) {
    auto const made = row.template block<Block>(begin + e);
    for (int from = 0; from < Block; from += reduce_lanes) combine(made, from, begin + e + from);
  }
  if constexpr (Block > reduce_lanes)
    for (; e + reduce_lanes <= count; e += reduce_lanes)
      combine(row.template block<reduce_lanes>(begin + e), 0, begin + e);
  combine_last(reducer, lane, begin + e, begin + count,
               [&](std::int64_t k) { return row.template at<true>(k); });
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

/// Neighbours begin … begin + count - 1 of a row at unit stride. (Not inlined, as it has two
/// callers; the row is a copy, as the compiler sees that no lane written is its own.)
template <class Program, class Reducer, class Row>
[[gnu::noinline]] void combine_neighbours(Reducer const& reducer, row_lanes<Reducer>& lane,
                                          std::int64_t begin, std::int64_t count, Row row)
{
  if constexpr (block_in_reduction<Program> > 0)
    combine_blocks<block_in_reduction<Program>>(reducer, lane, begin, count, row);
  else if constexpr (memory_of<Row, typename Program::value_type>)
    combine_values(reducer, lane, row.elements(begin), begin, count);
  else
    combine_elements(reducer, lane, begin, count,
                     [&](std::int64_t e) { return row.template at<true>(e); });
}

/// A tile's elements, however they lie. (One function for all ways, as each would be compiled for
/// every program and reducer.)
template <class Program, class Reducer>
auto elements_of_tile(reduction const& red, Program const& program, Reducer const& reducer,
                      std::int64_t row, std::int64_t tile, row_pieces* pieces)
{
  std::int64_t const begin = tile * reduce_tile;
  std::int64_t const count = std::min<std::int64_t>(red.length - begin, reduce_tile);
  row_lanes<Reducer> lanes(reducer);
  if (red.it.outer_rank != red.kept_rank || !(pieces || red.it.unit))
    combine_apart(red, program, reducer, lanes, row, begin, count, pieces);
  else if (position const at = row_position(red, row, 0); pieces)
    pieces->each(program, at, begin, begin + count,
                 [&](auto const& piece, std::int64_t lo, std::int64_t hi) {
                   combine_neighbours<Program>(reducer, lanes, lo, hi - lo, piece);
                 });
  else
    combine_neighbours<Program>(reducer, lanes, begin, count, bound(program, at));
  return lane_tree(reducer, lanes);
}

template <class Program, class Reducer>
auto tile_of_row(reduction const& red, Program const& program, Reducer const& reducer,
                 std::int64_t row, std::int64_t tile, row_pieces* pieces)
{
  if constexpr (finds_in_two_steps<Reducer, Program>)
    return reducer.in_tile(elements_of_tile(red, program, reducer.of_values(), row, tile, pieces),
                           tile * reduce_tile);
  else
    return elements_of_tile(red, program, reducer, row, tile, pieces);
}

/// reduce_rows of rows that lie across. A task has some that are neighbours, one tile of each.
/// (Compiled once for all programs. `InTwoSteps`: the reducer's values are found first.)
template <bool InTwoSteps, class Reducer, class Element, class Out>
[[gnu::noinline]] void reduce_rows_across(task_runner& on, reduction const& red,
                                          program_across<Element> const& program,
                                          laid_out_operands const& rows, Reducer const& reducer,
                                          Out* out)
{
  using value = typename Reducer::value_type;
  constexpr int strip = column_strip<value>;
  std::int64_t const beside = red.it.inner, lines = red.kept / beside,
                     tiles = (red.length + reduce_tile - 1) / reduce_tile,
                     of_tile = std::min<std::int64_t>(red.length, reduce_tile),
                     some = std::max<std::int64_t>(strip, elements_per_task / of_tile),
                     parts = (beside + some - 1) / some;
  // what is read twice stays in a cache
  std::int64_t const in_cache = across_twice_bytes /
                                (of_tile * static_cast<std::int64_t>(sizeof(Element))),
                     at_once = InTwoSteps ? std::clamp<std::int64_t>(in_cache, rows_beside, strip)
                                          : strip;
  auto const by = [&] {
    if constexpr (InTwoSteps)
      return reducer.of_values();
    else
      return reducer;
  }();
  using by_type = std::remove_const_t<decltype(by)>;
  auto const scratch = tiles > 1 ? host::scratch<value>(on, red.kept * tiles)
                                 : decltype(host::scratch<value>(on, 0))();
  on.for_tasks("rows", lines * parts * tiles, [&](std::int64_t task) {
    std::int64_t const tile = task % tiles, part = task / tiles % parts,
                       line = task / tiles / parts, lo = part * some,
                       hi = std::min(beside, lo + some), first = tile * reduce_tile,
                       count = std::min<std::int64_t>(red.length - first, reduce_tile);
    row_pieces pieces(rows);
    Element room[elements_across<Element>::room];
    elements_across<Element> from(red, program, pieces.any(), line);
    Out* const to = out + line * beside;
    value total[strip];
    if constexpr (combines_in_registers<by_type, Element> && !combines_alike<Reducer>) {
      // (lanes of smaller values, several in a vector, are quicker)
      constexpr int most_lanes =
          sizeof(typename by_type::value_type) < 4 ? reduce_lanes : short_reduced_row;
      if (red.length <= most_lanes && red.it.outer_rank == red.kept_rank) {
        int const length = static_cast<int>(red.length);
        // whole blocks, where so many fit
        int const fit = std::min(strip, from.room / length);
        std::int64_t const most = from.in_memory() ? strip : fit - fit % std::min(fit, 64);
        for (std::int64_t row = lo; row < hi; row += most) {
          int const n = static_cast<int>(std::min(most, hi - row));
          auto const memory = from.all(length, row, n, most, room);
          auto const reduce = [&](auto* results) {
            trees_across_rows(by, memory.from, memory.step, length, n, results);
          };
          if constexpr (InTwoSteps) {
            Element best[strip];
            reduce(best);
            places_across(
                reducer, best, n, 0, length,
                [&](std::int64_t e, int i, int) { return memory.from + e * memory.step + i; },
                total);
            for (int i = 0; i < n; ++i) to[row + i] = reducer.finish(total[i]);
          } else {
            reduce(to + row);
          }
        }
        return;
      }
    }
    for (std::int64_t row = lo; row < hi; row += at_once) {
      int const n = static_cast<int>(std::min<std::int64_t>(at_once, hi - row));
      if constexpr (InTwoSteps) {
        Element best[strip];
        reduce_tile_across(by, from, row, n, first, count, room, best);
        places_across(
            reducer, best, n, first, count,
            [&](std::int64_t e, int i, int m) { return from.read(first + e, row + i, m, room); },
            total);
      } else {
        reduce_tile_across(by, from, row, n, first, count, room, total);
      }
      for (int i = 0; i < n; ++i)
        if (tiles == 1)
          to[row + i] = reducer.finish(total[i]);
        else
          scratch[(line * beside + row + i) * tiles + tile] = total[i];
    }
  });
  if (tiles == 1) return;
  on.for_tasks("levels", red.kept, [&](std::int64_t row) {
    out[row] = reducer.finish(reduce_levels(reducer, &scratch[row * tiles], tiles));
  });
}

/// The result of a row from its tiles': where a tile's value is in it is found now.
template <class Program, class Reducer>
auto finished_row(reduction const& red, [[maybe_unused]] Program const& program,
                  Reducer const& reducer, [[maybe_unused]] std::int64_t row,
                  typename Reducer::value_type value)
{
  if constexpr (finds_in_two_steps<Reducer, Program>) {
    std::int64_t const inner = red.it.outer_rank == red.kept_rank ? red.length : red.it.inner;
    std::int64_t n = value.index;
    for (bool found = false; !found;) {
      std::int64_t const outer = n / inner, begin = outer * inner, end = begin + inner;
      auto const from = bound(program, row_position(red, row, outer));
      for (; !found && n < end; ++n) {
        auto const x = from.template at<false>(n - begin);
        found = reducer.is_at(value, x);
        if (found) value = reducer.in_tile(x, n);  // equal is not the same: -0.0 and 0.0
      }
    }
  }
  return reducer.finish(value);
}

}  // namespace detail

}  // namespace acre::backends::host

namespace acre::backends {

/// out[r] = the reduction of row r, for red.kept rows; waits. Scratch: one value a tile.
template <class Program, class Reducer, class Out>
void reduce_rows(host::queue& on, reduction const& red, Program const& program,
                 Reducer const& reducer, Out* out, laid_out_operands const& rows = {})
{
  using namespace host;
  using value = typename Reducer::value_type;
  static_assert(reduction_takes<Program, Reducer, Out>());
  if (red.across)
    return detail::reduce_rows_across<finds_in_two_steps<Reducer, Program>>(
        on, red, detail::without_type(program), rows, reducer, out);
  auto const tile = [&](std::int64_t row, std::int64_t t, row_pieces* pieces) {
    return detail::tile_of_row(red, program, reducer, row, t, red.it.unit ? pieces : nullptr);
  };
  std::int64_t const tiles = (red.length + reduce_tile - 1) / reduce_tile;
  if (tiles == 1) {
    std::int64_t const rows_per_task = std::max<std::int64_t>(1, 32768 / red.length);
    bool const unit = red.it.unit && rows.count == 0,
               together =
                   detail::has_rows_together<Reducer, typename Program::value_type, Out>(red, unit);
    on.for_tasks("rows", (red.kept + rows_per_task - 1) / rows_per_task, [&](std::int64_t task) {
      std::int64_t const end = std::min(red.kept, (task + 1) * rows_per_task);
      if constexpr (longest_flat<Program> > 0)
        if (rows.flat)
          return detail::reduce_flat_rows(red, program, reducer, out, task * rows_per_task, end,
                                          rows);
      if (together)
        return detail::reduce_short_rows(red, program, reducer, out, task * rows_per_task, end,
                                         unit);
      row_pieces pieces(rows);
      for (std::int64_t row = task * rows_per_task; row < end; ++row)
        out[row] = detail::finished_row(red, program, reducer, row, tile(row, 0, pieces.any()));
    });
    return;
  }
  auto const scratch = host::scratch<value>(on, red.kept * tiles);
  constexpr std::int64_t tiles_per_task = 8;
  std::int64_t const units = red.kept * tiles;
  on.for_tasks("tiles", (units + tiles_per_task - 1) / tiles_per_task, [&](std::int64_t task) {
    std::int64_t const end = std::min(units, (task + 1) * tiles_per_task);
    row_pieces pieces(rows);
    for (std::int64_t u = task * tiles_per_task; u < end; ++u)
      scratch[u] = tile(u / tiles, u % tiles, pieces.any());
  });
  on.for_tasks("levels", red.kept, [&](std::int64_t row) {
    out[row] = detail::finished_row(red, program, reducer, row,
                                    detail::reduce_levels(reducer, &scratch[row * tiles], tiles));
  });
}

/// out[0] = the reduction of one row of n neighbours, one tile at most, of a program that is bound
/// to them, as an operation of that name whose operands are all the queue's; waits.
template <class Program, class Reducer, class Row, class Out>
void reduce_bound(char const* name, host::queue& on, std::int64_t n, Row const& from,
                  Reducer const& reducer, Out* out)
{
  static_assert(reduction_takes<Program, Reducer, Out>());
  on.for_one_operation(name, "rows", [&](std::int64_t) {
    host::detail::row_lanes<Reducer> lanes(reducer);
    host::detail::combine_neighbours<Program>(reducer, lanes, 0, n, from);
    *out = reducer.finish(host::detail::lane_tree(reducer, lanes));
  });
}

/// out[k * inner + i] = the reduction along the outer reduced axes; waits.
/// Scratch: one value for each 512 elements of a column where it is longer than that.
template <class Program, class Reducer, class Out>
void reduce_columns(host::queue& on, reduction const& red, Program const& program,
                    Reducer const& reducer, Out* out, laid_out_operands const& rows = {})
{
  using namespace host;
  using value = typename Reducer::value_type;
  static_assert(reduction_takes<Program, Reducer, Out>());
  constexpr int strip = detail::column_strip<value>;
  std::int64_t const inner = red.it.inner, strips = (inner + strip - 1) / strip;
  std::int64_t const tiles = (red.length + column_tile - 1) / column_tile;
  auto const columns_of = [&](std::int64_t s) {
    return static_cast<int>(std::min<std::int64_t>(strip, inner - s * strip));
  };
  auto const finish = [&](value const* from, std::int64_t k, std::int64_t s) {
    for (int i = 0; i < columns_of(s); ++i)
      out[k * inner + s * strip + i] = reducer.finish(from[i]);
  };
  if constexpr (detail::combines_in_registers<Reducer, typename Program::value_type>)
    if (detail::has_short_columns(red) && rows.count == 0)
      return on.for_tasks("columns", red.kept * strips, [&](std::int64_t task) {
        std::int64_t const k = task / strips, s = task % strips;
        detail::reduce_short_columns<strip>(red, program, reducer, k, s * strip, columns_of(s),
                                            out + k * inner + s * strip);
      });
  if constexpr (detail::finds_in_columns<Program, Reducer>)
    if (detail::has_short_columns(red) && rows.count == 0)
      return on.for_tasks("columns", red.kept * strips, [&](std::int64_t task) {
        std::int64_t const k = task / strips, s = task % strips;
        auto const from = program.bind(row_position(red, k, 0), red.kept_rank);
        detail::places_of_columns<strip>(
            reducer, from.elements(s * strip), from.elements(0, 1) - from.elements(0),
            static_cast<int>(red.length), columns_of(s), out + k * inner + s * strip);
      });
  auto const scratch = tiles > 1 ? host::scratch<value>(on, red.kept * tiles * inner)
                                 : decltype(host::scratch<value>(on, 0))();
  auto const run = [&](auto is_unit, std::int64_t task) {
    constexpr bool unit = decltype(is_unit)::value;
    std::int64_t const s = task % strips, t = task / strips % tiles, k = task / strips / tiles;
    std::int64_t const i0 = s * strip, first = t * column_tile,
                       count = std::min<std::int64_t>(red.length - first, column_tile);
    value total[strip];
    value* const to = tiles > 1 ? &scratch[(k * tiles + t) * inner + i0] : total;
    if (unit && rows.count > 0) {
      row_pieces pieces(rows);
      detail::reduce_one_tile_of_columns(
          reducer, columns_of(s), first, count,
          [&](std::int64_t r, auto const& add) {
            pieces.each(program, row_position(red, k, first + r), i0, i0 + columns_of(s),
                        [&](auto const& from, std::int64_t lo, std::int64_t hi) {
                          add(static_cast<int>(lo - i0), static_cast<int>(hi - i0),
                              [&](int i) { return from.template at<true>(i0 + i); });
                        });
          },
          to);
    } else if (red.it.outer_rank == red.kept_rank + 1) {
      auto const from = program.bind(row_position(red, k, first), red.kept_rank);
      if constexpr (detail::combines_in_registers<Reducer, typename Program::value_type>)
        if (inner <= few_reduced_columns) {
          detail::reduce_tile_of_few_columns<unit, Program>(reducer, from, static_cast<int>(inner),
                                                            count, to);
          if (tiles == 1) finish(total, k, s);
          return;
        }
      detail::reduce_one_tile_of_columns(
          reducer, columns_of(s), first, count,
          [&](std::int64_t r, auto const& add) {
            add(0, columns_of(s), [&](int i) { return from.template at<unit>(i0 + i, r); });
          },
          to);
    } else {
      detail::reduce_one_tile_of_columns(
          reducer, columns_of(s), first, count,
          [&](std::int64_t r, auto const& add) {
            auto const from = program.bind(row_position(red, k, first + r));
            add(0, columns_of(s), [&](int i) { return from.template at<unit>(i0 + i); });
          },
          to);
    }
    if (tiles == 1) finish(total, k, s);
  };
  std::int64_t const tasks = red.kept * tiles * strips;
  if (red.it.unit)
    on.for_tasks("columns", tasks, [&](std::int64_t t) { run(std::true_type{}, t); });
  else
    on.for_tasks("columns", tasks, [&](std::int64_t t) { run(std::false_type{}, t); });
  if (tiles == 1) return;

  on.for_tasks("levels", red.kept * strips, [&](std::int64_t task) {
    std::int64_t const s = task % strips, k = task / strips;
    value* const level = &scratch[k * tiles * inner + s * strip];
    for (std::int64_t count = tiles; count > 1; count = (count + column_tile - 1) / column_tile)
      for (std::int64_t t = 0; t * column_tile < count; ++t)
        detail::reduce_one_tile_of_columns(
            reducer, columns_of(s), 0, std::min<std::int64_t>(count - t * column_tile, column_tile),
            [&](std::int64_t r, auto const& add) {
              value const* const from = level + (t * column_tile + r) * inner;
              add(0, columns_of(s), [&](int i) { return from[i]; });
            },
            level + t * inner);
    finish(level, k, s);
  });
}

}  // namespace acre::backends
