#pragma once

#include <acre/backends/common/program.hpp>

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>

/// Selecting elements by a boolean program takes two steps. *mark* evaluates it once, keeps one
/// bit an element and counts them; *pick* moves what is marked, in order.
///
///   mark(on, count, packed, program, marks)        program at 0 … count - 1; the last offset is
///                                                  the number marked
///   pick(on, count, packed, program, marks, out)   out[k] = program at the k-th marked element
///
/// Programs run over one row at unit stride; `packed` says that 8 elements can be loaded at once.
/// pick may compute elements that aren't marked, too. Counts are integers: no order of work changes
/// them. GPUs queue both, CPUs are done when they return. No scratch but the marks.
///
/// The kernels: host_common/select.hpp, gpu_common/select.hpp.
namespace acre::backends {

inline constexpr int mark_tile = 2048;  // elements between two offsets

KOKKOS_INLINE_FUNCTION constexpr std::int64_t mark_tiles(std::int64_t count)
{
  return (count + mark_tile - 1) / mark_tile;
}

/// `bits`: one byte for 8 elements, whole tiles; `offsets`: marked elements before each tile, and
/// the number of all at the end.
struct marks {
  std::uint8_t* bits;
  std::int64_t* offsets;
};

/// What mark takes, refused in a sentence.
template <class Program>
constexpr bool mark_takes()
{
  static_assert(packed_program<Program>,
                "acre: mark takes a program whose rows have load, see backends/common/program.hpp");
  static_assert(std::convertible_to<typename Program::value_type, bool>,
                "acre: mark takes a program of truth values");
  return true;
}
/// What pick takes, refused in a sentence.
template <class Program, class Out>
constexpr bool pick_takes()
{
  static_assert(packed_program<Program>,
                "acre: pick takes a program whose rows have load, see backends/common/program.hpp");
  static_assert(std::convertible_to<typename Program::value_type, Out>,
                "acre: pick takes a program whose values convert to the target's type");
  return true;
}

}  // namespace acre::backends
