#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/lanes.hpp>
#include <acre/backends/generic/teams.hpp>

#include <cstdint>
#include <type_traits>

/// Reductions by teams (teams.hpp): a thread has a lane of a tile, or, where rows are short or lie
/// side by side, eight lanes of it. Neighbouring threads read neighbouring elements.
namespace acre::backends::generic {

/// What a source of elements tells: f(x), x(e) being element first + e of the column i of k.
template <bool Unit, class Program>
struct elements_of_rows {
  reduction red;
  Program program;
  template <class F>
  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t k, std::int64_t, std::int64_t first,
                                         F const& f) const
  {
    if (red.it.outer_rank == red.kept_rank) {
      auto const row = program.bind(reduced_position(red, k, 0));
      return f([&](std::int64_t e) { return row.template at<Unit>(first + e); });
    }
    return f([&](std::int64_t e) {
      std::int64_t const run = quotient(first + e, red.it.inner);
      return program.bind(reduced_position(red, k, run))
          .template at<Unit>(first + e - run * red.it.inner);
    });
  }
};
template <bool Unit, class Program>
struct elements_of_columns {
  reduction red;
  Program program;
  template <class F>
  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t k, std::int64_t i, std::int64_t first,
                                         F const& f) const
  {
    if (red.it.outer_rank == red.kept_rank + 1) {
      auto const from = bind_along(program, reduced_position(red, k, first), red.kept_rank);
      return f([&](std::int64_t e) { return from.template at<Unit>(i, e); });
    }
    return f([&](std::int64_t e) {
      return program.bind(reduced_position(red, k, first + e)).template at<Unit>(i);
    });
  }
};
template <class Value>
struct elements_of_level {
  Value const* from;
  std::int64_t length, inner;
  template <class F>
  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t k, std::int64_t i, std::int64_t first,
                                         F const& f) const
  {
    Value const* const own = from + (k * length + first) * inner + i;
    return f([&](std::int64_t e) { return own[e * inner]; });
  }
};

/// a ∘ x, where x is element n, and `before` elements are in a.
template <elements Are, class Reducer, class X>
KOKKOS_INLINE_FUNCTION void append_one(Reducer const& reducer, typename Reducer::value_type& a,
                                       [[maybe_unused]] std::int64_t before, X const& x,
                                       [[maybe_unused]] std::int64_t n)
{
  constexpr int settled = settles_after<Reducer, X>;
  if constexpr (Are == elements::of_tiles) {
    a = reducer.combine(a, x);
  } else if constexpr (settled > 0) {
    if (before < settled) return reducer.append_early(a, x);
    if (before == settled) reducer.settle(a);
    reducer.append_more(a, x);
  } else {
    a = appended(reducer, a, x, n);
  }
}
/// The tree of v[0] … v[n - 1], in v[0]. Places are known when this is compiled: registers.
template <int Step = 1, class Reducer>
KOKKOS_INLINE_FUNCTION void join_some(Reducer const& reducer,
                                      typename Reducer::value_type (&v)[few], int n)
{
  unrolled<few / (2 * Step)>([&](int p) {
    int const l = p * 2 * Step;
    if (l + Step < n) v[l] = reducer.combine(v[l], v[l + Step]);
  });
  if constexpr (2 * Step < few) join_some<2 * Step>(reducer, v, n);
}
/// Likewise of x(0) …
template <class Reducer, class X>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type join_few(Reducer const& reducer, int n,
                                                             X const& x)
{
  typename Reducer::value_type v[few] = {};
  unrolled<few>([&](int l) {
    if (l < n) v[l] = x(l);
  });
  join_some(reducer, v, n);
  return v[0];
}
KOKKOS_INLINE_FUNCTION int at_most(std::int64_t n, int most)
{
  return static_cast<int>(n < most ? n : most);
}

/// Tile `tile` of column i of k, of `count` elements; 0: there is none.
struct tile_place {
  std::int64_t k, tile, i;
  int count;
};
/// Results of kept × inner columns of `length` elements, `width` columns side by side; those of a
/// tile each where there are several, to `level`.
template <elements Are, int Tile, class Source, class Reducer, class Put>
struct tiles_of_columns {
  using reducer_type = Reducer;
  static constexpr elements of = Are;
  Source source;
  Reducer reducer;
  Put put;
  typename Reducer::value_type* level;
  std::int64_t kept, inner, length, tiles, groups;
  int width;

