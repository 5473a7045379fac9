#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/backends/segments.hpp>
#include <acre/device/launch.hpp>
#include <acre/index/detail/partition.hpp>
#include <acre/index/detail/row_moves.hpp>
#include <acre/index/detail/write_rows.hpp>

#include <cstdint>

/// scatter_add(y(idx), m), scatter_min and scatter_max where picks name rows: the rows that go to
/// one place are combined side by side, 16 bytes of each at a time, in the order that every column
/// has as a row of its own (backends/common/segments.hpp). The sum of up to 64 values is a tree
/// over neighbours; places of more rows are left to reduce_segments, which deals these out to many.
namespace acre::detail {

/// Values of a place that one thread combines: as many as a row has lanes.
inline constexpr int folded_most = 64;

/// `into` says where a place's rows go (combine_into of scatter_add.hpp).
template <class T, class Reducer, class Into, class Numbers, bool Alone>
struct fold_rows {
  using value = typename Reducer::value_type;
  static constexpr int width = Alone ? 16 : sizeof(value) >= 16 ? 1 : 16 / sizeof(value);
  Reducer reducer;
  Into into;
  Numbers number;
  std::int64_t const* offsets;
  T const* values;
  row_pieces pieces;
  bool packed;

  KOKKOS_INLINE_FUNCTION void operator()(launch_thread const& t) const
  {
    row_pieces::share const mine = pieces.of(t);
    if (mine.row >= pieces.rows || (into.bad && *into.bad != 0)) return;
    std::int64_t const begin = offsets[mine.row], count = offsets[mine.row + 1] - begin;
    if (count == 0 || count > folded_most) return;
    T* const to = into.place(mine.row);
    if (to == nullptr) return;
    int const n = static_cast<int>(count);
    std::int64_t c = mine.begin + mine.member * (packed ? width : 1);
    if (packed) {
      for (; c + width <= mine.end; c += std::int64_t{mine.team} * width)
        fold<width>(begin, n, c, to + c);
      if constexpr (!Alone) return;  // whole packets fill a row
    }
    if constexpr (Alone)  // the rest, of which the coordinates of points are all
      for (; c + 3 <= mine.end; c += 3) fold<3>(begin, n, c, to + c);
    for (; c < mine.end; c += mine.team) fold<1>(begin, n, c, to + c);
  }

  template <int W>
  KOKKOS_INLINE_FUNCTION void fold(std::int64_t begin, int count, std::int64_t column, T* to) const
  {
    T here[W];  // on its way beside the values
    read(to, here);
    value whole[W];
    fours<W>(begin, 0, count, column, whole);
    if (count > 4) {
      constexpr int digits = 4;  // of the number of fours so far
      static_assert(folded_most == 4 << digits);
      value digit[digits][W];
      for (int w = 0; w < W; ++w) {
        digit[0][w] = whole[w];
        whole[w] = reducer.identity();
      }
      int fours_so_far = 1;
      for (; 4 * fours_so_far < count; ++fours_so_far) {
        value carried[W];
        fours<W>(begin, 4 * fours_so_far, count, column, carried);
        bool carries = true;
        for (int d = 0; d < digits; ++d) {
          if (!carries) continue;
          bool const free = (fours_so_far >> d & 1) == 0;
          for (int w = 0; w < W; ++w) {
            if (free)
              digit[d][w] = carried[w];
            else
              carried[w] = reducer.combine(digit[d][w], carried[w]);
          }
          carries = !free;
        }
        if (carries)
          for (int w = 0; w < W; ++w) whole[w] = carried[w];
      }
      for (int d = 0; d < digits; ++d)
        if ((fours_so_far >> d & 1) != 0)
          for (int w = 0; w < W; ++w) whole[w] = reducer.combine(digit[d][w], whole[w]);
    }
    into.template combine<W>(to, here, whole);
  }

  template <int W>
  KOKKOS_INLINE_FUNCTION static void read(T const* from, T (&to)[W])
  {
    if constexpr (Alone || W == 1) {
      for (int w = 0; w < W; ++w) to[w] = from[w];
    } else {
      auto const p = *reinterpret_cast<backends::packet<T, W> const*>(from);
      for (int w = 0; w < W; ++w) to[w] = p.v[w];
    }
  }

