#pragma once

#include <acre/array/shape.hpp>
#include <acre/backends.hpp>
#include <acre/backends/elementwise.hpp>
#include <acre/backends/launch.hpp>
#include <acre/device/detail/copied_as_bytes.hpp>
#include <acre/elementwise/detail/program.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace acre {

namespace detail {

/// A user's function as a sink: what it is handed is its index along every axis.
template <class F, int Rank>
struct call_sink {
  static constexpr int width = 8;
  static constexpr bool packable = false, calls_a_kernel = true;
  static constexpr int outer_axes = Rank - 1;
  F f;

  struct row {
    F const& f;
    position at;
    int along;

    template <bool Unit>
    KOKKOS_INLINE_FUNCTION void put(std::int64_t i, std::int64_t, std::int64_t k = 0) const
    {
      call(i, k, std::make_integer_sequence<int, Rank - 1>());
    }
    template <int... Axis>
    KOKKOS_INLINE_FUNCTION void call(std::int64_t i, [[maybe_unused]] std::int64_t k,
                                     std::integer_sequence<int, Axis...>) const
    {
      f((at.index[Axis] + (Axis == along ? k : 0))..., i);
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {f, at, along};
  }
};

template <class F>
constexpr void require_captures()
{
  static_assert(
      copied_as_bytes<F>,
      "acre: launch's function captures something that owns memory; of an array a capture "
      "a.ref()");
}

template <class F, int... Axis>
constexpr void require_indices(std::integer_sequence<int, Axis...>)
{
  static_assert(std::invocable<F const&, decltype(std::int64_t(Axis))...>,
                "acre: launch's function is const and takes as many indices as the shape has axes: "
                "operator()(std::int64_t i, std::int64_t j) const for two");
}

/// Throws value_error, and launch_error where a block is more than the device runs.
void require_launchable(backends::launch_size const& size, backends::launch_limits const& limits);

}  // namespace detail

/// f(0) … f(count - 1), in any order and at the same time: a kernel of one's own. f's operator()
/// is const and a KOKKOS_FUNCTION; it captures array_refs (a.ref()) and numbers, by value: what
/// owns memory, as an array does, is refused at compile time. Queued. Its bits are those that f
/// computes. Throws value_error for a negative count; on the host what f throws, of several the one
/// of the lowest index (some of the others have run, too). A kernel of a GPU cannot throw.
///
/// What no thread of the launch writes a kernel best captures as array_ref<T const, Rank>: on a GPU
/// a copy of float32 then runs at the speed of the memory, and otherwise at 0.7 of it.
///
/// The same for each index of a shape of 1 to 8 axes, f(i, j, …): neighbouring threads differ in
/// the last index, as C order has it.
///
/// ```cpp
/// struct add_indices {
///   array_ref<std::int64_t, 2> x;
///   KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t j) const { x(i, j) = 10 * i + j;
///   }
/// };
///
/// auto const x = zeros<std::int64_t>(shape(2, 3));
/// launch(x.space(), x.shape(), add_indices{x.ref()});
/// std::cout << x << '\n';
/// ```
/// ```text
/// [[ 0  1  2]
///  [10 11 12]]
/// ```
template <class Space, std::size_t Rank, class F>
void launch(Space const& space, std::array<std::int64_t, Rank> const& extents, F const& f)
{
  detail::require_captures<F>();
  static_assert(Rank >= 1 && Rank <= max_rank, "acre: launch runs over 1 to 8 axes");
  detail::require_indices<F>(std::make_integer_sequence<int, static_cast<int>(Rank)>());
  if (size_of(extents) == 0) return;
  backends::iteration it;
  it.inner = extents.back();
  it.outer_rank = static_cast<int>(Rank) - 1;
  for (int axis = 0; axis < it.outer_rank; ++axis)
    it.rows *= it.outer[axis] = extents[static_cast<std::size_t>(axis)];
  backends::operation const running("launch", space.queue());
  backends::elementwise(space.queue(), it,
                        detail::index_program{0, detail::row_offset(detail::leaf_layout{})},
                        detail::call_sink<F, static_cast<int>(Rank)>{f});
}
template <class Space, class F>
void launch(Space const& space, std::int64_t count, F const& f)
{
  if (count < 0) throw value_error("launch: count " + std::to_string(count) + " is negative");
  launch(space, std::array{count}, f);
}

using backends::extent3;
using backends::launch_size;
using backends::launch_thread;
using backends::thread_block;

/// A launch by hand, in blocks and grids of 1 to 3 dimensions with x the fastest, as CUDA has them.
///
/// f is const and takes a launch_thread,
///
/// ```cpp
/// struct increment {
///   array_ref<int, 1> x;
///   KOKKOS_FUNCTION void operator()(launch_thread const& t) const
///   {
///     for (auto i = t.x(); i < x.extent[0]; i += t.step_x()) x(i) += 1;  // a grid-stride loop
///   }
/// };
///
/// auto const x = zeros<int>(shape(1000));
/// launch(x.space(), {.grid = {blocks_for(x.size(), 256)}, .block = {256}}, increment{x.ref()});
/// std::cout << sum(x) << '\n';
/// ```
/// ```text
/// 1000
/// ```
///
/// or, to work together, a thread_block&: phases with a barrier behind each, memory that the
/// block's threads share, and variables that each keeps (backends/common/launch.hpp):
///
/// ```cpp
/// struct reverse_blocks {
///   array_ref<float, 1> x;
///   KOKKOS_FUNCTION void operator()(thread_block& block) const
///   {
///     float* const part = block.scratch<float>(4);
///     block.for_each_thread([&](launch_thread const& t) { part[t.rank()] = x(t.x()); });
///     block.for_each_thread([&](launch_thread const& t) { x(t.x()) = part[3 - t.rank()]; });
///   }
/// };
///
/// auto const x = arange(8.0f);
/// launch(x.space(), {.grid = {2}, .block = {4}, .scratch = 4 * sizeof(float)},
///        reverse_blocks{x.ref()});
/// std::cout << x << '\n';
/// ```
/// ```text
/// [3. 2. 1. 0. 7. 6. 5. 4.]
/// ```
///
/// Between the phases a block's threads combine values in a fixed order (block.sum(part), reduce,
/// inclusive_scan, exclusive_scan) and exchange them within warps of 32 (block.shuffle_down(v, 1)),
/// with the same bits on every space:
///
/// ```cpp
/// struct sums_of_blocks {
///   array_ref<double, 1> x, sum;
///   KOKKOS_FUNCTION void operator()(thread_block& block) const
///   {
///     double* const part = block.scratch<double>(block.size().x);
///     block.for_each_thread([&](launch_thread const& t) { part[t.rank()] = x(t.x()); });
///     double const all = block.sum(part);
///     block.for_each_thread([&](launch_thread const& t) {
///       if (t.rank() == 0) sum(block.index().x) = all;
///     });
///   }
/// };
///
/// auto const y = arange(8.0), of_block = zeros(shape(2));
/// launch(y.space(), {.grid = {2}, .block = {4}, .scratch = 4 * sizeof(double)},
///        sums_of_blocks{y.ref(), of_block.ref()});
/// std::cout << of_block << '\n';
/// ```
/// ```text
/// [ 6. 22.]
/// ```
///
/// On the host blocks are tasks and a phase is a loop over the block's threads. Outside of
/// the phases such a kernel only counts, takes scratch (`.scratch = bytes` of the launch), makes
/// variables and combines. Queued. Bits are f's affair: what threads do in an order of their own
/// (atomics on floats) differs from run to run.
///
/// Throws value_error for extents that are none, and on every space, before anything is launched,
/// launch_error: block size 2048 exceeds the limit of 1024 threads per block of NVIDIA H200; the
/// same for scratch and for the grid's blocks. CPUs have a GPU's limits, 1024 threads and 227 KiB.
template <class Space, class F>
void launch(Space const& space, launch_size size, F const& f)
{
  detail::require_captures<F>();
  size.scratch = std::min(size.scratch, SIZE_MAX - 15);
  size.scratch = (size.scratch + 15) / 16 * 16;
  auto& on = space.queue();
  detail::require_launchable(size, backends::limits_of(on));
  if (size.grid.size() == 0) return;
  backends::operation const running("launch", on);
  if constexpr (std::invocable<F const&, launch_thread const&>) {
    backends::launch_blocks(on, size, backends::thread_by_thread<F>{f});
  } else {
    static_assert(std::invocable<F const&, thread_block&>,
                  "acre: a kernel that is launched in blocks takes a launch_thread const& or a "
                  "thread_block&");
    backends::launch_blocks(on, size, f);
  }
}

/// Blocks of `block` threads that `count` threads are.
constexpr std::int64_t blocks_for(std::int64_t count, std::int64_t block)
{
  return (count + block - 1) / block;
}

}  // namespace acre

#include <acre/device/detail/refusals/launch.hpp>
