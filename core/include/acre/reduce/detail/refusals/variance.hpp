#pragma once

/// Misuses of <acre/reduce/variance.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// var(x, 0, ddof(1)), var(x, {0, 1}).
template <expression E, class First, std::same_as<ddof> D, class... Rest>
auto var(E const& e, First const&, D, Rest const&...)
{
  static_assert(detail::never<E>, "acre: ddof stands before the axes: var(x, ddof(1), 0)");
  return acre::var(e);
}
template <expression E, class First, std::same_as<ddof> D, class... Rest>
auto stddev(E const& e, First const& first, D d, Rest const&...)
{
  return acre::var(e, first, d);  // refused there
}
template <expression E, class... Keep>
auto var(E const& e, detail::braced_axes, Keep const&...)
{
  return acre::var(e);
}
template <expression E, class... Keep>
auto stddev(E const& e, detail::braced_axes, Keep const&...)
{
  return acre::stddev(e);
}

}  // namespace acre
