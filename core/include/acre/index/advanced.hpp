#pragma once

#include <acre/index/detail/selection.hpp>

/// a(i), a(mask), a(i, ALL, j): what array's operator() does with index arrays.
///
/// Advanced indexing as in NumPy: integer arrays (any integer dtype, broadcast against each
/// other) and boolean masks among the indices above, in any position and number; a mode or
/// fill(value) last says what an index out of bounds means (index_mode; `raise` if absent):
///
/// ```cpp
/// auto const a = zeros<int>(shape(3, 2, 4));
/// auto const i = from_host({0, 2, 2}), v = from_host({5, 6, 7});
/// a(i, 0, 1) = v;                                  // of duplicate indices the last one wins
/// a(i, 0, 1) += 1;                                 // each place once
/// a(i - 2, 0, 3, index_mode::wrap) = v;            // a mode is the last argument
/// scatter_add(a(i, 1, 0), v);                      // every duplicate counts
/// a(a == 7) = -1;                                  // a mask
/// array<int, 2> const y = a(i, ALL, i) * 2;        // a term of an expression: not stored before
/// std::cout << y << '\n' << a(ALL, 0, ALL) << '\n';
/// ```
/// ```text
/// [[ 0 10]
///  [ 0  0]
///  [ 0  0]]
/// [[ 0  6  0 -1]
///  [ 0  0  0  5]
///  [ 0  8  0  0]]
/// ```
///
/// The arrays' common axes take the place of the first array where arrays and integers stand
/// side by side, else they come first (NumPy's rule). Arrays of several dtypes, and index
/// arrays that are expressions, are evaluated first; so is a mask (this waits), whose positions are
/// made when something reads them.
///
/// Throws index_error at once for what shapes and integers show (NumPy's texts) and, in the modes
/// wrap, clip, fill and drop, for an empty axis; for a bad index in an array at the next
/// synchronisation. shape_error for values that do not broadcast, value_error for a write to
/// broadcast_to's elements. A write with a bad index (raise) changes nothing. Scratch of a write:
/// where indices may repeat, that of put() (put.hpp), for each combination of the indexed axes'
/// elements; where they name rows, 4 bytes an index more, a row that is the same for all once, and
/// on a GPU the values once if they are no rows of neighbours.
/// Same bits and same error on every backend.
namespace acre::detail {

template <element T, int Rank, class Space>
struct advanced_index<array<T, Rank, Space>> {
  template <class... Index>
  static auto of(array<T, Rank, Space> const& a, std::source_location where, Index const&... index)
  {
    return selected(a, index_site{"getitem", where, "setitem"}, index...);
  }
};

}  // namespace acre::detail
