#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/linear_algebra.hpp>
#include <acre/backends/launch.hpp>
#include <acre/linalg/detail/stack.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "small_steps.hpp"

/// The steps of small_steps.hpp on stacks of any strides and dtypes, and who runs them: tasks on a
/// CPU, blocks of threads on a GPU.
namespace acre::detail {

namespace small {

constexpr int row_axis = max_rank - 2, column_axis = max_rank - 1;

/// Right-hand sides of an item: its matrix is factorised for each so many.
constexpr int columns_on_host = 8, columns_on_gpu = 4;

/// A stack whose numbers a step reads and writes as N.
struct operand {
  void* data = nullptr;
  bool narrow = false;                 // float32 and complex64
  std::int64_t row = 0, column = 0;    // strides
  std::int64_t batch[max_rank - 2]{};  // likewise, 0 where it is broadcast
  std::int64_t each = 0;               // from a matrix to the next, where that is one stride
  bool evenly = true;                  // whether it is

  operand() = default;
  /// As one of matrices with leading axes of those extents.
  operand(matrix_stack const& s, shape_t<max_rank> const& extent)
      : data(s.data),
        narrow(backends::bytes_of_real(s.type) == 4),
        row(s.stride[row_axis]),
        column(s.stride[column_axis])
  {
    std::int64_t matrices = 1;
    for (int axis = row_axis - 1; axis >= 0; --axis) {
      batch[axis] = s.extent[axis] == 1 ? 0 : s.stride[axis];
      if (extent[axis] == 1) continue;
      if (matrices == 1)
        each = batch[axis];
      else
        evenly = evenly && batch[axis] == each * matrices;
      matrices *= extent[axis];
    }
  }

  template <class N>
  KOKKOS_INLINE_FUNCTION N read(std::int64_t at) const
  {
    if constexpr (std::is_same_v<N, double>) {
      return narrow ? double{static_cast<float const*>(data)[at]}
                    : static_cast<double const*>(data)[at];
    } else {
      if (!narrow) return static_cast<complex_number const*>(data)[at];
      auto const& x = static_cast<complex<float> const*>(data)[at];
      return {double{x.real()}, double{x.imag()}};
    }
  }
  KOKKOS_INLINE_FUNCTION void write(std::int64_t at, double x) const
  {
    if (narrow)
      static_cast<float*>(data)[at] = static_cast<float>(x);
    else
      static_cast<double*>(data)[at] = x;
  }
  KOKKOS_INLINE_FUNCTION void write(std::int64_t at, complex_number const& x) const
  {
    if (narrow)
      static_cast<complex<float>*>(data)[at] =
          complex<float>(static_cast<float>(x.real()), static_cast<float>(x.imag()));
    else
      static_cast<complex_number*>(data)[at] = x;
  }
};

/// Where an item's matrix, its right-hand sides and its result begin, and how many columns of
/// those are its.
struct places {
  std::int64_t from = 0, beside = 0, to = 0;
  int columns = 0;
};

/// What is done with each of `items` matrices of n rows, or with some columns beside one. A step
/// hides what it does otherwise.
template <class N>
struct step {
  using number = N;
  operand a;
  int n;
  std::int64_t extent[max_rank - 2]{};
  std::int64_t items = 1;

