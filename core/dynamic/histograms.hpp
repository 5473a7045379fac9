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

/// The dtype in which numbers are compared with those of another dtype: one for both, but that
/// uint64 and a signed dtype stay apart.
inline dtype compared_dtype(dtype own, dtype other)
{
  if (kind_of(own) == kind::floating || kind_of(other) == kind::floating) return dtype::float64;
  return own == dtype::uint64 || promote(own, other) == dtype::uint64 ? dtype::uint64
                                                                      : dtype::int64;
}

/// f(edges as a typed array), of T or another dtype that compared_dtype gives beside it.
template <class T, class Space, class F>
auto with_edges(dynamic_array const& edges, F const& f)
{
  if constexpr (std::is_integral_v<T>) {
    using other = acre::detail::sized_int<8, std::is_unsigned_v<T>>;
    if (edges.dtype() == dtype_of<other>) return f(edges.as<other, 1, Space>());
  }
  return f(edges.as<T, 1, Space>());
}

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