  std::int64_t units() const { return kept * tiles * groups; }
  KOKKOS_INLINE_FUNCTION tile_place find(std::int64_t unit) const
  {
    if (groups == 1 && tiles == 1) return {unit, 0, 0, unit < kept ? at_most(length, Tile) : 0};
    std::int64_t const upper = quotient(unit, groups), tile = quotient(upper, kept);
    return {upper - tile * kept, tile, (unit - upper * groups) * width,
            tile < tiles ? at_most(length - tile * Tile, Tile) : 0};
  }
  KOKKOS_INLINE_FUNCTION bool has(tile_place const& at, int column) const
  {
    return at.count > 0 && at.i + column < inner;
  }
  /// f(number of the first element, x)
  template <class F>
  KOKKOS_INLINE_FUNCTION auto with_elements(tile_place const& at, int column, F const& f) const
  {
    std::int64_t const first = at.tile * Tile;
    return source(at.k, at.i + column, first, [&](auto const& x) { return f(first, x); });
  }
  KOKKOS_INLINE_FUNCTION void give(tile_place const& at, int column,
                                   typename Reducer::value_type const& v) const
  {
    if (tiles == 1)
      put(at.k * inner + at.i + column, v);
    else
      level[(at.k * tiles + at.tile) * inner + at.i + column] = v;
  }
};

/// A lane of a tile, of elements x(lane), x(lane + Lanes) …, of which several are read at once.
template <elements Are, int Lanes, class Reducer, class X>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type lane_of_tile(Reducer const& reducer, int lane,
                                                                 int count, std::int64_t first,
                                                                 X const& x)
{
  using element = std::remove_cvref_t<decltype(x(std::int64_t{}))>;
  constexpr int held = sizeof(element) <= 8 ? 8 : 4;
  auto a = reducer.identity();
  int const items = (count - lane + Lanes - 1) / Lanes;
  int item = 0;
  for (; item + held <= items; item += held) {
    element some[held];
    unrolled<held>([&](int h) { some[h] = x(lane + (item + h) * Lanes); });
    unrolled<held>([&](int h) {
      append_one<Are>(reducer, a, item + h, some[h], first + lane + (item + h) * Lanes);
    });
  }
  if (int const left = items - item; left > 0) {
    element some[held];
    unrolled<held>([&](int h) {
      if (h < left) some[h] = x(lane + (item + h) * Lanes);
    });
    unrolled<held>([&](int h) {
      if (h < left)
        append_one<Are>(reducer, a, item + h, some[h], first + lane + (item + h) * Lanes);
    });
  }
  if constexpr (Are == elements::of_arrays) count_rest(reducer, a, items);
  return a;
}

/// Lanes part × 8 … of a tile of more elements than those before them.
template <elements Are, class Reducer, class X>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type eight_lanes_of_tile(Reducer const& reducer,
                                                                        int part, int count,
                                                                        std::int64_t first,
                                                                        X const& x)
{
  typename Reducer::value_type v[few];
  unrolled<few>([&](int l) { v[l] = reducer.identity(); });
  int e = part * few, item = 0;
  for (; e + few <= count; e += reduce_lanes, ++item) {
    std::remove_cvref_t<decltype(x(std::int64_t{}))> some[few];
    unrolled<few>([&](int l) { some[l] = x(e + l); });
    unrolled<few>([&](int l) { append_one<Are>(reducer, v[l], item, some[l], first + e + l); });
  }
  unrolled<few>([&](int l) {
    bool const more = e + l < count;
    if (more) append_one<Are>(reducer, v[l], item, x(e + l), first + e + l);
    if constexpr (Are == elements::of_arrays) count_rest(reducer, v[l], item + (more ? 1 : 0));
  });
  join_some(reducer, v, at_most(at_most(count, reduce_lanes) - part * few, few));
  return v[0];
}

/// Threads that registers are bounded for: twice a team's where accumulators are small, as more
/// teams are worth more then than what doesn't lie in registers (for_teams).
template <class Value>
constexpr int most_of_accumulators(int threads)
{
  return sizeof(Value) <= 16 ? 2 * threads : threads;
}

/// Threads have a lane each; columns lie beside each other in a team, rows have smaller ones, which
/// wait for fewer.
template <class Backend, int Lanes, class Tiles>
struct reduce_by_lanes {
  using value = typename Tiles::reducer_type::value_type;
  static constexpr int threads = Lanes == few ? team_threads : team_threads / 2;
  struct shared {
    value lane[threads], part[threads / few];
    tile_place at[threads / Lanes];
  };
  Tiles of;

