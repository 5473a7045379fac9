/// Loops of an elementwise kernel on a CPU.
namespace acre::jit_kernel {

/// Elements of a row that are given to a task together.
inline constexpr index_t row_piece = 16384;

template <class Kernel>
KOKKOS_INLINE_FUNCTION void run_rows(void const* given, index_t begin, index_t end)
{
  auto const& p = *static_cast<typename Kernel::parameters const*>(given);
  for (index_t piece = begin; piece < end; ++piece) {
    index_t const pieces = p.loops.pieces, number = pieces == 1 ? piece : piece / pieces,
                  from = (piece - number * pieces) * row_piece, most = from + row_piece,
                  to = most < p.loops.inner ? most : p.loops.inner;
    typename Kernel::row const row(p, place_of<Kernel::outer_rank>(p.loops, number));
    if constexpr (Kernel::has_raw) {
      for (index_t j = from; j < to; ++j) {
        typename Kernel::values v(row, j);
        v.compute(p, row, j);
        v.store(row, j);
      }
    } else {
      ACRE_JIT_VECTOR_LOOP
      for (index_t j = from; j < to; ++j) {
        typename Kernel::values v(row, j);
        v.compute(p, row, j);
        v.store(row, j);
      }
    }
  }
}

}  // namespace acre::jit_kernel
