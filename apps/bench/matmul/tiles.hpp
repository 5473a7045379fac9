#pragma once

#include <acre/array/array.hpp>
#include <acre/device/launch.hpp>

/// c = a × b as users write it with acre's blocks: a tile of 64 × 64 a block of 16 × 16 threads,
/// each of which makes 4 × 4 of its numbers out of scratch. Right at every size; each number is
/// summed in the order of k, with the same bits on every space.
namespace acre::bench {

template <class T>
struct tiles_by_blocks {
  static constexpr int side = 16, per_thread = 4, tile = side * per_thread, depth = 16;
  // a column further than a tile: neighbours along k are then in different banks
  static constexpr int pitch = tile + 1;
  static constexpr std::size_t scratch = depth * (pitch + tile) * sizeof(T) + 32;
  array_ref<T, 2> a, b, c;

  struct sums {
    T of[per_thread][per_thread];
  };

  KOKKOS_FUNCTION void operator()(thread_block& block) const
  {
    auto* const x = block.scratch<T>(depth * pitch);
    auto* const y = block.scratch<T>(depth * tile);
    auto sum = block.each(sums{});
    std::int64_t const length = a.extent[1], row = block.index().y * tile,
                       column = block.index().x * tile;
    for (std::int64_t first = 0; first < length; first += depth) {
      block.for_each_thread([&](launch_thread const& t) {
        for (int n = static_cast<int>(t.rank()); n < depth * tile; n += side * side) {
          int const k = n % depth, i = n / depth;
          x[k * pitch + i] =
              row + i < c.extent[0] && first + k < length ? a(row + i, first + k) : T(0);
        }
        for (int n = static_cast<int>(t.rank()); n < depth * tile; n += side * side) {
          int const k = n / tile, j = n % tile;
          y[n] = column + j < c.extent[1] && first + k < length ? b(first + k, column + j) : T(0);
        }
      });
      block.for_each_thread([&](launch_thread const& t) {
        sums& s = sum[t];
        int const i0 = static_cast<int>(t.index.y), j0 = static_cast<int>(t.index.x);
        for (int k = 0; k < depth; ++k)
          for (int i = 0; i < per_thread; ++i)
            for (int j = 0; j < per_thread; ++j)
              s.of[i][j] =
                  fma(x[k * pitch + i * side + i0], y[k * tile + j * side + j0], s.of[i][j]);
      });
    }
    block.for_each_thread([&](launch_thread const& t) {
      for (int i = 0; i < per_thread; ++i)
        for (int j = 0; j < per_thread; ++j) {
          auto const to_row = row + i * side + t.index.y, to_column = column + j * side + t.index.x;
          if (to_row < c.extent[0] && to_column < c.extent[1])
            c(to_row, to_column) = sum[t].of[i][j];
        }
    });
  }
};

}  // namespace acre::bench
