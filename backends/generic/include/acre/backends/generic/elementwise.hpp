#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/elementwise.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/tiling.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/task_runner.hpp>
#include <acre/backends/host_common/elementwise.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

/// See backends/common/elementwise.hpp.
namespace acre::backends::generic {

/// Whether operands lie across rows that are long enough for neighbouring threads.
inline bool lies_across(iteration const& it, tiling const& tiles)
{
  bool across = false;
  for (int n = 0; n < tiles.count; ++n) across = across || tiles.part[n].across;
  return across && it.inner >= few_columns;
}

/// Rows of less are computed column by column on a CPU.
inline constexpr std::int64_t short_loop = 8;

/// Elements lo … hi - 1 of a row, by a core.
template <bool Unit, class Program, class From, class To>
KOKKOS_INLINE_FUNCTION void compute_row(bool packed, From const& from, To const& to,
                                        std::int64_t lo, std::int64_t hi, std::int64_t k)
{
  std::int64_t i = lo;
  if constexpr (Unit && requires { from.stack_of(i); }) {
    while (k == 0 && i < hi) {
      auto const made = from.stack_of(i);
      std::int64_t const left = stack_size - made.place, end = hi - i < left ? hi : i + left;
      for (int j = made.place; i < end; ++i, ++j) to.template put<true>(i, made.values.v[j]);
    }
  } else if constexpr (Unit && by_lines<true, Program>) {
    if (k == 0)
      i = hi -
          for_lines<Program>(from, packed, lo, hi - lo, [&](std::int64_t first, auto const& made) {
            for (int j = 0; j < static_cast<int>(std::size(made.v)); ++j)
              to.template put<true>(lo + first + j, made.v[j]);
          });
  } else if constexpr (Unit && host::looks_up_several<From>) {
    for (; i + line_size <= hi; i += line_size) {
      auto const found = from.template several<line_size>(i, k);
      for (int j = 0; j < line_size; ++j) to.template put<true>(i + j, found.v[j], k);
    }
  }
#pragma GCC ivdep
  for (; i < hi; ++i) to.template put<Unit>(i, from.template at<Unit>(i, k), k);
}

/// Elements that a narrow thread has, far from each other: all are read before one is written,
/// which might be what is read next.
template <class Program>
inline constexpr int elements_of_thread = [] {
  using hints = hints_of<Program>;
  return Program::width > 4 || hints::computes_in_blocks || hints::prefers_packets ? 4 : 8;
}();

/// They begin with element (i, k), and each lies `columns` and `rows` behind the one before.
template <bool Unit>
struct places_apart {
  std::int64_t i, k, columns, rows;

