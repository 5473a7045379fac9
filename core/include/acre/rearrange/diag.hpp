#pragma once

#include <acre/array/creation.hpp>
#include <acre/rearrange/detail/views.hpp>
#include <acre/reduce/products.hpp>

namespace acre {

/// The k-th diagonal of a matrix, a view; or, of one axis, the square matrix that has it as its
/// k-th diagonal, and zeros, a new array.
template <expression E>
auto diag(E const& e, std::int64_t k = 0)
{
  static_assert(E::rank == 1 || E::rank == 2,
                "acre: diag takes a matrix, or one axis, of which it makes one; diagonal(x) takes "
                "two axes of several");
  if constexpr (E::rank != 1) {
    return acre::diagonal(detail::computed_array(e), k);
  } else {
    std::int64_t const n = e.shape()[0] + (k < 0 ? -k : k);
    auto const result = zeros<typename E::value_type>(e.space(), shape(n, n));
    detail::assign(acre::diagonal(result, k), e);
    return result;
  }
}

/// Likewise of all elements in C order.
template <expression E>
auto diagflat(E const& e, std::int64_t k = 0)
{
  return diag(detail::computed_array(e).reshape(shape(-1)), k);
}

}  // namespace acre
