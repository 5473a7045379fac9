#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

/// The loop nest that a program (program.hpp) runs over.
namespace acre::backends {

inline constexpr int max_rank = 8;

struct tiling;  // tiling.hpp

/// Index along every axis but the innermost. In a tile whose operands were gathered in shared
/// memory (tiling.hpp): the tile's first position, and where they lie. For operands that are alike
/// (tiling.hpp): the element that all are bound to.
struct position {
  std::int64_t index[max_rank] = {};
  int rank = 0;
  std::int64_t first = 0;          // of the tile, along the innermost axis
  char const* gathered = nullptr;  // null: no operand was
  bool alike = false;
  std::int64_t offset = 0;  // from the first element of each, if alike
};

/// The loop nest after neighbouring axes were merged: `outer` axes around one inner axis.
struct iteration {
  int outer_rank = 0;
  std::int64_t outer[max_rank] = {};  // extents
  std::int64_t rows = 1;              // product of outer
  std::int64_t inner = 1;             // elements along the innermost axis
  bool unit = false;                  // every operand and the sink advance by 1 along it
  bool packed = false;                // each advances by 0 or 1 and is aligned for 16-byte access
};

/// Splits a row number into the indices of the outer axes, last axis fastest.
KOKKOS_INLINE_FUNCTION position unravel(iteration const& it, std::int64_t row)
{
  position at;
  at.rank = it.outer_rank;
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
  for (int axis = max_rank - 1; axis >= 0; --axis) {
    if (axis >= it.outer_rank) continue;
    if (axis == 0) {
      at.index[0] = row;
    } else if (row <= 0xffffffff && it.outer[axis] <= 0xffffffff) {
      // 32-bit division is several times faster on a GPU
      auto const r = static_cast<std::uint32_t>(row),
                 n = static_cast<std::uint32_t>(it.outer[axis]);
      at.index[axis] = r % n;
      row = r / n;
    } else {
      at.index[axis] = row % it.outer[axis];
      row /= it.outer[axis];
    }
  }
  return at;
}

}  // namespace acre::backends
