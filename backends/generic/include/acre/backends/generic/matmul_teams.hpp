#pragma once

#include <acre/backends/common/matmul.hpp>
#include <acre/backends/generic/teams.hpp>

#include <cstdint>
#include <cstdlib>
#include <type_traits>

/// Products by teams (teams.hpp). A team has a tile of c, of which a thread sums some elements, and
/// slices of a's rows and b's columns in its memory; the next slices are on their way while these
/// are multiplied. Where tiles are few and the depth is large, a team has one block of the depth,
/// and the blocks' sums are added afterwards.
namespace acre::backends::generic {

/// RowThreads × ColumnThreads threads of RowsEach × ColumnsEach sums, Step of the depth at a time;
/// a multiprocessor has registers for `Teams` teams. `Ahead`: slices are there twice, one is
/// written while the other is multiplied, and what is multiplied next is on its way to registers.
template <int RowThreads, int ColumnThreads, int RowsEach, int ColumnsEach, int Step, int Teams,
          bool Ahead = false>
struct product_tile {
  static constexpr int row_threads = RowThreads, column_threads = ColumnThreads,
                       rows_each = RowsEach, columns_each = ColumnsEach, step = Step, teams = Teams;
  static constexpr bool ahead = Ahead;
  static constexpr int rows = RowThreads * RowsEach, columns = ColumnThreads * ColumnsEach,
                       threads = RowThreads * ColumnThreads;
  static_assert(matmul_block % Step == 0);
};
/// By the bytes of a sum: up to 64 registers of them a thread, and of float64 128, as numbers that
/// come from the team's memory would take as long as their products otherwise.
template <class Value, int Bytes = sizeof(Value)>
using large_product_tile =
    std::conditional_t<std::is_same_v<Value, double>, product_tile<8, 16, 8, 8, 8, 2, true>,
                       product_tile<16, 16, (Bytes > 8 ? 4 : 8), (Bytes > 4 ? 4 : 8), 8, 2>>;
template <int Bytes>
using small_product_tile = product_tile<8, 8, 4, 4, (Bytes > 8 ? 8 : 16), 8>;
template <int Bytes>
using column_product_tile = product_tile<team_threads, 1, 1, 1, 128 / Bytes, 2>;
template <int Bytes>
using row_product_tile = product_tile<1, team_threads, 1, 1, 128 / Bytes, 2>;

/// One operand's slice in a team's memory: `Wide` lines (rows or columns), of which each of
/// `Threads` threads multiplies `Each`, in groups of 16 bytes.
template <class Numbers, int Wide, int Each, int Step, int TeamThreads>
struct product_slice {
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  static constexpr int words = sizeof(value) < 16 ? 16 / static_cast<int>(sizeof(value)) : 1,
                       group = Each < words ? Each : words, line_threads = Wide / Each,
                       held = (Step * Wide + TeamThreads - 1) / TeamThreads;
  struct alignas(group * sizeof(value)) some {
    value v[group];
  };
  /// What a thread brings.
  struct part {
    value v[held];
  };
  alignas(16) value at[Step][Wide + group];

  /// Line n of those of a thread.
  KOKKOS_INLINE_FUNCTION static int line_of(int thread, int n)
  {
    return n / group * (line_threads * group) + thread * group + n % group;
  }
  KOKKOS_INLINE_FUNCTION void read(int d, int thread, value (&to)[Each]) const
  {
    for (int n = 0; n < Each; n += group) {
      some const read = *reinterpret_cast<some const*>(&at[d][line_of(thread, n)]);
      for (int g = 0; g < group; ++g) to[n + g] = read.v[g];
    }
  }

