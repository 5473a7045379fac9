#pragma once

#include <acre/array/detail/shape_rules.hpp>
#include <acre/linalg/product.hpp>
#include <acre/rearrange/concatenate.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace acre {

namespace detail {

/// Splits of a product of matrices, of which number k has `sizes[k]` rows and `sizes[k + 1]`
/// columns, for the fewest multiplications: that of the factors from i to j (both included) behind
/// factor splits[i * factors + j], the first one if several take as few.
std::vector<std::size_t> product_splits(std::vector<std::int64_t> const& sizes);

template <class Matrix>
Matrix product_of(std::span<Matrix const> factors, std::vector<std::size_t> const& splits,
                  std::size_t first, std::size_t last)
{
  if (first == last) return factors[first];
  auto const middle = splits[first * factors.size() + last];
  return linalg::matmul(product_of(factors, splits, first, middle),
                        product_of(factors, splits, middle + 1, last));
}

/// A matrix as it is, a vector as a row or as a column.
template <bool Row, class Array>
auto as_matrix(Array const& a)
{
  if constexpr (Array::rank == 1)
    return a.reshape(Row ? shape(1, a.size()) : shape(a.size(), 1));
  else
    return a;
}

/// Matrices, of which the first and the last may be vectors.
template <std::size_t N>
constexpr bool are_product_ranks(int const (&ranks)[N])
{
  for (std::size_t k = 0; k < N; ++k)
    if (ranks[k] != 2 && (ranks[k] != 1 || (k > 0 && k + 1 < N))) return false;
  return true;
}

}  // namespace detail

namespace linalg {

/// The product of all of them, a b c …, in the order that takes the fewest multiplications, as
/// NumPy's multi_dot: linalg::matmul of two at a time. The first may be a vector, a row then, and
/// so may the last, a column then; the result has no axis of theirs.
///
/// ```sketch
/// auto const y = linalg::multi_dot(a, b, x);  // a (b x) of a vector x
/// ```
///
/// Dtype   what all promote to, which each is multiplied in.
/// Throws  shape_error: shapes (2,3) and (4,5) not aligned: 3 (dim 1) != 4 (dim 0)
/// Queued; on CPUs done when it returns. Scratch: linalg::matmul's, and the products in between.
template <expression A, expression B, expression... More>
auto multi_dot(A const& a, B const& b, More const&... more)
{
  constexpr int ranks[] = {A::rank, B::rank, More::rank...};
  static_assert(detail::are_product_ranks(ranks),
                "acre: linalg::multi_dot takes matrices; the first and the last may be vectors");
  using Space = typename A::space_type;
  static_assert(detail::spaces_agree<Space, typename B::space_type> &&
                    (... && detail::spaces_agree<Space, typename More::space_type>),
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  if constexpr (detail::are_product_ranks(ranks)) {
    using T = typename detail::join_type<A, B, More...>::type;
    using matrix = array<T, 2, Space>;
    constexpr std::size_t count = std::size(ranks);
    std::array<matrix, count> const factors{
        detail::as_matrix<true>(detail::elements_of<T>(a)),
        detail::as_matrix<false>(detail::elements_of<T>(b)),
        detail::as_matrix<false>(detail::elements_of<T>(more))...};
    std::vector<std::int64_t> sizes{factors[0].shape()[0]};
    for (std::size_t k = 0; k < count; ++k) {
      if (k > 0) detail::require_aligned(factors[k - 1].shape(), 1, factors[k].shape(), 0);
      sizes.push_back(factors[k].shape()[1]);
    }
    auto const product =
        detail::product_of<matrix>(factors, detail::product_splits(sizes), 0, count - 1);
    constexpr bool row = ranks[0] == 1, column = ranks[count - 1] == 1;
    if constexpr (row && column)
      return product.reshape(shape());
    else if constexpr (row || column)
      return product.reshape(shape(product.size()));
    else
      return product;
  }
}

}  // namespace linalg
}  // namespace acre