  KOKKOS_INLINE_FUNCTION std::int64_t column(int m) const { return i + m * columns; }
  KOKKOS_INLINE_FUNCTION std::int64_t row(int m) const { return k + m * rows; }
  template <int W, bool, class T>
  KOKKOS_INLINE_FUNCTION packet<T, W> read(T const* data, std::int64_t inner,
                                           std::int64_t step) const
  {
    data += first(inner, step);
    std::int64_t const by = apart(inner, step);
    if constexpr (!Unit && sizeof(packet<T, W>) > sizeof(T))  // neighbours, of what lies across
      if (by == 1 && reinterpret_cast<std::uintptr_t>(data) % alignof(packet<T, W>) == 0)
        return *reinterpret_cast<packet<T, W> const*>(data);
    packet<T, W> p;
    for (int m = 0; m < W; ++m) p.v[m] = data[m * by];
    return p;
  }
  template <int W, class T>
  KOKKOS_INLINE_FUNCTION void write(T* data, std::int64_t inner, std::int64_t step,
                                    packet<T, W> const& p) const
  {
    for (int m = 0; m < W; ++m) data[first(inner, step) + m * apart(inner, step)] = p.v[m];
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t first(std::int64_t inner, std::int64_t step) const
  {
    return (Unit ? i : i * inner) + k * step;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t apart(std::int64_t inner, std::int64_t step) const
  {
    return (Unit ? columns : columns * inner) + rows * step;
  }
};
/// A thread's elements: those that is_in(m) is true of, m = 0, 1, …
template <int Held, bool Unit, class From, class To, class IsIn>
KOKKOS_INLINE_FUNCTION void compute_places(From const& from, To const& to,
                                           places_apart<Unit> const& at, IsIn const& is_in)
{
  if (is_in(Held - 1)) {
    auto const some = computed<Held>(from, fetched_at<Held, Unit>(from, at));
    if constexpr (requires { to.store_at(at, some); })
      to.store_at(at, some);
    else
      for (int m = 0; m < Held; ++m) to.template put<Unit>(at.column(m), some.v[m], at.row(m));
    return;
  }
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
  for (int m = 0; m < Held && is_in(m); ++m)
    to.template put<Unit>(at.column(m), from.template at<Unit>(at.column(m), at.row(m)), at.row(m));
}

/// One row by narrow threads.
template <bool Unit, class Program, class Sink>
struct compute_some_of_row {
  Program program;
  Sink sink;
  std::int64_t n, threads;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const
  {
    compute_places<elements_of_thread<Program>>(program.bind(position{}), sink.bind(position{}),
                                                places_apart<Unit>{thread, 0, threads, 0},
                                                [&](int m) { return thread + m * threads < n; });
  }
};
template <bool Unit, class Backend, class Program, class Sink>
void compute_one_row(queue<Backend>& on, std::int64_t n, Program const& program, Sink const& sink)
{
  constexpr int held = elements_of_thread<Program>;
  std::int64_t const threads = n < on.threads() ? n : (n + held - 1) / held;
  for_each(on, "elements", threads,
           compute_some_of_row<Unit, Program, Sink>{program, sink, n, threads});
}

/// Several rows by narrow threads: the elements of one lie above each other along the outermost
/// axis, in the rows of a group, so that places are computed once for all.
template <bool OneAxis, class Program, class Sink>
struct compute_some_of_rows {
  Program program;
  Sink sink;
  iteration groups;                 // of rows, where the nest has rows
  std::int64_t rows, apart, first;  // along the outermost axis; of a group; of groups
  std::int64_t group, column;       // that these threads begin with
  divisor columns;

  KOKKOS_INLINE_FUNCTION void operator()(int thread) const
  {
    auto const n = static_cast<std::uint32_t>(thread);
    std::uint32_t const row = columns.quotient(n);
    position at;
    if constexpr (OneAxis) {
      at.rank = 1;
      at.index[0] = group + row;
    } else {
      at = unravel(groups, group + row);
    }
    at.index[0] *= first;
    compute_places<elements_of_thread<Program>>(
        program.bind(at, 0), sink.bind(at, 0),
        places_apart<false>{column + (n - row * columns.by), 0, 0, apart},
        [&](int m) { return at.index[0] + m * apart < rows; });
  }
};
template <bool OneAxis, class Backend, class Program, class Sink>
void compute_rows(queue<Backend>& on, iteration const& it, Program const& program, Sink const& sink,
                  bool across)
{
  // Rows of a group are neighbours where they are long, or operands lie across, and else as far
  // apart as there are groups, so that neighbouring threads have neighbouring elements anyway.
  constexpr std::int64_t most = std::numeric_limits<int>::max(), long_row = 128;
  constexpr int held = elements_of_thread<Program>;
  std::int64_t const rows = it.outer[0], elements = it.rows * it.inner,
                     of_group = elements < on.threads() ? 1 : held,
                     groups = (rows + of_group - 1) / of_group;
  if (elements == 0) return;
  compute_some_of_rows<OneAxis, Program, Sink> kernel{program, sink, it, rows, groups, 1, 0, 0, {}};
  if ((across || it.inner >= long_row) && of_group > 1) kernel.apart = 1, kernel.first = of_group;
  kernel.groups.outer[0] = groups;
  std::int64_t const all = it.rows / rows * groups;
  for (std::int64_t column = 0; column < it.inner; column += most) {
    std::int64_t const columns = std::min(it.inner - column, most), together = most / columns;
    kernel.column = column;
    kernel.columns = divisor(columns);
    for (std::int64_t group = 0; group < all; group += together) {
      kernel.group = group;
      for_each<int>(on, "elements", std::min(all - group, together) * columns, kernel);
    }
  }
}

template <class Backend, class Program, class Sink>
void compute_rows_on_cores(queue<Backend>& on, iteration const& it, Program const& program,
                           Sink const& sink)
{
  // (of a result that is wider core has planned narrower packets)
  bool const unit = it.unit, packed = it.packed && Program::width >= Sink::width;
  for_rows(
      on, "elements", it, KOKKOS_LAMBDA(row_piece const& piece) {
        auto const from = program.bind(piece.at, piece.along);
        auto const to = sink.bind(piece.at, piece.along);
        if (piece.hi - piece.lo < short_loop && piece.count > 1) {
          for (std::int64_t i = piece.lo; i < piece.hi; ++i)  // as rows are shorter than columns
#pragma GCC ivdep
            for (std::int64_t k = 0; k < piece.count; ++k)
              to.template put<false>(i, from.template at<false>(i, k), k);
          return;
        }
        for (std::int64_t k = 0; k < piece.count; ++k)
          if (unit && by_lines<true, Program> && k > 0) {  // a row that lines are made of
            position at = piece.at;
            at.index[piece.along] += k;
            compute_row<true, Program>(packed, program.bind(at), sink.bind(at), piece.lo, piece.hi,
                                       0);
          } else if (unit)
            compute_row<true, Program>(packed, from, to, piece.lo, piece.hi, k);
          else
            compute_row<false, Program>(packed, from, to, piece.lo, piece.hi, k);
      });
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program, class Sink>
void elementwise(generic::queue<Backend>& on, iteration const& it, Program const& program,
                 Sink const& sink, tiling const& tiles = {})
{
  static_assert(elementwise_takes<Program, Sink>());
  if constexpr (!generic::queue<Backend>::is_wide)
    generic::compute_rows_on_cores(on, it, program, sink);
  else if (it.outer_rank > 1)
    generic::compute_rows<false>(on, it, program, sink, generic::lies_across(it, tiles));
  else if (it.outer_rank > 0)
    generic::compute_rows<true>(on, it, program, sink, generic::lies_across(it, tiles));
  else if (it.unit)
    generic::compute_one_row<true>(on, it.inner, program, sink);
  else
    generic::compute_one_row<false>(on, it.inner, program, sink);
}

/// Likewise on a CPU for operands that core lays out, as host_common does it.
template <class Backend, class Program, class Sink>
  requires generic::queue<Backend>::is_host
void elementwise(generic::queue<Backend>& on, iteration const& it, Program const& program,
                 Sink const& sink, laid_out_operands const& rows)
{
  if (!rows.any()) return elementwise(on, it, program, sink);
  generic::task_runner<Backend> tasks(on);
  host::elementwise_by<true>(tasks, it, program, sink, rows);
}

/// Elements are so few here that none are laid out.
template <class Backend, class Program, class Sink>
  requires generic::queue<Backend>::is_host
void elementwise_short(generic::queue<Backend>& on, iteration const& it, Program const& program,
                       Sink const& sink)
{
  elementwise(on, it, program, sink);
}

/// Rows of neighbours that lie in packets, and on a CPU those of which none is read, which core
/// need not plan.
template <class Backend>
bool takes_row(generic::queue<Backend> const*, std::int64_t n, int width, std::uintptr_t addresses)
{
  return (!generic::queue<Backend>::is_wide && n < generic::line_size) ||
         (n >= packet_width(width) && addresses % 16 == 0);
}
template <class Backend, class Program, class Sink>
void elementwise_row(generic::queue<Backend>& on, std::int64_t n, Program const& program,
                     Sink const& sink)
{
  static_assert(elementwise_takes<Program, Sink>());
  if constexpr (generic::queue<Backend>::is_wide) {
    generic::compute_one_row<true>(on, n, program, sink);
  } else {
    auto const from = flat_form<Program>::of(program).bind(position());
    auto const to = flat_form<Sink>::of(sink).bind(position());
    generic::for_pieces(
        on, "elements", n, KOKKOS_LAMBDA(std::int64_t first, std::int64_t last) {
          generic::compute_row<true, Program>(true, from, to, first, last, 0);
        });
  }
}

}  // namespace acre::backends
