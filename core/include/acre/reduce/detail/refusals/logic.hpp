#pragma once

/// Misuses of <acre/reduce/logic.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// any(x, {0, 1}).
template <expression E, class... Keep>
auto any(E const& e, detail::braced_axes, Keep const&...)
{
  return acre::any(e);
}
template <expression E, class... Keep>
auto all(E const& e, detail::braced_axes, Keep const&...)
{
  return acre::all(e);
}
template <expression E, class... Keep>
auto count_nonzero(E const& e, detail::braced_axes, Keep const&...)
{
  return acre::count_nonzero(e);
}

}  // namespace acre