  step(matrix_stack const& matrices, shape_t<max_rank> const& shape)
      : a(matrices, shape), n(static_cast<int>(matrices.rows()))
  {
    for (int axis = 0; axis < row_axis; ++axis) items *= extent[axis] = shape[axis];
  }
  KOKKOS_INLINE_FUNCTION std::int64_t first(operand const& of, std::int64_t matrix) const
  {
    if (of.evenly) return matrix * of.each;
    std::int64_t at = 0;
    for (int axis = row_axis - 1; matrix > 0; --axis) {
      at += matrix % extent[axis] * of.batch[axis];
      matrix /= extent[axis];
    }
    return at;
  }
  /// Numbers that it works in.
  KOKKOS_INLINE_FUNCTION int room() const { return n * n; }
  /// An element of a goes to its place in m: that of aᵀ.
  template <class View>
  KOKKOS_INLINE_FUNCTION void load(View const& m, places const& at, int row, int column) const
  {
    m[column * n + row] = a.template read<N>(at.from + row * a.row + column * a.column);
  }
  /// How many columns stand beside a, and an element of them as in load().
  KOKKOS_INLINE_FUNCTION int beside() const { return 0; }
  template <class View>
  KOKKOS_INLINE_FUNCTION void load_beside(View const&, places const&, int, int) const
  {}
  /// How many columns the result has; store() writes an element of it.
  KOKKOS_INLINE_FUNCTION int stored() const { return n; }
  /// Operands of load_beside() and store(), for the order of their elements.
  operand const& sides() const { return a; }
};

/// a x = b by the factors of aᵀ, for so many columns an item.
template <class N>
struct solve_step : step<N> {
  using step<N>::n, step<N>::first;
  operand b, x;
  int most;
  std::int64_t columns, parts;

  solve_step(matrix_stack const& of_a, matrix_stack const& of_b, matrix_stack const& of_x,
             int most_columns)
      : step<N>(of_a, of_x.extent),
        b(of_b, of_x.extent),
        x(of_x, of_x.extent),
        most(static_cast<int>(std::min<std::int64_t>(most_columns, of_x.columns()))),
        columns(of_x.columns()),
        parts((columns + most - 1) / most)
  {
    this->items *= parts;
  }
  operand const& sides() const { return b; }
  operand const& result() const { return x; }
  KOKKOS_INLINE_FUNCTION places place(std::int64_t item) const
  {
    std::int64_t const number = parts == 1 ? item : item / parts,
                       column = (item - number * parts) * most, left = columns - column;
    return {first(this->a, number), first(b, number) + column * b.column,
            first(x, number) + column * x.column, static_cast<int>(left < most ? left : most)};
  }
  KOKKOS_INLINE_FUNCTION int room() const { return n * (n + most); }
  KOKKOS_INLINE_FUNCTION int beside() const { return most; }
  template <class View>
  KOKKOS_INLINE_FUNCTION void load_beside(View const& m, places const& at, int row,
                                          int column) const
  {
    m[n * n + row * most + column] =
        column < at.columns ? b.template read<N>(at.beside + row * b.row + column * b.column) : N{};
  }
  template <class View, class Extent>
  KOKKOS_INLINE_FUNCTION bool compute(View const& m, Extent extent, places const&) const
  {
    row_swaps swaps;
    if (!factorise<N>(m, extent, swaps)) return false;
    solve_transposed<N>(m, extent, swaps, extent * extent, most);
    return true;
  }
  KOKKOS_INLINE_FUNCTION int stored() const { return most; }
  template <class View>
  KOKKOS_INLINE_FUNCTION void store(View const& m, places const& at, int row, int column) const
  {
    if (column < at.columns)
      x.write(at.to + row * x.row + column * x.column, m[n * n + row * most + column]);
  }
};

template <class N>
struct inverse_step : step<N> {
  using step<N>::n, step<N>::first;
  operand out;

  inverse_step(matrix_stack const& of_a, matrix_stack const& of_out)
      : step<N>(of_a, of_out.extent), out(of_out, of_out.extent)
  {}
  operand const& result() const { return out; }
  KOKKOS_INLINE_FUNCTION places place(std::int64_t item) const
  {
    return {first(this->a, item), 0, first(out, item), 0};
  }
  KOKKOS_INLINE_FUNCTION int room() const { return n * (n + 1); }
  template <class View, class Extent>
  KOKKOS_INLINE_FUNCTION bool compute(View const& m, Extent extent, places const&) const
  {
    row_swaps swaps;
    if (!factorise<N>(m, extent, swaps)) return false;
    invert<N>(m, extent, swaps, extent * extent);
    return true;
  }
  template <class View>
  KOKKOS_INLINE_FUNCTION void store(View const& m, places const& at, int row, int column) const
  {
    out.write(at.to + row * out.row + column * out.column, m[column * n + row]);
  }
};

/// Determinants, or their directions where there are logarithms.
template <class N>
struct determinant_step : step<N> {
  using step<N>::first;
  operand out, logarithms;