  KOKKOS_INLINE_FUNCTION int slots() const { return threads / (Lanes * of.width); }
  std::int64_t turns() const { return (of.units() + slots() - 1) / slots(); }
  KOKKOS_INLINE_FUNCTION void operator()(team<Backend, threads> const& all, shared& own,
                                         std::int64_t turn) const
  {
    all.each([&](int rank) {
      if (rank < slots()) own.at[rank] = of.find(turn * slots() + rank);
    });
    all.each([&](int rank) {
      int const w = rank & (of.width - 1), upper = rank / of.width, lane = upper % Lanes;
      tile_place const at = own.at[upper / Lanes];
      if (lane < at.count && of.has(at, w))
        own.lane[rank] = of.with_elements(at, w, [&](std::int64_t first, auto const& x) {
          return lane_of_tile<Tiles::of, Lanes>(of.reducer, lane, at.count, first, x);
        });
    });
    if constexpr (Lanes == few) {
      all.each([&](int rank) {
        int const w = rank & (of.width - 1), slot = rank / of.width;
        if (slot < slots() && of.has(own.at[slot], w))
          of.give(own.at[slot], w,
                  join_few(of.reducer, at_most(own.at[slot].count, few),
                           [&](int l) { return own.lane[(slot * few + l) * of.width + w]; }));
      });
    } else {
      static_assert(Lanes == few * few);
      all.each([&](int rank) {
        int const slot = rank / few;
        if (slot >= slots()) return;
        int const lanes = at_most(own.at[slot].count, Lanes) - rank % few * few;
        if (lanes > 0)
          own.part[rank] = join_few(of.reducer, at_most(lanes, few),
                                    [&](int l) { return own.lane[rank * few + l]; });
      });
      all.each([&](int rank) {
        if (rank < slots() && own.at[rank].count > 0)
          of.give(own.at[rank], 0,
                  join_few(of.reducer, (at_most(own.at[rank].count, Lanes) + few - 1) / few,
                           [&](int p) { return own.part[rank * few + p]; }));
      });
    }
  }
};

/// Threads have eight neighbouring lanes each: eight threads a row, of which neighbouring threads
/// have one where rows lie `beside` each other.
template <class Backend, class Tiles>
struct reduce_by_eights {
  using value = typename Tiles::reducer_type::value_type;
  static constexpr int threads = team_threads, rows = threads / few;
  struct shared {
    value part[threads];
    tile_place at[rows];
  };
  Tiles of;
  bool beside;

  std::int64_t turns() const { return (of.units() + rows - 1) / rows; }
  KOKKOS_INLINE_FUNCTION void operator()(team<Backend, threads> const& all, shared& own,
                                         std::int64_t turn) const
  {
    all.each([&](int rank) {
      if (rank < rows) own.at[rank] = of.find(turn * rows + rank);
    });
    all.each([&](int rank) {
      int const row = beside ? rank % rows : rank / few, part = beside ? rank / rows : rank % few;
      tile_place const at = own.at[row];
      int const count = at.count;
      if (part * few >= count) return;
      of.with_elements(at, 0, [&](std::int64_t first, auto const& x) {
        own.part[row * few + part] =
            eight_lanes_of_tile<Tiles::of>(of.reducer, part, count, first, x);
      });
    });
    all.each([&](int rank) {
      if (rank < rows && own.at[rank].count > 0)
        of.give(own.at[rank], 0,
                join_few(of.reducer, (at_most(own.at[rank].count, reduce_lanes) + few - 1) / few,
                         [&](int p) { return own.part[rank * few + p]; }));
    });
  }
};

/// A thread has a tile of eight lanes, where there are as many columns as threads.
template <class Tiles>
struct reduce_tiles_alone {
  using value = typename Tiles::reducer_type::value_type;
  Tiles of;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t unit) const
  {
    tile_place const at = of.find(unit);
    of.with_elements(at, 0, [&](std::int64_t first, auto const& x) {
      value v[few];
      unrolled<few>([&](int l) { v[l] = of.reducer.identity(); });
      int e = 0, item = 0;
      for (; e + few <= at.count; e += few, ++item) {
        std::remove_cvref_t<decltype(x(std::int64_t{}))> some[few];
        unrolled<few>([&](int l) { some[l] = x(e + l); });
        unrolled<few>(
            [&](int l) { append_one<Tiles::of>(of.reducer, v[l], item, some[l], first + e + l); });
      }
      unrolled<few>([&](int l) {
        bool const more = e + l < at.count;
        if (more) append_one<Tiles::of>(of.reducer, v[l], item, x(e + l), first + e + l);
        if constexpr (Tiles::of == elements::of_arrays)
          count_rest(of.reducer, v[l], item + (more ? 1 : 0));
      });
      join_some(of.reducer, v, at_most(at.count, few));
      of.give(at, 0, v[0]);
    });
  }
};

