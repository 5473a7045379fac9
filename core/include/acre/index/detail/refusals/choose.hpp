#pragma once

/// Misuses of <acre/index/choose.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// choose(index, a, b), choose(index, {a, b}).
template <expression I, operand A, operand... Choice>
auto choose(I const&, A const& first, Choice const&...)
{
  static_assert(detail::never<I>,
                "acre: the mode stands before the choices, which stand side by side: "
                "choose(index, index_mode::raise, a, b)");
  return first;
}
template <expression I, expression A>
auto choose(I const& index, std::initializer_list<A> choices)
{
  return choose(index, *choices.begin());  // refused there
}

}  // namespace acre