  determinant_step(matrix_stack const& of_a, matrix_stack const& of_out,
                   matrix_stack const& of_logarithms)
      : step<N>(of_a, of_out.extent), out(of_out, of_out.extent)
  {
    if (of_logarithms.data) logarithms = operand(of_logarithms, of_out.extent);
  }
  operand const& result() const { return out; }
  KOKKOS_INLINE_FUNCTION places place(std::int64_t item) const
  {
    return {first(this->a, item), logarithms.data ? first(logarithms, item) : 0, first(out, item),
            0};
  }
  template <class View, class Extent>
  KOKKOS_INLINE_FUNCTION bool compute(View const& m, Extent extent, places const& at) const
  {
    row_swaps swaps;
    factorise<N>(m, extent, swaps);
    auto const all = determinant<N>(m, extent, swaps);
    if (logarithms.data) {
      out.write(at.to, all.sign());
      logarithms.write(at.beside, all.logarithm());
    } else {
      out.write(at.to, all.value());
    }
    return true;
  }
  KOKKOS_INLINE_FUNCTION int stored() const { return 0; }
  template <class View>
  KOKKOS_INLINE_FUNCTION void store(View const&, places const&, int, int) const
  {}
};

/// l of a = l lᴴ, or uᴴ of a = uᴴ u.
template <class N>
struct cholesky_step : step<N> {
  using step<N>::n, step<N>::first;
  operand out;
  bool upper;

  cholesky_step(matrix_stack const& of_a, matrix_stack const& of_out, bool of_upper)
      : step<N>(of_a, of_out.extent), out(of_out, of_out.extent), upper(of_upper)
  {}
  operand const& result() const { return out; }
  KOKKOS_INLINE_FUNCTION places place(std::int64_t item) const
  {
    return {first(this->a, item), 0, first(out, item), 0};
  }
  template <class View>
  KOKKOS_INLINE_FUNCTION void load(View const& m, places const& at, int row, int column) const
  {
    auto const& a = this->a;
    N const x = a.template read<N>(at.from + row * a.row + column * a.column);
    if (upper)
      m[column * n + row] = conjugate(x);
    else
      m[row * n + column] = x;
  }
  template <class View, class Extent>
  KOKKOS_INLINE_FUNCTION bool compute(View const& m, Extent extent, places const&) const
  {
    return factorise_positive<N>(m, extent);
  }
  template <class View>
  KOKKOS_INLINE_FUNCTION void store(View const& m, places const& at, int row, int column) const
  {
    bool const is_zero = upper ? column < row : column > row;
    N const x = is_zero ? N{} : upper ? conjugate(m[column * n + row]) : N(m[row * n + column]);
    out.write(at.to + row * out.row + column * out.column, x);
  }
};

template <class N>
struct eigen_step : step<N> {
  using step<N>::n, step<N>::first;
  operand w, v;
  bool upper, vectors;

