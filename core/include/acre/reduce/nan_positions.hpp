#pragma once

#include <acre/elementwise/predicates.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/reduce/extrema.hpp>

#include <limits>

namespace acre {

/// Index of the first largest (smallest) number along axes named as in acre/reduce/axes.hpp, in C
/// order: as argmax() and argmin(), where NaNs lie below (above) all numbers. Of nothing but NaNs
/// 0, where NumPy throws: no errors come from values.
template <expression E, class... Axes>
auto nanargmax(E const& e, Axes const&... which)
{
  if constexpr (std::is_floating_point_v<typename E::value_type>)
    return acre::argmax(
        where(isnan(e), -std::numeric_limits<typename E::value_type>::infinity(), e), which...);
  else
    return acre::argmax(e, which...);
}
template <expression E, class... Axes>
auto nanargmin(E const& e, Axes const&... which)
{
  if constexpr (std::is_floating_point_v<typename E::value_type>)
    return acre::argmin(where(isnan(e), std::numeric_limits<typename E::value_type>::infinity(), e),
                        which...);
  else
    return acre::argmin(e, which...);
}

}  // namespace acre
