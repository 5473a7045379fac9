#pragma once

#include <acre/backends/common/elementwise.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/tiling.hpp>
#include <acre/backends/gpu_common/elementwise_alike.hpp>
#include <acre/backends/gpu_common/elementwise_calls.hpp>
#include <acre/backends/gpu_common/elementwise_flat.hpp>
#include <acre/backends/gpu_common/elementwise_rows.hpp>
#include <acre/backends/gpu_common/elementwise_staged.hpp>
#include <acre/backends/gpu_common/elementwise_strided.hpp>
#include <acre/backends/gpu_common/elementwise_windows.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/transposed.hpp>

#include <cstdint>
#include <type_traits>

namespace acre::backends {

/// Loops whose operands lie in packets of more than one element (iteration::unit). `width`: bytes
/// of the widest operand; `addresses`: the bits of all.
template <class Api>
bool takes_row(gpu::queue<Api> const*, std::int64_t n, int width, std::uintptr_t addresses)
{
  return n > 1 && n >= packet_width(width) && addresses % 16 == 0;
}

/// elementwise() below for one row of n neighbours that the queue takes.
template <class Api, class Program, class Sink>
void elementwise_row(gpu::queue<Api>& on, std::int64_t n, Program const& program, Sink const& sink)
{
  using namespace gpu;
  static_assert(elementwise_takes<Program, Sink>());
  constexpr int W = packet_width(Program::width > Sink::width ? Program::width : Sink::width);
  using form = aligned_form<Program>;
  if constexpr (!std::is_same_v<typename form::type, Program>) {
    if (form::exists(program, n)) {
      launch_flat<W, true>(on, n, form::of(program), sink);
      return;
    }
  }
  if constexpr (from_stacks<Program>) {
    if (launch_stacks_anywhere<W>(on, n, program, sink)) return;
  }
  if constexpr (has_staged_form<Program>) {
    if (launch_staged<W>(on, n, program, sink)) return;
  }
  launch_flat<W, true>(on, n, program, sink);
}

/// sink[i] = program[i] for every element; queued on the space's stream, does not wait.
///
/// Of each program and sink four kernels, a header each: one aligned contiguous row (_flat);
/// several (_rows), both with operands that are constant along them; rows of operands that advance
/// alike, at any alignment (_alike); elements at any strides, with operands that are gathered in
/// tiles (_strided). Searches of long rows have a fifth (_staged). Shifts that the compiler knows
/// are windows of one array (_windows). Copies of what lies across have one for all dtypes
/// (transposed.hpp), and a user's kernel has one alone (_calls).
///
/// `on.launch(step, kernel, blocks, threads, args...)` queues and throws launch_error.
template <class Api, class Program, class Sink>
void elementwise(gpu::queue<Api>& on, iteration const& it, Program const& program, Sink const& sink,
                 tiling const& tiles = {})
{
  using namespace gpu;
  static_assert(elementwise_takes<Program, Sink>());
  if constexpr (Sink::packable) {
    constexpr int W = packet_width(Program::width > Sink::width ? Program::width : Sink::width);
    if (it.packed && it.unit && it.rows == 1) {
      elementwise_row(on, it.inner, program, sink);
      return;
    }
    if (it.packed && tiles.count == 0) {
      if (it.rows == 1 && !hints_of<Program>::prefers_stacks)  // whose stacks are of neighbours
        launch_flat<W, false>(on, it.inner, program, sink);
      else
        launch_rows<W>(on, it, program, sink);
      return;
    }
    if constexpr (hints_of<Program>::window_axes > 0) {
      if (tiles.windows != nullptr && has_window_planes<Program>(it, tiles)) {
        launch_windows<W>(on, it, tiles, program, sink);
        return;
      }
    }
    if (tiles.alike && tiles.count == 0) {
      launch_alike(on, it, tiles, program, sink);
      return;
    }
    if constexpr (copies_memory<Program, Sink>)
      if (copied_across(on, it, tiles, program, sink)) return;
  }
  if constexpr (requires { Sink::calls_a_kernel; })
    launch_calls(on, it, sink);
  else
    launch_elements(on, it, tiles, program, sink);
}

}  // namespace acre::backends
