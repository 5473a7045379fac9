#pragma once

#include <acre/reduce/extrema.hpp>

namespace acre {

/// The largest element less the smallest (peak to peak), along axes named as in
/// acre/reduce/axes.hpp; in e's dtype, in which integers wrap around. Two passes. Throws as max().
template <expression E, class... Axes>
auto ptp(E const& e, Axes const&... which)
{
  return evaluate(acre::max(e, which...) - acre::min(e, which...));
}

}  // namespace acre
