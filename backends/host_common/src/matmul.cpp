#include <acre/backends/host_common/matmul.hpp>
#include <acre/backends/host_common/scratch.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <type_traits>

#ifdef __NVCC__
#pragma nv_diag_suppress 1675  // it drops GCC's pragmas, which are for speed alone
#endif

#include "matmul_lines.hpp"

/// Tiles of a result are tasks. A task copies a block's rows of a into strips of six, one behind
/// the other, and columns of b into strips of two vectors, so that the innermost loop reads both in
/// order; it keeps a tile of strip × strip in registers. Small matrices, and one of few rows
/// (matmul_lines.hpp), are read where they lie.
namespace acre::backends {

namespace {

using host::scratch;

constexpr int vector_bytes = 32, strip_rows = 6;
constexpr std::int64_t most_rows = host::product_strips * strip_rows,
                       most_columns = host::most_product_columns;

/// (In a class, as g++ warns that it drops attributes of template arguments.)
template <class Part, int Bytes = vector_bytes>
struct vector_of {
  typedef Part type __attribute__((vector_size(Bytes)));
  typedef Part anywhere __attribute__((vector_size(Bytes), aligned(sizeof(Part)), may_alias));
  static constexpr int lanes = Bytes / sizeof(Part);
};
/// One lane is a number, which compilers keep in a register.
template <class Part>
struct vector_of<Part, sizeof(Part)> {
  using type = Part;
  using anywhere = Part;
};
template <class Numbers>
constexpr int vectors = Numbers::parts == 1 ? 2 : 1;
template <class Numbers, int Bytes>
constexpr int strip_columns = vectors<Numbers> * vector_of<typename Numbers::part, Bytes>::lanes;

/// The problem as tasks see it: rows and columns may have changed places.
template <class Numbers>
struct product {
  using element = typename Numbers::element;
  matmul_problem of;
  std::int64_t to_row, to_column;  // strides of the result

