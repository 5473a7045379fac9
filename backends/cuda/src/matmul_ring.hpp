#pragma once

#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/matmul_body.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// Large products, of which a warp makes as much as its registers hold. (4096³ on an H200, in turn:
/// float32 2.83 ms for 3.87 in tiles of 128 × 128, float64 2.77 for 3.59 in tiles of 64 × 64.)
///
/// Slices of both operands lie in a ring of stages, which copies fill that no thread waits for.
/// The next operands are read from shared memory before the products of the previous ones, so that
/// the units for products stop for neither. A warp has few neighbours then, so that instructions
/// other than products count: copies have no branches, and their addresses are made by additions.
namespace acre::backends::gpu {

/// Addresses are advanced incrementally: precomputed products would cost accumulator
/// registers.
__device__ inline void one_by_one(std::uintptr_t& from, unsigned& to)
{
  asm volatile("" : "+l"(from), "+r"(to));
}
/// Bytes of 4, 8 or 16; `to` is an address of shared memory.
template <int Bytes>
__device__ void copy_to_stage(unsigned to, std::uintptr_t from)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(Bytes)
                 : "memory");
#else
  copy_to_shared<Bytes>(static_cast<char*>(__cvta_shared_to_generic(to)), from);
#endif
}

/// A thread's Count copies of a slice, `step` bytes apart.
template <int Count>
class ring_copies {
 public:
  /// A slice is on its way to the stage.
  template <int Bytes>
  __device__ void fetch(unsigned stage)
  {
    unsigned to = stage + to_;
#pragma unroll
    for (int n = 0; n < Count; ++n) {
      if ((there_ >> n & 1u) != 0) copy_to_stage<Bytes>(to, from_);
      from_ += step_;
      to += to_step_;
      one_by_one(from_, to);
    }
    from_ += back_;
  }
  /// The slice that comes now is the last one, which is not whole, or behind it.
  __device__ void end()
  {
    there_ = last_there_;
    last_there_ = 0;
  }

 protected:
  __device__ void begin(void const* from, std::int64_t step, std::int64_t slice)
  {
    from_ = reinterpret_cast<std::uintptr_t>(from);
    step_ = step;
    back_ = slice - Count * step;
  }

  std::uintptr_t from_;
  std::int64_t step_, back_;
  unsigned to_, to_step_, there_ = 0, last_there_ = 0;
  static_assert(0 < Count && Count <= 32);
};

/// An operand with any strides: its slice lies as [depth][Wide]. Neighbouring threads copy along
/// the axis with the smaller stride, a number at a time.
template <class Element, int Wide, int Slice, int Threads>
class number_reader : public ring_copies<Wide * Slice / Threads> {
 public:
  static constexpr int pitch = Wide + 4, size = Slice * pitch, wide_step = 1, deep_step = pitch,
                       bytes = sizeof(Element);

  /// `wide` and `deep`: strides along the tile and along the depth; `extent`: what is there of
  /// Wide.
  __device__ number_reader(Element const* from, std::int64_t wide, std::int64_t deep,
                           std::int64_t extent, std::int64_t depth)
  {
    int const thread = static_cast<int>(threadIdx.x);
    bool const along = (deep < 0 ? -deep : deep) < (wide < 0 ? -wide : wide);
    int const place = along ? thread / Slice : thread % Wide,
              line = along ? thread % Slice : thread / Wide,
              place_step = along ? Threads / Slice : 0, line_step = along ? 0 : Threads / Wide,
              last = static_cast<int>(depth % Slice);
    this->begin(from + place * wide + line * deep, (place_step * wide + line_step * deep) * bytes,
                Slice * deep * bytes);
    this->to_ = (line * pitch + place) * bytes;
    this->to_step_ = (place_step + line_step * pitch) * bytes;
#pragma unroll
    for (int n = 0; n < Wide * Slice / Threads; ++n)
      if (place + n * place_step < extent) {
        this->there_ |= 1u << n;
        if (line + n * line_step < last) this->last_there_ |= 1u << n;
      }
  }

