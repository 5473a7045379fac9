#pragma once

#include <acre/backends/common/elementwise.hpp>
#include <acre/backends/generic/loops.hpp>

#include <cstdint>

/// See backends/common/elementwise.hpp.
namespace acre::backends::generic {

struct tiling_is_unused {
  tiling_is_unused() = default;
  tiling_is_unused(tiling const&) {}  // NOLINT: operands are read where they lie
};

/// Rows of less are computed column by column on a CPU.
inline constexpr std::int64_t short_loop = 8;

/// Elements lo … hi - 1 of a row.
template <bool Host, bool Unit, class Program, class From, class To>
KOKKOS_INLINE_FUNCTION void compute_row(bool packed, From const& from, To const& to,
                                        std::int64_t lo, std::int64_t hi, std::int64_t k)
{
  std::int64_t i = lo;
  if constexpr (Host && Unit && requires { from.stack_of(i); }) {
    while (k == 0 && i < hi) {
      auto const made = from.stack_of(i);
      std::int64_t const left = stack_size - made.place, end = hi - i < left ? hi : i + left;
      for (int j = made.place; i < end; ++i, ++j) to.template put<true>(i, made.values.v[j]);
    }
  } else if constexpr (Unit && by_lines<Host, Program>) {
    for (; k == 0 && i + line_size <= hi; i += line_size) {
      line_of<Program> const made = read_line<Program>(from, packed, i);
      for (int j = 0; j < line_size; ++j) to.template put<true>(i + j, made.v[j]);
    }
  }
#pragma GCC ivdep
  for (; i < hi; ++i) to.template put<Unit>(i, from.template at<Unit>(i, k), k);
}

/// One row by narrow threads: each has some elements, as far from each other as there are threads,
/// and reads all of them before it writes one, which might be what is read next.
template <bool Unit, class Program, class Sink>
struct compute_some_of_row {
  static constexpr int held = 4;
  Program program;
  Sink sink;
  std::int64_t n, threads;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const
  {
    auto const from = program.bind(position{});
    auto const to = sink.bind(position{});
    typename Program::value_type some[held];
    for (int h = 0; h < held; ++h)
      if (std::int64_t const i = thread + h * threads; i < n) some[h] = from.template at<Unit>(i);
    for (int h = 0; h < held; ++h)
      if (std::int64_t const i = thread + h * threads; i < n) to.template put<Unit>(i, some[h]);
  }
};
template <bool Unit, class Backend, class Program, class Sink>
void compute_one_row(queue<Backend>& on, std::int64_t n, Program const& program, Sink const& sink)
{
  using kernel = compute_some_of_row<Unit, Program, Sink>;
  std::int64_t const threads = n < on.threads() ? n : (n + kernel::held - 1) / kernel::held;
  for_each(on, "elements", threads, kernel{program, sink, n, threads});
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program, class Sink>
void elementwise(generic::queue<Backend>& on, iteration const& it, Program const& program,
                 Sink const& sink, generic::tiling_is_unused = {})
{
  static_assert(elementwise_takes<Program, Sink>());
  constexpr bool host = !generic::queue<Backend>::is_wide;
  bool const unit = it.unit, packed = it.packed;
  if constexpr (!host)
    if (it.outer_rank == 0)
      return unit ? generic::compute_one_row<true>(on, it.inner, program, sink)
                  : generic::compute_one_row<false>(on, it.inner, program, sink);
  generic::for_rows(
      on, "elements", it, KOKKOS_LAMBDA(generic::row_piece const& piece) {
        auto const from = program.bind(piece.at, piece.along);
        auto const to = sink.bind(piece.at, piece.along);
        if (host && piece.hi - piece.lo < generic::short_loop && piece.count > 1) {
          for (std::int64_t i = piece.lo; i < piece.hi; ++i)  // as rows are shorter than columns
#pragma GCC ivdep
            for (std::int64_t k = 0; k < piece.count; ++k)
              to.template put<false>(i, from.template at<false>(i, k), k);
          return;
        }
        for (std::int64_t k = 0; k < piece.count; ++k)
          if (unit)
            generic::compute_row<host, true, Program>(packed, from, to, piece.lo, piece.hi, k);
          else
            generic::compute_row<host, false, Program>(packed, from, to, piece.lo, piece.hi, k);
      });
}

/// Rows of neighbours that lie in packets, which core need not plan.
template <class Backend>
bool takes_row(generic::queue<Backend> const*, std::int64_t n, int width, std::uintptr_t addresses)
{
  return n >= packet_width(width) && addresses % 16 == 0;
}
template <class Backend, class Program, class Sink>
void elementwise_row(generic::queue<Backend>& on, std::int64_t n, Program const& program,
                     Sink const& sink)
{
  iteration it;
  it.inner = n;
  it.unit = it.packed = true;
  elementwise(on, it, program, sink);
}

}  // namespace acre::backends