  std::int64_t size() const { return of.rows * of.columns; }
};

#if defined(__x86_64__) && !defined(__clang__)
/// s + a × b in each lane, by a processor's instruction. (Of lanes one by one g++ makes vectors in
/// an order of its own, for which it moves them, and has too few registers. Not for clang,
/// which refuses operands that the own target of a function inlined has no registers for.)
template <class Vector>
[[gnu::always_inline]] inline void add_fused(Vector const& a, Vector const& b, Vector& s)
{
  if constexpr (sizeof(s[0]) == sizeof(float))
    asm("vfmadd231ps %2, %1, %0" : "+v"(s) : "v"(a), "v"(b));
  else
    asm("vfmadd231pd %2, %1, %0" : "+v"(s) : "v"(a), "v"(b));
}
#endif

/// s + a × b in each lane, by Numbers' arithmetic. HasFma: fused multiply-adds are instructions.
template <class Numbers, bool HasFma, class Vector>
[[gnu::always_inline]] inline void multiply_add(typename Numbers::part a, Vector const& b,
                                                Vector& s)
{
  using part = typename Numbers::part;
  if constexpr (std::is_floating_point_v<part>) {
#if defined(__x86_64__) && !defined(__clang__)
    if constexpr (HasFma) {
      Vector sum = s;                   // which is no memory
      add_fused(a - Vector{}, b, sum);  // (0 + a would lose the sign of -0)
      s = sum;
    } else
#endif
#pragma GCC unroll 16
      for (int lane = 0; lane < int{sizeof(Vector) / sizeof(part)}; ++lane)
        s[lane] = matmul_numbers<part>::multiply_add(a, b[lane], s[lane]);
  } else if constexpr (std::is_same_v<Numbers, matmul_truths>) {
    s |= b & a;
  } else {
    s += b * a;
  }
}

/// A tile of Rows rows and a strip of columns: the sums of one block. a[k][row][part],
/// b[k][part][column], out[row][part][column].
template <class Numbers, int Rows, int Bytes, bool HasFma>
[[gnu::always_inline]] inline void sum_tile(std::int64_t depth, typename Numbers::part const* a,
                                            typename Numbers::part const* b,
                                            typename Numbers::part* out)
{
  using part = typename Numbers::part;
  using vector = typename vector_of<part, Bytes>::type;
  constexpr int V = vectors<Numbers>, P = Numbers::parts, lanes = vector_of<part, Bytes>::lanes;
  vector sum[Rows][P][V];
#pragma GCC unroll 8
  for (int row = 0; row < Rows; ++row)
#pragma GCC unroll 2
    for (int p = 0; p < P; ++p)
#pragma GCC unroll 2
      for (int v = 0; v < V; ++v) sum[row][p][v] = vector{};
  for (std::int64_t k = 0; k < depth; ++k, a += Rows * P, b += P * V * lanes) {
    vector bs[P * V];
#pragma GCC unroll 2
    for (int v = 0; v < P * V; ++v) bs[v] = reinterpret_cast<vector const*>(b)[v];
#pragma GCC unroll 8
    for (int row = 0; row < Rows; ++row) {
      if constexpr (P == 1) {
#pragma GCC unroll 2
        for (int v = 0; v < V; ++v) multiply_add<Numbers, HasFma>(a[row], bs[v], sum[row][0][v]);
      } else {
        part const re = a[2 * row], im = a[2 * row + 1];
        multiply_add<Numbers, HasFma>(re, bs[0], sum[row][0][0]);
        multiply_add<Numbers, HasFma>(re, bs[1], sum[row][1][0]);
        multiply_add<Numbers, HasFma>(-im, bs[1], sum[row][0][0]);
        multiply_add<Numbers, HasFma>(im, bs[0], sum[row][1][0]);
      }
    }
  }
#pragma GCC unroll 8
  for (int row = 0; row < Rows; ++row)
#pragma GCC unroll 2
    for (int p = 0; p < P; ++p)
#pragma GCC unroll 2
      for (int v = 0; v < V; ++v)
        reinterpret_cast<vector*>(out)[(row * P + p) * V + v] = sum[row][p][v];
}

/// Whether fused multiply-adds are instructions of this processor, and not calls.
bool has_fma()
{
#if defined(__x86_64__) && !defined(__FMA__)
  static bool const found = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return found;
#else
  return true;
#endif
}

/// Whether processors of this kind have vectors of 64 bytes, which double the products at once.
bool has_long_vectors()
{
#if defined(__x86_64__)
  static bool const found = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma");
  return found;
#else
  return false;
#endif
}

#if defined(__FMA__)
constexpr bool built_for_fma = true;
#else
constexpr bool built_for_fma = false;
#endif

/// A tile for processors with more than the library is built for: without fma there is a call for
/// every product, to the same bits.
template <class Numbers, int Rows>
void sum_tile_plainly(std::int64_t depth, typename Numbers::part const* a,
                      typename Numbers::part const* b, typename Numbers::part* out)
{
  sum_tile<Numbers, Rows, vector_bytes, built_for_fma>(depth, a, b, out);
}
#if defined(__x86_64__)
#if !defined(__FMA__)
template <class Numbers, int Rows>
__attribute__((target("avx2,fma"))) void sum_tile_by_fma(std::int64_t depth,
                                                         typename Numbers::part const* a,
                                                         typename Numbers::part const* b,
                                                         typename Numbers::part* out)
{
  sum_tile<Numbers, Rows, vector_bytes, true>(depth, a, b, out);
}
#endif
template <class Numbers, int Rows>
__attribute__((target("avx512f,avx2,fma"))) void sum_tile_by_long_vectors(
    std::int64_t depth, typename Numbers::part const* a, typename Numbers::part const* b,
    typename Numbers::part* out)
{
  sum_tile<Numbers, Rows, 64, true>(depth, a, b, out);
}
#endif
template <class Numbers, int Rows, int Bytes>
auto* chosen_sum_tile()
{
#if defined(__x86_64__)
  if constexpr (Bytes == 64) return sum_tile_by_long_vectors<Numbers, Rows>;
#if !defined(__FMA__)
  else if (has_fma())
    return sum_tile_by_fma<Numbers, Rows>;
#endif
  else
    return sum_tile_plainly<Numbers, Rows>;
#else
  return sum_tile_plainly<Numbers, Rows>;
#endif
}

/// Small real matrices of a batch that follow each other by steps, read where they lie. Columns of
/// b are neighbours, and so are those of c, whose rows have no gaps.
template <class Part>
struct small_matrices {
  std::int64_t count, rows, depth;
  Part const *a, *b;
  Part* c;
  std::int64_t a_row, a_column, a_step, b_row, b_step, c_row, c_step;
};

/// f(i) for the parts of `size` that cover n: the last one may begin in the one before it, whose
/// sums it has again.
template <class F>
[[gnu::always_inline]] inline void for_covering(std::int64_t n, std::int64_t size, F const& f)
{
  for (std::int64_t i = 0; i < n; i += size) f(std::min(i, n - size));
}

/// A tile of Rows × V vectors of one of them.
template <int Rows, int V, int Lanes, class Part, class Depth>
[[gnu::always_inline]] inline void sum_small_tile(small_matrices<Part> const& m, Depth depth,
                                                  Part const* a, Part const* b, Part* c)
{
  using vectors = vector_of<Part, Lanes * sizeof(Part)>;
  typename vectors::type sum[Rows][V];
#pragma GCC unroll 8
  for (int row = 0; row < Rows; ++row)
#pragma GCC unroll 2
    for (int v = 0; v < V; ++v) sum[row][v] = typename vectors::type{};
  for (std::int64_t k = 0; k < depth; ++k, a += m.a_column, b += m.b_row) {
    // as an argument of a template it would be taken for aligned
    typename vectors::anywhere const* const bs =
        reinterpret_cast<typename vectors::anywhere const*>(b);
#pragma GCC unroll 8
    for (int row = 0; row < Rows; ++row)
#pragma GCC unroll 2
      for (int v = 0; v < V; ++v) {
        typename vectors::type const by = bs[v];
        if constexpr (Lanes == 1)
          sum[row][v] = matmul_numbers<Part>::multiply_add(a[row * m.a_row], by, sum[row][v]);
        else
          multiply_add<matmul_numbers<Part>, true>(a[row * m.a_row], by, sum[row][v]);
      }
  }
#pragma GCC unroll 8
  for (int row = 0; row < Rows; ++row)
#pragma GCC unroll 2
    for (int v = 0; v < V; ++v)
      reinterpret_cast<typename vectors::anywhere*>(c + row * m.c_row)[v] = sum[row][v];
}

/// V vectors of columns of each of them, matrix after matrix, as a processor guesses what will be
/// read.
template <class Part, int Rows, int V, int Lanes>
[[gnu::always_inline]] inline void sum_small_tiles(small_matrices<Part> const& from)
{
  small_matrices<Part> const m = from;  // which nothing that is written is part of
  auto const all = [&](auto depth) __attribute__((always_inline)) {
    for (std::int64_t n = 0; n < m.count; ++n)
      for_covering(m.rows, Rows, [&](std::int64_t row) __attribute__((always_inline)) {
        sum_small_tile<Rows, V, Lanes>(m, depth, m.a + n * m.a_step + row * m.a_row,
                                       m.b + n * m.b_step, m.c + n * m.c_step + row * m.c_row);
      });
  };
  if constexpr (Rows * Lanes <= 16 && V == 1) {  // of few elements a loop takes longer than they
    if (m.depth == 2) return all(std::integral_constant<int, 2>());
    if (m.depth == 3) return all(std::integral_constant<int, 3>());
    if (m.depth == 4) return all(std::integral_constant<int, 4>());
  }
  all(m.depth);
}
template <class Part, int Rows, int V, int Lanes>
#if defined(__x86_64__) && !defined(__FMA__)
__attribute__((target("avx2,fma")))
#endif
void small_tiles(small_matrices<Part> const& m)
{
  sum_small_tiles<Part, Rows, V, Lanes>(m);
}

/// The same of all columns, by tiles of Rows rows.
template <class Part, int Rows>
void multiply_by_tiles(small_matrices<Part> const& m, std::int64_t columns)
{
  constexpr int lanes = vector_of<Part>::lanes;
  auto const all = [&](std::int64_t width, auto* tiles) {
    for_covering(columns, width, [&](std::int64_t column) {
      small_matrices<Part> part = m;
      part.b += column;
      part.c += column;
      tiles(part);
    });
  };
  if constexpr (Rows < 8)
    if (columns >= 2 * lanes) return all(2 * lanes, small_tiles<Part, Rows, 2, lanes>);
  if (columns >= lanes) return all(lanes, small_tiles<Part, Rows, 1, lanes>);
  if constexpr (lanes > 4)
    if (columns >= 4) return all(4, small_tiles<Part, Rows, 1, 4>);
  if (columns >= 2) return all(2, small_tiles<Part, Rows, 1, 2>);
  all(1, small_tiles<Part, Rows, 1, 1>);
}

template <class Part>
void multiply_small(small_matrices<Part> const& m, std::int64_t columns)
{
  if (m.rows >= 8 && columns < 2 * vector_of<Part>::lanes)
    return multiply_by_tiles<Part, 8>(m, columns);
  if (m.rows >= 4) return multiply_by_tiles<Part, 4>(m, columns);
  if (m.rows >= 2) return multiply_by_tiles<Part, 2>(m, columns);
  multiply_by_tiles<Part, 1>(m, columns);
}

/// Whether matrices are taken so.
bool is_small(matmul_problem const& p)
{
  return p.depth > 0 && std::max({p.rows, p.columns, p.depth}) <= host::small_product;
}

/// Matrices that fit the first cache together are multiplied tile by tile; b is copied where its
/// columns lie apart.
template <class Part>
void multiply_small(host::queue& on, matmul_problem const& p)
{
  std::int64_t const batches = p.batches(), size = p.rows * p.columns, of_b = p.depth * p.columns,
                     bytes = (size + of_b + p.rows * p.depth) * std::int64_t{sizeof(Part)},
                     at_once = p.columns > 2 * vector_of<Part>::lanes
                                   ? 1
                                   : std::max<std::int64_t>(1, host::small_products_bytes / bytes),
                     together = std::clamp<std::int64_t>((1 << 18) / (size * p.depth), 1,
                                                         batches / on.threads() + 1);
  bool const copies = p.b.column != 1 && p.columns > 1;
  int const last = p.batch_axes - 1;
  on.for_tasks("tiles", (batches + together - 1) / together, [&](std::int64_t task) {
    auto const columns = scratch<Part>(on, copies ? at_once * of_b : 0);
    std::int64_t const end = std::min(batches, (task + 1) * together);
    for (std::int64_t at = task * together, some; at < end; at += some) {
      some = last < 0 ? 1 : std::min({end - at, at_once, p.batch[last] - at % p.batch[last]});
      small_matrices<Part> m{some,
                             p.rows,
                             p.depth,
                             static_cast<Part const*>(p.a.data) + p.offset(p.a, at),
                             static_cast<Part const*>(p.b.data) + p.offset(p.b, at),
                             static_cast<Part*>(p.c) + at * size,
                             p.a.row,
                             p.a.column,
                             last < 0 ? 0 : p.a.batch[last],
                             p.b.row,
                             last < 0 ? 0 : p.b.batch[last],
                             p.columns,
                             size};
      if (copies) {
        Part* to = columns.get();
        for (std::int64_t n = 0; n < some; ++n)
          for (std::int64_t k = 0; k < p.depth; ++k) {
            Part const* const line = m.b + n * m.b_step + k * m.b_row;
            for (std::int64_t j = 0; j < p.columns; ++j) *to++ = line[j * p.b.column];
          }
        m.b = columns.get();
        m.b_row = p.columns;
        m.b_step = of_b;
      }
      multiply_small(m, p.columns);
    }
  });
}

/// Whether a matrix of many rows is taken so, in parts; not where a sum is long and columns' lanes
/// have it (multiply_by_columns).
bool is_tall(matmul_problem const& p)
{
  return p.batch_axes == 0 && p.depth > 0 && p.rows > host::small_product &&
         std::max(p.columns, p.depth) <= host::small_product &&
         (p.columns > 1 || p.a.column != 1 || p.depth < host::least_column);
}
template <class Part>
void multiply_tall(host::queue& on, matmul_problem const& p)
{
  constexpr std::int64_t rows = host::small_product;
  matmul_problem parts = p, rest = p;
  parts.rows = rows;
  parts.batch_axes = 1;
  parts.batch[0] = p.rows / rows;
  parts.a.batch[0] = rows * p.a.row;
  parts.b.batch[0] = 0;
  multiply_small<Part>(on, parts);
  std::int64_t const done = p.rows / rows * rows;
  if (done == p.rows) return;
  rest.rows = p.rows - done;
  rest.a.data = static_cast<Part const*>(p.a.data) + done * p.a.row;
  rest.c = static_cast<Part*>(p.c) + done * p.columns;
  multiply_small<Part>(on, rest);
}

template <class Numbers>
void put_parts(typename Numbers::value const& x, typename Numbers::part* to, std::int64_t apart)
{
  if constexpr (Numbers::parts == 1) {
    to[0] = x;
  } else {
    to[0] = x.re;
    to[apart] = x.im;
  }
}

/// `count` rows (columns) of `width` in a strip, zeros for those that are not there.
template <class Numbers>
void copy_strip(typename Numbers::element const* from, std::int64_t stride, std::int64_t along,
                std::int64_t depth, int count, int width, std::int64_t apart, std::int64_t spacing,
                typename Numbers::part* to)
{
  for (std::int64_t k = 0; k < depth; ++k, to += width * Numbers::parts) {
    auto const* const line = from + k * along;
    for (int i = 0; i < count; ++i)
      put_parts<Numbers>(Numbers::load(line[i * stride]), to + i * spacing, apart);
    for (int i = count; i < width; ++i)
      put_parts<Numbers>(typename Numbers::value{}, to + i * spacing, apart);
  }
}

/// Whether a product is one of few rows with a matrix that is read where it lies.
template <class Numbers>
bool has_lines([[maybe_unused]] product<Numbers> const& p)
{
#ifdef ACRE_CHOOSES_VECTORS
  if constexpr (std::is_floating_point_v<typename Numbers::element>) {
    matmul_problem const& of = p.of;
    if (!has_fma()) return false;
    if (of.rows == 1) return of.b.column == 1 || (of.b.row == 1 && of.depth >= host::least_column);
    return of.rows <= host::rows_by_lines && of.b.column == 1 && of.columns >= host::least_line;
  }
#endif
  return false;
}

/// Rows [row, row_end) and columns [column, column_end) of the matrix `number`, blocks
/// [block, block_end), into target, to which they are added in turn, or, `apart` elements from each
/// other, their sums one by one.
template <class Numbers, int Bytes>
void sum_blocks(product<Numbers> const& p, std::int64_t number, std::int64_t row,
                std::int64_t row_end, std::int64_t column, std::int64_t column_end,
                std::int64_t block, std::int64_t block_end, typename Numbers::element* target,
                std::int64_t apart, typename Numbers::part* strips)
{
  using element = typename Numbers::element;
  using part = typename Numbers::part;
  constexpr int width = strip_columns<Numbers, Bytes>, P = Numbers::parts;
  auto const* const a = static_cast<element const*>(p.of.a.data) + p.of.offset(p.of.a, number);
  auto const* const b = static_cast<element const*>(p.of.b.data) + p.of.offset(p.of.b, number);
#ifdef ACRE_CHOOSES_VECTORS
  if constexpr (std::is_floating_point_v<element>)
    if (has_lines(p))
      return host::multiply_lines<part>(
          {a + row * p.of.a.row, b + column * p.of.b.column, p.of.a.row, p.of.a.column, p.of.b.row,
           p.of.b.column, row_end - row, column_end - column, p.of.depth, block, block_end,
           target + row * p.to_row + column * p.to_column, p.to_row, p.to_column, apart});
#endif
  auto* const sum_six = chosen_sum_tile<Numbers, strip_rows, Bytes>();
  auto* const sum_one = chosen_sum_tile<Numbers, 1, Bytes>();
  alignas(64) part tile[strip_rows * P * width];
  for (std::int64_t at = block; at < block_end; ++at) {
    std::int64_t const first = at * matmul_block,
                       depth = std::min<std::int64_t>(matmul_block, p.of.depth - first);
    bool const adds = apart == 0 && at > block;
    // a strip of columns first: strips of rows follow in its cache lines' alignment
    part* const columns = strips;
    part* const rows = strips + depth * P * width;
    part* next = rows;
    for (std::int64_t i = row; i < row_end; i += strip_rows) {
      int const count = static_cast<int>(std::min<std::int64_t>(strip_rows, row_end - i)),
                in_strip = count == 1 ? 1 : strip_rows;
      copy_strip<Numbers>(a + i * p.of.a.row + first * p.of.a.column, p.of.a.row, p.of.a.column,
                          depth, count, in_strip, 1, P, next);
      next += depth * P * in_strip;
    }
    for (std::int64_t j = column; j < column_end; j += width) {
      int const in_columns = static_cast<int>(std::min<std::int64_t>(width, column_end - j));
      copy_strip<Numbers>(b + first * p.of.b.row + j * p.of.b.column, p.of.b.column, p.of.b.row,
                          depth, in_columns, width, width, 1, columns);
      part const* strip = rows;
      for (std::int64_t i = row; i < row_end; i += strip_rows) {
        int const count = static_cast<int>(std::min<std::int64_t>(strip_rows, row_end - i));
        (count == 1 ? sum_one : sum_six)(depth, strip, columns, tile);
        strip += depth * P * (count == 1 ? 1 : strip_rows);
        for (int r = 0; r < count; ++r) {
          element* const to = target + (at - block) * apart + (i + r) * p.to_row + j * p.to_column;
          for (int c = 0; c < in_columns; ++c) {
            typename Numbers::value x;
            if constexpr (P == 1)
              x = tile[r * width + c];
            else
              x = {tile[r * 2 * width + c], tile[(r * 2 + 1) * width + c]};
            element& out = to[c * p.to_column];
            out = Numbers::store(adds ? Numbers::add(Numbers::load(out), x) : x);
          }
        }
      }
    }
  }
}

template <class Numbers, int Bytes>
void multiply(host::queue& on, matmul_problem const& problem)
{
  using element = typename Numbers::element;
  using part = typename Numbers::part;
  constexpr int width = strip_columns<Numbers, Bytes>, P = Numbers::parts;
  product<Numbers> p{problem, problem.columns, 1};
  // lanes are columns; products of real numbers have no sides
  if (P == 1 && problem.columns < width && problem.rows > problem.columns) {
    std::swap(p.of.rows, p.of.columns);
    std::swap(p.of.a, p.of.b);
    std::swap(p.of.a.row, p.of.a.column);
    std::swap(p.of.b.row, p.of.b.column);
    std::swap(p.to_row, p.to_column);
  }
  std::int64_t const batches = problem.batches(), blocks = problem.blocks(), size = p.size(),
                     total = batches * size;
  auto* const c = static_cast<element*>(problem.c);
  if (blocks == 0) {
    std::fill(c, c + total, element{});
    return;
  }

  // fewer columns a task where there would be fewer tasks than threads
  std::int64_t const row_tiles = (p.of.rows + most_rows - 1) / most_rows;
  std::int64_t in_columns = most_columns;
  auto const column_tiles = [&] { return (p.of.columns + in_columns - 1) / in_columns; };
  std::int64_t const wanted = on.threads() == 1 ? 1 : std::int64_t{4} * on.threads();
  while (in_columns > 8 * width && batches * row_tiles * column_tiles() < wanted) in_columns /= 2;
  std::int64_t const tiles = row_tiles * column_tiles();

  // and blocks beside each other where there are still too few
  std::int64_t const slots =
      batches * tiles < on.threads()
          ? std::min(blocks, matmul_most_scratch / (total * std::int64_t{sizeof(element)}))
          : 1;
  std::int64_t const rows = std::min(most_rows, p.of.rows + strip_rows),
                     depth = std::min<std::int64_t>(matmul_block, p.of.depth);
  // matrices of a batch may be so small that one is no task
  std::int64_t const work = std::min(most_rows, p.of.rows) * std::min(in_columns, p.of.columns) *
                            p.of.depth * P,
                     together = std::clamp<std::int64_t>((1 << 18) / work, 1,
                                                         batches * tiles / on.threads() + 1);
  auto const sum_tiles = [&](std::int64_t first_block, std::int64_t end_block, element* target,
                             std::int64_t apart, std::int64_t first, std::int64_t end) {
    auto const strips = scratch<part>(on, has_lines(p) ? 0 : depth * P * (rows + width));
    for (std::int64_t at = first; at < end; ++at) {
      std::int64_t const number = at / tiles, tile = at % tiles, row = tile % row_tiles * most_rows,
                         column = tile / row_tiles * in_columns;
      sum_blocks<Numbers, Bytes>(p, number, row, std::min(p.of.rows, row + most_rows), column,
                                 std::min(p.of.columns, column + in_columns), first_block,
                                 end_block, target + number * size, apart, strips.get());
    }
  };
  if (slots < 2) {
    std::int64_t const all = batches * tiles;
    on.for_tasks("tiles", (all + together - 1) / together, [&](std::int64_t task) {
      sum_tiles(0, blocks, c, 0, task * together, std::min(all, (task + 1) * together));
    });
    return;
  }
  auto const sums = scratch<element>(on, slots * total);
  for (std::int64_t first = 0; first < blocks; first += slots) {
    std::int64_t const now = std::min(slots, blocks - first);
    std::int64_t const in_task =
        std::clamp<std::int64_t>(now / on.threads(), 1, host::blocks_of_task);
    on.for_tasks("tiles", (now + in_task - 1) / in_task * batches * tiles, [&](std::int64_t task) {
      std::int64_t const slot = task / (batches * tiles) * in_task, tile = task % (batches * tiles);
      sum_tiles(first + slot, first + std::min(now, slot + in_task), sums.get() + slot * total,
                total, tile, tile + 1);
    });
    constexpr std::int64_t sums_of_task = host::sums_of_task;
    on.for_tasks("sum", (total + sums_of_task - 1) / sums_of_task, [&](std::int64_t task) {
      for (std::int64_t i = task * sums_of_task; i < std::min(total, (task + 1) * sums_of_task);
           ++i) {
        auto sum = Numbers::load(sums[i]);
        if (first > 0) sum = Numbers::add(Numbers::load(c[i]), sum);
        for (std::int64_t slot = 1; slot < now; ++slot)
          sum = Numbers::add(sum, Numbers::load(sums[slot * total + i]));
        c[i] = Numbers::store(sum);
      }
    });
  }
}

template <class Numbers>
void multiply(host::queue& on, matmul_problem const& problem)
{
  using part = typename Numbers::part;
  if constexpr (std::is_floating_point_v<part> && Numbers::parts == 1) {
    if (has_fma() && is_small(problem)) return multiply_small<part>(on, problem);
    if (has_fma() && is_tall(problem)) return multiply_tall<part>(on, problem);
    if (has_long_vectors()) return multiply<Numbers, 64>(on, problem);
  }
  multiply<Numbers, vector_bytes>(on, problem);
}

}  // namespace

void matmul(host::queue& on, matmul_problem const& problem)
{
  with_matmul_numbers(problem.kind,
                      [&]<class Numbers>(Numbers) { multiply<Numbers>(on, problem); });
}

}  // namespace acre::backends
