#pragma once

/// Misuses of <acre/reduce/sum.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// sum(x, {0, 1}).
template <expression E, class... Keep>
auto sum(E const& e, detail::braced_axes, Keep const&...)
{
  return acre::sum(e);
}
template <expression E, class... Keep>
auto prod(E const& e, detail::braced_axes, Keep const&...)
{
  return acre::prod(e);
}
template <expression E, class... Keep>
auto mean(E const& e, detail::braced_axes, Keep const&...)
{
  return acre::mean(e);
}

}  // namespace acre
