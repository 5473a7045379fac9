#pragma once

#include <acre/backends/common/scan.hpp>
#include <acre/backends/generic/loops.hpp>

#include <cstdint>

/// Scans of columns by narrow threads: a thread has a column, or some short ones so that it finds
/// its place for several, and neighbouring threads have neighbouring columns. Some elements are
/// read before one is written.
namespace acre::backends::generic {

/// Folds before each chunk of columns so short that they are joined in order.
inline constexpr int chunks_in_order = 4;
template <class Value, int W>
struct folds_in_order {
  scan_fold<Value, W> before;
  template <class Op>
  KOKKOS_INLINE_FUNCTION void next(Op const& op, scan_fold<Value, W> const& chunk)
  {
    before.append(op, chunk);
  }
};

/// Walk: folds_in_order, or scan_walk. A thread's columns are `apart`, and `groups` × apart threads
/// have one k's.
template <int Each, class Walk, bool Unit, class Program, class Op, class Sink>
struct scan_columns_beside {
  using value = typename Op::value_type;
  static constexpr int items = scan_items<value>, bytes = Each * static_cast<int>(sizeof(value)),
                       rows = bytes >= 64  ? 1
                              : bytes >= 8 ? 64 / bytes
                                           : 8;
  reduction red;
  Program program;
  Op op;
  Sink sink;
  std::int64_t apart, groups;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t task) const
  {
    std::int64_t const upper = quotient(task, apart), k = quotient(upper, groups),
                       i = (upper - k * groups) * apart * Each + task - upper * apart,
                       inner = red.it.inner;
    if (i >= inner) return;
    position const at = reduced_position(red, k, 0);
    auto const from = bind_along(program, at, red.kept_rank);
    auto const to = bind_along(sink, at, red.kept_rank);
    Walk walk;
    for (std::int64_t first = 0; first < red.length; first += items) {
      std::int64_t const last = first + items < red.length ? first + items : red.length;
      scan_fold<value, Each> run;
      for (std::int64_t e = first; e < last; e += rows) {
        value some[rows][Each] = {};
        unrolled<rows>([&](int r) {
          unrolled<Each>([&](int w) {
            if (e + r < last && i + w * apart < inner)
              some[r][w] = static_cast<value>(from.template at<Unit>(i + w * apart, e + r));
          });
        });
        unrolled<rows>([&](int r) {
          if (e + r >= last) return;
          unrolled<Each>([&](int w) {
            if (i + w * apart >= inner) return;
            run.v[w] = run.there ? op.combine(run.v[w], some[r][w]) : some[r][w];
            to.template put<Unit>(
                i + w * apart,
                op.finish(walk.before.there ? op.combine(walk.before.v[w], run.v[w]) : run.v[w]),
                e + r);
          });
          run.there = true;
        });
      }
      if (last < red.length) walk.next(op, run);
    }
  }
};

template <bool Unit, class Backend, class Program, class Op, class Sink>
void scan_columns_by_threads(queue<Backend>& on, reduction const& red, Program const& program,
                             Op const& op, Sink const& sink)
{
  using value = typename Op::value_type;
  std::int64_t const inner = red.it.inner;
  auto const scan = [&]<int Each, class Walk>(constant<Each>, Walk const&) {
    std::int64_t const wide = (inner + Each - 1) / Each,
                       apart = wide < team_threads ? wide : team_threads,
                       groups = (wide + apart - 1) / apart;
    for_each(on, "columns", red.kept * groups * apart,
             scan_columns_beside<Each, Walk, Unit, Program, Op, Sink>{red, program, op, sink, apart,
                                                                      groups});
  };
  constexpr int some = 4, few_elements = 8;
  if (red.length > chunks_in_order * scan_items<value>)
    return scan(constant<1>(), scan_walk<value, 1>());
  if constexpr (sizeof(value) <= 8)
    if (red.length <= few_elements && red.kept * inner >= some * on.threads())
      return scan(constant<some>(), folds_in_order<value, some>());
  scan(constant<1>(), folds_in_order<value, 1>());
}

}  // namespace acre::backends::generic
