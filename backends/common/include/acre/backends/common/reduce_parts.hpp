#pragma once

#include <acre/backends/common/reduce.hpp>

#include <cstdint>

/// A reduction in parts, each of which another process may compute: the order of
/// backends/common/reduce.hpp (of rows, one row), with what is between its steps handed out.
///
///   tiles_of_row(on, red, program, reducer, first, count, tiles)
///       tiles[t] = the result of the tile that begins with element first + 64 * 64 * t of the row,
///       for `count` elements; the last tile may be short
///   join_tile(on, red, program, reducer, first, count, at, lanes)
///       elements first … first + count - 1 of the row join the lanes of a tile, in which they are
///       elements at, at + 1, …: at most a tile's end
///   tiles_of_values(reducer, values, count, tiles)
///   join_values(reducer, values, count, at, lanes)
///       likewise of values that are tiles' results already: the levels above the first
///   begin_tile(reducer, lanes), end_tile(reducer, lanes)
///       the lanes before a tile's first element; their result behind its last one
///   top_of(reducer, values, count)
///       the levels that are left, in place; not finished
///
/// `lanes` are reduce_lanes accumulators: what one process sends another, which goes on. The
/// reducer is none of positions (finds_places): these are found in any order.
///
/// A CPU is done when these return. On a GPU tiles_of_row and join_tile are queued, and tiles and
/// lanes are memory of the device's; of the others it has, also queued,
///
///   join_tile(on, red, program, reducer, first, count, at, begins, lanes, result)
///       `begins`: the lanes are those of begin_tile, whatever is there; *result is what end_tile
///       gives, where it isn't null
///   tiles_of_values(on, reducer, values, count, tiles)
///   join_values(on, reducer, values, count, at, begins, lanes, result)
///
/// and the top is a CPU's.
///
/// The kernels: {host,gpu}_common/reduce_parts.hpp.
