#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/packet.hpp>

#include <Kokkos_Macros.hpp>

#include <cstdint>

/// The order of every reduction, the same on all backends: it depends on the number of reduced
/// elements and on whether the last axis is among the reduced ones, and on nothing else.
///
/// *rows*: the last axis is reduced. The n elements, in C order, form tiles of lanes × items =
/// 64 × 64. Within a tile lane l combines elements l, l + 64, l + 128, … in that order; a binary
/// tree combines neighbouring lanes (0 with 1, 2 with 3, …; then 0 with 2, …). The tile results
/// are reduced by the same rule until one is left.
///
/// *columns*: the last axis stays. Chunks of 32 neighbouring elements are combined one after the
/// other; the chunk results are reduced by the same rule until one is left.
///
/// 64 × 64 was chosen by measuring both sides: on an H200 it keeps 16-byte loads of 16 (float32)
/// or 32 (float64) threads a tile at the speed of the memory, on a CPU 64 accumulators fill the
/// vector registers.
///
/// A *reducer* provides
///
///   using value_type = ...;                               // the accumulator
///   value_type identity() const;                          // combine(x, identity()) is x, to the bit
///   value_type combine(value_type, value_type) const;     // earlier elements on the left
///   auto finish(value_type) const;                        // the result
///
/// and the program's value_type converts to the accumulator.
namespace acre::backends {

inline constexpr int reduce_lanes = 64;
inline constexpr int reduce_items = 64;
inline constexpr int reduce_tile = reduce_lanes * reduce_items;
inline constexpr int reduce_chunk = 32;
inline constexpr int reduce_group = reduce_chunk * reduce_chunk;  // two levels of a column

/// One reduction. `it.outer` holds the kept axes first, then reduced ones.
/// rows: it.inner is the innermost reduced axis; columns: it.inner is the innermost kept axis.
struct reduction {
  iteration it;
  int kept_rank = 0;        // how many of it.outer are kept
  std::int64_t kept = 1;    // product of those
  std::int64_t length = 1;  // elements reduced into one result
};

/// Position of result `kept_index` and, along the reduced axes of it.outer, `reduced_index`.
KOKKOS_INLINE_FUNCTION position reduced_position(reduction const& red, std::int64_t kept_index,
                                                 std::int64_t reduced_index)
{
  position at;
  at.rank = red.it.outer_rank;
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
  for (int axis = max_rank - 1; axis >= 0; --axis) {
    if (axis >= red.it.outer_rank) continue;
    bool const is_kept = axis < red.kept_rank;
    std::int64_t& rest = is_kept ? kept_index : reduced_index;
    bool const last = axis == 0 || axis == red.kept_rank;
    at.index[axis] = last ? rest : rest % red.it.outer[axis];
    if (!last) rest /= red.it.outer[axis];
  }
  return at;
}

/// Results of an earlier level as the input of the next: `kept` × `length` × `inner` values in
/// C order, addressed as reduced_position does with one kept and one reduced outer axis.
template <class T>
struct partials {
  using value_type = T;
  static constexpr int width = sizeof(T) < 16 ? sizeof(T) : 16;
  T const* data;
  std::int64_t kept_stride, reduced_stride;

  struct row {
    T const* data;
    std::int64_t step;
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION T at(std::int64_t i, std::int64_t k = 0) const
    {
      return data[k * step + i];
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<T, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      packet<T, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = data[k * step + i + w];
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {data + at.index[0] * kept_stride + at.index[1] * reduced_stride, along == 0 ? kept_stride : reduced_stride};
  }
};

}  // namespace acre::backends
