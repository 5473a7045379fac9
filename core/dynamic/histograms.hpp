#pragma once

#include <acre/dynamic/histogram.hpp>

#include <optional>
#include <vector>

#include "views.hpp"

/// Parts that histograms of one axis, of several and counts share.
namespace acre::dynamic::detail {

/// Numbers that are binned: float32 as it is, others in float64.
dynamic_array binned(dynamic_array const& x);

/// Sums of weights at places; those at -1 are dropped.
dynamic_array summed(dynamic_array const& place, std::int64_t places, dynamic_array const& weights);

/// n / widths of the bins / sum of n.
dynamic_array as_density(dynamic_array const& n, std::vector<dynamic_array> const& edges);

/// x as a typed array of rank 6 on its space; f gives a histogram_result.
template <class List, class F>
histogram_result with_numbers(dynamic_array const& x, F const& f)
{
  return std::visit(
      [&]<class Space>(Space const&) {
        return with_type<histogram_result>(
            "histogram", x.dtype(), List(),
            [&]<class T>(std::type_identity<T>) { return f(x.as<T, max_rank, Space>()); });
      },
      x.space());
}

}  // namespace acre::dynamic::detail
