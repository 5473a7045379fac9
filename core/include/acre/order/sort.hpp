#pragma once

#include <acre/array/array.hpp>
#include <acre/order/detail/sort_key.hpp>

namespace acre {

/// The elements of a one-dimensional array or expression in ascending order, as a new array.
///
/// The order is total, so that the result's bits are the same on every backend: -0.0 comes before
/// 0.0, NaNs last (those without a sign bit first, then by their bits). NumPy's order otherwise.
/// bool, integers and floating point. Queued. Scratch: two arrays of the same size, on a GPU what
/// its radix sort wants as well.
template <expression E>
auto sort(E const& x)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  static_assert(E::rank == 1, "acre: sort takes a one-dimensional array");
  static_assert(detail::kind_of<T>() != detail::kind::complex,
                "acre: complex numbers have no order to sort by");
  using key = detail::sort_key_t<T>;

  array<key, 1, space> const keys = detail::make_unary<detail::to_sort_key<T>>(x);
  array<key, 1, space> const sorted(keys.space(), keys.shape());
  if (keys.size() > 0) {
    auto& on = keys.space().queue();
    backends::operation const running("sort", on);
    backends::sort_keys(on, keys.data(), sorted.data(), keys.size());
  }
  return array<T, 1, space>(detail::make_unary<detail::from_sort_key<T>>(sorted));
}

}  // namespace acre
