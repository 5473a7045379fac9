#pragma once

#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/matmul.hpp>

#include <cstdint>

/// A thread has a tile of c, of some rows and neighbouring columns, block by block of the depth.
namespace acre::backends {

namespace generic {

/// `height` rows and `width` columns of c from (i, j) on, R and W at most.
template <class Numbers, int R, int W>
KOKKOS_INLINE_FUNCTION void multiply_tile(matmul_problem const& p, std::int64_t batch,
                                          std::int64_t i, std::int64_t j, int height, int width)
{
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  auto const* const a = static_cast<element const*>(p.a.data) + p.offset(p.a, batch) + i * p.a.row;
  auto const* const b =
      static_cast<element const*>(p.b.data) + p.offset(p.b, batch) + j * p.b.column;
  std::int64_t const row = p.a.row, column = p.a.column, depth = p.depth, down = p.b.row,
                     along = p.b.column;
  value sum[R][W] = {};
  for (std::int64_t first = 0; first < depth; first += matmul_block) {
    std::int64_t const last = first + matmul_block < depth ? first + matmul_block : depth;
    value part[R][W] = {};
    if (height == R && width == W && along == 1)  // which the compiler knows
      for (std::int64_t k = first; k < last; ++k) {
        auto const* const right = b + k * down;
        for (int r = 0; r < R; ++r) {
          value const left = Numbers::load(a[r * row + k * column]);
          for (int w = 0; w < W; ++w)
            part[r][w] = Numbers::multiply_add(left, Numbers::load(right[w]), part[r][w]);
        }
      }
    else
      for (std::int64_t k = first; k < last; ++k)
        for (int r = 0; r < height; ++r) {
          value const left = Numbers::load(a[r * row + k * column]);
          for (int w = 0; w < width; ++w)
            part[r][w] =
                Numbers::multiply_add(left, Numbers::load(b[k * down + w * along]), part[r][w]);
        }
    for (int r = 0; r < height; ++r)
      for (int w = 0; w < width; ++w)
        sum[r][w] = first == 0 ? part[r][w] : Numbers::add(sum[r][w], part[r][w]);
  }
  auto* const c = static_cast<element*>(p.c) + (batch * p.rows + i) * p.columns + j;
  for (int r = 0; r < height; ++r)
    for (int w = 0; w < width; ++w) c[r * p.columns + w] = Numbers::store(sum[r][w]);
}

/// (A named function object: nvcc takes no extended lambda inside a generic one.)
template <class Numbers, int R, int W>
struct multiply_tiles {
  matmul_problem p;
  std::int64_t high, wide;  // tiles of a matrix

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const
  {
    std::int64_t const upper = number / wide, j = (number - upper * wide) * W, batch = upper / high,
                       i = (upper - batch * high) * R;
    multiply_tile<Numbers, R, W>(p, batch, i, j, static_cast<int>(p.rows - i < R ? p.rows - i : R),
                                 static_cast<int>(p.columns - j < W ? p.columns - j : W));
  }
};

}  // namespace generic

template <class Backend>
void matmul(generic::queue<Backend>& on, matmul_problem const& problem)
{
  constexpr bool host = generic::queue<Backend>::is_host;
  with_matmul_numbers(problem.kind, [&]<class Numbers>(Numbers const&) {
    // on a CPU the sums are in registers, a line of a cache of each row
    constexpr int R = host ? 4 : 1,
                  W = host ? 64 / static_cast<int>(sizeof(typename Numbers::value)) : 1;
    std::int64_t const high = (problem.rows + R - 1) / R, wide = (problem.columns + W - 1) / W;
    generic::for_each(on, "matmul", problem.batches() * high * wide,
                      generic::multiply_tiles<Numbers, R, W>{problem, high, wide});
  });
}

}  // namespace acre::backends
