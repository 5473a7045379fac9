#pragma once

/// Misuses of <acre/elementwise/operators.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// x > 1 && x < 3. (Of results of rank 0 these are C++'s own.)
template <expression A, expression B>
  requires(A::rank > 0 || B::rank > 0)
auto operator&&(A const& a, B const& b)
{
  detail::refuse_truth_value<A>();
  return a == b;  // so that what stands around it complains of nothing
}
template <expression A, expression B>
  requires(A::rank > 0 || B::rank > 0)
auto operator||(A const& a, B const& b)
{
  return a && b;
}

}  // namespace acre
