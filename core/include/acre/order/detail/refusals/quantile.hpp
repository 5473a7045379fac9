#pragma once

/// Misuses of <acre/order/quantile.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// quantile(x, {0.1, 0.9}).
template <expression E, class... Rest>
auto quantile(E const& x, detail::host_list, Rest const&...)
{
  return acre::median(x);
}
template <expression E, class... Rest>
auto nanquantile(E const& x, detail::host_list, Rest const&...)
{
  return acre::median(x);
}
template <expression E, class... Rest>
auto percentile(E const& x, detail::host_list, Rest const&...)
{
  return acre::median(x);
}
template <expression E, class... Rest>
auto nanpercentile(E const& x, detail::host_list, Rest const&...)
{
  return acre::median(x);
}

}  // namespace acre
