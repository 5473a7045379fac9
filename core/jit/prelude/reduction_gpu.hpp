/// Reductions on a GPU, one kernel each: rows by teams of threads, columns by blocks; the last to
/// bring a tile of a group reduces what the group's tiles gave. Which one that is changes nothing:
/// the order is the tiles'.
namespace acre::jit_kernel {

/// A thread's share of a row: neighbouring lanes, of 8 bytes for most types.
template <class Kernel>
inline constexpr int lanes_together = Kernel::width > 0 ? Kernel::width : 2;
template <class Kernel>
inline constexpr int team_threads = lanes_of<Kernel> / lanes_together<Kernel>;

/// The value of the team's member `delta` further; anything for the last ones.
template <int Threads, class T>
KOKKOS_INLINE_FUNCTION T shuffled_down(T const& value, int delta)
{
  constexpr int words = (sizeof(T) + 3) / 4;
  union {
    unsigned word[words];
    unsigned char bytes[sizeof(T)];
  } all{};
  auto const* const from = reinterpret_cast<unsigned char const*>(&value);
#pragma unroll
  for (int k = 0; k < int(sizeof(T)); ++k) all.bytes[k] = from[k];
#pragma unroll
  for (int w = 0; w < words; ++w) {
#if defined(__HIPCC_RTC__)
    all.word[w] = __shfl_down(all.word[w], delta, Threads);
#else
    unsigned const team = (0xffffffffu >> (32 - Threads)) << (threadIdx.x % 32 / Threads * Threads);
    all.word[w] = __shfl_down_sync(team, all.word[w], delta, Threads);
#endif
  }
  T result;
  auto* const to = reinterpret_cast<unsigned char*>(&result);
#pragma unroll
  for (int k = 0; k < int(sizeof(T)); ++k) to[k] = all.bytes[k];
  return result;
}

/// The first member's value; all see what it has written or come to see.
template <int Threads>
KOKKOS_INLINE_FUNCTION bool said_by_first(bool yes)
{
#if defined(__HIPCC_RTC__)
  yes = __shfl(static_cast<int>(yes), 0, Threads) != 0;
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
#else
  unsigned const team = (0xffffffffu >> (32 - Threads)) << (threadIdx.x % 32 / Threads * Threads);
  yes = __shfl_sync(team, static_cast<int>(yes), 0, Threads) != 0;
  __syncwarp(team);
#endif
  return yes;
}

/// Whether `arriving` of `members` were the last to come to a ticket, which is left as zero. The
/// thread that comes last can read all that the thread wrote before; and all that its block wrote,
/// after a barrier.
KOKKOS_INLINE_FUNCTION bool comes_last(std::uint32_t* ticket, index_t arriving, index_t members)
{
  auto const more = static_cast<std::uint32_t>(arriving);
#if defined(__HIPCC_RTC__)
  std::uint32_t const before =
      __hip_atomic_fetch_add(ticket, more, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
#else
  std::uint32_t before;
  asm volatile("atom.release.gpu.global.add.u32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(ticket), "r"(more)
               : "memory");
#endif
  if (before + more != static_cast<std::uint32_t>(members)) return false;
  __threadfence();
  *ticket = 0;
  return true;
}

/// How many of what a thread holds fill `Bytes`, a power of 2.
constexpr int loads_that_fill(int bytes, int held)
{
  int loads = 2;
  while (loads < 32 && 2 * loads * held <= bytes) loads *= 2;
  return loads;
}

/// Rows of the first level, packets: read first, computed later.
template <class Kernel>
struct mapped_packets {
  using value = typename Kernel::accumulator;
  using held = typename Kernel::packets;
  static constexpr int lanes = Kernel::width,
                       loads = loads_that_fill(256, sizeof(held) > lanes * sizeof(value)
                                                        ? sizeof(held) - lanes * sizeof(value)
                                                        : 256);
  typename Kernel::parameters const& p;
  typename Kernel::row row;

  KOKKOS_INLINE_FUNCTION held fetch(index_t e) const { return held(row, e); }
  KOKKOS_INLINE_FUNCTION void map(held& v, index_t e) const { v.compute(p, row, e); }
  KOKKOS_INLINE_FUNCTION value get(held const& v, int k) const { return v.mapped(k); }
  KOKKOS_INLINE_FUNCTION value at(index_t e) const
  {
    typename Kernel::values v(row, e);
    v.compute(p, row, e);
    return v.mapped();
  }
};

/// Element by element: of the first level, or what tiles gave.
template <class Kernel, class Source>
struct single_elements {
  using value = typename Kernel::accumulator;
  static constexpr int lanes = lanes_together<Kernel>,
                       loads = loads_that_fill(128, lanes * sizeof(value));
  struct held {
    value v[lanes];
  };
  Source source;
  index_t kept;

  KOKKOS_INLINE_FUNCTION held fetch(index_t e) const
  {
    held all;
#pragma unroll
    for (int k = 0; k < lanes; ++k) all.v[k] = at(e + k);
    return all;
  }
  KOKKOS_INLINE_FUNCTION void map(held&, index_t) const {}
  KOKKOS_INLINE_FUNCTION value get(held const& v, int k) const { return v.v[k]; }
  KOKKOS_INLINE_FUNCTION value at(index_t e) const
  {
    return static_cast<value>(source(kept, 0, e));
  }
};

/// A team reduces elements begin … end - 1 of a row in tiles: done(tile, value) of each, the value
/// in the first member. While one batch of loads is used the next is under way.
template <class Kernel, class Elements, class Done>
KOKKOS_INLINE_FUNCTION void reduce_tiles(Elements const& from, index_t begin, index_t end,
                                         Done const& done)
{
  using value = typename Kernel::accumulator;
  using held = typename Elements::held;
  constexpr int lanes = lanes_of<Kernel>, V = Elements::lanes, team = lanes / V,
                batch = Elements::loads / 2, tile = lanes * lane_items;
  int const first = threadIdx.x % team * V;
  value lane[V];
  auto const clear = [&] {
#pragma unroll
    for (int k = 0; k < V; ++k) lane[k] = Kernel::identity();
  };
  auto const use = [&](held& v, index_t e) {
    from.map(v, e);
#pragma unroll
    for (int k = 0; k < V; ++k) lane[k] = Kernel::combine(lane[k], from.get(v, k));
  };
  auto const finish = [&](int number) {
#pragma unroll
    for (int step = 1; step < V; step *= 2)
#pragma unroll
      for (int k = 0; k + step < V; k += 2 * step)
        lane[k] = Kernel::combine(lane[k], lane[k + step]);
    value v = lane[0];
#pragma unroll
    for (int step = 1; step < team; step *= 2) v = Kernel::combine(v, shuffled_down<team>(v, step));
    done(number, v);
    clear();
  };
  clear();
  int const tiles = static_cast<int>((end - begin) / tile), batches = tiles * (lane_items / batch);
  index_t const mine = begin + first;
  if (batches > 0) {
    held a[batch], b[batch];
    auto const fetch = [&](held* to, int number) {
#pragma unroll
      for (int k = 0; k < batch; ++k)
        to[k] = from.fetch(mine + (index_t(number) * batch + k) * lanes);
    };
    auto const use_all = [&](held* of, int number) {
#pragma unroll
      for (int k = 0; k < batch; ++k) use(of[k], mine + (index_t(number) * batch + k) * lanes);
    };
    fetch(a, 0);
#pragma unroll 1
    for (int number = 0; number < batches; number += 2) {
      fetch(b, number + 1);
      use_all(a, number);
      if (number + 2 < batches) fetch(a, number + 2);
      use_all(b, number + 1);
      if ((number + 2) % (lane_items / batch) == 0) finish((number + 2) / (lane_items / batch) - 1);
    }
  }
  begin += index_t(tiles) * tile;
  int const count = static_cast<int>(end - begin);
  if (count == 0 && tiles > 0) return;
#pragma unroll 1
  for (int done_before = 0; done_before < count; done_before += batch * lanes) {
    held v[batch];
    index_t const e = begin + done_before + first;
#pragma unroll
    for (int k = 0; k < batch; ++k)
      if (e + k * lanes + V <= end) v[k] = from.fetch(e + k * lanes);
#pragma unroll
    for (int k = 0; k < batch; ++k)
      if (e + k * lanes + V <= end) use(v[k], e + k * lanes);
  }
  int const whole = count / V;  // packets; what is behind them is the last item of its lanes
  if (whole * V < count && whole % team * V == first)
#pragma unroll
    for (int k = 0; k + 1 < V; ++k)
      if (whole * V + k < count) lane[k] = Kernel::combine(lane[k], from.at(begin + whole * V + k));
  finish(tiles);
}

/// A team has up to `each` tiles of a row. Levels of tile results lie one behind the other.
template <class Kernel>
KOKKOS_INLINE_FUNCTION void run_rows(typename Kernel::parameters const& map,
                                     reduction_size const& size, typename Kernel::accumulator* to,
                                     typename Kernel::result* out, std::uint32_t* tickets)
{
  using value = typename Kernel::accumulator;
  constexpr int team = team_threads<Kernel>, tile = lanes_of<Kernel> * lane_items;
  index_t const number = index_t(blockIdx.x) * (blockDim.x / team) + threadIdx.x / team,
                pieces = size.tiles > size.each ? quotient(size.tiles + size.each - 1, size.each)
                                                : index_t(1),
                kept = quotient(number, pieces);
  if (kept >= size.kept) return;
  bool const leads = threadIdx.x % team == 0;
  index_t first = (number - kept * pieces) * size.each, count = size.tiles;
  index_t arriving = count - first < size.each ? count - first : size.each;
  auto const put = [&](int k, value const& v) {
    if (!leads) return;
    if (count == 1)
      out[kept] = Kernel::finish(v);
    else
      to[kept * count + first + k] = v;
  };
  index_t const begin = first * tile, most = begin + arriving * tile,
                end = most < size.length ? most : size.length;
  if constexpr (Kernel::width > 0)
    reduce_tiles<Kernel>(
        mapped_packets<Kernel>{
            map, typename Kernel::row(map, mapped_elements<Kernel>{map}.place(kept, 0))},
        begin, end, put);
  else
    reduce_tiles<Kernel>(
        single_elements<Kernel, mapped_elements<Kernel>>{mapped_elements<Kernel>{map}, kept}, begin,
        end, put);
#pragma unroll 1
  while (count > 1) {
    index_t const groups = (count + tile - 1) / tile, group = first / tile,
                  rest = count - group * tile, members = rest < tile ? rest : index_t(tile);
    bool last = false;
    if (leads) last = comes_last(tickets + kept * groups + group, arriving, members);
    if (!said_by_first<team>(last)) return;
    value const* const from = to;
    index_t const before = count;
    to += size.kept * count;
    tickets += size.kept * groups;
    count = groups;
    first = group;
    arriving = 1;
    reduce_tiles<Kernel>(
        single_elements<Kernel, tile_results<Kernel>>{tile_results<Kernel>{from, size.kept, before},
                                                      kept},
        group * tile, group * tile + members, put);
  }
}

/// A block has a tile of 32 columns, a thread a lane of one of them.
template <class Kernel>
KOKKOS_INLINE_FUNCTION void run_columns(typename Kernel::parameters const& map,
                                        reduction_size const& size,
                                        typename Kernel::accumulator* to,
                                        typename Kernel::result* out, std::uint32_t* tickets)
{
  using value = typename Kernel::accumulator;
  constexpr int lanes = lanes_of<Kernel>, threads = 256, together = threads / lanes,
                tile = lanes * lane_items;
  // (as bytes: complex numbers begin as 0, which nothing shared may)
  __shared__ __align__(16) unsigned char bytes[threads * sizeof(value)];
  __shared__ bool is_last;
  auto* const shared = reinterpret_cast<value*>(bytes);
  int const lane = threadIdx.x / together;
  index_t const strips = quotient(size.columns + together - 1, together),
                unit = quotient(blockIdx.x, strips), strip = blockIdx.x - unit * strips,
                kept = quotient(unit, size.tiles),
                column = strip * together + threadIdx.x % together,
                results = size.kept * size.columns, result = kept * size.columns + column;
  index_t number = unit - kept * size.tiles, count = size.tiles;
  bool const in = column < size.columns;
  auto const reduce = [&](auto const& source, index_t length) {
    value v = Kernel::identity();
    if (in) {
      index_t const begin = number * tile + lane;
      if (begin - lane + tile <= length) {
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
        for (index_t e = begin; e < length; e += lanes)
          v = Kernel::combine(v, static_cast<value>(source(kept, column, e)));
      }
    }
    shared[threadIdx.x] = v;
#pragma unroll
    for (int step = 1; step < lanes; step *= 2) {
      __syncthreads();
      if (lane % (2 * step) == 0)
        shared[threadIdx.x] = v = Kernel::combine(v, shared[threadIdx.x + step * together]);
    }
    if (!in || lane != 0) return;
    if (count == 1)
      out[result] = Kernel::finish(v);
    else
      to[number * results + result] = v;
  };
  reduce(mapped_elements<Kernel>{map}, size.length);
#pragma unroll 1
  while (count > 1) {
    index_t const groups = (count + tile - 1) / tile, group = number / tile,
                  rest = count - group * tile, members = rest < tile ? rest : index_t(tile);
    __syncthreads();
    if (threadIdx.x == 0)
      is_last = comes_last(tickets + (kept * groups + group) * strips + strip, 1, members);
    __syncthreads();
    if (!is_last) return;
    value const* const from = to;
    index_t const before = count;
    to += results * count;
    tickets += size.kept * groups * strips;
    count = groups;
    number = group;
    reduce([&](index_t, index_t, index_t e) { return from[e * results + result]; }, before);
  }
}

template <class Kernel>
KOKKOS_INLINE_FUNCTION void run_reduction(typename Kernel::parameters const& map,
                                          reduction_size const& size,
                                          typename Kernel::accumulator* to,
                                          typename Kernel::result* out, std::uint32_t* tickets)
{
  await_work_before();
  if constexpr (Kernel::rows)
    run_rows<Kernel>(map, size, to, out, tickets);
  else
    run_columns<Kernel>(map, size, to, out, tickets);
}

}  // namespace acre::jit_kernel