 private:
  static_assert(Threads % Wide == 0 && Threads % Slice == 0);
};

/// An operand of 8-byte numbers that are brought as they lie, by pairs: lines along the depth or
/// across it. Four more numbers a line, and a warp's reads meet no bank twice.
template <bool Along, int Wide, int Slice, int Threads>
class pair_reader : public ring_copies<Wide * Slice / 2 / Threads> {
 public:
  static constexpr int line = Along ? Slice : Wide, pitch = line + 4,
                       size = (Along ? Wide : Slice) * pitch, wide_step = Along ? pitch : 1,
                       deep_step = Along ? 1 : pitch, bytes = 16;

  __device__ pair_reader(double const* from, std::int64_t wide, std::int64_t deep,
                         std::int64_t extent, std::int64_t depth)
  {
    constexpr int in_line = line / 2, step = Threads / in_line;
    static_assert(Threads % in_line == 0);
    int const place = static_cast<int>(threadIdx.x) % in_line * 2,
              first = static_cast<int>(threadIdx.x) / in_line,
              last = static_cast<int>(depth % Slice);
    std::int64_t const across = Along ? wide : deep;
    this->begin(from + place + first * across, step * across * 8, Slice * deep * 8);
    this->to_ = (first * pitch + place) * 8;
    this->to_step_ = step * pitch * 8;
#pragma unroll
    for (int n = 0; n < Wide * Slice / 2 / Threads; ++n) {
      int const number = first + n * step;
      if ((Along ? number : place) < extent) {
        this->there_ |= 1u << n;
        if ((Along ? place : number) < last) this->last_there_ |= 1u << n;
      }
    }
  }
};

/// f(i, j) for M × N products, back and forth, so that neighbouring ones share an operand (all from
/// left to right: 3.15 ms of float32 where this takes 2.96).
template <int M, int N, class F>
__device__ void back_and_forth(F const& f)
{
#pragma unroll
  for (int i = 0; i < M; ++i)
#pragma unroll
    for (int n = 0; n < N; ++n) f(i, i % 2 == 0 ? n : N - 1 - n);
}

/// M × N sums a thread, 4 × 8 threads a warp.
template <class Numbers, int M, int N>
struct thread_sums {
  using value = typename Numbers::value;
  static constexpr int rows = 4 * M, columns = 8 * N, step = 1, sum_rows = M, sum_columns = N,
                       group = 16 / static_cast<int>(sizeof(value));
  struct part {
    value a[M], b[N];
  };

  int row, column;
  value sum[M][N];

  // each half of a warp reads what 2 × 8 threads want, of B 128 bytes
  __device__ explicit thread_sums(int lane)
      : row((lane & 1) | lane >> 4 << 1), column(lane >> 1 & 7)
  {}
  template <class A, class B>
  __device__ void read(part& to, value const* a, value const* b, int k) const
  {
    matmul_read<value, M, 4>(a + k * A::deep_step, row, to.a);
    matmul_read<value, N, 8>(b + k * B::deep_step, column, to.b);
  }
  __device__ static void keep(part&, int) {}
  __device__ void multiply(part const& by)
  {
    back_and_forth<M, N>(
        [&](int i, int j) { sum[i][j] = Numbers::multiply_add(by.a[i], by.b[j], sum[i][j]); });
  }
  __device__ int row_of(int i) const { return matmul_place<value, 4>(row, i); }
  __device__ int column_of(int j) const { return matmul_place<value, 8>(column, j); }
  __device__ value& at(int i, int j) { return sum[i][j]; }
};

/// sum += the products of 16 × 4 and 4 × 8 numbers; see matmul_units.hpp.
__device__ inline void multiply_in_unit(double (&sum)[4], double const (&a)[2], double b)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 900
  asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 "
      "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
      : "d"(a[0]), "d"(a[1]), "d"(b));
#endif
}

