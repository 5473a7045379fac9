#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/matmul.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/teams.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

/// Products of many small matrices by teams (teams.hpp): a team has some of both operands and of
/// the result in its memory, where they come and go as they lie, and a thread sums a few neighbours
/// of a row.
namespace acre::backends::generic {

inline constexpr int small_product_bytes = 16384, small_product_strip = 4;

/// How an operand's matrices lie, and where they are in a team's memory.
struct small_matrices {
  std::int64_t fast_stride, slow_stride, batch;  // (batch: where there is one axis of them)
  divisor fast, of_matrix;     // elements along the axis of the smaller stride, and of a matrix
  int fast_place, slow_place;  // steps there,
  int matrix, step;            // of a matrix, an odd number for the banks; and to the next,
                               // 0 where there is one for all of the result
  bool one_batch, is_run;      // one axis of batches at most; all matrices follow each other

  small_matrices(matmul_problem const& p, matmul_operand const& of, std::int64_t rows,
                 std::int64_t columns, int pitch)
      : batch(p.batch_axes > 0 ? of.batch[0] : 0),
        of_matrix(rows * columns),
        matrix(static_cast<int>(rows) * pitch | 1),
        one_batch(p.batch_axes < 2)
  {
    bool const along = std::abs(of.column) <= std::abs(of.row);
    fast = divisor(along ? columns : rows);
    fast_stride = along ? of.column : of.row;
    slow_stride = along ? of.row : of.column;
    fast_place = along ? 1 : pitch;
    slow_place = along ? pitch : 1;
    step = one_batch && batch == 0 ? 0 : matrix;
    is_run = one_batch && fast_stride == 1 && slow_stride == fast.by &&
             (batch == of_matrix.by || step == 0);
  }
};

template <class Numbers>
struct multiply_small_in_team {
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  static constexpr int threads = team_threads / 2, strip = small_product_strip, held = 8;
  matmul_problem p;
  small_matrices a, b;
  int together, a_pitch, b_pitch;  // matrices of a turn; elements from a row to the next
  std::int64_t elements;           // of a team's memory
  divisor strips_of_row, strips;   // of a matrix

  explicit multiply_small_in_team(matmul_problem const& of)
      : p(of),
        a(of, of.a, of.rows, of.depth, static_cast<int>(of.depth) | 1),
        b(of, of.b, of.depth, of.columns, static_cast<int>(of.columns)),
        a_pitch(static_cast<int>(of.depth) | 1),
        b_pitch(static_cast<int>(of.columns)),
        strips_of_row((of.columns + strip - 1) / strip),
        strips(of.rows * ((of.columns + strip - 1) / strip))
  {
    constexpr int room = small_product_bytes / static_cast<int>(sizeof(element));
    std::int64_t const once = (a.step > 0 ? 0 : a.matrix) + (b.step > 0 ? 0 : b.matrix),
                       each = a.step + b.step + of.rows * of.columns;
    together = static_cast<int>(
        std::clamp<std::int64_t>((room - once) / each, once + each <= room ? 1 : 0, of.batches()));
    elements = once + together * each;
  }
  bool fits() const { return together > 0; }

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, element* own, std::int64_t turn) const
  {
    std::int64_t const first = turn * together, left = p.batches() - first;
    int const matrices = static_cast<int>(left < together ? left : together),
              of_result = static_cast<int>(p.rows * p.columns);
    element *const at_a = own, *const at_b = own + (a.step > 0 ? together : 1) * a.matrix,
                   *const at_c = at_b + (b.step > 0 ? together : 1) * b.matrix;
    all.each([&](int rank) {
      bring(rank, p.a, a, first, a.step > 0 ? matrices : 1, at_a);
      bring(rank, p.b, b, first, b.step > 0 ? matrices : 1, at_b);
    });
    all.each([&](int rank) {
      int const depth = static_cast<int>(p.depth), columns = static_cast<int>(p.columns),
                all_strips = matrices * static_cast<int>(strips.by);
      for (int s = rank; s < all_strips; s += threads) {
        int const number = part(strips, s), upper = s - number * static_cast<int>(strips.by),
                  row = part(strips_of_row, upper),
                  column = (upper - row * static_cast<int>(strips_of_row.by)) * strip;
        element const* const x = at_a + number * a.step + row * a_pitch;
        element const* const y = at_b + number * b.step + column;
        element* const to = at_c + number * of_result + row * columns + column;
        if (columns - column >= strip)
          multiply<strip>(x, y, depth, to, strip);
        else
          multiply<strip>(x, y, depth, to, columns - column);
      }
    });
    all.each([&](int rank) {
      element* const to = static_cast<element*>(p.c) + first * of_result;
      int const count = matrices * of_result;
      for (int i = rank; i < count; i += threads) to[i] = at_c[i];
    });
  }

