#pragma once

#include <acre/array/shape.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/index/detail/index_list.hpp>

#include <Kokkos_Macros.hpp>

#include <cstdint>

/// Offsets of elements that are named by a number.
namespace acre::detail {

/// Offsets of elements that picks of N axes name by their keys, along these axes alone.
template <int N>
struct key_offset {
  std::int64_t size[N], stride[N];

  explicit key_offset(index_plan const& plan)
  {
    for (int n = 0; n < N; ++n) {
      size[n] = plan.axis[n].size;
      stride[n] = plan.axis[n].stride;
    }
  }
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t key) const
  {
    std::int64_t at = 0;
    for (int n = N - 1; n > 0; --n) {
      at += key % size[n] * stride[n];
      key /= size[n];
    }
    return at + key * stride[0];
  }
};

/// Offsets of an array's elements counted in C order; axes that follow each other in memory are
/// one.
struct counted_elements {
  int rank = 1;
  std::int64_t extent[max_rank] = {1}, stride[max_rank] = {1};

  counted_elements() = default;
  counted_elements(extents_view shape, extents_view strides)
  {
    rank = 0;
    for (std::size_t k = 0; k < shape.size(); ++k) {
      if (shape[k] == 1) continue;
      if (rank > 0 && stride[rank - 1] == strides[k] * shape[k]) {
        extent[rank - 1] *= shape[k];
        stride[rank - 1] = strides[k];
      } else {
        extent[rank] = shape[k];
        stride[rank++] = strides[k];
      }
    }
    if (rank == 0) rank = 1;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t i) const
  {
    std::int64_t at = 0;
    for (int k = rank - 1; k > 0; --k) {
      std::int64_t const before = i / extent[k];
      at += (i - before * extent[k]) * stride[k];
      i = before;
    }
    return at + i * stride[0];
  }
};

}  // namespace acre::detail
