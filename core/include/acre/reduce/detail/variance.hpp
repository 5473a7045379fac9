#pragma once

#include <acre/reduce/ddof.hpp>
#include <acre/reduce/detail/moments.hpp>
#include <acre/reduce/detail/over_axes.hpp>
#include <acre/reduce/detail/sum.hpp>

/// var() and stddev(), for the headers that need them beside their own.
namespace acre::detail {

/// Squared distances from the mean, divided by n - ddof.
template <expression E, class... Axes>
auto spread(bool root, ddof d, E const& e, Axes const&... which)
{
  return over_axes(
      [=](auto const& x, auto const& mask, auto rank) {
        std::int64_t const freedom = reduced_count(x.shape(), mask) - d.value;
        variance_reducer<quotient_t<typename E::value_type>> const reducer{
            freedom > 0 ? freedom : 0, root};
        return reduce<rank()>(x, mask, reducer);
      },
      e, which...);
}

}  // namespace acre::detail
