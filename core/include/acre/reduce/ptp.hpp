#pragma once

#include <acre/reduce/extrema.hpp>

namespace acre {

namespace detail {

template <class T>
struct ptp_reducer : bounds_reducer<T> {
  static constexpr char const* name = "ptp";
  KOKKOS_INLINE_FUNCTION T finish(bounds<T> a) const { return minus{}(a.high, a.low); }
};
template <int Fraction>
struct ptp_reducer<half<Fraction>> : rounded_reducer<half<Fraction>, ptp_reducer<float>> {};

}  // namespace detail

/// The largest element less the smallest (peak to peak), along axes named as in
/// acre/reduce/axes.hpp; in e's dtype, in which integers wrap around. One pass on a GPU, two on a
/// CPU, whose loops vectorise better so. Throws as max().
template <expression E, class... Axes>
auto ptp(E const& e, Axes const&... which)
{
  if constexpr (E::space_type::queue_type::is_device) {
    return detail::over_axes(
        [](auto const& x, auto const& mask, auto rank) {
          detail::require_elements(x.shape(), mask, "maximum");
          return detail::reduce<rank()>(x, mask, detail::ptp_reducer<typename E::value_type>{});
        },
        e, which...);
  } else {
    auto const largest = acre::max(e, which...);  // which tells of no elements
    return evaluate(largest - acre::min(e, which...));
  }
}

}  // namespace acre

namespace acre::backends {

template <acre::detail::small_integer T, bool Made>
struct tile_reducer<acre::detail::ptp_reducer<T>, T, Made> : acre::detail::small_bounds_of_tile<T> {
};

}  // namespace acre::backends
