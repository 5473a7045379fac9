#pragma once

#include <acre/backends/common/matmul.hpp>
#include <acre/backends/generic/teams.hpp>

#include <cstdint>

/// Products by teams (teams.hpp): a team has a tile of c, of which a thread sums some elements,
/// 16 apart from each other, and reads parts of a's rows and b's columns to its memory.
namespace acre::backends::generic {

template <class Numbers>
struct multiply_in_team {
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  static constexpr int threads = team_threads, side = 16, step = 16,
                       each_way = sizeof(value) <= 8 ? 4 : 2, edge = side * each_way;
  static_assert(side * side == threads);
  struct shared {
    value a[step][edge + 1], b[step][edge + 1];
  };
  struct sums {
    value part[each_way][each_way], all[each_way][each_way];
  };
  matmul_problem p;
  std::int64_t high, wide;  // tiles of a matrix

  /// to[k][i] = element k of line i, of those that are there: neighbours in memory by neighbouring
  /// threads.
  KOKKOS_INLINE_FUNCTION static void read(int rank, value (&to)[step][edge + 1],
                                          element const* from, std::int64_t line,
                                          std::int64_t along, std::int64_t lines,
                                          std::int64_t depth)
  {
    constexpr int held = step * edge / threads;
    value some[held];
    auto const place = [&](int h, auto const& f) {
      int const j = rank + h * threads, k = along == 1 ? j % step : j / edge,
                i = along == 1 ? j / step : j % edge;
      if (i < lines && k < depth) f(k, i);
    };
    for (int h = 0; h < held; ++h)
      place(h, [&](int k, int i) { some[h] = Numbers::load(from[i * line + k * along]); });
    for (int h = 0; h < held; ++h) place(h, [&](int k, int i) { to[k][i] = some[h]; });
  }
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t turn) const
  {
    std::int64_t const upper = quotient(turn, wide), batch = quotient(upper, high),
                       row = (upper - batch * high) * edge, column = (turn - upper * wide) * edge,
                       rows = p.rows - row, columns = p.columns - column;
    auto const* const a =
        static_cast<element const*>(p.a.data) + p.offset(p.a, batch) + row * p.a.row;
    auto const* const b =
        static_cast<element const*>(p.b.data) + p.offset(p.b, batch) + column * p.b.column;
    per_thread<sums, Team> mine;
    all.each([&](int rank) { mine[rank] = {}; });
    for (std::int64_t first = 0; first < p.depth; first += matmul_block) {
      std::int64_t const left = p.depth - first, end = left < matmul_block ? left : matmul_block;
      for (std::int64_t k = 0; k < end; k += step) {
        int const count = static_cast<int>(end - k < step ? end - k : step);
        all.each([&](int rank) {
          read(rank, own.a, a + (first + k) * p.a.column, p.a.row, p.a.column, rows, count);
          read(rank, own.b, b + (first + k) * p.b.row, p.b.column, p.b.row, columns, count);
        });
        all.each([&](int rank) {
          auto& sum = mine[rank];
          for (int d = 0; d < count; ++d) {
            value x[each_way], y[each_way];
            for (int n = 0; n < each_way; ++n) x[n] = own.a[d][rank / side + n * side];
            for (int w = 0; w < each_way; ++w) y[w] = own.b[d][rank % side + w * side];
            for (int n = 0; n < each_way; ++n)
              for (int w = 0; w < each_way; ++w)
                sum.part[n][w] = Numbers::multiply_add(x[n], y[w], sum.part[n][w]);
          }
        });
      }
      all.each([&](int rank) {
        auto& sum = mine[rank];
        for (int n = 0; n < each_way; ++n)
          for (int w = 0; w < each_way; ++w) {
            value const whole =
                first == 0 ? sum.part[n][w] : Numbers::add(sum.all[n][w], sum.part[n][w]);
            sum.all[n][w] = Numbers::load(Numbers::store(whole));
            sum.part[n][w] = {};
          }
      });
    }
    auto* const c = static_cast<element*>(p.c) + (batch * p.rows + row) * p.columns + column;
    all.each([&](int rank) {
      auto const& sum = mine[rank];
      for (int n = 0; n < each_way; ++n)
        for (int w = 0; w < each_way; ++w) {
          int const i = rank / side + n * side, j = rank % side + w * side;
          if (i < rows && j < columns) c[i * p.columns + j] = Numbers::store(sum.all[n][w]);
        }
    });
  }
};

/// Products that fill tiles, or sum long rows.
inline bool multiplies_by_teams(matmul_problem const& p)
{
  return (p.rows >= 32 && p.columns >= 32) || p.depth >= 256;
}
template <class Numbers, class Backend>
void multiply_by_teams(queue<Backend>& on, matmul_problem const& p)
{
  using kernel = multiply_in_team<Numbers>;
  std::int64_t const high = (p.rows + kernel::edge - 1) / kernel::edge,
                     wide = (p.columns + kernel::edge - 1) / kernel::edge;
  for_teams<kernel::threads, typename kernel::shared>(on, "matmul", p.batches() * high * wide,
                                                      kernel{p, high, wide});
}

}  // namespace acre::backends::generic
