#pragma once

#include <acre/backends/common/tiling.hpp>
#include <acre/backends/gpu_common/queue.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>

/// Copies of what lies across: y = x.transpose(). Three kernels for each size of an element,
/// compiled once, where elementwise() would compute an address for each element of every dtype.
namespace acre::backends {

/// to[i + k × to_step + …] = from[i × from_inner + k + …] for i < inner, k < rest.outer[0]; along
/// the further outer axes both have strides of their own. In elements of `size` bytes. Where inner
/// is less than few_columns, elements along i are records: the only outer axis has to_stride inner.
struct transposition {
  iteration rest;  // inner and outer extents
  void const* from;
  void* to;
  int size;
  std::int64_t from_inner, from_stride[max_rank], to_stride[max_rank];
};

/// Queues it, or does nothing and says so: elements of other sizes than 4 and 8 bytes are not its,
/// nor records that aren't aligned for packets of 16 bytes.
/// (Body: transposed_body.hpp, compiled once for each Api.)
template <class Api>
bool copy_transposed(gpu::queue<Api>& on, transposition const& problem);

namespace gpu {

/// Rows that are memory, read or written as it is.
template <class Program, class Sink>
concept copies_memory = requires(Program const& p, Sink const& s, position const& at) {
  p.bind(at).inner;
  p.bind(at).step;
  s.bind(at).inner;
  s.bind(at).step;
  requires std::same_as<decltype(p.bind(at).elements(0)), typename Program::value_type const*>;
  requires std::same_as<decltype(s.bind(at).elements(0)), typename Program::value_type*>;
};

/// Whether a copy was transposed. The first outer axis is the one that lies across.
template <class Api, class Program, class Sink>
bool copied_across(queue<Api>& on, iteration const& it, tiling const& tiles, Program const& program,
                   Sink const& sink)
{
  if (tiles.count != 1 || !tiles.part[0].across || it.outer_rank < 1) return false;
  auto const from = program.bind(position{});
  auto const to = sink.bind(position{});
  transposition problem{
      it, from.elements(0), to.elements(0), sizeof(*to.elements(0)), from.inner, {}, {}};
  for (int axis = 0; axis < it.outer_rank; ++axis) {
    problem.from_stride[axis] = program.bind(position{}, axis).step;
    problem.to_stride[axis] = sink.bind(position{}, axis).step;
  }
  bool const records = it.outer_rank == 1 && problem.to_stride[0] == it.inner;
  return (it.inner >= few_columns || records) && to.inner == 1 && problem.from_stride[0] == 1 &&
         copy_transposed(on, problem);
}

}  // namespace gpu

}  // namespace acre::backends
