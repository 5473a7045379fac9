#pragma once

#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/matmul.hpp>
#include <acre/backends/generic/matmul_small_teams.hpp>
#include <acre/backends/generic/matmul_teams.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// A thread has a tile of c, of neighbouring columns and some rows, block by block of the depth. On
/// a CPU a strip of b that lies apart is copied once for all rows of a tile. Narrow threads share
/// tiles in teams (matmul_teams.hpp), and small matrices (matmul_small_teams.hpp).
namespace acre::backends {

namespace generic {

/// N rows and W columns of c, of which there are `width`: the products of `count` elements of the
/// depth are added to c, or are the first.
template <class Numbers, int N, int W, class Element>
KOKKOS_INLINE_FUNCTION void multiply_rows(Element const* a, std::int64_t row, std::int64_t column,
                                          Element const* b, std::int64_t down, std::int64_t count,
                                          bool is_first, Element* c, std::int64_t next, int width)
{
  using value = typename Numbers::value;
  value part[N][W] = {};
  for (std::int64_t k = 0; k < count; ++k) {
    value right[W];
#pragma GCC ivdep
    for (int w = 0; w < W; ++w) right[w] = Numbers::load(b[k * down + w]);
    for (int n = 0; n < N; ++n) {
      value const left = Numbers::load(a[n * row + k * column]);
#pragma GCC ivdep
      for (int w = 0; w < W; ++w) part[n][w] = Numbers::multiply_add(left, right[w], part[n][w]);
    }
  }
  auto const put = [&](int n, int w) {
    Element& to = c[n * next + w];
    to = Numbers::store(is_first ? part[n][w] : Numbers::add(Numbers::load(to), part[n][w]));
  };
  for (int n = 0; n < N; ++n)
    if (width == W)  // which the compiler knows
      for (int w = 0; w < W; ++w) put(n, w);
    else
      for (int w = 0; w < width; ++w) put(n, w);
}

/// `height` rows and `width` columns, W at most, of c; a, b and c begin where they do.
template <bool Host, class Numbers, int R, int W, class Element>
KOKKOS_INLINE_FUNCTION void multiply_tile(matmul_problem const& p, Element const* a,
                                          Element const* b, Element* c, std::int64_t height,
                                          int width)
{
  std::int64_t const row = p.a.row, column = p.a.column, depth = p.depth, along = p.b.column,
                     next = p.columns;
  if (depth == 0)
    for (std::int64_t r = 0; r < height; ++r)
      for (int w = 0; w < width; ++w) c[r * next + w] = Numbers::store(typename Numbers::value{});
  // rows of b far from each other miss the first cache, and often have the same place in it
  constexpr std::int64_t far = 512 / sizeof(Element);
  bool const copies = Host && (along != 1 || width < W || (height > R && p.b.row > far));
  for (std::int64_t first = 0; first < depth; first += matmul_block) {
    std::int64_t const count = depth - first < matmul_block ? depth - first : matmul_block;
    Element strip[Host ? matmul_block * W : 1];
    Element const* from = b + first * p.b.row;
    std::int64_t down = p.b.row;
    if (copies) {
      if (width == W && along == 1)
        for (std::int64_t k = 0; k < count; ++k)
          for (int w = 0; w < W; ++w) strip[k * W + w] = from[k * down + w];
      else
        for (std::int64_t k = 0; k < count; ++k)
          for (int w = 0; w < W; ++w)
            strip[k * W + w] = w < width ? from[k * down + w * along] : Element{};
      from = strip;
      down = W;
    }
    auto const* const left = a + first * column;
    std::int64_t r = 0;
    for (; r + R <= height; r += R)
      multiply_rows<Numbers, R, W>(left + r * row, row, column, from, down, count, first == 0,
                                   c + r * next, next, width);
    for (; r < height; ++r)
      multiply_rows<Numbers, 1, W>(left + r * row, row, column, from, down, count, first == 0,
                                   c + r * next, next, width);
  }
}

/// A task's tiles, which follow each other along c's rows, of all batches.
/// (A named function object: nvcc takes no extended lambda inside a generic one.)
template <bool Host, class Numbers, int R, int W>
struct multiply_tiles {
  using element = typename Numbers::element;
  matmul_problem p;
  std::int64_t rows;            // of a tile
  std::int64_t high, wide;      // tiles of a matrix
  std::int64_t tiles, of_task;  // all, and a task's

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t task) const
  {
    std::int64_t const first = task * of_task;
    std::int64_t left = tiles - first < of_task ? tiles - first : of_task,
                 upper = quotient(first, wide), j = first - upper * wide,
                 batch = quotient(upper, high), i = upper - batch * high;
    for (; left > 0; ++batch, i = 0) {
      auto const* const a = static_cast<element const*>(p.a.data) + p.offset(p.a, batch);
      auto const* const b = static_cast<element const*>(p.b.data) + p.offset(p.b, batch);
      auto* const c = static_cast<element*>(p.c) + batch * p.rows * p.columns;
      for (; i < high && left > 0; ++i, j = 0)
        for (; j < wide && left > 0; ++j, --left) {
          std::int64_t const r = i * rows, w = j * W, height = p.rows - r, width = p.columns - w;
          multiply_tile<Host, Numbers, R, W>(p, a + r * p.a.row, b + w * p.b.column,
                                             c + r * p.columns + w, height < rows ? height : rows,
                                             static_cast<int>(width < W ? width : W));
        }
    }
  }
};

/// Tiles of W columns, and of R rows at a time.
template <class Numbers, int R, int W, class Backend>
void multiply_by_tiles(queue<Backend>& on, matmul_problem const& p)
{
  constexpr bool host = !queue<Backend>::is_wide;
  std::int64_t const wide = (p.columns + W - 1) / W, batches = p.batches();
  std::int64_t rows = R, high = (p.rows + R - 1) / R, of_task = 1;
  if constexpr (host) {
    for (rows = 64;; rows /= 2) {  // which share a strip of b
      high = (p.rows + rows - 1) / rows;
      if (rows == R || batches * high * wide >= 4 * on.threads()) break;
    }
    std::int64_t const work = std::min(rows, p.rows) * std::min<std::int64_t>(W, p.columns) *
                              std::max<std::int64_t>(p.depth, 1);
    of_task = std::max<std::int64_t>(host_piece / work, 1);
  }
  std::int64_t const tiles = batches * high * wide;
  for_each(on, "matmul", (tiles + of_task - 1) / of_task,
           multiply_tiles<host, Numbers, R, W>{p, rows, high, wide, tiles, of_task});
}

}  // namespace generic

