#pragma once

#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
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

/// An operand that is brought as it lies, 16 bytes at a time: lines along the depth or across it.
/// Four more numbers a line, and a warp's reads meet no bank twice.
template <class Element, bool Along, int Wide, int Slice, int Threads>
class packet_reader
    : public ring_copies<Wide * Slice / (16 / static_cast<int>(sizeof(Element))) / Threads> {
 public:
  static constexpr int packet = 16 / static_cast<int>(sizeof(Element)), line = Along ? Slice : Wide,
                       pitch = line + 4, size = (Along ? Wide : Slice) * pitch,
                       wide_step = Along ? pitch : 1, deep_step = Along ? 1 : pitch, bytes = 16;

  /// As of number_reader.
  __device__ packet_reader(Element const* from, std::int64_t wide, std::int64_t deep,
                           std::int64_t extent, std::int64_t depth)
  {
    constexpr int in_line = line / packet, step = Threads / in_line, size = sizeof(Element);
    static_assert(Threads % in_line == 0 && line % packet == 0);
    int const place = static_cast<int>(threadIdx.x) % in_line * packet,
              first = static_cast<int>(threadIdx.x) / in_line,
              last = static_cast<int>(depth % Slice);
    std::int64_t const across = Along ? wide : deep;
    this->begin(from + place + first * across, step * across * size, Slice * deep * size);
    this->to_ = (first * pitch + place) * size;
    this->to_step_ = step * pitch * size;
#pragma unroll
    for (int n = 0; n < Wide * Slice / packet / Threads; ++n) {
      int const number = first + n * step;
      if ((Along ? number : place) < extent) {
        this->there_ |= 1u << n;
        if ((Along ? place : number) < last) this->last_there_ |= 1u << n;
      }
    }
  }
};

/// How an operand is brought: neighbours along the depth together or those across it, in packets of
/// 16 bytes or one by one.
template <class Element>
struct operand_lines {
  bool deep, packets, whole;  // packets alone, and no rest where a line ends

  operand_lines(matmul_problem const& p, matmul_operand const& of, std::int64_t extent,
                std::int64_t across, std::int64_t along)
      : deep((along < 0 ? -along : along) < (across < 0 ? -across : across))
  {
    constexpr std::int64_t packet = 16 / sizeof(Element);
    packets = (deep ? along : across) == 1 && (deep ? across : along) % packet == 0 &&
              reinterpret_cast<std::uintptr_t>(of.data) % 16 == 0;
    for (int axis = 0; axis < p.batch_axes; ++axis)
      packets = packets && of.batch[axis] % packet == 0;
    whole = packets && (deep ? p.depth : extent) % packet == 0;
  }
};
template <class Element>
struct matmul_lines {
  operand_lines<Element> a, b;
  explicit matmul_lines(matmul_problem const& p)
      : a(p, p.a, p.rows, p.a.row, p.a.column), b(p, p.b, p.columns, p.b.column, p.b.row)
  {}
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

/// Likewise, four of the depth at a time: where an operand's lines lie along it, a read is four of
/// a line, and a thread's rows (columns) are a warp's height (width) of threads apart.
template <int M, int N, bool ADeep, bool BDeep>
struct packet_sums {
  using value = float;
  static constexpr int rows = 4 * M, columns = 8 * N, step = 4, sum_rows = M, sum_columns = N,
                       group = BDeep ? 1 : 4;
  struct alignas(16) packet {
    float v[4];
  };
  struct part {
    float a[4][M], b[4][N];
  };

  int row, column;
  float sum[M][N];

