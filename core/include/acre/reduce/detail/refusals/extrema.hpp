#pragma once

/// Misuses of <acre/reduce/extrema.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// max(x, {0, 1}).
template <expression E, class... Keep>
auto max(E const& e, detail::braced_axes, Keep const&...)
{
  return acre::max(e);
}
template <expression E, class... Keep>
auto min(E const& e, detail::braced_axes, Keep const&...)
{
  return acre::min(e);
}

}  // namespace acre
