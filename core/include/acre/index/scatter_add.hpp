#pragma once

#include <acre/index/detail/scatter_add.hpp>
#include <acre/index/detail/selection.hpp>

namespace acre {
namespace detail {

/// Version of the combination order. Increase it when the order changes, and record new hashes in
/// tests/backends/order_hashes.cpp.
inline constexpr int scatter_order_version = 2;

}  // namespace detail

/// a[index] += values where every duplicate counts (NumPy's np.add.at), written as
/// scatter_add(a(i, ALL), values): any indices and modes that a(…) takes. `values` broadcasts to
/// the selection's shape and is cast to a's dtype.
///
/// A place becomes a[p] + sum(values where the index is p), with the bits of sum(): those values,
/// in C order of the indices, as an array of their own. They are the same on every backend and run,
/// and depend on nothing but that place's values. Integers of 4 and 8 bytes are added atomically,
/// as the order cannot be seen; for the others the indices are sorted (stable) with their values,
/// and each place's are reduced. fast::scatter_add is the version with atomics for all.
///
/// Errors as a(…) = values; with a bad index (raise) nothing is written. Queued. Values may share
/// memory with a. Scratch where it sorts: 8 bytes an index (2 of fewer than 255 places, 16 from
/// 2^32 places on), the values once, 8 bytes a place (where places are more than a quarter of the
/// indices, 16 an index), and the sort's scratch; where whole rows are added, 8 or 16 bytes an
/// index instead of the values.
template <element T, int From, int To, class Space, class I, int N, operand V>
void scatter_add(detail::selection<T, From, To, Space, I, N> const& a, V const& values)
{
  detail::scatter_with<!detail::order_is_invisible<T>>(a, detail::as_node<T>(values),
                                                       detail::add_into{}, "scatter_add");
}

/// a[index] = minimum(a[index], values), every duplicate counted; NaN wins (np.minimum.at).
template <element T, int From, int To, class Space, class I, int N, operand V>
void scatter_min(detail::selection<T, From, To, Space, I, N> const& a, V const& values)
{
  detail::scatter_with<!detail::order_is_invisible<T>>(a, detail::as_node<T>(values),
                                                       detail::min_into{}, "scatter_min");
}

/// a[index] = maximum(a[index], values), every duplicate counted; NaN wins (np.maximum.at).
template <element T, int From, int To, class Space, class I, int N, operand V>
void scatter_max(detail::selection<T, From, To, Space, I, N> const& a, V const& values)
{
  detail::scatter_with<!detail::order_is_invisible<T>>(a, detail::as_node<T>(values),
                                                       detail::max_into{}, "scatter_max");
}

namespace fast {

/// acre::scatter_add with atomics: floating-point sums may differ in their last bits from run to
/// run and between backends. No scratch.
template <element T, int From, int To, class Space, class I, int N, operand V>
  requires backends::has_atomics<T>
void scatter_add(detail::selection<T, From, To, Space, I, N> const& a, V const& values)
{
  detail::scatter_with<false>(a, detail::as_node<T>(values), detail::add_into{}, "scatter_add");
}

}  // namespace fast
}  // namespace acre

#include <acre/index/detail/refusals/scatter_add.hpp>
