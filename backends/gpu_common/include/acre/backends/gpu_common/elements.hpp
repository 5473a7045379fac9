#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>

#include <cstdint>
#include <type_traits>

/// How a thread reads W neighbours of a row in two steps, so that several reads are under way: by
/// packets where rows are packed (iteration::packed and unit), or else, W being 1, one element at
/// whatever stride. (load<W, false> knows strides of 0 and 1 alone.)
namespace acre::backends::gpu {

/// The elements that are read, from element i on; of rows that are packed nothing is computed yet.
template <int W, bool Packed, class Row>
__device__ auto held_elements(Row const& row, std::int64_t i)
{
  static_assert(Packed || W == 1);
  if constexpr (Packed)
    return fetched<W, true>(row, i);
  else
    return packet<std::remove_cvref_t<decltype(row.template at<false>(i))>, 1>{
        {row.template at<false>(i)}};
}
/// The elements, as a packet.
template <int W, bool Packed, class Row, class Held>
__device__ auto computed_elements(Row const& row, Held const& held)
{
  if constexpr (Packed)
    return computed<W>(row, held);
  else
    return held;
}

}  // namespace acre::backends::gpu
