#pragma once

#include <acre/array/sequences.hpp>
#include <acre/index/nonzero.hpp>

/// The rows and columns of a triangle of a matrix, for x(rows, columns): NumPy's tril_indices and
/// triu_indices. triu_indices(n, 1) are the pairs i < j of n particles.
///
/// ```cpp
/// auto const [i, j] = triu_indices(3, 1);
/// std::cout << i << ' ' << j << '\n';
/// ```
/// ```text
/// [0 0 1] [1 2 2]
/// ```
///
/// int64, in C order. Without a space on the default one. Scratch: n × columns bits, and
/// nonzero()'s. Waits, as nonzero() does. Same bits on every backend.
namespace acre {

/// On and below the k-th diagonal.
template <detail::space_argument Space>
auto tril_indices(Space const& space, std::int64_t n, std::int64_t k, std::int64_t columns)
{
  return acre::nonzero(acre::tri<bool>(space, n, columns, k));
}
template <detail::space_argument Space>
auto tril_indices(Space const& space, std::int64_t n, std::int64_t k = 0)
{
  return tril_indices(space, n, k, n);
}
inline auto tril_indices(std::int64_t n, std::int64_t k = 0)
{
  return tril_indices(default_space(), n, k, n);
}
inline auto tril_indices(std::int64_t n, std::int64_t k, std::int64_t columns)
{
  return tril_indices(default_space(), n, k, columns);
}

/// On and above it.
template <detail::space_argument Space>
auto triu_indices(Space const& space, std::int64_t n, std::int64_t k, std::int64_t columns)
{
  return acre::nonzero(!acre::tri<bool>(space, n, columns, k - 1));
}
template <detail::space_argument Space>
auto triu_indices(Space const& space, std::int64_t n, std::int64_t k = 0)
{
  return triu_indices(space, n, k, n);
}
inline auto triu_indices(std::int64_t n, std::int64_t k = 0)
{
  return triu_indices(default_space(), n, k, n);
}
inline auto triu_indices(std::int64_t n, std::int64_t k, std::int64_t columns)
{
  return triu_indices(default_space(), n, k, columns);
}

}  // namespace acre