  /// A thread's elements in a slice: element k + h * next_k of line i + h * next_i, for each h.
  /// Neighbours in memory are those of neighbouring threads.
  struct places {
    int k, i, next_k, next_i;
    KOKKOS_INLINE_FUNCTION places(int rank, bool along_depth)
        : k(along_depth ? rank % Step : rank / Wide),
          i(along_depth ? rank / Step : rank % Wide),
          next_k(along_depth ? 0 : TeamThreads / Wide),
          next_i(along_depth ? TeamThreads / Step : 0)
    {}
    KOKKOS_INLINE_FUNCTION bool are_in(int h, int lines, int depth) const
    {
      return i + h * next_i < lines && k + h * next_k < depth;
    }
  };
  KOKKOS_INLINE_FUNCTION static void fetch(int rank, part& mine, element const* from,
                                           std::int64_t line, std::int64_t along, bool along_depth,
                                           int lines, int depth)
  {
    places const own(rank, along_depth);
    std::int64_t const next = own.next_i * line + own.next_k * along;
    from += own.i * line + own.k * along;
    if (lines == Wide && depth == Step && Step * Wide % TeamThreads == 0)
      for (int h = 0; h < held; ++h, from += next) mine.v[h] = Numbers::load(*from);
    else
      for (int h = 0; h < held; ++h, from += next)
        mine.v[h] = own.are_in(h, lines, depth) ? Numbers::load(*from) : value{};
  }
  KOKKOS_INLINE_FUNCTION void put(int rank, part const& mine, bool along_depth)
  {
    places const own(rank, along_depth);
    for (int h = 0; h < held; ++h)
      if (own.are_in(h, Wide, Step)) at[own.k + h * own.next_k][own.i + h * own.next_i] = mine.v[h];
  }
};

template <class Numbers, class Tile>
struct multiply_in_team {
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  static constexpr int threads = Tile::threads, step = Tile::step;
  using slice_of_a = product_slice<Numbers, Tile::rows, Tile::rows_each, step, threads>;
  using slice_of_b = product_slice<Numbers, Tile::columns, Tile::columns_each, step, threads>;
  struct slices {
    slice_of_a a;
    slice_of_b b;
  };
  struct shared {
    slices of[Tile::ahead ? 2 : 1];
  };
  struct own_of_thread {
    value sum[Tile::rows_each][Tile::columns_each];
    typename slice_of_a::part a;
    typename slice_of_b::part b;
  };
  matmul_problem p;
  std::int64_t high, wide;     // tiles of a matrix
  std::int64_t first, blocks;  // blocks of the depth, one a team
  element* parts;              // where each block's sums go, as c; null: to c, where they are added
  bool a_along, b_along;       // whether neighbours along the depth are nearer than those across

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t turn) const
  {
    std::int64_t const tile = quotient(turn, blocks), block = turn - tile * blocks,
                       upper = quotient(tile, wide), batch = quotient(upper, high),
                       row = (upper - batch * high) * Tile::rows,
                       column = (tile - upper * wide) * Tile::columns,
                       begin = (first + block) * matmul_block, left = p.depth - begin;
    int const depth = static_cast<int>(left < matmul_block ? left : matmul_block),
              rows = static_cast<int>(p.rows - row < Tile::rows ? p.rows - row : Tile::rows),
              columns = static_cast<int>(p.columns - column < Tile::columns ? p.columns - column
                                                                            : Tile::columns);
    auto const* const a = static_cast<element const*>(p.a.data) + p.offset(p.a, batch) +
                          row * p.a.row + begin * p.a.column;
    auto const* const b = static_cast<element const*>(p.b.data) + p.offset(p.b, batch) +
                          column * p.b.column + begin * p.b.row;
    per_thread<own_of_thread, Team> mine;
    auto const fetch = [&](int rank, int k) {
      int const count = depth - k < step ? depth - k : step;
      slice_of_a::fetch(rank, mine[rank].a, a + k * p.a.column, p.a.row, p.a.column, a_along, rows,
                        count);
      slice_of_b::fetch(rank, mine[rank].b, b + k * p.b.row, p.b.column, p.b.row, b_along, columns,
                        count);
    };
    auto const put = [&](int rank, slices& to) {
      to.a.put(rank, mine[rank].a, a_along);
      to.b.put(rank, mine[rank].b, b_along);
    };
    all.each([&](int rank) {
      auto& sum = mine[rank].sum;
      for (int n = 0; n < Tile::rows_each; ++n)
        for (int w = 0; w < Tile::columns_each; ++w) sum[n][w] = {};
      if (depth > 0) {
        fetch(rank, 0);
        put(rank, own.of[0]);
      }
    });
    constexpr int turned = Tile::ahead ? 1 : 0;
    for (int k = 0, now = 0; k < depth; k += step, now ^= turned) {
      bool const more = k + step < depth;
      all.each([&](int rank) {
        auto& sum = mine[rank].sum;
        if (more) fetch(rank, k + step);
        if (k + step <= depth)  // which the compiler knows
          multiply_step(rank, own.of[now], sum);
        else
          for (int d = 0; d < depth - k; ++d) multiply(rank, own.of[now], d, sum);
        if (turned && more) put(rank, own.of[now ^ turned]);
      });
      if (!turned && more) all.each([&](int rank) { put(rank, own.of[0]); });
    }
    std::int64_t const at = (batch * p.rows + row) * p.columns + column;
    element* const c = parts ? parts + block * p.batches() * p.rows * p.columns + at
                             : static_cast<element*>(p.c) + at;
    bool const adds = first > 0;
    all.each([&](int rank) {
      auto const& sum = mine[rank].sum;
      for (int n = 0; n < Tile::rows_each; ++n)
        for (int w = 0; w < Tile::columns_each; ++w) {
          int const i = slice_of_a::line_of(rank / Tile::column_threads, n),
                    j = slice_of_b::line_of(rank % Tile::column_threads, w);
          if (i >= rows || j >= columns) continue;
          element& to = c[i * p.columns + j];
          to = Numbers::store(adds ? Numbers::add(Numbers::load(to), sum[n][w]) : sum[n][w]);
        }
    });
  }

