#pragma once

#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/matmul.hpp>

#include <cstdint>

/// A thread has some neighbouring elements of a row of c, block by block of the depth.
namespace acre::backends {

namespace generic {

template <class Numbers, int W>
KOKKOS_INLINE_FUNCTION void multiply_row(matmul_problem const& p, std::int64_t batch,
                                         std::int64_t i, std::int64_t j, int width)
{
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  auto const* const a = static_cast<element const*>(p.a.data) + p.offset(p.a, batch) + i * p.a.row;
  auto const* const b =
      static_cast<element const*>(p.b.data) + p.offset(p.b, batch) + j * p.b.column;
  value sum[W] = {};
  for (std::int64_t first = 0; first < p.depth; first += matmul_block) {
    std::int64_t const last = first + matmul_block < p.depth ? first + matmul_block : p.depth;
    value part[W] = {};
    for (std::int64_t k = first; k < last; ++k) {
      value const left = Numbers::load(a[k * p.a.column]);
      auto const* const right = b + k * p.b.row;
      if (width == W && p.b.column == 1)
        for (int w = 0; w < W; ++w)
          part[w] = Numbers::multiply_add(left, Numbers::load(right[w]), part[w]);
      else
        for (int w = 0; w < width; ++w)
          part[w] = Numbers::multiply_add(left, Numbers::load(right[w * p.b.column]), part[w]);
    }
    for (int w = 0; w < width; ++w) sum[w] = first == 0 ? part[w] : Numbers::add(sum[w], part[w]);
  }
  auto* const c = static_cast<element*>(p.c) + (batch * p.rows + i) * p.columns + j;
  for (int w = 0; w < width; ++w) c[w] = Numbers::store(sum[w]);
}

/// (A named function object: nvcc takes no extended lambda inside a generic one.)
template <class Numbers, int W>
struct multiply_rows {
  matmul_problem p;
  std::int64_t groups;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const
  {
    std::int64_t const row = number / groups, j = (number - row * groups) * W, batch = row / p.rows;
    multiply_row<Numbers, W>(p, batch, row - batch * p.rows, j,
                             static_cast<int>(p.columns - j < W ? p.columns - j : W));
  }
};

}  // namespace generic

template <class Backend>
void matmul(generic::queue<Backend>& on, matmul_problem const& problem)
{
  constexpr int W = generic::side_by_side<generic::queue<Backend>>;
  std::int64_t const groups = (problem.columns + W - 1) / W;
  with_matmul_numbers(problem.kind, [&]<class Numbers>(Numbers const&) {
    generic::for_each(on, "matmul", problem.batches() * problem.rows * groups,
                      generic::multiply_rows<Numbers, W>{problem, groups});
  });
}

}  // namespace acre::backends
