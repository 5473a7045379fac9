#pragma once

#include <acre/elementwise/detail/host_list.hpp>

/// Misuses of <acre/reduce/average.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// average(x), average(x, 0), average(x, v) of a std::vector.
template <expression E, class... Axes>
  requires(!(expression<Axes> || ...))
auto average(E const& e, Axes const&...)
{
  if constexpr ((detail::std_vector<Axes> || ...))
    detail::refuse_host_list<E>();
  else
    static_assert(detail::never<E>, "acre: average takes weights; without them it is mean(x)");
  return evaluate(e);
}

}  // namespace acre
