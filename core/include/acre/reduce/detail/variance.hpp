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
        using reducer_type = variance_reducer<quotient_t<typename E::value_type>>;
        using divisor = backends::known_divisor<typename reducer_type::real>;
        std::int64_t const n = reduced_count(x.shape(), mask), freedom = n - d.value;
        reducer_type const reducer{freedom > 0 ? freedom : 0, root, divisor(n), divisor(freedom)};
        return reduce<rank()>(x, mask, reducer);
      },
      e, which...);
}

}  // namespace acre::detail
