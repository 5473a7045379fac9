#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/common/sink.hpp>

/// One result for every element:
///
///   elementwise(on, it, program, sink)    sink[i] = program[i] for every position i of `it`
///
/// Each position is computed once, in any order and many at the same time, as elements or as
/// packets. A packed `it` was planned for packets of packet_width(the wider one's width). GPUs
/// queue it, CPUs are done when it returns. No scratch. Throws launch_error for more blocks than a
/// grid has.
///
/// The kernels: host_common/elementwise.hpp; gpu_common/elementwise.hpp, with a header for each.
namespace acre::backends {

/// Refuses in a sentence arguments that elementwise cannot take.
template <class Program, class Sink>
constexpr bool elementwise_takes()
{
  static_assert(program<Program>,
                "acre: elementwise takes a program, see backends/common/program.hpp");
  static_assert(
      sink_of<Sink, typename Program::value_type>,
      "acre: elementwise takes a sink of what the program computes, see backends/common/sink.hpp");
  static_assert(!Sink::packable || packed_program<Program>,
                "acre: a sink of packets takes a program whose rows have load, see "
                "backends/common/program.hpp");
  return true;
}

}  // namespace acre::backends
