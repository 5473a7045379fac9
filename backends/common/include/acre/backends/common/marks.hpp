#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

/// Selecting elements by a boolean program takes two steps. *mark* evaluates it once, keeps one
/// bit an element and counts them; *pick* moves what is marked, in order.
///
///   mark(space, count, packed, program, marks)        program at 0 … count - 1; the last offset
///                                                     is the number marked
///   pick(space, count, packed, program, marks, out)   out[k] = program at the k-th marked element
///
/// Programs run over one row at unit stride; `packed` says that 8 elements can be loaded at once.
/// Counts are integers: no order of work changes them.
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

}  // namespace acre::backends
