#pragma once

#include <acre/elementwise/detail/host_list.hpp>

/// Misuses of <acre/order/interp.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// interp(1.5, v, w) of std::vector, interp(1.5, {1, 2}, {0, 3}).
template <class X, class P, class F, class... Options>
  requires(detail::std_vector<X> || detail::std_vector<P> || detail::std_vector<F>)
auto interp(X const&, P const&, F const&, Options const&...)
{
  detail::refuse_host_list<X>();
  return array<double>();
}
template <class X, class... Options>
auto interp(X const& x, detail::host_list, detail::host_list, Options const&...)
{
  return x;
}

}  // namespace acre
