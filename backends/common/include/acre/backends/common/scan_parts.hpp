#pragma once

#include <acre/backends/common/scan.hpp>

#include <cstdint>

/// Scans in parts, each of which another process may compute: the order of
/// backends/common/scan.hpp, with what is between its steps handed out. `red`, program, op and
/// sink are those of scan_rows (Rows) or scan_columns; scans are numbered in C order, `kept` of
/// them. Elements are those of each scan.
///
///   fold_scan_tiles<Rows>(on, red, program, op, sink, first, count, folds)
///       folds[t * kept + c] = the fold of the tile that begins with element first + tile * t of
///       scan c; count is a multiple of a tile. Writes no element.
///   put_scan_tiles<Rows>(on, red, program, op, sink, first, count, before, none)
///       elements first … first + count - 1 go to the sink, first being a tile's beginning and the
///       last tile short, maybe; before[t * kept + c] is what lies before tile t, but for the first
///       tile if `none`
///   walk_scan_part<Rows>(on, red, program, op, sink, first, count, at, carries)
///       elements of a part of a tile, in which they are at, at + 1, …, join the carries
///   put_scan_part<Rows>(on, red, program, op, sink, first, count, at, carries, before, none)
///       likewise, and go to the sink; before[c] is what lies before the tile, if not `none`
///
/// Folds and carries are in the host's memory; a carry is what one process sends another, which
/// goes on: a row's, or on a CPU those of up to scan_strip_columns neighbouring columns.
///
/// The kernels: host_common/scan_parts.hpp, gpu_common/scan_parts.hpp.
namespace acre::backends {

inline constexpr int scan_strip_columns = 64;

/// A scan under way within a tile, of W columns side by side.
template <class Value, int W>
struct scan_carry {
  scan_chunks_walk<Value, W> chunks;  // those before the present one
  scan_fold<Value, W> run;            // the present one so far

  /// Element `at` of the tile. Of one row.
  template <class Op>
  KOKKOS_INLINE_FUNCTION void add(Op const& op, int at, Value const& x)
  {
    static_assert(W == 1);
    bool const begins = at % scan_items<Value> == 0;
    if (begins && at > 0) chunks.next(op, run);
    run.v[0] = begins ? x : op.combine(run.v[0], x);
    run.there = true;
  }
  /// What that element becomes, with what lies before the tile, if anything does.
  template <class Op>
  KOKKOS_INLINE_FUNCTION Value through(Op const& op, Value const* before) const
  {
    if (before == nullptr)
      return chunks.before.there ? op.combine(chunks.before.v[0], run.v[0]) : run.v[0];
    return op.combine(chunks.before.there ? op.combine(*before, chunks.before.v[0]) : *before,
                      run.v[0]);
  }
};

}  // namespace acre::backends
