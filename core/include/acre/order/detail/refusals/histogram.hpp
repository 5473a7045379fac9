#pragma once

#include <acre/elementwise/detail/host_list.hpp>

#include <ostream>

/// Misuses of <acre/order/histogram.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// histogram(x, 10, {0.0, 1.0}), histogram(x, {0.0, 1.0, 2.0}).
template <expression E, class T, class... Rest>
auto histogram(E const& x, std::int64_t bins, std::initializer_list<T>, Rest const&...)
{
  static_assert(detail::never<T>,
                "acre: the range of bins is two numbers: histogram(x, 10, 0.0, 1.0)");
  return acre::histogram(x, bins, 0.0, 1.0);
}
template <expression E, class... Rest>
auto histogram(E const& x, detail::host_list, Rest const&...)
{
  return acre::histogram(x, 1, 0.0, 1.0);
}

/// std::cout << histogram(x, 10).
template <class Counts, class Edges>
std::ostream& operator<<(std::ostream& out, histogram_result<Counts, Edges> const&)
{
  static_assert(detail::never<Counts>,
                "acre: this histogram is two arrays: auto [counts, edges] = histogram(x, 10)");
  return out;
}

}  // namespace acre
