#pragma once

#include <cstdint>
#include <type_traits>

/// Reductions of values by key, on a CPU:
///
///   reduce_keyed(on, keys, first, places, n, columns, map, reducer, target)
///
/// combines, for each place p < places, map(columns[0][i]) with keys[i] == first + p, in index
/// order, and calls target(p, count, value) once for each, as reduce_segments does with its
/// segments: each value has the bits of these values' reduction as a row of their own. For several
/// columns the map is given a packet of row i's. All keys are among first … first + places - 1.
/// Waits. Returns false, with nothing called, where sorting the keys is as good a way: rows are
/// few, places many, or most rows of one.
///
///   partition_counted(on, keys, n, places, offsets, move)
///
/// calls move(i, k) once for each row i < n whose key is below `places`, where row i is the k-th of
/// all by key and then by number: rows of place p are those from offsets[p] to offsets[p + 1], of
/// places + 1 offsets. By one thread; waits. Returns false, with nothing called, where sorting the
/// keys is as good a way: rows are many, or places are many more.
///
///   rows_keyed(on, keys, first, places, n, last, rows)
///
/// rows[p] = the first row (the last one) whose key is first + p, of places that have any; else -1.
/// Waits. Scratch: at most 4 bytes a row.
///
/// Spaces that few threads run have it (runs_on_cpu.hpp). The kernels: host_common/keyed.hpp, which
/// generic/keyed.hpp calls.
namespace acre::backends {

/// Whether reduce_keyed takes such keys, values and accumulators.
template <class Key, class T, class Reducer>
inline constexpr bool reduces_keyed =
    (sizeof(Key) == 1 || sizeof(Key) == 4) && (sizeof(T) == 4 || sizeof(T) == 8) &&
    std::is_trivially_copyable_v<typename Reducer::value_type> &&
    sizeof(typename Reducer::value_type) <= 32;

}  // namespace acre::backends
