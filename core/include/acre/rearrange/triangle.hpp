#pragma once

#include <acre/elementwise/where.hpp>

/// Triangles of matrices, as terms of a fused expression: nothing is stored, no scratch. Same bits
/// on every backend.
namespace acre {

namespace detail {

/// Which elements of e's last two axes lie on or below the k-th diagonal.
template <class E>
auto lies_low(E const& e, std::int64_t k)
{
  static_assert(E::rank > 0, "acre: a triangle is of arrays of one and more axes");
  constexpr int rank = E::rank == 1 ? 2 : E::rank;
  shape_t<rank> shape{}, row{}, column{};
  for (int axis = 0; axis < rank; ++axis) shape[axis] = e.shape()[E::rank == 1 ? 0 : axis];
  row[rank - 2] = 1;
  column[rank - 1] = 1;
  using numbers = indices<typename E::space_type, rank>;
  return numbers(e.space(), shape, row, k) >= numbers(e.space(), shape, column);
}

}  // namespace detail

/// The elements on and below the k-th diagonal of the last two axes, zeros above it (triu: on and
/// above, zeros below); k counts upwards from the main diagonal. One axis gives a square matrix
/// whose rows are all e, as NumPy has it.
template <expression E>
auto tril(E const& e, std::int64_t k = 0)
{
  return acre::where(detail::lies_low(e, k), e, typename E::value_type(0));
}
template <expression E>
auto triu(E const& e, std::int64_t k = 0)
{
  return acre::where(detail::lies_low(e, k - 1), typename E::value_type(0), e);
}

}  // namespace acre
