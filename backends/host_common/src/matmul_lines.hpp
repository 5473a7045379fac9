#pragma once

#include <acre/backends/common/matmul.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "vector_bytes.hpp"

#ifdef ACRE_CHOOSES_VECTORS
#include <immintrin.h>

/// Products of few rows, a vector's mostly, with a matrix that is read once, where it lies: each
/// of its elements is multiplied once or a few times, so that a copy of it takes as long as the
/// products. In vectors of AVX2 with fused multiply-adds, whose lanes are sums, as the order of one
/// sum is fixed.
namespace acre::backends::host {

#define ACRE_FMA_CODE __attribute__((target("avx2,fma")))
#define ACRE_FMA_INLINE __attribute__((target("avx2,fma"), always_inline)) inline

template <class Part>
struct sums;
template <>
struct sums<float> {
  using vector = __m256;
  using mask = __m256i;
  static constexpr int lanes = 8, at_once = 4;

  /// The first n lanes.
  ACRE_FMA_INLINE static mask first(std::int64_t n)
  {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(n)),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  }

  ACRE_FMA_INLINE static vector zero() { return _mm256_setzero_ps(); }
  ACRE_FMA_INLINE static vector every(float x) { return _mm256_set1_ps(x); }
  ACRE_FMA_INLINE static vector load(float const* from) { return _mm256_loadu_ps(from); }
  ACRE_FMA_INLINE static vector load(float const* from, mask which)
  {
    return _mm256_maskload_ps(from, which);
  }
  ACRE_FMA_INLINE static void store(float* to, vector x) { _mm256_storeu_ps(to, x); }
  ACRE_FMA_INLINE static void store(float* to, vector x, mask which)
  {
    _mm256_maskstore_ps(to, which, x);
  }
  ACRE_FMA_INLINE static vector multiply_add(vector a, vector b, vector s)
  {
    return _mm256_fmadd_ps(a, b, s);
  }
  /// Elements 0 to 3 of eight lines, `step` apart, that are the lanes.
  ACRE_FMA_INLINE static void take(float const* from, std::int64_t step, vector (&to)[at_once])
  {
    float const* const second = from + 4 * step;
    vector const a = both(from, second), b = both(from + step, second + step),
                 c = both(from + 2 * step, second + 2 * step),
                 d = both(from + 3 * step, second + 3 * step);
    vector const ab = _mm256_unpacklo_ps(a, b), cd = _mm256_unpacklo_ps(c, d),
                 ef = _mm256_unpackhi_ps(a, b), gh = _mm256_unpackhi_ps(c, d);
    to[0] = _mm256_shuffle_ps(ab, cd, 0x44);
    to[1] = _mm256_shuffle_ps(ab, cd, 0xee);
    to[2] = _mm256_shuffle_ps(ef, gh, 0x44);
    to[3] = _mm256_shuffle_ps(ef, gh, 0xee);
  }
  ACRE_FMA_INLINE static vector both(float const* low, float const* high)
  {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
  }
};
template <>
struct sums<double> {
  using vector = __m256d;
  using mask = __m256i;
  static constexpr int lanes = 4, at_once = 2;

  ACRE_FMA_INLINE static mask first(std::int64_t n)
  {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3));
  }

  ACRE_FMA_INLINE static vector zero() { return _mm256_setzero_pd(); }
  ACRE_FMA_INLINE static vector every(double x) { return _mm256_set1_pd(x); }
  ACRE_FMA_INLINE static vector load(double const* from) { return _mm256_loadu_pd(from); }
  ACRE_FMA_INLINE static vector load(double const* from, mask which)
  {
    return _mm256_maskload_pd(from, which);
  }
  ACRE_FMA_INLINE static void store(double* to, vector x) { _mm256_storeu_pd(to, x); }
  ACRE_FMA_INLINE static void store(double* to, vector x, mask which)
  {
    _mm256_maskstore_pd(to, which, x);
  }
  ACRE_FMA_INLINE static vector multiply_add(vector a, vector b, vector s)
  {
    return _mm256_fmadd_pd(a, b, s);
  }
  /// Elements 0 and 1 of four lines.
  ACRE_FMA_INLINE static void take(double const* from, std::int64_t step, vector (&to)[at_once])
  {
    vector const a = both(from, from + 2 * step), b = both(from + step, from + 3 * step);
    to[0] = _mm256_unpacklo_pd(a, b);
    to[1] = _mm256_unpackhi_pd(a, b);
  }
  ACRE_FMA_INLINE static vector both(double const* low, double const* high)
  {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(low)), _mm_loadu_pd(high), 1);
  }
};