  eigen_step(matrix_stack const& of_a, bool of_upper, matrix_stack const& of_w,
             matrix_stack const& of_v)
      : step<N>(of_a, of_a.extent),
        w(of_w, of_a.extent),
        upper(of_upper),
        vectors(of_v.data != nullptr)
  {
    if (vectors) v = operand(of_v, of_a.extent);
  }
  operand const& result() const { return v; }
  KOKKOS_INLINE_FUNCTION places place(std::int64_t item) const
  {
    return {first(this->a, item), first(w, item), vectors ? first(v, item) : 0, 0};
  }
  KOKKOS_INLINE_FUNCTION int room() const { return n * (n + eigen_rows); }
  template <class View, class Extent>
  KOKKOS_INLINE_FUNCTION bool compute(View const& m, Extent extent, places const& at) const
  {
    // m has aᵀ, whose upper triangle is a's lower one
    if (!make_hermitian<N>(m, extent, !upper)) return false;
    int const values = extent * extent;
    if (!eigen<N>(m, extent, values, vectors)) return false;
    for (int i = 0; i < extent; ++i) w.write(at.beside + i * w.row, real_part(m[values + i]));
    return true;
  }
  KOKKOS_INLINE_FUNCTION int stored() const { return vectors ? n : 0; }
  template <class View>
  KOKKOS_INLINE_FUNCTION void store(View const& m, places const& at, int row, int column) const
  {
    v.write(at.to + row * v.row + column * v.column, N(m[column * n + row]));
  }
};

// On a CPU: a task has some matrices, one after the other in memory of its own

template <class N>
struct own_memory {
  N* data;
  KOKKOS_INLINE_FUNCTION N& operator[](int place) const { return data[place]; }
};

template <class Step, class Extent>
bool compute_items(Step const& step, Extent n, std::int64_t first, std::int64_t end)
{
  using N = typename Step::number;
  static_assert(eigen_rows <= columns_on_host);
  alignas(64) N numbers[linalg_own_rows * (linalg_own_rows + columns_on_host)];
  own_memory<N> const m{numbers};
  bool good = true;
  for (std::int64_t item = first; item < end; ++item) {
    places const at = step.place(item);
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column) step.load(m, at, row, column);
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < step.beside(); ++column) step.load_beside(m, at, row, column);
    good &= step.compute(m, n, at);
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < step.stored(); ++column) step.store(m, at, row, column);
  }
  return good;
}

/// A number of rows that the compiler knows.
template <int Rows>
struct known_rows {
  KOKKOS_INLINE_FUNCTION constexpr operator int() const { return Rows; }
};

/// False where one fails.
template <class Step>
bool compute_some(Step const& step, std::int64_t first, std::int64_t end)
{
  switch (step.n) {
    case 2:
      return compute_items(step, known_rows<2>(), first, end);
    case 3:
      return compute_items(step, known_rows<3>(), first, end);
    case 4:
      return compute_items(step, known_rows<4>(), first, end);
    default:
      return compute_items(step, step.n, first, end);
  }
}

template <class Queue, class Step>
bool compute_on_host(Queue& on, Step const& step)
{
  // a task takes longer than to be given out
  constexpr std::int64_t of_task = 256;
  std::int64_t const tasks =
      std::min((step.items + of_task - 1) / of_task, std::int64_t{16} * on.threads());
  if (tasks <= 1) return compute_some(step, 0, step.items);
  std::uint32_t failed = 0;
  on.for_tasks("matrices", tasks, [&](std::int64_t task) {
    if (!compute_some(step, step.items * task / tasks, step.items * (task + 1) / tasks))
      backends::atomic_store(&failed, std::uint32_t{1});
  });
  return failed == 0;
}

// On a GPU: a block brings its threads' matrices to shared memory

/// Of neighbouring threads the same place lies side by side.
template <class N>
struct shared_memory {
  N* data;
  int pitch;
  KOKKOS_INLINE_FUNCTION N& operator[](int place) const { return data[place * pitch]; }
};

/// q = k / by for k by below 2^32.
struct short_divisor {
  std::uint32_t by;
  std::uint64_t factor;
  explicit short_divisor(int divisor)
      : by(static_cast<std::uint32_t>(divisor)), factor((std::uint64_t{1} << 32) / by + 1)
  {}
  KOKKOS_INLINE_FUNCTION int quotient(int k) const
  {
    return static_cast<int>(static_cast<std::uint64_t>(k) * factor >> 32);
  }
};

/// How a block's threads take the elements of its matrices' rows and columns: in the order in which
/// they lie.
struct element_order {
  bool along_rows;
  short_divisor of_item, of_line;