 private:
  KOKKOS_INLINE_FUNCTION static int part(divisor const& by, int n)
  {
    return static_cast<int>(by.quotient(static_cast<std::uint32_t>(n)));
  }
  /// Several are read before one is written.
  KOKKOS_INLINE_FUNCTION void bring(int rank, matmul_operand const& of, small_matrices const& from,
                                    std::int64_t first, int matrices, element* to) const
  {
    auto const* const data = static_cast<element const*>(of.data);
    int const of_matrix = static_cast<int>(from.of_matrix.by),
              fasts = static_cast<int>(from.fast.by), count = matrices * of_matrix;
    auto const bring_by = [&](auto const& read) {
      for (int begin = rank; begin < count; begin += held * threads) {
        element some[held];
        unrolled<held>([&](int h) {
          if (int const e = begin + h * threads; e < count) some[h] = read(e);
        });
        unrolled<held>([&](int h) {
          int const e = begin + h * threads;
          if (e >= count) return;
          int const number = part(from.of_matrix, e), in_matrix = e - number * of_matrix,
                    slow = part(from.fast, in_matrix), fast = in_matrix - slow * fasts;
          to[number * from.matrix + fast * from.fast_place + slow * from.slow_place] = some[h];
        });
      }
    };
    if (from.is_run) {
      element const* const run = data + first * from.batch;
      bring_by([&](int e) { return run[e]; });
    } else {
      bring_by([&](int e) {
        int const number = part(from.of_matrix, e), in_matrix = e - number * of_matrix,
                  slow = part(from.fast, in_matrix), fast = in_matrix - slow * fasts;
        std::int64_t const matrix =
            from.one_batch ? (first + number) * from.batch : p.offset(of, first + number);
        return data[matrix + fast * from.fast_stride + slow * from.slow_stride];
      });
    }
  }
  template <int W>
  KOKKOS_INLINE_FUNCTION void multiply(element const* x, element const* y, int depth, element* to,
                                       int width) const
  {
    value sum[W];
    unrolled<W>([&](int w) { sum[w] = value{}; });
    for (int k = 0; k < depth; ++k) {
      value const left = Numbers::load(x[k]);
      unrolled<W>([&](int w) {
        if (w < width)
          sum[w] = Numbers::multiply_add(left, Numbers::load(y[k * b_pitch + w]), sum[w]);
      });
    }
    unrolled<W>([&](int w) {
      if (w < width) to[w] = Numbers::store(sum[w]);
    });
  }
};

/// Rows of a that are a matrix of their own, where there are many and one small b.
inline constexpr std::int64_t rows_of_tall = 32;

/// Products of matrices so small that a team's memory has room for some, or of many rows and one
/// such matrix; whether there are enough.
template <class Numbers, class Backend>
bool multiply_small_matrices(queue<Backend>& on, matmul_problem const& p)
{
  using kernel = multiply_small_in_team<Numbers>;
  using element = typename Numbers::element;
  constexpr std::int64_t most_rows = 32, most_depth = 64;
  matmul_problem small = p, rest = p;
  rest.rows = 0;
  if (p.batch_axes == 0 && p.rows > rows_of_tall) {
    std::int64_t const matrices = p.rows / rows_of_tall, cut = matrices * rows_of_tall;
    small.batch_axes = 1;
    small.batch[0] = matrices;
    small.rows = rows_of_tall;
    small.a.batch[0] = rows_of_tall * p.a.row;
    small.b.batch[0] = 0;
    rest.rows = p.rows - cut;
    rest.a.data = static_cast<element const*>(p.a.data) + cut * p.a.row;
    rest.c = static_cast<element*>(p.c) + cut * p.columns;
  }
  if (small.rows > most_rows || p.columns > most_rows || p.depth < 1 || p.depth > most_depth ||
      p.batches() * p.rows * p.columns < on.threads() || !kernel(small).fits())
    return false;
  for (matmul_problem const* one : {&small, &rest}) {
    if (one->rows == 0) break;
    kernel const f(*one);
    for_teams_with<kernel::threads, element, 8>(on, "matmul", f.elements,
                                                (one->batches() + f.together - 1) / f.together, f);
  }
  return true;
}

}  // namespace acre::backends::generic