/// M × N products of the matrix units a warp. If an operand's lines lie across the depth, the
/// units' rows and columns are dealt to lanes by neighbouring pairs, so that a read is 16 bytes.
template <int M, int N, bool ADeep, bool BDeep>
struct unit_sums {
  using value = double;
  static constexpr int rows = 16 * M, columns = 8 * N, step = 4, sum_rows = 2 * M,
                       sum_columns = 2 * N, group = 2;
  static_assert(N % 2 == 0);
  struct part {
    double a[M][2], b[N];
  };
  struct alignas(16) pair {
    double first, second;
  };
  template <bool Deep>
  __device__ static pair two(double const* from, int next)
  {
    if constexpr (Deep)
      return {from[0], from[next]};
    else
      return *reinterpret_cast<pair const*>(from);
  }

  int wide, deep;
  double sum[M][N][4];

  __device__ explicit unit_sums(int lane) : wide(lane / 4), deep(lane % 4) {}
  template <class A, class B>
  __device__ void read(part& to, double const* a, double const* b, int k) const
  {
    a += (k + deep) * A::deep_step + (ADeep ? wide : 2 * wide) * A::wide_step;
    b += (k + deep) * B::deep_step + (BDeep ? wide : 2 * wide) * B::wide_step;
#pragma unroll
    for (int i = 0; i < M; ++i) {
      pair const x = two<ADeep>(a + 16 * i * A::wide_step, 8 * A::wide_step);
      to.a[i][0] = x.first;
      to.a[i][1] = x.second;
    }
#pragma unroll
    for (int j = 0; j < N; j += 2) {
      pair const y = two<BDeep>(b + 8 * j * B::wide_step, 8 * B::wide_step);
      to.b[j] = y.first;
      to.b[j + 1] = y.second;
    }
  }
  /// Takes what is `left` of the depth: the others become -0 times 0, which leaves every sum as it
  /// is, -0 too.
  __device__ void keep(part& of, int left) const
  {
    if (deep < left) return;
#pragma unroll
    for (int i = 0; i < M; ++i) of.a[i][0] = of.a[i][1] = -0.0;
#pragma unroll
    for (int j = 0; j < N; ++j) of.b[j] = 0;
  }
  __device__ void multiply(part const& by)
  {
    back_and_forth<M, N>([&](int i, int j) { multiply_in_unit(sum[i][j], by.a[i], by.b[j]); });
  }
  __device__ int row_of(int i) const
  {
    return i / 2 * 16 + (ADeep ? wide + i % 2 * 8 : 2 * wide + i % 2);
  }
  __device__ int column_of(int j) const
  {
    return BDeep ? j / 2 * 8 + 2 * deep + j % 2 : j / 4 * 16 + 4 * deep + j % 4;
  }
  __device__ double& at(int i, int j)
  {
    return BDeep ? sum[i / 2][j / 2][i % 2 * 2 + j % 2]
                 : sum[i / 2][j / 4 * 2 + j % 2][i % 2 * 2 + j % 4 / 2];
  }
};

template <class Element, class Sums, int WarpRows, int WarpColumns, int Slice, int Stages,
          int Resident>
struct ring_tile {
  using element = Element;
  using sums = Sums;
  static constexpr int rows = WarpRows * Sums::rows, columns = WarpColumns * Sums::columns,
                       threads = 32 * WarpRows * WarpColumns, warp_columns = WarpColumns,
                       slice = Slice, stages = Stages, resident = Resident;
};
/// float32: 256 × 128, any strides.
struct thread_ring : ring_tile<float, thread_sums<matmul_numbers<float>, 16, 8>, 4, 2, 8, 4, 1> {
  using numbers = matmul_numbers<float>;
  using a_reader = number_reader<float, rows, slice, threads>;
  using b_reader = number_reader<float, columns, slice, threads>;
};
/// float64 by pairs: 128 × 64.
template <bool ADeep, bool BDeep>
struct unit_ring : ring_tile<double, unit_sums<4, 4, ADeep, BDeep>, 2, 2, 16, 3, 2> {
  using tile = ring_tile<double, unit_sums<4, 4, ADeep, BDeep>, 2, 2, 16, 3, 2>;
  using numbers = matmul_numbers<double>;
  using a_reader = pair_reader<ADeep, tile::rows, tile::slice, tile::threads>;
  using b_reader = pair_reader<BDeep, tile::columns, tile::slice, tile::threads>;
};
template <class Tile>
inline constexpr int ring_stage = Tile::a_reader::size + Tile::b_reader::size;

