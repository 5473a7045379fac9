/// Reductions on a GPU: a lane is a thread. A block is four tiles of rows, or a tile of 32 columns.
namespace acre::jit_kernel {

template <class Kernel, class Source>
KOKKOS_INLINE_FUNCTION void run_reduction(reduction_size const& size, Source const& source,
                                          typename Kernel::accumulator* to,
                                          typename Kernel::result* out)
{
  using value = typename Kernel::accumulator;
  constexpr int lanes = lanes_of<Kernel>, threads = 256, together = threads / lanes;
  // (as bytes: complex numbers begin as 0, which nothing shared may)
  __shared__ __align__(16) unsigned char bytes[threads * sizeof(value)];
  auto* const shared = reinterpret_cast<value*>(bytes);
  int lane, place;  // of the lane's value in shared, whose neighbours are `apart` away
  constexpr int apart = Kernel::rows ? 1 : together;
  index_t kept, column, tile;
  bool in;
  if constexpr (Kernel::rows) {
    lane = threadIdx.x % lanes;
    index_t const group = index_t(blockIdx.x) * together + threadIdx.x / lanes;
    kept = quotient(group, size.tiles);
    tile = group - kept * size.tiles;
    column = 0;
    in = kept < size.kept;
  } else {
    lane = threadIdx.x / together;
    index_t const strips = quotient(size.columns + together - 1, together),
                  group = quotient(blockIdx.x, strips);
    kept = quotient(group, size.tiles);
    tile = group - kept * size.tiles;
    column = (index_t(blockIdx.x) - group * strips) * together + threadIdx.x % together;
    in = column < size.columns;
  }
  place = threadIdx.x;
  value v = Kernel::identity();
  if (in) {
    index_t const begin = tile * (lanes * lane_items) + lane;
    if (begin - lane + lanes * lane_items <= size.length) {
      for (int item = 0; item < lane_items; item += 16) {
        value next[16];
#pragma unroll
        for (int k = 0; k < 16; ++k)
          next[k] = static_cast<value>(source(kept, column, begin + (item + k) * lanes));
#pragma unroll
        for (int k = 0; k < 16; ++k) v = Kernel::combine(v, next[k]);
      }
    } else {
#pragma unroll 1
      for (index_t e = begin; e < size.length; e += lanes)
        v = Kernel::combine(v, static_cast<value>(source(kept, column, e)));
    }
  }
  shared[place] = v;
#pragma unroll
  for (int step = 1; step < lanes; step *= 2) {
    __syncthreads();
    if (lane % (2 * step) == 0)
      shared[place] = v = Kernel::combine(v, shared[place + step * apart]);
  }
  if (in && lane == 0) put_tile<Kernel>(size, kept, column, tile, v, to, out);
}

}  // namespace acre::jit_kernel