ACRE_FMA_INLINE float fused(float a, float b, float s) { return __builtin_fmaf(a, b, s); }
ACRE_FMA_INLINE double fused(double a, double b, double s) { return __builtin_fma(a, b, s); }

/// sum[j] + a[0] b[0, j] + a[1] b[1, j] + … of `Lines` lines of b, which begins from 0 if First.
template <int Lines, bool First, class Part>
ACRE_FMA_CODE void add_lines(Part const* a, std::int64_t a_step, Part const* b, std::int64_t line,
                             std::int64_t columns, Part* sum)
{
  using of = sums<Part>;
  constexpr int beside = 4;  // additions to one sum wait for each other
  typename of::vector factors[Lines];
#pragma GCC unroll 8
  for (int k = 0; k < Lines; ++k) factors[k] = of::every(a[k * a_step]);
  std::int64_t j = 0;
  for (; j + beside * of::lanes <= columns; j += beside * of::lanes) {
    typename of::vector s[beside];
#pragma GCC unroll 4
    for (int v = 0; v < beside; ++v) s[v] = First ? of::zero() : of::load(sum + j + v * of::lanes);
#pragma GCC unroll 8
    for (int k = 0; k < Lines; ++k)
#pragma GCC unroll 4
      for (int v = 0; v < beside; ++v)
        s[v] = of::multiply_add(factors[k], of::load(b + k * line + j + v * of::lanes), s[v]);
#pragma GCC unroll 4
    for (int v = 0; v < beside; ++v) of::store(sum + j + v * of::lanes, s[v]);
  }
  for (; j < columns; j += of::lanes) {
    typename of::mask const here = of::first(columns - j);
    typename of::vector s = First ? of::zero() : of::load(sum + j, here);
#pragma GCC unroll 8
    for (int k = 0; k < Lines; ++k)
      s = of::multiply_add(factors[k], of::load(b + k * line + j, here), s);
    of::store(sum + j, s, here);
  }
}

/// sum[row, j] = Σ a[row, k] b[k, j] of a block, for `columns` neighbours of b's lines.
template <class Part, int Lines = 8>
void sum_lines(Part const* a, std::int64_t a_row, std::int64_t a_step, Part const* b,
               std::int64_t line, std::int64_t rows, std::int64_t columns, std::int64_t depth,
               Part* sum)
{
  if constexpr (Lines > 1)
    if (depth < Lines)
      return sum_lines<Part, Lines - 1>(a, a_row, a_step, b, line, rows, columns, depth, sum);
  std::int64_t k = 0;
  auto const of_all_rows = [&](auto* lines, int count) {
    for (std::int64_t row = 0; row < rows; ++row)
      lines(a + row * a_row + k * a_step, a_step, b + k * line, line, columns, sum + row * columns);
    k += count;
  };
  of_all_rows(add_lines<Lines, true, Part>, Lines);
  if constexpr (Lines == 8) {
    while (k + 8 <= depth) of_all_rows(add_lines<8, false, Part>, 8);
    if (k + 4 <= depth) of_all_rows(add_lines<4, false, Part>, 4);
    while (k < depth) of_all_rows(add_lines<1, false, Part>, 1);
  }
}