template <class Tile>
__global__ void __launch_bounds__(Tile::threads, Tile::resident)
    matmul_ring(matmul_problem p, matmul_grid grid)
{
  using numbers = typename Tile::numbers;
  using element = typename Tile::element;
  using sums = typename Tile::sums;
  using a_reader = typename Tile::a_reader;
  using b_reader = typename Tile::b_reader;
  constexpr int Slice = Tile::slice, Stages = Tile::stages, steps = Slice / sums::step;
  static_assert(steps % 2 == 0);
  extern __shared__ __align__(16) unsigned char ring_bytes[];
  auto* const ring = reinterpret_cast<element*>(ring_bytes);
  auto const ring_at = static_cast<unsigned>(__cvta_generic_to_shared(ring));

  matmul_share<Tile> const share(p, grid);
  a_reader rows(static_cast<element const*>(p.a.data) + p.offset(p.a, share.number) +
                    share.row0 * p.a.row + share.first * p.a.column,
                p.a.row, p.a.column, p.rows - share.row0, share.depth);
  b_reader columns(static_cast<element const*>(p.b.data) + p.offset(p.b, share.number) +
                       share.column0 * p.b.column + share.first * p.b.row,
                   p.b.column, p.b.row, p.columns - share.column0, share.depth);
  element* const c = static_cast<element*>(grid.slots > 0 ? grid.sums : p.c) + share.to;
  int const warp = static_cast<int>(threadIdx.x) / 32,
            warp_row = warp / Tile::warp_columns * sums::rows,
            warp_column = warp % Tile::warp_columns * sums::columns;
  sums mine(static_cast<int>(threadIdx.x) % 32);

  bool const by_groups =
      p.columns % sums::group == 0 && reinterpret_cast<std::uintptr_t>(p.c) % 16 == 0;
  auto const put = [&](bool begun) {
    struct alignas(16) group {
      element v[sums::group];
    };
    constexpr int batch = 128 / (sums::sum_columns * static_cast<int>(sizeof(element)));
    std::int64_t const row0 = share.row0 + warp_row + mine.row_of(0),
                       column0 = share.column0 + warp_column + mine.column_of(0);
    element* first = c + row0 * p.columns + column0;
    int rows_left = static_cast<int>(::min(p.rows - row0, std::int64_t{sums::rows})),
        columns_left = static_cast<int>(::min(p.columns - column0, std::int64_t{sums::columns}));
    // addresses that were made beforehand would take the registers of sums
    asm volatile("" : "+l"(first), "+r"(rows_left), "+r"(columns_left));
    auto const each = [&](int i0, auto at_once, auto const& f) {
#pragma unroll
      for (int i = i0; i < i0 + batch; ++i)
#pragma unroll
        for (int j = 0; j < sums::sum_columns; j += decltype(at_once)::value) {
          int const row = mine.row_of(i) - mine.row_of(0),
                    column = mine.column_of(j) - mine.column_of(0);
          if (row < rows_left && column < columns_left) f(first + row * p.columns + column, i, j);
        }
    };
#pragma unroll
    for (int i0 = 0; i0 < sums::sum_rows; i0 += batch) {
      if (by_groups) {
        constexpr std::integral_constant<int, sums::group> at_once{};
        group held[batch][sums::sum_columns / sums::group];
        if (begun)
          each(i0, at_once, [&](element const* at, int i, int j) {
            held[i - i0][j / sums::group] = *reinterpret_cast<group const*>(at);
          });
        each(i0, at_once, [&](element* at, int i, int j) {
          group g;
#pragma unroll
          for (int n = 0; n < sums::group; ++n)
            g.v[n] = begun ? numbers::add(held[i - i0][j / sums::group].v[n], mine.at(i, j + n))
                           : mine.at(i, j + n);
          *reinterpret_cast<group*>(at) = g;
        });
      } else {
        each(i0, std::integral_constant<int, 1>(), [&](element* at, int i, int j) {
          *at = begun ? numbers::add(*at, mine.at(i, j)) : mine.at(i, j);
        });
      }
    }
  };
  std::int64_t ahead = share.depth;  // that is not on its way
  auto const fetch = [&](int stage) {
    if (ahead < Slice) {
      rows.end();
      columns.end();
    }
    unsigned const to = ring_at + stage * static_cast<unsigned>(ring_stage<Tile> * sizeof(element));
    rows.template fetch<a_reader::bytes>(to);
    columns.template fetch<b_reader::bytes>(to + a_reader::size * sizeof(element));
    copies_begun();
    ahead -= Slice;
  };
  auto const read = [&](typename sums::part& to, int stage, int k) {
    element const* const from = ring + stage * ring_stage<Tile>;
    mine.template read<a_reader, b_reader>(
        to, from + warp_row * a_reader::wide_step,
        from + a_reader::size + warp_column * b_reader::wide_step, k);
  };

#pragma unroll 1
  for (int stage = 0; stage + 1 < Stages; ++stage) fetch(stage);
  copies_settled_but<Stages - 2>();
  __syncthreads();
  typename sums::part part[2];
  int now = 0, next = Stages - 1;
  read(part[0], now, 0);
  std::int64_t left = share.depth;
  bool begun = false;
  do {
#pragma unroll
    for (int i = 0; i < sums::sum_rows; ++i)
#pragma unroll
      for (int j = 0; j < sums::sum_columns; ++j) mine.at(i, j) = 0;
    int const in_block = static_cast<int>(::min(left, std::int64_t{matmul_block}));
#pragma unroll 1
    for (int slices = in_block / Slice; slices > 0; --slices) {
      fetch(next);
      next = next + 1 == Stages ? 0 : next + 1;
#pragma unroll
      for (int k = 0; k < steps; ++k) {
        if (k + 1 == steps) {
          copies_settled_but<Stages - 2>();
          __syncthreads();
          now = now + 1 == Stages ? 0 : now + 1;
        }
        read(part[(k + 1) % 2], now, (k + 1) % steps * sums::step);
        mine.multiply(part[k % 2]);
      }
    }
#pragma unroll 1
    for (int k = 0; k < in_block % Slice; k += sums::step) {
      read(part[0], now, k);
      mine.keep(part[0], in_block % Slice - k);
      mine.multiply(part[0]);
    }
    left -= in_block;
    put(begun);
    begun = true;
  } while (left > 0);
}

/// Whether blocks of the depth of tiles are at least `enough`, and more than a half of a tile's
/// rows and a half of its columns are there.
template <class Tile>
bool fills_ring(matmul_problem const& p, std::int64_t enough)
{
  std::int64_t const tiles = (p.rows + Tile::rows - 1) / Tile::rows *
                             ((p.columns + Tile::columns - 1) / Tile::columns) * p.batches() *
                             p.blocks();
  return tiles >= enough && 2 * p.rows > Tile::rows && 2 * p.columns >= Tile::columns;
}
template <class Tile, class Api>
void multiply_in_ring(queue<Api>& on, matmul_problem const& p, std::int64_t enough)
{
  auto* const kernel = matmul_ring<Tile>;
  constexpr std::size_t shared =
      std::size_t{Tile::stages} * ring_stage<Tile> * sizeof(typename Tile::element);
  on.resident_blocks(kernel, Tile::threads, shared);
  multiply_by_blocks<typename Tile::numbers>(
      on, p, Tile::rows, Tile::columns, enough, [&](matmul_grid const& grid, std::int64_t blocks) {
        on.launch_shared("ring", kernel, blocks, Tile::threads, shared, p, grid);
      });
}

}  // namespace acre::backends::gpu