/// A thread has a result.
template <elements Are, class Source, class Reducer, class Put>
struct reduce_alone_few {
  Source source;
  Reducer reducer;
  Put put;
  std::int64_t inner;
  int length;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const
  {
    std::int64_t const k = quotient(number, inner);
    source(k, number - k * inner, 0, [&](auto const& x) {
      put(number, join_few(reducer, length, [&](int e) {
            auto a = reducer.identity();
            append_one<Are>(reducer, a, 0, x(e), e);
            return a;
          }));
    });
  }
};

/// How many values the levels have.
inline std::int64_t values_of_levels(std::int64_t tiles, int tile)
{
  std::int64_t all = 0;
  for (; tiles > 1; tiles = (tiles + tile - 1) / tile) all += tiles;
  return all;
}
/// Rows of so many elements have eight threads each, and longer ones where there are enough.
inline constexpr std::int64_t row_of_eight_threads = 512;

template <int Lanes, class Backend, class Tiles>
void reduce_tiles_by_teams(queue<Backend>& on, bool by_eights, bool beside, Tiles const& of)
{
  using lanes = reduce_by_lanes<Backend, Lanes, Tiles>;
  if constexpr (Lanes == reduce_lanes) {
    using eights = reduce_by_eights<Backend, Tiles>;
    if (by_eights) {
      eights const f{of, beside};
      return for_teams<eights::threads, typename eights::shared,
                       most_of_accumulators<typename eights::value>(eights::threads)>(on, "rows",
                                                                                      f.turns(), f);
    }
  }
  lanes const f{of};
  for_teams<lanes::threads, typename lanes::shared,
            most_of_accumulators<typename lanes::value>(lanes::threads)>(on, "tiles", f.turns(), f);
}

template <elements Are, int Lanes, int Tile, class Backend, class Source, class Reducer, class Put>
void reduce_level(queue<Backend>& on, std::int64_t kept, std::int64_t inner, std::int64_t length,
                  bool beside, Source const& source, Reducer const& reducer,
                  typename Reducer::value_type* level, Put const& put)
{
  if (length == 0) return;
  if (length <= few) {
    for_each(on, "few", kept * inner,
             reduce_alone_few<Are, Source, Reducer, Put>{source, reducer, put, inner,
                                                         static_cast<int>(length)});
    return;
  }
  using tiles = tiles_of_columns<Are, Tile, Source, Reducer, Put>;
  std::int64_t const count = (length + Tile - 1) / Tile;
  bool const by_eights = Lanes == reduce_lanes && (beside || length <= row_of_eight_threads ||
                                                   kept * count * few >= on.threads());
  if constexpr (Lanes == few)
    if (kept * count * inner >= on.threads()) {
      tiles const of{source, reducer, put, level, kept, inner, length, count, inner, 1};
      return for_each(on, "columns", of.units(), reduce_tiles_alone<tiles>{of});
    }
  int width = 1;
  if (Lanes < reduce_lanes)
    while (width < inner && width < team_threads / Lanes) width *= 2;
  reduce_tiles_by_teams<Lanes>(on, by_eights, beside,
                               tiles{source, reducer, put, level, kept, inner, length, count,
                                     (inner + width - 1) / width, width});
}

/// put(k × inner + i, the result of column i of k).
template <int Lanes, int Tile, class Backend, class Source, class Reducer, class Put>
void reduce_by_teams(queue<Backend>& on, std::int64_t kept, std::int64_t inner, std::int64_t length,
                     bool beside, Source const& source, Reducer const& reducer, Put const& put)
{
  using value = typename Reducer::value_type;
  std::int64_t tiles = (length + Tile - 1) / Tile;
  auto const levels = scratch_of<value>(on, kept * inner * values_of_levels(tiles, Tile));
  value* level = levels.data();
  reduce_level<elements::of_arrays, Lanes, Tile>(on, kept, inner, length, beside, source, reducer,
                                                 level, put);
  while (tiles > 1) {
    value* const next = level + kept * tiles * inner;
    reduce_level<elements::of_tiles, Lanes, Tile>(on, kept, inner, tiles, false,
                                                  elements_of_level<value>{level, tiles, inner},
                                                  reducer, next, put);
    level = next;
    tiles = (tiles + Tile - 1) / Tile;
  }
}

}  // namespace acre::backends::generic