  element_order(int rows, int columns, operand const& of)
      : along_rows((of.column < 0 ? -of.column : of.column) <= (of.row < 0 ? -of.row : of.row)),
        of_item(std::max(rows * columns, 1)),
        of_line(std::max(along_rows ? columns : rows, 1))
  {}
  /// f(item, row, column) for a thread's elements of `items` matrices.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(int thread, int threads, int items, F const& f) const
  {
    int const count = items * static_cast<int>(of_item.by);
    for (int e = thread; e < count; e += threads) {
      int const item = of_item.quotient(e), in_item = e - item * static_cast<int>(of_item.by),
                line = of_line.quotient(in_item),
                at = in_item - line * static_cast<int>(of_line.by);
      f(item, along_rows ? line : at, along_rows ? at : line);
    }
  }
};

template <class Step>
struct block_kernel {
  using number = typename Step::number;
  Step step;
  element_order loaded, beside, stored;
  std::uint32_t* failed;

  KOKKOS_FUNCTION void operator()(backends::thread_block& block) const
  {
    using backends::launch_thread;
    int const threads = static_cast<int>(block.size().x), pitch = threads + 1;
    auto* const at = block.scratch<places>(threads);
    auto* const numbers = block.scratch<number>(std::int64_t{step.room()} * pitch);
    std::int64_t const first = block.index().x * threads, left = step.items - first;
    int const here = static_cast<int>(left < threads ? left : threads);
    auto const memory_of = [=](int item) { return shared_memory<number>{numbers + item, pitch}; };
    block.for_each_thread([&](launch_thread const& t) {
      if (t.rank() < here) at[t.rank()] = step.place(first + t.rank());
    });
    block.for_each_thread([&](launch_thread const& t) {
      int const rank = static_cast<int>(t.rank());
      loaded.for_each(rank, threads, here, [&](int item, int row, int column) {
        step.load(memory_of(item), at[item], row, column);
      });
      if (step.beside() > 0)
        beside.for_each(rank, threads, here, [&](int item, int row, int column) {
          step.load_beside(memory_of(item), at[item], row, column);
        });
    });
    block.for_each_thread([&](launch_thread const& t) {
      int const rank = static_cast<int>(t.rank());
      if (rank < here && !step.compute(memory_of(rank), step.n, at[rank]))
        backends::atomic_store(failed, std::uint32_t{1});
    });
    if (step.stored() > 0)
      block.for_each_thread([&](launch_thread const& t) {
        stored.for_each(static_cast<int>(t.rank()), threads, here,
                        [&](int item, int row, int column) {
                          step.store(memory_of(item), at[item], row, column);
                        });
      });
  }
};

template <class Queue, class Step>
void compute_on_gpu(Queue& on, Step const& step, operand const& beside, operand const& result,
                    std::uint32_t* failed)
{
  auto const bytes = [&](std::int64_t threads) {
    return static_cast<std::size_t>(threads) * sizeof(places) + 32 +
           static_cast<std::size_t>(step.room() * (threads + 1)) * sizeof(typename Step::number);
  };
  // shared memory for several blocks of a multiprocessor; an H200, 10^5 float64, microseconds of
  // 32, 64, 128 threads: eigh of 4 rows 78, 78, 59, of 8 rows 525, 530, 535, inv of 8 rows 186,
  // 189, 190
  std::int64_t const threads = bytes(128) <= 40960 ? 128 : bytes(64) <= 32768 ? 64 : 32;
  backends::launch_blocks(on,
                          backends::launch_size{.grid = {(step.items + threads - 1) / threads},
                                                .block = {threads},
                                                .scratch = bytes(threads)},
                          block_kernel<Step>{step, element_order(step.n, step.n, step.a),
                                             element_order(step.n, step.beside(), beside),
                                             element_order(step.n, step.stored(), result), failed});
}

}  // namespace small

}  // namespace acre::detail
