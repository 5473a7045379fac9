#pragma once

#include <acre/elementwise/detail/host_list.hpp>

/// Misuses of <acre/rearrange/meshgrid.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// meshgrid(v, w) of std::vector, meshgrid(x, y, mesh::ij).
template <class... E>
  requires(detail::std_vector<E> || ...)
auto meshgrid(E const&... e)
{
  (detail::refuse_host_list<E>(), ...);
  return std::tuple(e...);
}
template <expression E, class... Rest>
  requires(std::same_as<Rest, mesh> || ...)
auto meshgrid(E const& e, Rest const&... rest)
{
  static_assert(detail::never<E>,
                "acre: the order stands before the coordinates: meshgrid(mesh::ij, x, y)");
  return std::tuple(e, rest...);
}

}  // namespace acre
