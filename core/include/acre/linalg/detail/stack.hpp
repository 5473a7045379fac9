#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/linear_algebra.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace acre {

/// Version of the order in which matrices of up to linalg_own_rows rows are computed, the same on
/// every space (core/linalg/small_steps.hpp). Increase it when the order changes, and record new
/// hashes in tests/linalg/small_bits.cpp.
inline constexpr int linalg_order_version = 1;
inline constexpr int linalg_own_rows = 8;

}  // namespace acre

/// Operands of acre::linalg on their way to the vendor's library: a header's function makes
/// matrix_stacks of arrays and hands them to one that is compiled in core/linalg/ (solve_stack() in
/// core/linalg/solve.cpp), which calls what backends/common/linear_algebra.hpp declares.
namespace acre::detail {

/// In which linear algebra is computed and given: integers and bool in float64, as in NumPy.
template <element T>
using linear_t = std::conditional_t<(kind_of<T>() >= kind::floating), canonical_t<T>, double>;

template <element T>
constexpr backends::linear_type linear_type_of()
{
  using backends::linear_type;
  constexpr bool wide = sizeof(real_t<T>) == 8;
  if constexpr (is_complex<T>::value)
    return wide ? linear_type::complex128 : linear_type::complex64;
  else
    return wide ? linear_type::float64 : linear_type::float32;
}

/// An array of matrices as the library's functions take it, compiled once for all dtypes, ranks and
/// spaces: extents and strides (in elements) of max_rank axes, those in front of extent 1.
struct matrix_stack {
  backends::linear_type type{};
  void* data = nullptr;
  backends::queue* queue = nullptr;
  shape_t<max_rank> extent{}, stride{};

  std::int64_t rows() const { return extent[max_rank - 2]; }
  std::int64_t columns() const { return extent[max_rank - 1]; }
  std::int64_t count() const
  {
    std::int64_t n = 1;
    for (int axis = 0; axis < max_rank - 2; ++axis) n *= extent[axis];
    return n;
  }
  bool is_empty() const { return size_of(extent) == 0; }
};

/// The first of `axes` axes at the end is new: 2 for stacks of matrices, 1 for vectors as columns,
/// 0 for numbers as matrices of one element.
template <int Axes = 2, class T, int Rank, class Space>
matrix_stack stack_of(array<T, Rank, Space> const& a)
{
  static_assert(Rank >= Axes);
  constexpr int missing = 2 - Axes;
  matrix_stack s;
  s.type = linear_type_of<T>();
  s.data = const_cast<std::remove_const_t<T>*>(node::first(a));
  s.queue = &a.space().queue();
  s.extent.fill(1);
  for (int axis = 0; axis < Rank; ++axis) {
    int const at = max_rank - Rank - missing + axis;
    s.extent[at] = a.shape()[axis];
    s.stride[at] = a.strides()[axis];
  }
  return s;
}

/// Throws linalg_error: Last 2 dimensions of the array must be square
void require_square(matrix_stack const& a);

}  // namespace acre::detail