 private:
  using sums = value[Tile::rows_each][Tile::columns_each];
  KOKKOS_INLINE_FUNCTION static void multiply_step(int rank, slices const& own, sums& sum)
  {
    if constexpr (Tile::ahead) {
      value x[2][Tile::rows_each], y[2][Tile::columns_each];
      auto const read = [&](int d) {
        own.a.read(d, rank / Tile::column_threads, x[d % 2]);
        own.b.read(d, rank % Tile::column_threads, y[d % 2]);
      };
      read(0);
      unrolled<step>([&](auto d) {
        constexpr int now = decltype(d)() % 2;
        if (d + 1 < step) read(constant<decltype(d)() + 1>());
        add_products(x[now], y[now], sum);
      });
    } else {
      for (int d = 0; d < step; ++d) multiply(rank, own, d, sum);
    }
  }
  KOKKOS_INLINE_FUNCTION static void multiply(int rank, slices const& own, int d, sums& sum)
  {
    value x[Tile::rows_each], y[Tile::columns_each];
    own.a.read(d, rank / Tile::column_threads, x);
    own.b.read(d, rank % Tile::column_threads, y);
    add_products(x, y, sum);
  }
  KOKKOS_INLINE_FUNCTION static void add_products(value const (&x)[Tile::rows_each],
                                                  value const (&y)[Tile::columns_each], sums& sum)
  {
    for (int n = 0; n < Tile::rows_each; ++n)
      for (int w = 0; w < Tile::columns_each; ++w)
        sum[n][w] = Numbers::multiply_add(x[n], y[w], sum[n][w]);
  }
};

/// c = the sums of the blocks of the depth, in order.
template <class Numbers>
struct add_blocks {
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  element const* parts;
  element* c;
  std::int64_t blocks, elements;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const
  {
    constexpr int held = 16;  // read before one is added
    value sum = Numbers::load(parts[i]);
    std::int64_t block = 1;
    for (; block + held <= blocks; block += held) {
      value some[held];
      for (int h = 0; h < held; ++h) some[h] = Numbers::load(parts[(block + h) * elements + i]);
      for (int h = 0; h < held; ++h) sum = Numbers::add(sum, some[h]);
    }
    for (; block < blocks; ++block)
      sum = Numbers::add(sum, Numbers::load(parts[block * elements + i]));
    c[i] = Numbers::store(sum);
  }
};

template <class Tile>
std::int64_t product_tiles(matmul_problem const& p)
{
  return p.batches() * ((p.rows + Tile::rows - 1) / Tile::rows) *
         ((p.columns + Tile::columns - 1) / Tile::columns);
}
template <class Numbers, class Tile, class Backend>
void multiply_by_tiles_of(queue<Backend>& on, matmul_problem const& p)
{
  using kernel = multiply_in_team<Numbers, Tile>;
  using element = typename Numbers::element;
  std::int64_t const tiles = product_tiles<Tile>(p), blocks = p.blocks(),
                     elements = p.batches() * p.rows * p.columns;
  auto const nearer = [](std::int64_t along, std::int64_t across) {
    return std::abs(along) < std::abs(across);
  };
  auto const multiply = [&](std::int64_t n, kernel const& f) {
    for_teams_with<kernel::threads, typename kernel::shared, Tile::teams>(on, "matmul", 1, n,
                                                                          of_one<kernel>{f});
  };
  kernel f{p,
           (p.rows + Tile::rows - 1) / Tile::rows,
           (p.columns + Tile::columns - 1) / Tile::columns,
           0,
           1,
           nullptr,
           nearer(p.a.column, p.a.row),
           nearer(p.b.row, p.b.column)};
  if (blocks > 1 && tiles < on.threads() / Tile::threads &&
      elements <= matmul_most_scratch / blocks / static_cast<std::int64_t>(sizeof(element))) {
    auto const memory = scratch_of<element>(on, blocks * elements);
    f.blocks = blocks;
    f.parts = memory.data();
    multiply(tiles * blocks, f);
    for_each(on, "sums", elements,
             add_blocks<Numbers>{memory.data(), static_cast<element*>(p.c), blocks, elements});
    return;
  }
  // (a loop within the kernel would keep a thread's places in c in registers that its sums need)
  do multiply(tiles, f);
  while (++f.first < blocks);
}

/// Products that fill tiles, or sum long rows.
inline bool multiplies_by_teams(matmul_problem const& p)
{
  return (p.rows >= 32 && p.columns >= 32) || p.depth >= 256;
}
template <class Numbers, class Backend>
void multiply_by_teams(queue<Backend>& on, matmul_problem const& p)
{
  constexpr int bytes = sizeof(typename Numbers::value), few_lines = 4;
  using large = large_product_tile<typename Numbers::value>;
  if (p.columns <= few_lines && p.rows > few_lines)
    multiply_by_tiles_of<Numbers, column_product_tile<bytes>>(on, p);
  else if (p.rows <= few_lines && p.columns > few_lines)
    multiply_by_tiles_of<Numbers, row_product_tile<bytes>>(on, p);
  else if (p.rows > large::rows / 2 && p.columns > large::columns / 2 &&
           product_tiles<large>(p) >= on.threads() / 2048 * 15 / 16)  // enough for multiprocessors
    multiply_by_tiles_of<Numbers, large>(on, p);
  else
    multiply_by_tiles_of<Numbers, small_product_tile<bytes>>(on, p);
}

}  // namespace acre::backends::generic
