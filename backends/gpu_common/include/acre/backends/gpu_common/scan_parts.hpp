#pragma once

#include <acre/backends/common/scan_parts.hpp>
#include <acre/backends/gpu_common/columns.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/reduce_axis_parts.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>

#include <cstdint>
#include <utility>

/// Scans in parts on a GPU, see backends/common/scan_parts.hpp: a block for each tile of a row, one
/// chunk a thread; a thread for each column of a tile, and for a part of a row's tile. Folds wait:
/// they are the host's memory. Carries are of one row or column each.
namespace acre::backends::gpu {

/// The elements of one scan from `first` on, and where their results go. Bound once where they lie
/// along one axis (OneAxis); else each has its position computed, whose divisions are many
/// instructions: kernels of those are not unrolled.
template <bool Rows, bool OneAxis, class Program, class Sink>
class scan_line {
 public:
  __device__ scan_line(reduction const& red, Program const& program, Sink const& sink,
                       std::int64_t number, std::int64_t first)
      : red_(red),
        program_(program),
        sink_(sink),
        k_(Rows ? number : quotient(number, red.it.inner)),
        i_(Rows ? 0 : number - k_ * red.it.inner),
        first_(first),
        from_(bound_once(program)),
        to_(bound_once(sink))
  {}
  __device__ auto element(std::int64_t r) const
  {
    if constexpr (Rows && OneAxis)
      return from_.template at<false>(first_ + r);
    else if constexpr (Rows)
      return element_of_row(red_, program_, k_, first_ + r);
    else if constexpr (OneAxis)
      return from_.template at<false>(i_, r);
    else
      return program_.bind(reduced_position(red_, k_, first_ + r)).template at<false>(i_);
  }
  template <class V>
  __device__ void put(std::int64_t r, V const& v) const
  {
    if constexpr (Rows && OneAxis) {
      to_.template put<false>(first_ + r, v);
    } else if constexpr (Rows) {
      std::int64_t const e = first_ + r, outer = quotient(e, red_.it.inner);
      sink_.bind(reduced_position(red_, k_, outer))
          .template put<false>(e - outer * red_.it.inner, v);
    } else if constexpr (OneAxis) {
      to_.template put<false>(i_, v, r);
    } else {
      sink_.bind(reduced_position(red_, k_, first_ + r)).template put<false>(i_, v);
    }
  }

 private:
  template <class What>
  __device__ auto bound_once(What const& what) const
  {
    if constexpr (Rows)
      return what.bind(reduced_position(red_, k_, 0));
    else
      return bound_columns(red_, what, k_, OneAxis ? first_ : 0);
  }

