#pragma once

#include <acre/backends/common/reduce.hpp>

#include <cstdint>

/// Reductions along axes in parts, each of which another process may compute: reduce_parts.hpp for
/// many results at once. Results are numbered in C order, `kept` of them; `rows` says whether the
/// last axis is reduced: tiles of 64 × 64 elements, else of 8 × 64 (axis_tile).
///
///   tiles_along(on, red, rows, program, reducer, first, count, tiles)
///       tiles[t * kept + r] = result r of the tile that begins with the reduced element
///       first + axis_tile(rows) * t, for `count` of them; the last tile may be short
///   join_along(on, red, rows, program, reducer, first, count, at, lanes)
///       reduced elements first … first + count - 1 join the lanes of a tile of each result, in
///       which they are elements at, at + 1, …: at most a tile's end
///   begin_lanes(reducer, rows, kept, lanes), end_lanes(reducer, rows, kept, lanes, tiles)
///       the lanes before a tile's first element; tiles[r] = their result behind its last one
///   top_along(reducer, rows, values, tiles, kept)
///       values[r] = the levels above, of values[t * kept + r]; not finished
///
/// `lanes` are axis_lanes(rows) * kept accumulators in an order of the backends': what one process
/// sends another, which goes on. All are in the host's memory. The reducer is none of positions.
///
/// The kernels: host_common/reduce_axis_parts.hpp, gpu_common/reduce_axis_parts.hpp.
namespace acre::backends {

constexpr std::int64_t axis_tile(bool rows) { return rows ? reduce_tile : column_tile; }
constexpr int axis_lanes(bool rows) { return rows ? reduce_lanes : column_lanes; }

/// How many results a reduction has.
inline std::int64_t results_along(reduction const& red, bool rows)
{
  return rows ? red.kept : red.kept * red.it.inner;
}

}  // namespace acre::backends
