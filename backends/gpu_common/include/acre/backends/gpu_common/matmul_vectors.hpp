#pragma once

#include <acre/backends/common/matmul.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/gpu_common/matmul_blocks.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tiles.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

/// Products of a matrix and a vector: rows side by side, or, where they are few, blocks of the
/// depth.
namespace acre::backends::gpu {

/// A matrix times a column, or a row times a matrix: a thread has a sum of its own and a warp 32
/// neighbouring ones. Numbers of the matrix and of the vector come to shared memory, 128 bytes of
/// each of the warp's rows at a time, in a ring of two such stages; what follows them comes to L2.
/// (8192 × 8192 on an H200: float32 0.077 ms for 0.087 without that, float64 0.142 for 0.152.)
/// Rows that begin between packets come by the packets that they have a part of, one more a stage.
template <class Element>
struct matmul_vector_stage {
  static constexpr int slice = 128 / static_cast<int>(sizeof(Element)),
                       packet_numbers = 16 / static_cast<int>(sizeof(Element)),
                       pitch = slice + packet_numbers, size = 33 * pitch;
};

/// Numbers from the packet that holds the one at `at` to that one.
template <class Element>
__device__ int behind_packet(Element const* at)
{
  return static_cast<int>(reinterpret_cast<std::uintptr_t>(at) % 16 / sizeof(Element));
}
/// W numbers of two packets from number `shift` on, which is below W.
template <class Element, int W>
__device__ packet<Element, W> between_packets(packet<Element, W> const& first,
                                              packet<Element, W> const& second, int shift)
{
  Element window[2 * W];
#pragma unroll
  for (int w = 0; w < W; ++w) window[w] = first.v[w], window[W + w] = second.v[w];
#pragma unroll
  for (int by = W / 2; by > 0; by /= 2)
#pragma unroll
    for (int w = 0; w + by < 2 * W; ++w)
      if ((shift & by) != 0) window[w] = window[w + by];
  packet<Element, W> result;
#pragma unroll
  for (int w = 0; w < W; ++w) result.v[w] = window[w];
  return result;
}

struct matmul_vector_tile {
  static constexpr int rows = 32, columns = 1;
};

/// `m` is the matrix, whose rows' strides stand in `row`, and along the depth in `column`; x the
/// vector. `packed`: numbers along the depth are neighbours; `aligned`: and all rows begin packets.
template <class Numbers, bool Swapped>
__global__ void __launch_bounds__(32)
    matmul_vector(matmul_problem p, matmul_grid grid, matmul_operand m, std::int64_t lines,
                  matmul_operand x, bool packed, bool aligned)
{
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  using stage = matmul_vector_stage<element>;
  constexpr int Slice = stage::slice, W = stage::packet_numbers;
  ACRE_ALIGNED_SHARED(bytes, unsigned char[2 * stage::size * sizeof(element)]);
  auto* const tiles = reinterpret_cast<element*>(bytes);
  matmul_share<matmul_vector_tile> const share(p, grid);
  int const lane = static_cast<int>(threadIdx.x);
  std::int64_t const left = lines - share.row0;
  element const* from = static_cast<element const*>(m.data) + p.offset(m, share.number) +
                        share.row0 * m.row + share.first * m.column;
  element const* vector =
      static_cast<element const*>(x.data) + p.offset(x, share.number) + share.first * x.column;
  auto const fetch = [&](int which, std::int64_t there) {
    element* const to = tiles + which * stage::size;
    if (packed && there >= Slice) {
#pragma unroll
      for (int n = 0; n < 8; ++n) {
        int const line = n * 4 + lane / 8, place = lane % 8 * W;
        if (line < left)
          copy_to_shared<16, true>(
              reinterpret_cast<char*>(to + line * stage::pitch + place),
              reinterpret_cast<std::uintptr_t>(from + line * m.row + place) / 16 * 16);
      }
      if (!aligned && lane < left && behind_packet(from + lane * m.row) > 0)
        copy_to_shared<16, true>(
            reinterpret_cast<char*>(to + lane * stage::pitch + Slice),
            reinterpret_cast<std::uintptr_t>(from + lane * m.row + Slice) / 16 * 16);
    } else {  // neighbouring threads along the axis with the smaller stride
      bool const along = (m.column < 0 ? -m.column : m.column) < (m.row < 0 ? -m.row : m.row);
#pragma unroll
      for (int n = 0; n < Slice; ++n) {
        int const line = along ? n * (32 / Slice) + lane / Slice : lane,
                  place = along ? lane % Slice : n;
        if (line < left && place < there)
          copy_to_shared<sizeof(element)>(
              reinterpret_cast<char*>(to + line * stage::pitch + place),
              reinterpret_cast<std::uintptr_t>(from + line * m.row + place * m.column));
      }
    }
    for (int place = lane; place < there && place < Slice; place += 32)
      copy_to_shared<sizeof(element)>(reinterpret_cast<char*>(to + 32 * stage::pitch + place),
                                      reinterpret_cast<std::uintptr_t>(vector + place * x.column));
    from += Slice * m.column;
    vector += Slice * x.column;
    copies_begun();
  };
  using group = packet<element, W>;
  int const shift = packed && !aligned && lane < left ? behind_packet(from + lane * m.row) : 0;
  auto const multiply = [](element const& a, element const& b, value const& sum) {
    return Swapped ? Numbers::multiply_add(Numbers::load(b), Numbers::load(a), sum)
                   : Numbers::multiply_add(Numbers::load(a), Numbers::load(b), sum);
  };
  value sum{}, whole{};
  bool begun = false;
  auto const end_block = [&] {
    whole = begun ? Numbers::add(whole, sum) : sum;
    begun = true;
    sum = value{};
  };
  fetch(0, share.depth);
  int now = 0;
#pragma unroll 1
  for (std::int64_t done = 0; done < share.depth; done += Slice, now ^= 1) {
    std::int64_t const there = share.depth - done;
    fetch(now ^ 1, there - Slice);
    copies_settled_but<1>();
    sync_warp();
    element const* const mine = tiles + now * stage::size + lane * stage::pitch;
    element const* const other = tiles + now * stage::size + 32 * stage::pitch;
    if (there >= Slice && packed && !aligned) {
      group next = *reinterpret_cast<group const*>(mine);
#pragma unroll
      for (int k = 0; k < Slice; k += W) {
        group const now_there = next, b = *reinterpret_cast<group const*>(other + k);
        next = *reinterpret_cast<group const*>(mine + k + W);
        group const a = between_packets(now_there, next, shift);
#pragma unroll
        for (int w = 0; w < W; ++w) sum = multiply(a.v[w], b.v[w], sum);
      }
    } else if (there >= Slice) {
#pragma unroll
      for (int k = 0; k < Slice; k += W) {
        group const a = *reinterpret_cast<group const*>(mine + k),
                    b = *reinterpret_cast<group const*>(other + k);
#pragma unroll
        for (int w = 0; w < W; ++w) sum = multiply(a.v[w], b.v[w], sum);
      }
    } else {
#pragma unroll 1
      for (int k = 0; k < there; ++k) sum = multiply(mine[k], other[k], sum);
    }
    if ((done + Slice) % matmul_block == 0 && there > Slice) end_block();
    sync_warp();
  }
  end_block();
  element* const c = static_cast<element*>(grid.slots > 0 ? grid.sums : p.c) + share.to;
  if (lane < left) c[share.row0 + lane] = Numbers::store(whole);
}

/// Few rows and a vector: a thread has a block of the depth of up to matmul_stretch_rows rows, and
/// a warp 32 neighbouring blocks. Shared memory as above, the rows' stretches and then the
/// vector's.
inline constexpr int matmul_stretch_rows = 4;

/// `m`, `lines` and x as in matmul_vector; `group` lines are a warp's, and `tiles` warps have all
/// blocks of this launch.
template <class Numbers, bool Swapped>
__global__ void __launch_bounds__(32)
    matmul_stretches(matmul_problem p, matmul_grid grid, matmul_operand m, std::int64_t lines,
                     matmul_operand x, int group, std::int64_t tiles)
{
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  using stage = matmul_vector_stage<element>;
  constexpr int Slice = stage::slice, W = stage::packet_numbers, pitch = stage::pitch,
                of_operand = 32 * pitch, R = matmul_stretch_rows;
  using packed_numbers = packet<element, W>;
  ACRE_DYNAMIC_SHARED(bytes, unsigned char);
  auto* const ring = reinterpret_cast<element*>(bytes);
  int const lane = static_cast<int>(threadIdx.x);
  std::int64_t const groups = (lines + group - 1) / group, others = blockIdx.x / groups,
                     slot0 = others % tiles * 32, number = others / tiles,
                     line0 = blockIdx.x % groups * group,
                     first = (grid.first_block + slot0) * matmul_block;
  int const here = static_cast<int>(::min(lines - line0, std::int64_t{group})),
            stretches = static_cast<int>(::min(grid.slots - slot0, std::int64_t{32})),
            last_depth = static_cast<int>(
                ::min(p.depth - first - (stretches - 1) * std::int64_t{matmul_block},
                      std::int64_t{matmul_block}));
  auto const depth_of = [&](int stretch) {
    return stretch < stretches - 1 ? matmul_block : stretch < stretches ? last_depth : 0;
  };
  element const* const rows =
      static_cast<element const*>(m.data) + p.offset(m, number) + line0 * m.row + first * m.column;
  element const* const vector =
      static_cast<element const*>(x.data) + p.offset(x, number) + first * x.column;

  auto const fetch = [&](int which, int done) {
#pragma unroll 1
    for (int o = 0; o <= here; ++o) {
      std::int64_t const stride = o < here ? m.column : x.column;
      element const* const from = (o < here ? rows + o * m.row : vector) + done * stride;
      element* const to = ring + (which * (group + 1) + o) * of_operand;
      if (stride == 1) {
        int const shift = behind_packet(from);
        element const* const packets = from - shift;
#pragma unroll
        for (int n = 0; n < 8; ++n) {
          int const stretch = n * 4 + lane / 8, place = lane % 8 * W,
                    there = depth_of(stretch) - done;
          if (there > 0 && place - shift < there)
            copy_to_shared<16, true>(
                reinterpret_cast<char*>(to + stretch * pitch + place),
                reinterpret_cast<std::uintptr_t>(packets + stretch * matmul_block + place));
        }
        if (shift > 0 && Slice - shift < depth_of(lane) - done)
          copy_to_shared<16, true>(
              reinterpret_cast<char*>(to + lane * pitch + Slice),
              reinterpret_cast<std::uintptr_t>(packets + lane * matmul_block + Slice));
      } else {
#pragma unroll 4
        for (int n = 0; n < Slice; ++n) {
          int const stretch = n * (32 / Slice) + lane / Slice, place = lane % Slice;
          if (place < depth_of(stretch) - done)
            copy_to_shared<sizeof(element)>(
                reinterpret_cast<char*>(to + stretch * pitch + place),
                reinterpret_cast<std::uintptr_t>(
                    from + (std::int64_t{stretch} * matmul_block + place) * stride));
        }
      }
    }
    copies_begun();
  };
  auto const multiply = [](element const& a, element const& b, value const& sum) {
    return Swapped ? Numbers::multiply_add(Numbers::load(b), Numbers::load(a), sum)
                   : Numbers::multiply_add(Numbers::load(a), Numbers::load(b), sum);
  };
  int const vector_shift = x.column == 1 ? behind_packet(vector) : 0;
  int shift[R];
  value sum[R];
#pragma unroll
  for (int r = 0; r < R; ++r) {
    shift[r] = m.column == 1 ? behind_packet(rows + r * m.row) : 0;
    sum[r] = value{};
  }
  int const own = depth_of(lane), longest = depth_of(0);
  fetch(0, 0);
  int now = 0;
#pragma unroll 1
  for (int done = 0; done < longest; done += Slice, now ^= 1) {
    fetch(now ^ 1, done + Slice);
    copies_settled_but<1>();
    sync_warp();
    element const* const mine = ring + now * (group + 1) * of_operand + lane * pitch;
    element const* const other = mine + here * of_operand;
    auto const packet_at = [](element const* at) {
      return *reinterpret_cast<packed_numbers const*>(at);
    };
    int const there = own - done;
    if (there >= Slice) {
      packed_numbers next[R], next_of_vector = packet_at(other);
#pragma unroll
      for (int r = 0; r < R; ++r)
        if (r < here) next[r] = packet_at(mine + r * of_operand);
#pragma unroll 2
      for (int k = 0; k < Slice; k += W) {
        packed_numbers const of_vector = next_of_vector;
        next_of_vector = packet_at(other + k + W);
        packed_numbers const b = between_packets(of_vector, next_of_vector, vector_shift);
#pragma unroll
        for (int r = 0; r < R; ++r)
          if (r < here) {
            packed_numbers const of_row = next[r];
            next[r] = packet_at(mine + r * of_operand + k + W);
            packed_numbers const a = between_packets(of_row, next[r], shift[r]);
#pragma unroll
            for (int w = 0; w < W; ++w) sum[r] = multiply(a.v[w], b.v[w], sum[r]);
          }
      }
    } else {
#pragma unroll 1
      for (int k = 0; k < there; ++k)
#pragma unroll
        for (int r = 0; r < R; ++r)
          if (r < here)
            sum[r] = multiply(mine[r * of_operand + shift[r] + k], other[vector_shift + k], sum[r]);
    }
    sync_warp();
  }
  if (lane >= stretches) return;
  element* const to =
      static_cast<element*>(grid.sums) + ((slot0 + lane) * p.batches() + number) * lines + line0;
#pragma unroll
  for (int r = 0; r < R; ++r)
    if (r < here) to[r] = Numbers::store(sum[r]);
}

/// The extents of the transposed product.
inline matmul_problem turned(matmul_problem p)
{
  std::swap(p.rows, p.columns);
  return p;
}

/// Whether it was such a product, of numbers that lie in memory as they are computed.
template <class Numbers, class Api>
bool multiply_by_vector(queue<Api>& on, matmul_problem const& problem)
{
  using element = typename Numbers::element;
  if constexpr (sizeof(element) < 4 || sizeof(element) != sizeof(typename Numbers::value)) {
    return false;
  } else {
    bool const column = problem.columns == 1;
    if ((!column && problem.rows != 1) || problem.depth < 32) return false;
    matmul_problem const p = column ? problem : turned(problem);
    std::int64_t const lines = p.rows;
    matmul_operand m = column ? p.a : p.b, x = column ? p.b : p.a;
    if (column)
      x.column = x.row;
    else
      std::swap(m.row, m.column);
    if (lines < 32) {
      std::int64_t const least = 16 * p.batches() * lines * std::int64_t{sizeof(element)};
      if (p.blocks() < 16 || least > matmul_most_scratch) return false;
      // of each block its sums: 32 lines are a tile
      multiply_by_blocks<Numbers>(
          on, p, 32, 1, INT64_MAX, [&](matmul_grid const& grid, std::int64_t) {
            std::int64_t const tiles = (std::int64_t{grid.slots} + 31) / 32,
                               enough = 3 * std::int64_t{on.multiprocessors()};
            // warps of two lines rather than few warps
            std::int64_t groups = (lines + matmul_stretch_rows - 1) / matmul_stretch_rows;
            while (lines > 2 * groups && p.batches() * tiles * groups < enough) ++groups;
            int const group = static_cast<int>((lines + groups - 1) / groups);
            std::size_t const shared = 2 * 32 * sizeof(element) *
                                       static_cast<std::size_t>(group + 1) *
                                       matmul_vector_stage<element>::pitch;
            on.launch_shared(
                "stretches",
                column ? matmul_stretches<Numbers, false> : matmul_stretches<Numbers, true>,
                p.batches() * tiles * ((lines + group - 1) / group), 32, shared, p, grid, m, lines,
                x, group, tiles);
          });
      return true;
    }
    auto const is_packed = [&](std::int64_t stride) {
      return stride * static_cast<std::int64_t>(sizeof(element)) % 16 == 0;
    };
    bool const packed =
        m.column == 1 && reinterpret_cast<std::uintptr_t>(m.data) % sizeof(element) == 0;
    bool aligned = packed && reinterpret_cast<std::uintptr_t>(m.data) % 16 == 0 && is_packed(m.row);
    for (int axis = 0; axis < p.batch_axes; ++axis) aligned = aligned && is_packed(m.batch[axis]);
    multiply_by_blocks<Numbers>(
        on, p, 32, 1, 16 * std::int64_t{on.multiprocessors()},
        [&](matmul_grid const& grid, std::int64_t blocks) {
          on.launch("vector", column ? matmul_vector<Numbers, false> : matmul_vector<Numbers, true>,
                    blocks, 32, p, grid, m, lines, x, packed, aligned);
        });
    return true;
  }
}

}  // namespace acre::backends::gpu
