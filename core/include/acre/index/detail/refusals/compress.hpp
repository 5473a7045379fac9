#pragma once

/// Misuses of <acre/index/compress.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// compress(mask, a + b, 0).
template <expression C, expression E>
  requires(!detail::an_array<E>)
auto compress(C const&, E const& a, axis_number)
{
  return detail::refuse_lookup(a);
}

}  // namespace acre
