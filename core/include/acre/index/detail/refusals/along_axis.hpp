#pragma once

/// Misuses of <acre/index/along_axis.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// take_along_axis(a + b, i, 0).
template <expression A, expression I, class... Rest>
  requires(!detail::an_array<A>)
auto take_along_axis(A const& a, I const&, Rest const&...)
{
  return detail::refuse_lookup(a);
}

}  // namespace acre
