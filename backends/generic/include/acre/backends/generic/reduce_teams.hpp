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
  for (int l = 0; l + Step < few; l += 2 * Step)
    if (l + Step < n) v[l] = reducer.combine(v[l], v[l + Step]);
  if constexpr (2 * Step < few) join_some<2 * Step>(reducer, v, n);
}
/// Likewise of x(0) …
template <class Reducer, class X>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type join_few(Reducer const& reducer, int n,
                                                             X const& x)
{
  typename Reducer::value_type v[few];
  for (int l = 0; l < few; ++l)
    if (l < n) v[l] = x(l);
  join_some(reducer, v, n);
  return v[0];
}
KOKKOS_INLINE_FUNCTION int at_most(std::int64_t n, int most)
{
  return static_cast<int>(n < most ? n : most);
}

/// Results of kept × inner columns of `length` elements; those of a tile each where there are
/// several, to `level`.
template <elements Are, int Lanes, int Tile, class Source, class Reducer, class Put>
struct level_of_tiles {
  using value = typename Reducer::value_type;
  Source source;
  Reducer reducer;
  Put put;
  value* level;
  std::int64_t kept, inner, length, tiles;

  KOKKOS_INLINE_FUNCTION int count(std::int64_t tile) const
  {
    return at_most(length - tile * Tile, Tile);
  }
  KOKKOS_INLINE_FUNCTION void give(std::int64_t k, std::int64_t tile, std::int64_t i,
                                   value const& v) const
  {
    if (tiles == 1)
      put(k * inner + i, v);
    else
      level[(k * tiles + tile) * inner + i] = v;
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
    for (int h = 0; h < held; ++h) some[h] = x(lane + (item + h) * Lanes);
    for (int h = 0; h < held; ++h)
      append_one<Are>(reducer, a, item + h, some[h], first + lane + (item + h) * Lanes);
  }
  for (; item < items; ++item)
    append_one<Are>(reducer, a, item, x(lane + item * Lanes), first + lane + item * Lanes);
  if constexpr (Are == elements::of_arrays) count_rest(reducer, a, items);
  return a;
}

/// Threads have a lane each: of `width` columns side by side, a power of two.
template <class Backend, elements Are, int Lanes, int Tile, class Source, class Reducer, class Put>
struct reduce_by_lanes {
  using value = typename Reducer::value_type;
  static constexpr int threads = team_threads;
  struct shared_values {
    value lane[threads], part[threads / few];
  };
  level_of_tiles<Are, Lanes, Tile, Source, Reducer, Put> of;
  int width;
  std::int64_t groups;  // of as many columns

  KOKKOS_INLINE_FUNCTION int slots() const { return threads / (Lanes * width); }
  std::int64_t turns() const
  {
    return (of.kept * of.tiles * groups + slots() - 1) / slots();
  }
  /// f(k, tile, first column) of what is in a slot, if anything is.
  template <class F>
  KOKKOS_INLINE_FUNCTION void in_slot(std::int64_t turn, int slot, F const& f) const
  {
    std::int64_t const unit = turn * slots() + slot, upper = quotient(unit, groups),
                       tile = quotient(upper, of.kept);
    if (tile < of.tiles) f(upper - tile * of.kept, tile, (unit - upper * groups) * width);
  }
  KOKKOS_INLINE_FUNCTION void operator()(team<Backend, threads> const& all, shared_values& shared,
                                         std::int64_t turn) const
  {
    all.each([&](int rank) {
      int const w = rank & (width - 1), upper = rank / width, lane = upper % Lanes;
      in_slot(turn, upper / Lanes, [&](std::int64_t k, std::int64_t tile, std::int64_t i) {
        int const count = of.count(tile);
        if (i + w < of.inner && lane < count)
          shared.lane[rank] = of.source(k, i + w, tile * Tile, [&](auto const& x) {
            return lane_of_tile<Are, Lanes>(of.reducer, lane, count, tile * Tile, x);
          });
      });
    });
    if constexpr (Lanes == few) {
      all.each([&](int rank) {
        int const w = rank & (width - 1), slot = rank / width;
        if (slot < slots())
          in_slot(turn, slot, [&](std::int64_t k, std::int64_t tile, std::int64_t i) {
            if (i + w < of.inner)
              of.give(k, tile, i + w,
                      join_few(of.reducer, at_most(of.count(tile), few), [&](int l) {
                        return shared.lane[(slot * few + l) * width + w];
                      }));
          });
      });
    } else {
      static_assert(Lanes == few * few);
      all.each([&](int rank) {
        int const slot = rank / few, part = rank % few;
        if (slot < slots())
          in_slot(turn, slot, [&](std::int64_t, std::int64_t tile, std::int64_t) {
            int const lanes = at_most(of.count(tile), Lanes) - part * few;
            if (lanes > 0)
              shared.part[rank] = join_few(of.reducer, at_most(lanes, few), [&](int l) {
                return shared.lane[rank * few + l];
              });
          });
      });
      all.each([&](int rank) {
        if (rank < slots())
          in_slot(turn, rank, [&](std::int64_t k, std::int64_t tile, std::int64_t) {
            int const parts = (at_most(of.count(tile), Lanes) + few - 1) / few;
            of.give(k, tile, 0, join_few(of.reducer, parts, [&](int p) {
                      return shared.part[rank * few + p];
                    }));
          });
      });
    }
  }
};

