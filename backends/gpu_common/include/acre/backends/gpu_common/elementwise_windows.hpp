#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/common/tiling.hpp>
#include <acre/backends/gpu_common/elementwise_warps.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <cstdint>

/// Elementwise, windows of one array, where shifts are known to the compiler (a stencil).
namespace acre::backends::gpu {

/// The packet of row k of plane `depth` of a thread in windows_kernel, which it reads of the
/// windows' array. Other operands were bound to row 0 of that plane.
struct window_places {
  window_site const& of;
  std::int64_t i, inner, offset, step, deep;  // column; columns; element of row 0 of plane 0 of the
                                              // array; to the next row, and to the next plane
  int k, depth;

  __device__ std::int64_t column(int m) const { return i + m; }
  __device__ std::int64_t row(int) const { return k; }
  template <int W, bool, class T>
  __device__ packet<T, W> read(T const* data, std::int64_t, std::int64_t) const
  {
    T const* const row = data + k * step;
    if (i >= 0 && i + W <= inner) return *reinterpret_cast<packet<T, W> const*>(row);
    packet<T, W> p{};  // a packet in which a row begins or ends: nothing beyond is read
#pragma unroll
    for (int w = 0; w < W; ++w)
      if (i + w >= 0 && i + w < inner) p.v[w] = row[w];
    return p;
  }
  /// Every window makes the same address of the same row, so that the compiler reads it once.
  template <class T, int W, int... Shift>
  __device__ packet<T, W> window() const
  {
    constexpr int rank = sizeof...(Shift), shift[] = {Shift...}, along = shift[rank - 1];
    T const* row = static_cast<T const*>(of.centre) + offset;
#pragma unroll
    for (int axis = 0; axis + 3 < rank; ++axis) row += shift[axis] * of.stride[axis];
    if constexpr (rank > 2) row += (depth + shift[rank - 3]) * deep;
    if constexpr (rank > 1) row += (k + shift[rank - 2]) * step;
    auto const here = *reinterpret_cast<packet<T, W> const*>(row);
    packet<T, W> p;
#pragma unroll
    for (int w = 0; w < W; ++w) {
      bool const inside = w + along >= 0 && w + along < W;
      if (inside)
        p.v[w] = here.v[inside ? w + along : 0];
      else  // (of a row's first and last packet some elements aren't the result's)
        p.v[w] = i + w >= 0 && i + w < inner ? row[w + along] : T();
    }
    return p;
  }
};
/// One element of those.
struct window_place {
  std::int64_t i, step;
  int m, k;

