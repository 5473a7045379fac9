/// Loops of an elementwise kernel on a GPU.
namespace acre::jit_kernel {

inline constexpr int block_threads = 256;
/// Elements of a thread, a block's width apart, where they are no packets.
inline constexpr int block_items = 4;

/// A packet of 16 bytes a thread; `pieces` packets are a row.
template <class Kernel>
KOKKOS_INLINE_FUNCTION void run_packed(typename Kernel::parameters const& p)
{
  await_work_before();
  constexpr int width = Kernel::width;
  index_t packet = index_t(blockIdx.x) * block_threads + threadIdx.x, number = 0;
  if constexpr (Kernel::outer_rank > 0) {
    number = quotient(packet, p.loops.pieces);
    packet -= number * p.loops.pieces;
  }
  if (number >= p.loops.rows || packet >= p.loops.pieces) return;
  typename Kernel::row const row(p, place_of<Kernel::outer_rank>(p.loops, number));
  index_t j = packet * width;
  if (j + width <= p.loops.inner) {
    typename Kernel::packets v(row, j);
    v.compute(p, row, j);
    v.store(row, j);
    return;
  }
  for (; j < p.loops.inner; ++j) {
    typename Kernel::values v(row, j);
    v.compute(p, row, j);
    v.store(row, j);
  }
}

/// Element by element: all of a thread's are on their way before the first is computed.
template <class Kernel>
KOKKOS_INLINE_FUNCTION void run_elements(typename Kernel::parameters const& p)
{
  await_work_before();
  index_t const first = index_t(blockIdx.x) * (block_threads * block_items) + threadIdx.x;
  typename Kernel::row row[block_items];
  typename Kernel::values v[block_items];
  index_t j[block_items];
  bool in[block_items];
#pragma unroll
  for (int item = 0; item < block_items; ++item) {
    index_t const k = first + item * block_threads;
    index_t const number = Kernel::outer_rank > 0 ? quotient(k, p.loops.inner) : 0;
    j[item] = k - number * p.loops.inner;
    in[item] = number < p.loops.rows && j[item] < p.loops.inner;
    if (!in[item]) continue;
    row[item] = typename Kernel::row(p, place_of<Kernel::outer_rank>(p.loops, number));
    v[item] = typename Kernel::values(row[item], j[item]);
  }
#pragma unroll
  for (int item = 0; item < block_items; ++item) {
    if (!in[item]) continue;
    v[item].compute(p, row[item], j[item]);
    v[item].store(row[item], j[item]);
  }
}

}  // namespace acre::jit_kernel
