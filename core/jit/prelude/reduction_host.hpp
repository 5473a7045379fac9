/// Reductions on a CPU: a block is a tile of a row, or of some columns.
namespace acre::jit_kernel {

inline constexpr int column_strip = 256;

template <class Kernel, class Source>
KOKKOS_INLINE_FUNCTION void reduce_tile_of_row(reduction_size const& size, Source const& source,
                                               index_t block, typename Kernel::accumulator* to,
                                               typename Kernel::result* out)
{
  using value = typename Kernel::accumulator;
  constexpr int lanes = lanes_of<Kernel>;
  index_t const kept = block / size.tiles, tile = block - kept * size.tiles,
                begin = tile * (lanes * lane_items), most = begin + lanes * lane_items,
                end = most < size.length ? most : size.length;
  value lane[lanes];
  for (int l = 0; l < lanes; ++l) lane[l] = Kernel::identity();
  index_t first = begin;
  for (; first + lanes <= end; first += lanes) {
    ACRE_JIT_VECTOR_LOOP
    for (int l = 0; l < lanes; ++l)
      lane[l] = Kernel::combine(lane[l], static_cast<value>(source(kept, 0, first + l)));
  }
  for (int l = 0; first + l < end; ++l)
    lane[l] = Kernel::combine(lane[l], static_cast<value>(source(kept, 0, first + l)));
  for (int half = lanes / 2; half > 0; half /= 2)
    for (int l = 0; l < half; ++l) lane[l] = Kernel::combine(lane[2 * l], lane[2 * l + 1]);
  put_tile<Kernel>(size, kept, 0, tile, lane[0], to, out);
}

template <class Kernel, class Source>
KOKKOS_INLINE_FUNCTION void reduce_tile_of_columns(reduction_size const& size, Source const& source,
                                                   index_t block, typename Kernel::accumulator* to,
                                                   typename Kernel::result* out)
{
  using value = typename Kernel::accumulator;
  constexpr int lanes = lanes_of<Kernel>;
  index_t const strips = (size.columns + column_strip - 1) / column_strip, group = block / strips,
                column = (block - group * strips) * column_strip, kept = group / size.tiles,
                tile = group - kept * size.tiles, begin = tile * (lanes * lane_items),
                most = begin + lanes * lane_items, end = most < size.length ? most : size.length,
                rest = size.columns - column;
  int const count = rest < column_strip ? static_cast<int>(rest) : column_strip;
  value lane[lanes][column_strip];
  for (auto& each : lane)
    for (value& v : each) v = Kernel::identity();
  for (index_t e = begin; e < end; ++e) {
    value* const to_lane = lane[(e - begin) % lanes];
    ACRE_JIT_VECTOR_LOOP
    for (int c = 0; c < count; ++c)
      to_lane[c] = Kernel::combine(to_lane[c], static_cast<value>(source(kept, column + c, e)));
  }
  for (int half = lanes / 2; half > 0; half /= 2)
    for (int l = 0; l < half; ++l)
      for (int c = 0; c < count; ++c)
        lane[l][c] = Kernel::combine(lane[2 * l][c], lane[2 * l + 1][c]);
  for (int c = 0; c < count; ++c)
    put_tile<Kernel>(size, kept, column + c, tile, lane[0][c], to, out);
}

template <class Kernel, class Source>
KOKKOS_INLINE_FUNCTION void run_reduction(reduction_size const& size, Source const& source,
                                          typename Kernel::accumulator* to,
                                          typename Kernel::result* out, index_t begin, index_t end)
{
  for (index_t block = begin; block < end; ++block)
    if constexpr (Kernel::rows)
      reduce_tile_of_row<Kernel>(size, source, block, to, out);
    else
      reduce_tile_of_columns<Kernel>(size, source, block, to, out);
}

}  // namespace acre::jit_kernel
