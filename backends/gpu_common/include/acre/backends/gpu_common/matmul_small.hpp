#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/matmul.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tiles.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstdint>

/// Products of many small matrices: a block brings some of both operands to shared memory,
/// neighbours by neighbours, whatever their extents, and a thread sums a few neighbouring elements
/// of a row of the result, which leave as one run.
namespace acre::backends::gpu {

/// How a block brings an operand's matrices: `fast` and `slow` elements of each, by strides.
struct small_operand {
  std::int64_t fast_stride, slow_stride;
  divisor fast, of_matrix;     // elements along the axis of the smaller stride, and of a matrix
  int fast_place, slow_place;  // steps in shared memory
  int matrix;                  // elements from a matrix there to the next, an odd number
  bool from_batch;             // one batch axis at most
  bool packets = false;        // all are one run, which is read 16 bytes at a time

  small_operand(matmul_problem const& p, matmul_operand const& of, std::int64_t rows,
                std::int64_t columns, int pitch)
      : of_matrix(rows * columns),
        matrix(static_cast<int>(rows) * pitch | 1),
        from_batch(p.batch_axes < 2)
  {
    bool const along = (of.column < 0 ? -of.column : of.column) <= (of.row < 0 ? -of.row : of.row);
    fast = divisor(along ? columns : rows);
    fast_stride = along ? of.column : of.row;
    slow_stride = along ? of.row : of.column;
    fast_place = along ? 1 : pitch;
    slow_place = along ? pitch : 1;
  }
  /// Whether a block's matrices are one run of aligned packets.
  bool lies_in_packets(matmul_problem const& p, matmul_operand const& of, std::int64_t matrices,
                       int bytes) const
  {
    std::int64_t const elements = of_matrix.by;
    return fast_stride == 1 && slow_stride == fast.by && from_batch &&
           (p.batch_axes == 0 || of.batch[0] == elements) &&
           begin_packets(of.data, matrices * elements, bytes);
  }
  static bool begin_packets(void const* data, std::int64_t elements, int bytes)
  {
    return reinterpret_cast<std::uintptr_t>(data) % 16 == 0 && elements * bytes % 16 == 0;
  }
};

/// What a block of threads has there: `matrices` of both operands and of the result.
struct small_split {
  small_operand a, b;
  int matrices, a_pitch, b_pitch;
  bool stores_packets = false;
  divisor strips_of_row, strips_of_matrix;

  template <class Value>
  static constexpr int room = small_matrices_bytes / static_cast<int>(sizeof(Value));

