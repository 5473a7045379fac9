#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/program.hpp>

#include <concepts>
#include <cstdint>

/// Counting how often each place is named:
///
///   count(on, it, program, places, out)    ++out[p] for every element p of a program of int64
///
/// p is in [0, places), or -1, which is counted nowhere. Counts are integers: no order of work
/// changes them. Elements are read by packets if `it` is planned for packets of
/// count_width<Program>. GPUs queue it, CPUs are done when it returns. Scratch: a CPU's task has a
/// counter for each place, a GPU's are in shared memory.
///
/// The kernels: host_common/count.hpp, gpu_common/count.hpp.
namespace acre::backends {

/// Bytes of the widest operand, whatever becomes of it.
template <class Program>
constexpr int operand_width()
{
  if constexpr (requires { typename Program::operands; })
    return Program::operands::width;
  else
    return Program::width;
}

/// Elements of a packet: the operands' alone count, as the places are not stored.
template <class Program>
inline constexpr int count_width = packet_width(operand_width<Program>());

/// Refuses in a sentence arguments that count cannot take.
template <class Program>
constexpr bool count_takes()
{
  static_assert(
      packed_program<Program>,
      "acre: count takes a program whose rows have load, see backends/common/program.hpp");
  static_assert(std::same_as<typename Program::value_type, std::int64_t>,
                "acre: count takes a program of places, which are int64");
  return true;
}

}  // namespace acre::backends