  __device__ explicit packet_sums(int lane)
      : row((lane & 1) | lane >> 4 << 1), column(lane >> 1 & 7)
  {}
  template <bool Deep, class Reader, int Count, int Threads>
  __device__ static void read_side(float (&to)[4][Count], float const* from, int thread)
  {
    if constexpr (Deep) {
#pragma unroll
      for (int n = 0; n < Count; ++n) {
        packet const x =
            *reinterpret_cast<packet const*>(from + (thread + n * Threads) * Reader::wide_step);
#pragma unroll
        for (int k = 0; k < 4; ++k) to[k][n] = x.v[k];
      }
    } else {
#pragma unroll
      for (int k = 0; k < 4; ++k)
        matmul_read<float, Count, Threads>(from + k * Reader::deep_step, thread, to[k]);
    }
  }
  template <class A, class B>
  __device__ void read(part& to, float const* a, float const* b, int k) const
  {
    read_side<ADeep, A, M, 4>(to.a, a + k * A::deep_step, row);
    read_side<BDeep, B, N, 8>(to.b, b + k * B::deep_step, column);
  }
  /// As of unit_sums.
  __device__ static void keep(part& of, int left)
  {
#pragma unroll
    for (int k = 1; k < 4; ++k)
      if (k >= left) {
#pragma unroll
        for (int i = 0; i < M; ++i) of.a[k][i] = -0.0f;
#pragma unroll
        for (int j = 0; j < N; ++j) of.b[k][j] = 0;
      }
  }
  __device__ void multiply(part const& by)
  {
#pragma unroll
    for (int k = 0; k < 4; ++k)
      back_and_forth<M, N>(
          [&](int i, int j) { sum[i][j] = ::fmaf(by.a[k][i], by.b[k][j], sum[i][j]); });
  }
  __device__ int row_of(int i) const
  {
    return ADeep ? row + 4 * i : matmul_place<float, 4>(row, i);
  }
  __device__ int column_of(int j) const
  {
    return BDeep ? column + 8 * j : matmul_place<float, 8>(column, j);
  }
  __device__ float& at(int i, int j) { return sum[i][j]; }
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
/// float32: 256 × 128, any strides; BPackets: B is brought as it lies, across the depth.
template <bool BPackets>
struct thread_ring : ring_tile<float, thread_sums<matmul_numbers<float>, 16, 8>, 4, 2, 8, 4, 1> {
  using tile = ring_tile<float, thread_sums<matmul_numbers<float>, 16, 8>, 4, 2, 8, 4, 1>;
  using numbers = matmul_numbers<float>;
  using a_reader = number_reader<float, tile::rows, tile::slice, tile::threads>;
  using b_reader =
      std::conditional_t<BPackets,
                         packet_reader<float, false, tile::columns, tile::slice, tile::threads>,
                         number_reader<float, tile::columns, tile::slice, tile::threads>>;
};
/// 32 × 64, any strides.
struct number_ring : ring_tile<float, thread_sums<matmul_numbers<float>, 4, 4>, 2, 2, 16, 4, 2> {
  using numbers = matmul_numbers<float>;
  using a_reader = number_reader<float, rows, slice, threads>;
  using b_reader = number_reader<float, columns, slice, threads>;
};
/// 32 × 64 by packets.
template <bool ADeep, bool BDeep>
struct packet_ring : ring_tile<float, packet_sums<4, 4, ADeep, BDeep>, 2, 2, 32, 3, 2> {
  using tile = ring_tile<float, packet_sums<4, 4, ADeep, BDeep>, 2, 2, 32, 3, 2>;
  using numbers = matmul_numbers<float>;
  using a_reader = packet_reader<float, ADeep, tile::rows, tile::slice, tile::threads>;
  using b_reader = packet_reader<float, BDeep, tile::columns, tile::slice, tile::threads>;
};
/// 32 × 32 by packets, for matrices of few slices, of which many are there at once.
template <bool ADeep, bool BDeep>
struct narrow_ring : ring_tile<float, packet_sums<4, 4, ADeep, BDeep>, 2, 1, 32, 2, 8> {
  using tile = ring_tile<float, packet_sums<4, 4, ADeep, BDeep>, 2, 1, 32, 2, 8>;
  using numbers = matmul_numbers<float>;
  using a_reader = packet_reader<float, ADeep, tile::rows, tile::slice, tile::threads>;
  using b_reader = packet_reader<float, BDeep, tile::columns, tile::slice, tile::threads>;
};
/// float64 by packets: 32 M × 64.
template <int M, int Stages, int Resident>
struct unit_ring {
  template <bool ADeep, bool BDeep>
  struct of : ring_tile<double, unit_sums<M, 4, ADeep, BDeep>, 2, 2, 16, Stages, Resident> {
    using tile = ring_tile<double, unit_sums<M, 4, ADeep, BDeep>, 2, 2, 16, Stages, Resident>;
    using numbers = matmul_numbers<double>;
    using a_reader = packet_reader<double, ADeep, tile::rows, tile::slice, tile::threads>;
    using b_reader = packet_reader<double, BDeep, tile::columns, tile::slice, tile::threads>;
  };
};
using unit_ring_large = unit_ring<4, 3, 2>;   // 128 × 64
using unit_ring_middle = unit_ring<2, 3, 3>;  // 64 × 64
using unit_ring_small = unit_ring<1, 4, 2>;   // 32 × 64
/// Blocks that have a multiprocessor for themselves find none free before the kernel before them
/// has ended. (4096³ float32 with numbers that are brought one by one: 2 % more.)
template <class Tile>
inline constexpr bool starts_early_in_ring = Tile::resident > 1;
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
  if constexpr (starts_early_in_ring<Tile>) await_work_before();
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