  __device__ std::int64_t column(int) const { return i + m; }
  __device__ std::int64_t row(int) const { return k; }
  template <int W, bool, class T>
  __device__ packet<T, W> read(T const* data, std::int64_t, std::int64_t) const
  {
    return {data[m + k * step]};
  }
};

/// Windows of one array, at shifts known when the program was compiled, and operands that advance
/// alike: aligned packets, each read once, of `Rows` rows along the first outer axis by `Planes`
/// along the second one; elements beside them come from the L1 cache. A row's first and last packet
/// are read as the others are where the array's margin has them.
template <int W, int Rows, int Planes, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, (tuning::window_blocks(Rows, Planes)))
    windows_kernel(warp_grid grid, window_site of, Program program, Sink sink)
{
  await_work_before();
  auto const begin = place<true>(grid, Rows, Planes);
  position at = begin.at;
  std::int64_t const first = at.index[0], step = grid.stride[0], inner = grid.inner,
                     deep = Planes > 1 ? grid.stride[1] : 0,
                     rows = ::min(grid.extent - first, std::int64_t{Rows}),
                     planes =
                         Planes > 1 ? ::min(grid.beside - at.index[1], std::int64_t{Planes}) : 1;
  if (rows <= 0) return;
  std::int64_t const i =
      (begin.across * 32 + static_cast<int>(threadIdx.x) % 32) * W - sink.bind(at, 0).behind(16);
  if (i >= inner) return;
  at.offset += i;
  std::int64_t const offset = at.offset, plane = at.index[1];
  auto const go_to = [&](int p) {
    if constexpr (Planes > 1) {
      at.index[1] = plane + p;
      at.offset = offset + p * deep;
    }
  };
  auto const in_row = [&](int w) { return i + w >= 0 && i + w < inner; };
  auto const put = [&](auto const& to, auto const& value, int k) {
    if (i >= 0 && i + W <= inner) {
      to.template store<W>(i, value, k);
      return;
    }
#pragma unroll
    for (int w = 0; w < W; ++w)
      if (in_row(w)) to.template put<true>(i + w, value.v[w], k);
  };
  auto const packet_at = [&](int k, int p) {
    return window_places{of, i, inner, offset, step, deep, k, p};
  };
  bool const readable = i >= -of.margin && i + W <= inner + of.margin;
  if (readable && rows == Rows && planes == Planes) {
    decltype(fetched_at<W, true>(program.bind(at, 0), packet_at(0, 0))) held[Planes][Rows];
#pragma unroll
    for (int p = 0; p < Planes; ++p) {
      go_to(p);
      auto const from = program.bind(at, 0);
#pragma unroll
      for (int k = 0; k < Rows; ++k) held[p][k] = fetched_at<W, true>(from, packet_at(k, p));
    }
#pragma unroll
    for (int p = 0; p < Planes; ++p) {
      go_to(p);
      auto const from = program.bind(at, 0);
      auto const to = sink.bind(at, 0);
#pragma unroll
      for (int k = 0; k < Rows; ++k) put(to, computed<W>(from, held[p][k]), k);
    }
    return;
  }
#pragma unroll 1
  for (int p = 0; p < planes; ++p) {  // the last rows and planes; ends of rows beyond the margin
    go_to(p);
    auto const from = program.bind(at, 0);
    auto const to = sink.bind(at, 0);
#pragma unroll 1
    for (int k = 0; k < rows; ++k) {
      if (readable) {
        put(to, computed<W>(from, fetched_at<W, true>(from, packet_at(k, p))), k);
        continue;
      }
#pragma unroll 1
      for (int m = 0; m < W; ++m)
        if (in_row(m)) {
          auto const value =
              computed<1>(from, fetched_at<1, true>(from, window_place{i, step, m, k}));
          to.template put<true>(i + m, value.v[0], k);
        }
    }
  }
}

template <class Program>
inline constexpr int window_planes = tuning::window_planes(
    hints_of<Program>::window_axes, held_of_one<Program>, sizeof(typename Program::value_type));
template <int W, class Program>
inline constexpr int window_rows = tuning::window_rows(
    W, window_planes<Program>, held_of_one<Program>, sizeof(typename Program::value_type));

/// Whether rows of the windows that are shifted to other planes follow each other along the second
/// outer axis.
template <class Program>
bool has_window_planes(iteration const& it, tiling const& tiles)
{
  if constexpr (window_planes<Program> > 1)
    return it.outer_rank > 1 && tiles.stride[1] == tiles.windows->stride[tiles.windows->rank - 3];
  else
    return true;
}

template <int W, class Queue, class Program, class Sink>
void launch_windows(Queue& on, iteration it, tiling const& tiles, Program const& program,
                    Sink const& sink)
{
  constexpr int planes = window_planes<Program>, rows = window_rows<W, Program>;
  warp_grid grid;
  std::int64_t const extent = it.outer[1];
  if constexpr (planes > 1) {
    it.outer[1] = (extent + planes - 1) / planes;
    it.rows = it.rows / extent * it.outer[1];
  }
  auto const blocks = lay_warps(grid, it, tiles, 32 * W, rows, behind_at_most(it, sink, 16), false);
  grid.beside = extent;
  on.template launch_early<starts_early<Program, Sink>>(
      "elements", windows_kernel<W, rows, planes, Program, Sink>, blocks, block_threads, grid,
      *tiles.windows, program, sink);
}

}  // namespace acre::backends::gpu