/// sum[j] = Σ a[k] b[k, j] of a block, where the lines are `Vectors` vectors or, in the last one,
/// less: sums stay in registers.
template <int Vectors, class Part>
ACRE_FMA_CODE void sum_short_lines(Part const* a, std::int64_t a_step, Part const* b,
                                   std::int64_t line, std::int64_t columns, std::int64_t depth,
                                   Part* sum)
{
  using of = sums<Part>;
  typename of::mask const in_last = of::first(columns - (Vectors - 1) * of::lanes);
  typename of::vector s[Vectors];
#pragma GCC unroll 8
  for (int v = 0; v < Vectors; ++v) s[v] = of::zero();
  for (std::int64_t k = 0; k < depth; ++k, b += line) {
    typename of::vector const factor = of::every(a[k * a_step]);
#pragma GCC unroll 8
    for (int v = 0; v < Vectors; ++v)
      s[v] = of::multiply_add(
          factor,
          v + 1 < Vectors ? of::load(b + v * of::lanes) : of::load(b + v * of::lanes, in_last),
          s[v]);
  }
#pragma GCC unroll 8
  for (int v = 0; v < Vectors; ++v) of::store(sum + v * of::lanes, s[v]);
}
/// Vectors of them at most.
inline constexpr int short_line = 8;

/// How many columns of b, each of which is a line in memory, are summed side by side.
inline constexpr int columns_beside = 16;

/// Bytes of a line up to which those behind it are fetched, so many of a cache's lines ahead.
inline constexpr std::int64_t fetched_column = 1024, fetched_ahead = 256;

/// sum[j] = Σ a[k] b[k, j] of a block, for Count columns j of b, `step` apart.
template <int Count, class Part>
ACRE_FMA_CODE void sum_columns(Part const* a, std::int64_t a_step, Part const* b, std::int64_t step,
                               std::int64_t depth, Part* sum)
{
  using of = sums<Part>;
  constexpr int groups = Count / of::lanes;
  constexpr std::int64_t cache_line = 64 / sizeof(Part);
  bool const fetches = step == depth && depth * std::int64_t{sizeof(Part)} <= fetched_column;
  typename of::vector s[groups];
#pragma GCC unroll 4
  for (int g = 0; g < groups; ++g) s[g] = of::zero();
  std::int64_t k = 0;
  for (; k + of::at_once <= depth; k += of::at_once) {
    // a short line ends before the processor has seen that it is one
    if (fetches)
#pragma GCC unroll 4
      for (int i = 0; i < Count / 4; ++i)
        __builtin_prefetch(b + fetched_ahead * cache_line + k * Count + i * cache_line);
#pragma GCC unroll 4
    for (int g = 0; g < groups; ++g) {
      typename of::vector some[of::at_once];
      of::take(b + g * of::lanes * step + k, step, some);
#pragma GCC unroll 4
      for (int i = 0; i < of::at_once; ++i)
        s[g] = of::multiply_add(of::every(a[(k + i) * a_step]), some[i], s[g]);
    }
  }
#pragma GCC unroll 4
  for (int g = 0; g < groups; ++g) of::store(sum + g * of::lanes, s[g]);
  for (; k < depth; ++k)
    for (int j = 0; j < Count; ++j) sum[j] = fused(a[k * a_step], b[j * step + k], sum[j]);
}

/// How many blocks are.
inline constexpr int blocks_beside = 8;

