/// Parts that reductions from text share: the order is that of all reductions
/// (acre/backends/common/reduce.hpp).
namespace acre::jit_kernel {

/// Results are kept × columns, where columns are (`Rows` false), else kept; a result is of `length`
/// elements in `tiles` tiles, of which a GPU's team takes `each` of a row.
struct reduction_size {
  index_t kept, columns, length, tiles, each;
};

/// The elements of the first level, as the map gives them.
template <class Kernel>
struct mapped_elements {
  typename Kernel::parameters const& p;

  KOKKOS_INLINE_FUNCTION row_place<Kernel::outer_rank> place(index_t kept, index_t reduced) const
  {
    row_place<Kernel::outer_rank> at{};
    for (int axis = Kernel::outer_rank - 1; axis >= 0; --axis) {
      index_t& rest = axis < Kernel::kept_rank ? kept : reduced;
      if (axis == 0 || axis == Kernel::kept_rank) {
        at.index[axis] = rest;
      } else {
        index_t const next = quotient(rest, p.loops.outer[axis]);
        at.index[axis] = rest - next * p.loops.outer[axis];
        rest = next;
      }
    }
    return at;
  }
  KOKKOS_INLINE_FUNCTION auto in_row(typename Kernel::row const& row, index_t j) const
  {
    typename Kernel::values v(row, j);
    v.compute(p, row, j);
    return v.mapped();
  }
  /// Element e of result `kept` (a row's), of column `column` of it.
  KOKKOS_INLINE_FUNCTION auto operator()(index_t kept, index_t column, index_t e) const
  {
    if constexpr (!Kernel::rows)
      return in_row(typename Kernel::row(p, place(kept, e)), column);
    else if constexpr (Kernel::outer_rank == Kernel::kept_rank)
      return in_row(typename Kernel::row(p, place(kept, 0)), e);
    else {
      index_t const outer = quotient(e, p.loops.inner);
      return in_row(typename Kernel::row(p, place(kept, outer)), e - outer * p.loops.inner);
    }
  }
};

/// The tiles' results, which are the elements of the next level.
template <class Kernel>
struct tile_results {
  typename Kernel::accumulator const* from;
  index_t results, count;

  KOKKOS_INLINE_FUNCTION auto operator()(index_t kept, index_t column, index_t e) const
  {
    return Kernel::rows ? from[kept * count + e] : from[e * results + column];
  }
};

template <class Kernel>
struct next_level {
  reduction_size size;
  typename Kernel::accumulator const* from;
  typename Kernel::accumulator* to;
  typename Kernel::result* out;
};

template <class Kernel>
KOKKOS_INLINE_FUNCTION void put_tile(reduction_size const& size, index_t kept, index_t column,
                                     index_t tile, typename Kernel::accumulator value,
                                     typename Kernel::accumulator* to, typename Kernel::result* out)
{
  index_t const result = kept * size.columns + column;
  if (size.tiles == 1)
    out[result] = Kernel::finish(value);
  else if constexpr (Kernel::rows)
    to[result * size.tiles + tile] = value;
  else
    to[tile * (size.kept * size.columns) + result] = value;
}

template <class Kernel>
inline constexpr int lanes_of = Kernel::rows ? 64 : 8;
inline constexpr int lane_items = 64;

}  // namespace acre::jit_kernel