template <class Backend>
void matmul(generic::queue<Backend>& on, matmul_problem const& problem)
{
  with_matmul_numbers(problem.kind, [&]<class Numbers>(Numbers const&) {
    // on a CPU the sums are in registers, a line of a cache of each row, or a row of one or four
    if constexpr (generic::queue<Backend>::is_wide) {
      if (generic::multiplies_by_teams(problem))
        generic::multiply_by_teams<Numbers>(on, problem);
      else if (!generic::multiply_small_matrices<Numbers>(on, problem))
        generic::multiply_by_tiles<Numbers, 1, 1>(on, problem);
    } else {
      // eight columns of float32, as compilers tear rows of sixteen apart
      constexpr bool single = std::is_same_v<typename Numbers::value, float>;
      constexpr int line = single ? 8 : 64 / static_cast<int>(sizeof(typename Numbers::value)),
                    rows_of_few = single ? 8 : 4;
      if (problem.columns == 1)
        generic::multiply_by_tiles<Numbers, rows_of_few, 1>(on, problem);
      else if (problem.columns <= 4)
        generic::multiply_by_tiles<Numbers, rows_of_few, 4>(on, problem);
      else
        generic::multiply_by_tiles<Numbers, 4, line>(on, problem);
    }
  });
}

}  // namespace acre::backends
