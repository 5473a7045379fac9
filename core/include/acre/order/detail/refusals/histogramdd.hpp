#pragma once

/// Misuses of <acre/order/histogramdd.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// histogram2d(x, y, 10, 20).
template <expression X, expression Y, std::integral Bins, class... Rest>
auto histogram2d(X const& x, Y const& y, Bins bins, Rest const&...)
{
  static_assert(detail::never<Bins>,
                "acre: bins along an axis are a bin_axis: histogram2d(x, y, bin_axis(10), "
                "bin_axis(20))");
  return acre::histogram2d(x, y, bin_axis(bins), bin_axis(bins));
}

}  // namespace acre