  /// The values of up to four rows from `first` on, combined; what is absent is the identity.
  template <int W>
  KOKKOS_INLINE_FUNCTION void fours(std::int64_t begin, int first, int count, std::int64_t column,
                                    value (&result)[W]) const
  {
    T held[4][W];
    for (int k = 0; k < 4; ++k)
      if (first + k < count)
        read(values + number(begin + first + k) * pieces.length + column, held[k]);
    if (count - first == 1) {
      for (int w = 0; w < W; ++w) result[w] = element(held[0][w], first);
      return;
    }
    for (int w = 0; w < W; ++w) {
      value const low = reducer.combine(element(held[0][w], first), element(held[1][w], first + 1));
      if (count - first == 2) {
        result[w] = low;
        continue;
      }
      value const third = element(held[2][w], first + 2),
                  high = count - first == 3
                             ? third
                             : reducer.combine(third, element(held[3][w], first + 3));
      result[w] = reducer.combine(low, high);
    }
  }
  KOKKOS_INLINE_FUNCTION value element(T const& x, int place) const
  {
    return backends::appended(reducer, reducer.identity(), x, place);
  }
};

/// The places of more rows than are folded: each contains a row whose number is a multiple of
/// folded_most, by the first of which it has its slot. Rows and key of each; none in most slots.
struct find_long_groups {
  std::int64_t const *offsets, *keys;
  std::int64_t groups;
  std::int64_t *ranges, *key;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t slot) const
  {
    std::int64_t const row = slot * folded_most;
    std::int64_t low = 0, high = groups;  // the first group that ends behind the row
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      if (offsets[middle + 1] <= row)
        low = middle + 1;
      else
        high = middle;
    }
    bool is_here = false;
    if (low < groups) {
      std::int64_t const begin = offsets[low];
      is_here = begin <= row && row < begin + folded_most && offsets[low + 1] - begin > folded_most;
    }
    ranges[2 * slot] = is_here ? offsets[low] : 0;
    ranges[2 * slot + 1] = is_here ? offsets[low + 1] : 0;
    key[slot] = !is_here ? 0 : keys ? keys[low] : low;
  }
};

/// Combines the rows of all groups, in the table that rows `numbers` of `values` are; n rows in
/// all. Returns false where it does nothing, as they are better combined by columns.
template <class T, class Reducer, class Space, class Into, class Numbers, class Program>
bool fold_groups(Space const& space, char const* operation, row_groups<Space> const& groups,
                 std::int64_t n, T const* values, Numbers const& numbers, Program const& program,
                 Into into)
{
  constexpr bool alone = backends::runs_on_cpu<Space>;
  using fold = fold_rows<T, Reducer, Into, Numbers, alone>;
  std::int64_t const length = into.rest;
  if ((!alone && length * static_cast<std::int64_t>(sizeof(T)) < 64) || !into.fills_rows())
    return false;
  if constexpr (Space::host_accessible) {
    for (std::int64_t g = 0; g < groups.count; ++g)
      if (groups.offsets.data()[g + 1] - groups.offsets.data()[g] > folded_most) return false;
  }
  auto bits = reinterpret_cast<std::uintptr_t>(values) |
              static_cast<std::uintptr_t>(length) * sizeof(T) | into.alignment();
  bool const packed = alone || bits % 16 == 0;
  row_pieces const pieces(groups.count, length, packed && !alone ? fold::width : 1,
                          packed ? 2 * fold::width : 4, alone);
  launch(space, pieces.size(alone),
         fold{Reducer{}, into, numbers, groups.offsets.data(), values, pieces, packed});
  if constexpr (!Space::host_accessible) {
    if (n > folded_most) {
      std::int64_t const slots = n / folded_most + 1;
      array<std::int64_t, 1, Space> const ranges(space, shape_t<1>{2 * slots}),
          keys(space, shape_t<1>{slots});
      launch(space, slots,
             find_long_groups{groups.offsets.data(), into.keys, groups.count, ranges.data(),
                              keys.data()});
      into.keys = keys.data();
      auto& on = space.queue();
      backends::operation const running(operation, on);
      backends::reduce_segments(
          on, backends::segment_ranges<std::int64_t>{ranges.data(), slots, n, length}, program,
          Reducer{}, into);
    }
  }
  return true;
}

}  // namespace acre::detail