/// sum[block, j] = Σ a[k] b[k, j] of blocks_beside blocks, where neither a's elements nor b's have
/// gaps: `Columns` columns that are neighbours, or as many, `Lines`, `step` apart. What lies a
/// block apart has the same places in a cache, which are eight: all of a cache's line is taken at
/// once.
template <int Columns, int Lines, class Part>
ACRE_FMA_CODE void sum_blocks(Part const* a, Part const* b, std::int64_t step, Part* sum)
{
  using of = sums<Part>;
  using vector = typename of::vector;
  constexpr int groups = blocks_beside / of::lanes, at_once = of::at_once;
  constexpr int all = Columns * Lines, taken = 64 / sizeof(Part), parts = taken / at_once;
  constexpr std::int64_t group = of::lanes * matmul_block;
  vector s[groups][all];
#pragma GCC unroll 4
  for (int g = 0; g < groups; ++g)
#pragma GCC unroll 4
    for (int j = 0; j < all; ++j) s[g][j] = of::zero();
  for (int k = 0; k < matmul_block; k += taken) {
    vector factors[groups][parts][at_once];
    for (int g = 0; g < groups; ++g)
      for (int part = 0; part < parts; ++part)
        of::take(a + g * group + k + part * at_once, matmul_block, factors[g][part]);
#pragma GCC unroll 4
    for (int line = 0; line < Lines; ++line)
#pragma GCC unroll 2
      for (int g = 0; g < groups; ++g)
#pragma GCC unroll 16
        for (int part = 0; part < parts * Columns; ++part) {
          vector some[at_once];
          of::take(b + line * step + (g * group + k) * Columns + part * at_once,
                   Columns * matmul_block, some);
#pragma GCC unroll 4
          for (int i = 0; i < at_once; ++i) {
            int const at = part * at_once + i, row = at / Columns;
            vector& to = s[g][Lines > 1 ? line : at % Columns];
            to = of::multiply_add(factors[g][row / at_once][row % at_once], some[i], to);
          }
        }
  }
  for (int g = 0; g < groups; ++g)
    for (int j = 0; j < all; ++j) {
      Part lanes[of::lanes];
      of::store(lanes, s[g][j]);
      for (int n = 0; n < of::lanes; ++n) sum[(g * of::lanes + n) * all + j] = lanes[n];
    }
}

/// The same of one block, of any depth: a sum waits for its own last addition, of which a few go
/// side by side.
template <int Columns, class Part>
ACRE_FMA_CODE void sum_block(Part const* a, std::int64_t a_step, Part const* b, std::int64_t b_row,
                             std::int64_t b_column, std::int64_t depth, Part* sum)
{
  Part s[Columns] = {};
  for (std::int64_t k = 0; k < depth; ++k)
#pragma GCC unroll 8
    for (int j = 0; j < Columns; ++j) {
      Part next = fused(a[k * a_step], b[k * b_row + j * b_column], s[j]);
      asm("" : "+x"(next));  // g++ would gather the sums' operands into vectors
      s[j] = next;
    }
#pragma GCC unroll 8
  for (int j = 0; j < Columns; ++j) sum[j] = s[j];
}

/// Blocks [block, block_end) of a product whose second matrix is read where it lies, and where each
/// of their sums goes: on to those before them, or, `apart`, to a result of each block's own.
template <class Part>
struct lines_of {
  Part const *a, *b;
  std::int64_t a_row, a_step, b_row, b_column, rows, columns, depth, block, block_end;
  Part* c;
  std::int64_t c_row, c_column, apart;

  std::int64_t depth_of(std::int64_t at) const
  {
    return std::min<std::int64_t>(matmul_block, depth - at * matmul_block);
  }
  Part const* a_of(std::int64_t at) const { return a + at * matmul_block * a_step; }
  Part const* b_of(std::int64_t at, std::int64_t column) const
  {
    return b + at * matmul_block * b_row + column * b_column;
  }
  /// Sums of a block, `count` columns from `column` on.
  void put(std::int64_t at, std::int64_t row, std::int64_t column, std::int64_t count,
           Part const* sum) const
  {
    Part* const to = c + (at - block) * apart + row * c_row + column * c_column;
    if (apart == 0 && at > block)
      for (std::int64_t j = 0; j < count; ++j) to[j * c_column] += sum[j];
    else
      for (std::int64_t j = 0; j < count; ++j) to[j * c_column] = sum[j];
  }
};

/// Where b's columns are neighbours: a few of its lines at a time, on to sums that the first level
/// cache holds.
template <class Part>
void multiply_by_lines(lines_of<Part> const& p)
{
  constexpr std::int64_t held = 16384 / sizeof(Part);
  alignas(64) Part sum[held];
  std::int64_t const some = std::min(p.columns, held / p.rows / 16 * 16);
  for (std::int64_t column = 0; column < p.columns; column += some) {
    std::int64_t const count = std::min(some, p.columns - column);
    for (std::int64_t at = p.block; at < p.block_end; ++at) {
      sum_lines(p.a_of(at), p.a_row, p.a_step, p.b_of(at, column), p.b_row, p.rows, count,
                p.depth_of(at), sum);
      for (std::int64_t row = 0; row < p.rows; ++row)
        p.put(at, row, column, count, sum + row * count);
    }
  }
}