  reduction const& red_;
  Program const& program_;
  Sink const& sink_;
  std::int64_t k_, i_, first_;
  decltype(std::declval<Program const&>().bind(position())) from_;
  decltype(std::declval<Sink const&>().bind(position())) to_;
};

/// Block t * kept + row: a row's tile, folded, or (Put) scanned.
template <bool Put, bool OneAxis, class Program, class Op, class Sink>
__global__ void __launch_bounds__(scan_threads)
    scan_tiles_kernel(reduction red, std::int64_t first, std::int64_t count, Program program, Op op,
                      Sink sink, typename Op::value_type const* before, bool none,
                      typename Op::value_type* folds)
{
  using value = typename Op::value_type;
  constexpr int items = scan_items<value>, unrolled = OneAxis ? items : 1;
  ACRE_SHARED(through, raw_storage<value, scan_threads>);
  std::int64_t const number = blockIdx.x, t = quotient(number, red.kept),
                     row = number - t * red.kept, start = t * scan_tile<value>;
  int const chunk = static_cast<int>(threadIdx.x), lane = chunk % scan_lanes,
            piece = chunk / scan_lanes,
            all = static_cast<int>(::min(count - start, std::int64_t{scan_tile<value>})),
            mine = ::max(0, ::min(all - chunk * items, items)), full = all / items;
  scan_line<true, OneAxis, Program, Sink> const line(red, program, sink, row,
                                                     first + start + std::int64_t{chunk} * items);
  value v[items];
  if (mine > 0) {
#pragma unroll unrolled
    for (int n = 0; n < items; ++n)  // behind the end the last one again, not used
      v[n] = static_cast<value>(line.element(::min(n, mine - 1)));
#pragma unroll
    for (int n = 1; n < items; ++n) v[n] = op.combine(v[n - 1], v[n]);
  }
  // (not mine == items: ptxas 13.0 takes min()'s comparison for it, of which that is the reverse)
  if (chunk < full) through[chunk] = v[items - 1];
  __syncthreads();
#pragma unroll 1
  for (int half = 1; half < scan_lanes; half *= 2) {
    bool const joins = (lane & half) != 0 && chunk < full;
    value joined{};
    if (joins)
      joined = op.combine(through[piece * scan_lanes + (lane & ~(2 * half - 1)) + half - 1],
                          through[chunk]);
    __syncthreads();
    if (joins) through[chunk] = joined;
    __syncthreads();
  }
  scan_fold<value, 1> pieces;
  int const pieces_before = Put ? piece : scan_pieces;
#pragma unroll 1
  for (int p = 0; p < pieces_before; ++p)
    if (Put || chunk == 0) pieces.append(op, {{through[p * scan_lanes + scan_lanes - 1]}, true});
  if constexpr (!Put) {
    if (chunk == 0) folds[number] = pieces.v[0];
  } else {
    if (mine == 0) return;
    scan_fold<value, 1> earlier;
    if (lane > 0) earlier = {{through[chunk - 1]}, true};
    earlier.prepend(op, pieces);
    if (!(none && t == 0)) earlier.prepend(op, {{before[number]}, true});
#pragma unroll unrolled
    for (int n = 0; n < items; ++n)
      if (n < mine) line.put(n, op.finish(earlier.there ? op.combine(earlier.v[0], v[n]) : v[n]));
  }
}

/// Thread t * kept + scan: elements of a tile, or of a part of one (`carries` is not null then),
/// one after the other; folds[…] where it isn't null is the whole tile's.
template <bool Rows, bool Put, bool OneAxis, class Program, class Op, class Sink>
__global__ void __launch_bounds__(part_columns)
    scan_walk_kernel(reduction red, std::int64_t first, std::int64_t count, int at,
                     std::int64_t kept, std::int64_t all, Program program, Op op, Sink sink,
                     scan_carry<typename Op::value_type, 1>* carries,
                     typename Op::value_type const* before, bool none,
                     typename Op::value_type* folds)
{
  using value = typename Op::value_type;
  constexpr int together = OneAxis ? 8 : 1;  // loads that are under way
  std::int64_t const number = std::int64_t{blockIdx.x} * part_columns + threadIdx.x;
  if (number >= all) return;
  std::int64_t const t = quotient(number, kept), scan = number - t * kept,
                     start = t * scan_tile<value>;
  int const n = static_cast<int>(::min(count - start, std::int64_t{scan_tile<value>}));
  scan_line<Rows, OneAxis, Program, Sink> const line(red, program, sink, scan, first + start);
  scan_carry<value, 1> carry;
  if (carries != nullptr) carry = carries[scan];
  value const* const earlier = !Put || (none && t == 0) ? nullptr : before + number;
#pragma unroll 1
  for (int r = 0; r < n; r += together) {
    value held[together];
#pragma unroll
    for (int m = 0; m < together; ++m)
      held[m] = static_cast<value>(line.element(::min(r + m, n - 1)));
#pragma unroll
    for (int m = 0; m < together; ++m) {
      if (r + m >= n) break;
      carry.add(op, at + r + m, held[m]);
      if constexpr (Put) line.put(r + m, op.finish(carry.through(op, earlier)));
    }
  }
  if (carries != nullptr) carries[scan] = carry;
  if (folds != nullptr) {
    carry.chunks.next(op, carry.run);
    folds[number] = carry.chunks.before.v[0];
  }
}

template <bool Rows>
std::int64_t scans_of(reduction const& red)
{
  return results_along(red, Rows);
}

template <bool Rows>
bool lies_along_one_axis(reduction const& red)
{
  return red.it.outer_rank == red.kept_rank + (Rows ? 0 : 1);
}
template <bool Put, class Program, class Op, class Sink>
auto* scan_tiles_of(reduction const& red)
{
  return lies_along_one_axis<true>(red) ? scan_tiles_kernel<Put, true, Program, Op, Sink>
                                        : scan_tiles_kernel<Put, false, Program, Op, Sink>;
}

template <bool Rows, bool Put, class Queue, class Program, class Op, class Sink>
void walk_scans(Queue& on, reduction const& red, std::int64_t first, std::int64_t count,
                std::int64_t at, std::int64_t tiles, Program const& program, Op const& op,
                Sink const& sink, scan_carry<typename Op::value_type, 1>* carries,
                typename Op::value_type const* before, bool none, typename Op::value_type* folds)
{
  std::int64_t const kept = scans_of<Rows>(red), all = kept * tiles;
  auto* const kernel = lies_along_one_axis<Rows>(red)
                           ? scan_walk_kernel<Rows, Put, true, Program, Op, Sink>
                           : scan_walk_kernel<Rows, Put, false, Program, Op, Sink>;
  on.launch("scan", kernel, (all + part_columns - 1) / part_columns, part_columns, red, first,
            count, static_cast<int>(at), kept, all, program, op, sink, carries, before, none,
            folds);
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <bool Rows, class Api, class Program, class Op, class Sink>
void fold_scan_tiles(gpu::queue<Api>& on, reduction const& red, Program const& program,
                     Op const& op, Sink const& sink, std::int64_t first, std::int64_t count,
                     typename Op::value_type* folds)
{
  using value = typename Op::value_type;
  std::int64_t const tiles = count / scan_tile<value>, all = gpu::scans_of<Rows>(red) * tiles;
  auto const there = on.template scratch<value>(all);
  value const* const nothing = nullptr;
  if constexpr (Rows)
    on.launch("folds", gpu::scan_tiles_of<false, Program, Op, Sink>(red), all, scan_threads, red,
              first, count, program, op, sink, nothing, true, there.data());
  else
    gpu::walk_scans<false, false>(on, red, first, count, 0, tiles, program, op, sink, nullptr,
                                  nothing, true, there.data());
  on.copy_to_host(folds, there.data(), static_cast<std::size_t>(all) * sizeof(value));
}

template <bool Rows, class Api, class Program, class Op, class Sink>
void put_scan_tiles(gpu::queue<Api>& on, reduction const& red, Program const& program, Op const& op,
                    Sink const& sink, std::int64_t first, std::int64_t count,
                    typename Op::value_type const* before, bool none)
{
  using value = typename Op::value_type;
  std::int64_t const tiles = (count + scan_tile<value> - 1) / scan_tile<value>,
                     all = gpu::scans_of<Rows>(red) * tiles;
  auto const there = on.template scratch<value>(all);
  on.copy_from_host(there.data(), before, static_cast<std::size_t>(all) * sizeof(value));
  value* const no_folds = nullptr;
  value const* const earlier = there.data();
  if constexpr (Rows)
    on.launch("tiles", gpu::scan_tiles_of<true, Program, Op, Sink>(red), all, scan_threads, red,
              first, count, program, op, sink, earlier, none, no_folds);
  else
    gpu::walk_scans<false, true>(on, red, first, count, 0, tiles, program, op, sink, nullptr,
                                 earlier, none, no_folds);
}

template <bool Rows, class Api, class Program, class Op, class Sink>
void walk_scan_part(gpu::queue<Api>& on, reduction const& red, Program const& program, Op const& op,
                    Sink const& sink, std::int64_t first, std::int64_t count, int at,
                    scan_carry<typename Op::value_type, 1>* carries)
{
  using value = typename Op::value_type;
  using carry = scan_carry<value, 1>;
  std::int64_t const all = gpu::scans_of<Rows>(red);
  auto const bytes = static_cast<std::size_t>(all) * sizeof(carry);
  auto const there = on.template scratch<carry>(all);
  on.copy_from_host(there.data(), carries, bytes);
  gpu::walk_scans<Rows, false>(on, red, first, count, at, 1, program, op, sink, there.data(),
                               static_cast<value const*>(nullptr), true,
                               static_cast<value*>(nullptr));
  on.copy_to_host(carries, there.data(), bytes);
}

template <bool Rows, class Api, class Program, class Op, class Sink>
void put_scan_part(gpu::queue<Api>& on, reduction const& red, Program const& program, Op const& op,
                   Sink const& sink, std::int64_t first, std::int64_t count, int at,
                   scan_carry<typename Op::value_type, 1>* carries,
                   typename Op::value_type const* before, bool none)
{
  using value = typename Op::value_type;
  using carry = scan_carry<value, 1>;
  std::int64_t const all = gpu::scans_of<Rows>(red);
  auto const there = on.template scratch<carry>(all);
  auto const earlier = on.template scratch<value>(all);
  on.copy_from_host(there.data(), carries, static_cast<std::size_t>(all) * sizeof(carry));
  on.copy_from_host(earlier.data(), before, static_cast<std::size_t>(all) * sizeof(value));
  gpu::walk_scans<Rows, true>(on, red, first, count, at, 1, program, op, sink, there.data(),
                              static_cast<value const*>(earlier.data()), none,
                              static_cast<value*>(nullptr));
  on.copy_to_host(carries, there.data(), static_cast<std::size_t>(all) * sizeof(carry));
}

}  // namespace acre::backends
