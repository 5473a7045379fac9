#pragma once

#include <acre/reduce/extrema.hpp>

namespace acre {

/// The largest element less the smallest (peak to peak), along axes named as in
/// acre/reduce/axes.hpp; in e's dtype, in which integers wrap around. Two passes. Throws as max().
template <expression E, class... Axes>
auto ptp(E const& e, Axes const&... which)
{
  auto const largest = acre::max(e, which...);  // which tells of no elements
  return evaluate(largest - acre::min(e, which...));
}

}  // namespace acre
