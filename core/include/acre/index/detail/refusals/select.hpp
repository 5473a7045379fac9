#pragma once

/// Misuses of <acre/index/select.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

namespace detail {

struct choice_of_several_types {
  template <expression E>
  choice_of_several_types(E const&)
  {
    static_assert(
        never<E>,
        "acre: conditions in braces are of one type, and choices are: {evaluate(x - 1), x}");
  }
};

}  // namespace detail

/// select({x > 9}, {x, x - 1}).
template <scalar S = int>
array<S> select(std::initializer_list<detail::choice_of_several_types>,
                std::initializer_list<detail::choice_of_several_types>, S = S(0))
{
  return {};
}

}  // namespace acre
