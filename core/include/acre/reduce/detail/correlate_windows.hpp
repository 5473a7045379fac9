#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/common/windows.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <algorithm>
#include <cstdint>

/// The kernel of correlate(): sums of products of windows, in the order of a column
/// (backends/common/reduce.hpp), several of neighbouring windows at once, so that each element and
/// each weight is read for several products.
namespace acre::detail {

/// Operands of the sums.
template <class T>
struct products_of {
  static KOKKOS_INLINE_FUNCTION T identity() { return sum_reducer<T>{}.identity(); }
  static KOKKOS_INLINE_FUNCTION T added(T sum, T x) { return sum_reducer<T>{}.combine(sum, x); }
  static KOKKOS_INLINE_FUNCTION T product(T x, T y) { return multiplies{}(x, y); }
};

/// to[k] is the sum of a[k - before + j] × by[j], j < m, over the j for which a has such an
/// element. A launch's first indices are the windows outside [from, behind), the others are some
/// together.
template <class T>
struct correlate_windows {
  static constexpr int lanes = backends::column_lanes, tile = backends::column_tile,
                       together = backends::windows_together<T>,
                       width = backends::packet_width(sizeof(T));  // of what is read at once

  T const* a;
  std::int64_t n;
  T const* by;
  std::int64_t m, before, count;
  std::int64_t from, behind;
  T* to;

  std::int64_t alone() const { return count - (behind - from); }
  std::int64_t in_groups() const { return (behind - from) / together; }

  /// Makes groups of what lies within a, from the first window that begins with a packet.
  void group()
  {
    auto const at = reinterpret_cast<std::uintptr_t>(a) / sizeof(T);
    auto const aligned = static_cast<std::int64_t>((width - at % width) % width);
    // the last elements are read by packets, and for eight weights
    std::int64_t const reads = (m + lanes - 1) / lanes * lanes + together;
    from = before + aligned;
    behind = from + std::max<std::int64_t>(0, n - reads - aligned) / together * together;
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const
  {
    std::int64_t const within = behind - from, outside = count - within;
    if (i < outside)
      one(i < from ? i : i + within);
    else
      some(from + (i - outside) * together);
  }

 private:
  using sums = products_of<T>;

  /// Results of tiles, and of those of tiles of these, as a column has them.
  template <int W>
  struct levels {
    static constexpr int most = 3;  // 2^36 weights
    T lane[most][lanes][W];
    int number[most] = {};

    KOKKOS_INLINE_FUNCTION levels()
    {
      for (auto& level : lane) backends::clear_lanes<sums>(level);
    }
    KOKKOS_INLINE_FUNCTION void add(int level, T const (&result)[W])
    {
      T(&to)[W] = lane[level][number[level] % lanes];
      for (int w = 0; w < W; ++w) to[w] = sums::added(to[w], result[w]);
      if (++number[level] == tile && level + 1 < most) close(level);
    }
    KOKKOS_INLINE_FUNCTION void close(int level)
    {
      backends::fold_lanes<sums>(lane[level]);
      T result[W];
      for (int w = 0; w < W; ++w) result[w] = lane[level][0][w];
      backends::clear_lanes<sums>(lane[level]);
      number[level] = 0;
      add(level + 1, result);
    }
    KOKKOS_INLINE_FUNCTION void finish(T (&result)[W])
    {
      int last = most - 1;
      while (number[last] == 0) --last;
      for (int level = 0; level < last; ++level)
        if (number[level] > 0) close(level);
      backends::fold_lanes<sums>(lane[last]);
      for (int w = 0; w < W; ++w) result[w] = lane[last][0][w];
    }
  };

  /// The sums over all weights of W windows; of_tile(first, last, to) gives those of a tile.
  template <int W, class F>
  KOKKOS_INLINE_FUNCTION void over_tiles(T (&result)[W], F const& of_tile) const
  {
    if (m <= tile) return of_tile(std::int64_t{0}, m, result);
    levels<W> all;
    for (std::int64_t first = 0; first < m; first += tile) {
      T sum[W];
      of_tile(first, first + tile < m ? first + tile : m, sum);
      all.add(0, sum);
    }
    all.finish(result);
  }

  KOKKOS_INLINE_FUNCTION void one(std::int64_t k) const
  {
    std::int64_t const start = k - before, low = start < 0 ? -start : 0,
                       high = n - start < m ? n - start : m;  // whose elements a has
    T result[1];
    over_tiles(result, [&](std::int64_t first, std::int64_t last, T(&sum)[1]) {
      std::int64_t const begin = first < low ? low / lanes * lanes : first,
                         end = last < high ? last : high;
      T lane[lanes][1];
      backends::clear_lanes<sums>(lane);
      for (std::int64_t j = begin; j < end; j += lanes)
        for (int l = 0; l < lanes; ++l)
          if (j + l >= low && j + l < end)
            lane[l][0] = sums::added(lane[l][0], sums::product(a[start + j + l], by[j + l]));
      backends::fold_lanes<sums>(lane);
      sum[0] = lane[0][0];
    });
    to[k] = result[0];
  }

  KOKKOS_INLINE_FUNCTION void some(std::int64_t k) const
  {
    T result[together];
    over_tiles(result, [&](std::int64_t first, std::int64_t last, T(&sum)[together]) {
      backends::sum_windows<products_of<T>>(a + (k - before + first), by + first, last - first,
                                            sum);
    });
    for (int w = 0; w < together; ++w) to[k + w] = result[w];
  }
};

}  // namespace acre::detail