  bool const by_groups = sums::group > 1 && p.columns % sums::group == 0 &&
                         reinterpret_cast<std::uintptr_t>(p.c) % 16 == 0;
  auto const put = [&](bool begun) {
    struct alignas(sums::group * sizeof(element)) group {
      element v[sums::group];
    };
    constexpr int most = 128 / (sums::sum_columns * static_cast<int>(sizeof(element))),
                  batch = most < sums::sum_rows ? most : sums::sum_rows;
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

/// Tiles of a problem, of every block of the depth.
template <class Tile>
std::int64_t tiles_of(matmul_problem const& p)
{
  return (p.rows + Tile::rows - 1) / Tile::rows *
         ((p.columns + Tile::columns - 1) / Tile::columns) * p.batches() * p.blocks();
}
/// Whether more than a half of a tile's rows and a half of its columns are there.
template <class Tile>
bool fills_tile(matmul_problem const& p)
{
  return 2 * p.rows > Tile::rows && 2 * p.columns >= Tile::columns;
}
/// How long tiles take: products of the multiprocessor that has most of them, `percent` for each.
/// (In turn on an H200, float32 by 32 × 64 and by 256 × 128: 1536³ 0.182 and 0.259 ms, 2048³ 0.421
/// and 0.347. float64 by 32, 64 and 128 × 64: 768³ 0.0280, 0.0356 and 0.0576, 1024³ 0.0564, 0.0468
/// and 0.0484, 1280³ 0.110, 0.112 and 0.105.)
template <class Tile>
std::int64_t ring_cost(matmul_problem const& p, std::int64_t multiprocessors, std::int64_t percent)
{
  return (tiles_of<Tile>(p) + multiprocessors - 1) / multiprocessors * Tile::rows * Tile::columns *
         percent;
}
template <class Tile, class Api>
void multiply_in_ring(queue<Api>& on, matmul_problem const& p)
{
  auto* const kernel = matmul_ring<Tile>;
  constexpr std::size_t shared =
      std::size_t{Tile::stages} * ring_stage<Tile> * sizeof(typename Tile::element);
  on.resident_blocks(kernel, Tile::threads, shared);
  std::int64_t const multiprocessors = on.multiprocessors(),
                     enough = Tile::resident == 1 ? multiprocessors - multiprocessors / 8
                                                  : 2 * multiprocessors;
  multiply_by_blocks<typename Tile::numbers>(
      on, p, Tile::rows, Tile::columns, enough, [&](matmul_grid const& grid, std::int64_t blocks) {
        on.template launch_shared_early<starts_early_in_ring<Tile>>("ring", kernel, blocks,
                                                                    Tile::threads, shared, p, grid);
      });
}
/// Tile<ADeep, BDeep>, by how operands lie.
template <template <bool, bool> class Tile, class Api>
void multiply_in_ring(queue<Api>& on, matmul_problem const& p, bool a_deep, bool b_deep)
{
  if (a_deep)
    b_deep ? multiply_in_ring<Tile<true, true>>(on, p) : multiply_in_ring<Tile<true, false>>(on, p);
  else
    b_deep ? multiply_in_ring<Tile<false, true>>(on, p)
           : multiply_in_ring<Tile<false, false>>(on, p);
}

}  // namespace acre::backends::gpu
