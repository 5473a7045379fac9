#pragma once

/// Misuses of <acre/linalg/einsum.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// einsum("ij,jk->ik", a, b).
template <expression A, expression... More>
auto einsum(char const*, A const& a, More const&...)
{
  static_assert(detail::never<A>,
                "acre: the rank of the result is a type, so that the text stands before the "
                "brackets: einsum<\"ij,jk->ik\">(a, b)");
  return evaluate(a);
}

}  // namespace acre
