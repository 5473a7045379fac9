#pragma once

#include <acre/index/detail/selection.hpp>

/// a(i), a(mask), a(i, ALL, j): what array's operator() does with index arrays.
///
/// Advanced indexing as in NumPy: integer arrays (any integer dtype, broadcast against each
/// other) and boolean masks among the indices above, in any position and number; a mode or
/// fill(value) last says what an index out of bounds means (index_mode; `raise` if absent):
///
///   y = a(i, ALL, j);                 a term of an expression, nothing is stored before
///   a(i) = v;  a(i) += 1;             of duplicate indices the last one wins
///   a(mask) = 0;  a(i, index_mode::drop) = v;  scatter_add(a(i), v);
///
/// The arrays' common axes take the place of the first array where arrays and integers stand
/// side by side, else they come first (NumPy's rule). Arrays of several dtypes, and index
/// arrays that are expressions, are evaluated first; a mask's positions are (this waits).
///
/// Throws index_error at once for what shapes and integers show (NumPy's texts) and, in the modes
/// wrap, clip, fill and drop, for an empty axis; for a bad index in an array at the next
/// synchronisation. shape_error for values that do not broadcast, value_error for a write to
/// broadcast_to's elements. A write with a bad index (raise) changes nothing. Scratch of a write:
/// one int64 for each combination of the indexed axes' elements, where indices may repeat. Same
/// bits and same error on every backend.
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