/// Threads have eight neighbouring lanes each: eight threads a row, of which neighbouring threads
/// have one where rows lie `beside` each other.
template <class Backend, elements Are, int Tile, class Source, class Reducer, class Put>
struct reduce_by_eights {
  using value = typename Reducer::value_type;
  static constexpr int threads = team_threads, rows = threads / few;
  struct shared_values {
    value part[threads];
  };
  level_of_tiles<Are, reduce_lanes, Tile, Source, Reducer, Put> of;
  bool beside;

  std::int64_t turns() const { return (of.kept * of.tiles + rows - 1) / rows; }
  template <class F>
  KOKKOS_INLINE_FUNCTION void of_row(std::int64_t turn, int row, F const& f) const
  {
    std::int64_t const unit = turn * rows + row, tile = quotient(unit, of.kept);
    if (tile < of.tiles) f(unit - tile * of.kept, tile);
  }
  KOKKOS_INLINE_FUNCTION void operator()(team<Backend, threads> const& all, shared_values& shared,
                                         std::int64_t turn) const
  {
    all.each([&](int rank) {
      int const row = beside ? rank % rows : rank / few, part = beside ? rank / rows : rank % few;
      of_row(turn, row, [&](std::int64_t k, std::int64_t tile) {
        int const count = of.count(tile), lanes = at_most(count, reduce_lanes) - part * few;
        if (lanes <= 0) return;
        of.source(k, 0, tile * Tile, [&](auto const& x) {
          value v[few];
          for (int l = 0; l < few; ++l) v[l] = of.reducer.identity();
          int e = part * few, item = 0;
          for (; e + few <= count; e += reduce_lanes, ++item) {
            std::remove_cvref_t<decltype(x(std::int64_t{}))> some[few];
            for (int l = 0; l < few; ++l) some[l] = x(e + l);
            for (int l = 0; l < few; ++l)
              append_one<Are>(of.reducer, v[l], item, some[l], tile * Tile + e + l);
          }
          for (int l = 0; l < few; ++l) {
            if (e + l < count)
              append_one<Are>(of.reducer, v[l], item, x(e + l), tile * Tile + e + l);
            if constexpr (Are == elements::of_arrays)
              count_rest(of.reducer, v[l], item + (e + l < count ? 1 : 0));
          }
          join_some(of.reducer, v, at_most(lanes, few));
          shared.part[row * few + part] = v[0];
        });
      });
    });
    all.each([&](int rank) {
      if (rank < rows)
        of_row(turn, rank, [&](std::int64_t k, std::int64_t tile) {
          int const parts = (at_most(of.count(tile), reduce_lanes) + few - 1) / few;
          of.give(k, tile, 0, join_few(of.reducer, parts, [&](int p) {
                    return shared.part[rank * few + p];
                  }));
        });
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
/// Rows of so many elements have eight threads each.
inline constexpr std::int64_t row_of_eight_threads = 512;

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
  level_of_tiles<Are, Lanes, Tile, Source, Reducer, Put> const of{
      source, reducer, put, level, kept, inner, length, (length + Tile - 1) / Tile};
  if constexpr (Lanes == reduce_lanes)
    if (beside || length <= row_of_eight_threads) {
      using kernel = reduce_by_eights<Backend, Are, Tile, Source, Reducer, Put>;
      kernel const f{of, beside};
      for_teams<kernel::threads, typename kernel::shared_values>(on, "rows", f.turns(), f);
      return;
    }
  using kernel = reduce_by_lanes<Backend, Are, Lanes, Tile, Source, Reducer, Put>;
  int width = 1;
  if (Lanes < reduce_lanes)
    while (width < inner && width < kernel::threads / Lanes) width *= 2;
  kernel const f{of, width, (inner + width - 1) / width};
  for_teams<kernel::threads, typename kernel::shared_values>(on, "tiles", f.turns(), f);
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