/// Where there are a few columns, neighbours or Lines lines, blocks go side by side, as far as they
/// are full and have no gaps.
template <int Columns, int Lines, class Part>
void multiply_by_blocks(lines_of<Part> const& p, std::int64_t column)
{
  constexpr int beside = blocks_beside, all = Columns * Lines;
  std::int64_t at = p.block;
  if (p.a_step == 1 && p.b_row == Columns)
    for (; at + beside <= p.block_end && (at + beside) * matmul_block <= p.depth; at += beside) {
      Part sum[beside * all];
      sum_blocks<Columns, Lines>(p.a_of(at), p.b_of(at, column), p.b_column, sum);
      for (int n = 0; n < beside; ++n) p.put(at + n, 0, column, all, sum + n * all);
    }
  for (; at < p.block_end; ++at) {
    Part sum[all];
    sum_block<all>(p.a_of(at), p.a_step, p.b_of(at, column), p.b_row, p.b_column, p.depth_of(at),
                   sum);
    p.put(at, 0, column, all, sum);
  }
}

/// A vector and columns that are lines in memory.
template <class Part>
void multiply_by_columns(lines_of<Part> const& p)
{
  std::int64_t column = 0;
  auto const some = [&](auto* sums, int count) {
    for (; column + count <= p.columns; column += count)
      for (std::int64_t at = p.block; at < p.block_end; ++at) {
        Part sum[columns_beside];
        sums(p.a_of(at), p.a_step, p.b_of(at, column), p.b_column, p.depth_of(at), sum);
        p.put(at, 0, column, count, sum);
      }
  };
  constexpr int lanes = sums<Part>::lanes, fewer = columns_beside / 2;
  // where lines are pages apart a cache has places for the same elements of eight of them
  std::int64_t const in_page = p.b_column * std::int64_t{sizeof(Part)} & 4095;
  if (in_page >= 64 && in_page <= 4096 - 64)
    some(sum_columns<columns_beside, Part>, columns_beside);
  some(sum_columns<fewer, Part>, fewer);
  if constexpr (lanes < fewer) some(sum_columns<lanes, Part>, lanes);
  for (; p.columns - column >= 3; column += 3) multiply_by_blocks<1, 3>(p, column);
  if (p.columns - column == 2) multiply_by_blocks<1, 2>(p, column);
  if (p.columns - column == 1) multiply_by_blocks<1, 1>(p, column);
}

/// A vector and lines of few elements.
template <int Vectors, class Part>
void multiply_by_short_lines(lines_of<Part> const& p)
{
  constexpr std::int64_t lanes = sums<Part>::lanes;
  if constexpr (Vectors > 1)
    if (p.columns <= (Vectors - 1) * lanes) return multiply_by_short_lines<Vectors - 1>(p);
  for (std::int64_t at = p.block; at < p.block_end; ++at) {
    Part sum[Vectors * lanes];
    sum_short_lines<Vectors>(p.a_of(at), p.a_step, p.b_of(at, 0), p.b_row, p.columns,
                             p.depth_of(at), sum);
    p.put(at, 0, 0, p.columns, sum);
  }
}

template <class Part>
void multiply_lines(lines_of<Part> const& p)
{
  if (p.rows > 1) return multiply_by_lines(p);
  if (p.b_column != 1 || p.columns == 1) return multiply_by_columns(p);
  if (p.columns == 2) return multiply_by_blocks<2, 1>(p, 0);
  if (p.columns == 3) return multiply_by_blocks<3, 1>(p, 0);
  if (p.columns == 4) return multiply_by_blocks<4, 1>(p, 0);
  if (p.columns <= short_line * sums<Part>::lanes) return multiply_by_short_lines<short_line>(p);
  multiply_by_lines(p);
}

}  // namespace acre::backends::host
#endif
