#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

/// What core hands to a backend.
///
/// A *program* is a pure function of an element's position, made from a fused expression:
///
///   using value_type = ...;                        // what it computes
///   static constexpr int width;                    // bytes of its widest operand
///   auto bind(position const& at, int along = 0) const;  // fixes every axis but the innermost
///
/// and what `bind` returns, a *row*, computes element i along the innermost axis, k steps further
/// along the outer axis `along`:
///
///   template <bool Unit> value_type at(std::int64_t i, std::int64_t k = 0) const;
///   template <int W, bool Unit>
///   packet<value_type, W> load(std::int64_t i, std::int64_t k = 0) const;
///
/// i is a multiple of W there. `Unit` says that every operand advances by one element along the
/// innermost axis (see iteration::unit): loops without it as a question vectorise on a CPU, and
/// keep many loads in flight on a GPU. A *sink* is the same for the result:
///
///   static constexpr int width; static constexpr bool packable;  // whether it has store
///   auto bind(position const& at, int along = 0) const;
///   row: template <bool Unit> void put(std::int64_t i, value_type, std::int64_t k = 0) const;
///        template <int W>
///        void store(std::int64_t i, packet<value_type, W> const&, std::int64_t k = 0) const;
///
/// Rows that are memory, read or written as it is, say where: elements(i) is the address of element
/// i, for unit strides.
namespace acre::backends {

inline constexpr int max_rank = 6;

/// Whether a program computes a packet more cheaply than its elements one by one (random numbers:
/// neighbours share a block). Elementwise loops of hosts then call load instead of at where
/// operands are packed.
template <class Program>
inline constexpr bool prefers_packets = false;

/// A *stack*: 256 neighbouring elements as four lines of 64; stack `number` of a row begins with
/// element 256 × number. A line is as long as a tile of a reduction is wide, so that a thread adds
/// up what it makes.
inline constexpr int stack_lines = 4, stack_line = 64, stack_size = stack_lines * stack_line;

/// Whether a program computes a part of a stack more cheaply than its packets one by one (numbers
/// of less than a random word: four are made from three words). Its rows have
///
///   template <int W> packet<value_type, stack_lines * W> stack(std::int64_t number, int lane)
///   const;
///
/// for unit strides: elements lane … lane + W - 1 of each line of that stack, one line's after the
/// other's; lane is a multiple of W. Where the aligned_form of a program prefers stacks, CPUs make
/// whole ones: block<stack_size>(i) of the program's own rows, any i.
template <class Program>
inline constexpr bool prefers_stacks = false;

/// Whether a program computes long enough for a GPU's threads to take several packets each, all of
/// them loaded before the first is computed. Its rows have `template <int W> packet<value_type, W>
/// block(i) const` for a CPU: elements i … i + W - 1, any i, for unit strides.
template <class Program>
inline constexpr bool computes_long = false;

/// Index along every axis but the innermost.
struct position {
  std::int64_t index[max_rank] = {};
  int rank = 0;
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