  explicit small_split(matmul_problem const& p)
      : a(p, p.a, p.rows, p.depth, static_cast<int>(p.depth) | 1),
        b(p, p.b, p.depth, p.columns, static_cast<int>(p.columns)),
        a_pitch(static_cast<int>(p.depth) | 1),
        b_pitch(static_cast<int>(p.columns)),
        strips_of_row((p.columns + small_strip - 1) / small_strip),
        strips_of_matrix(p.rows * ((p.columns + small_strip - 1) / small_strip))
  {}
  std::int64_t of_matrix(matmul_problem const& p) const
  {
    return a.matrix + b.matrix + p.rows * p.columns;
  }
};

/// A run of matrices, several packets of which are under way; their elements go to their places one
/// by one, as rows there are padded. (Floats of 4 x 4, 10^6 of them on an H200: 0.102 where every
/// element is brought by itself, of which three matrices' bytes are 0.045.)
template <class Element>
__device__ void bring_packets(matmul_operand const& of, small_operand const& from,
                              std::int64_t first, int matrices, Element* places)
{
  constexpr int W = packet_width(sizeof(Element)), batch = 4;
  using held_type = packet<Element, W>;
  int const of_matrix = static_cast<int>(from.of_matrix.by), fasts = static_cast<int>(from.fast.by),
            count = matrices * of_matrix, whole = count / W, thread = static_cast<int>(threadIdx.x);
  Element const* const run = static_cast<Element const*>(of.data) + first * of_matrix;
  int const next_row = from.slow_place - fasts * from.fast_place,
            next_matrix = from.matrix - of_matrix / fasts * from.slow_place;
  bool const in_rows = fasts % W == 0;
  auto const stow = [&](int e, Element const* values, int n) {
    auto const number = static_cast<int>(from.of_matrix.quotient(static_cast<std::uint32_t>(e)));
    int in_matrix = e - number * of_matrix;
    auto const slow = static_cast<int>(from.fast.quotient(static_cast<std::uint32_t>(in_matrix)));
    int fast = in_matrix - slow * fasts;
    Element* to = places + number * from.matrix + fast * from.fast_place + slow * from.slow_place;
    if (in_rows && n == W) {
#pragma unroll
      for (int w = 0; w < W; ++w) to[w * from.fast_place] = values[w];
      return;
    }
#pragma unroll
    for (int w = 0; w < W; ++w) {
      if (w >= n) break;
      *to = values[w];
      to += from.fast_place;
      if (++fast == fasts) fast = 0, to += next_row;
      if (++in_matrix == of_matrix) in_matrix = 0, to += next_matrix;
    }
  };
#pragma unroll 1
  for (int p = thread; p < whole; p += batch * small_matrices_threads) {
    held_type held[batch];
#pragma unroll
    for (int j = 0; j < batch; ++j)
      if (int const n = p + j * small_matrices_threads; n < whole)
        held[j] = *reinterpret_cast<held_type const*>(run + n * W);
#pragma unroll
    for (int j = 0; j < batch; ++j)
      if (int const n = p + j * small_matrices_threads; n < whole) stow(n * W, held[j].v, W);
  }
  if (int const e = whole * W + thread; e < count) stow(e, run + e, 1);
}

template <class Element>
__device__ void bring_matrices(matmul_problem const& p, matmul_operand const& of,
                               small_operand const& from, std::int64_t first, int matrices,
                               Element* places)
{
  if (from.packets) {
    bring_packets(of, from, first, matrices, places);
    return;
  }
  auto const* const data = static_cast<Element const*>(of.data);
  int const count = matrices * static_cast<int>(from.of_matrix.by);
#pragma unroll 4
  for (int e = static_cast<int>(threadIdx.x); e < count; e += small_matrices_threads) {
    auto const number = static_cast<int>(from.of_matrix.quotient(static_cast<std::uint32_t>(e))),
               in_matrix = e - number * static_cast<int>(from.of_matrix.by),
               slow = static_cast<int>(from.fast.quotient(static_cast<std::uint32_t>(in_matrix))),
               fast = in_matrix - slow * static_cast<int>(from.fast.by);
    std::int64_t const matrix = from.from_batch
                                    ? (first + number) * (p.batch_axes > 0 ? of.batch[0] : 0)
                                    : p.offset(of, first + number);
    copy_to_shared<sizeof(Element)>(
        reinterpret_cast<char*>(places + number * from.matrix + fast * from.fast_place +
                                slow * from.slow_place),
        reinterpret_cast<std::uintptr_t>(data + matrix + fast * from.fast_stride +
                                         slow * from.slow_stride));
  }
}

template <class Numbers>
__global__ void __launch_bounds__(small_matrices_threads)
    matmul_matrices(matmul_problem p, small_split split)
{
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  static_assert(sizeof(element) == sizeof(value));
  ACRE_ALIGNED_SHARED(bytes, unsigned char[small_matrices_bytes]);
  auto* const a = reinterpret_cast<element*>(bytes);
  element* const b = a + split.matrices * split.a.matrix;
  constexpr int W = packet_width(sizeof(element));
  element* const c =
      a + (split.matrices * (split.a.matrix + split.b.matrix) + W - 1) / W * W;  // in packets
  std::int64_t const first = std::int64_t{blockIdx.x} * split.matrices;
  int const matrices = static_cast<int>(::min(p.batches() - first, std::int64_t{split.matrices})),
            rows = static_cast<int>(p.rows), columns = static_cast<int>(p.columns),
            depth = static_cast<int>(p.depth), thread = static_cast<int>(threadIdx.x);
  bring_matrices(p, p.a, split.a, first, matrices, a);
  bring_matrices(p, p.b, split.b, first, matrices, b);
  copies_begun();
  copies_settled_but<0>();
  __syncthreads();
  int const strips = matrices * static_cast<int>(split.strips_of_matrix.by);
#pragma unroll 1
  for (int s = thread; s < strips; s += small_matrices_threads) {
    auto const number = static_cast<int>(split.strips_of_matrix.quotient(static_cast<unsigned>(s))),
               strip = s - number * static_cast<int>(split.strips_of_matrix.by),
               row = static_cast<int>(split.strips_of_row.quotient(static_cast<unsigned>(strip))),
               column = (strip - row * static_cast<int>(split.strips_of_row.by)) * small_strip,
               here = ::min(columns - column, small_strip);
    element const* const x = a + number * split.a.matrix + row * split.a_pitch;
    element const* const y = b + number * split.b.matrix + column;
    value sum[small_strip];
#pragma unroll
    for (int j = 0; j < small_strip; ++j) sum[j] = value{};
#pragma unroll 4
    for (int k = 0; k < depth; ++k) {
      value const factor = Numbers::load(x[k]);
#pragma unroll
      for (int j = 0; j < small_strip; ++j)
        if (j < here)
          sum[j] = Numbers::multiply_add(factor, Numbers::load(y[k * split.b_pitch + j]), sum[j]);
    }
    element* const to = c + (number * rows + row) * columns + column;
#pragma unroll
    for (int j = 0; j < small_strip; ++j)
      if (j < here) to[j] = Numbers::store(sum[j]);
  }
  __syncthreads();
  int const of_result = rows * columns, results = matrices * of_result;
  element* const to = static_cast<element*>(p.c) + first * of_result;
  using stored = packet<element, W>;
  int const whole = split.stores_packets ? results / W : 0;
#pragma unroll 4
  for (int i = thread; i < whole; i += small_matrices_threads)
    store_packet(to + i * W, reinterpret_cast<stored const*>(c)[i]);
#pragma unroll 4
  for (int i = whole * W + thread; i < results; i += small_matrices_threads) to[i] = c[i];
}

/// Whether they were so small and so many.
template <class Numbers, class Queue>
bool multiply_small_matrices(Queue& on, matmul_problem const& p)
{
  using element = typename Numbers::element;
  if constexpr (sizeof(element) < 4 || sizeof(element) != sizeof(typename Numbers::value)) {
    return false;
  } else {
    constexpr int size = sizeof(element), W = packet_width(size);
    constexpr std::int64_t room = small_split::room<element> - W;  // results begin a packet
    if (p.rows > small_matrix_rows || p.columns > small_matrix_rows || p.depth < 1 ||
        p.depth > small_matrix_depth)
      return false;
    small_split split(p);
    std::int64_t const batches = p.batches(), of_matrix = split.of_matrix(p),
                       wanted = small_matrices_threads * std::int64_t{2};
    if (of_matrix > room || batches < 4 * std::int64_t{on.multiprocessors()}) return false;
    // two strips a thread, where so many matrices fit
    std::int64_t const strips = split.strips_of_matrix.by;
    split.matrices = static_cast<int>(
        std::min({room / of_matrix, (wanted + strips - 1) / strips,
                  std::max<std::int64_t>(1, batches / (4 * std::int64_t{on.multiprocessors()}))}));
    if (split.matrices > W) split.matrices -= split.matrices % W;
    split.a.packets = split.a.lies_in_packets(p, p.a, split.matrices, size);
    split.b.packets = split.b.lies_in_packets(p, p.b, split.matrices, size);
    split.stores_packets =
        small_operand::begin_packets(p.c, split.matrices * p.rows * p.columns, size);
    on.launch("matrices", matmul_matrices<Numbers>, (batches + split.matrices - 1) / split.matrices,
              small_matrices_threads, p, split);
    return true;
  }
}

}  // namespace acre::backends::gpu
