#pragma once

#include <acre/elementwise/detail/expression.hpp>

#include <initializer_list>

namespace acre::detail {

template <class R>
constexpr void refuse_host_list()
{
  static_assert(never<R>,
                "acre: elements in braces, and those of a std::vector, are no array yet: "
                "from_host({1, 2}), from_host(v) make one of them");
}

/// Refuses in a sentence a std::vector, and elements in braces, where a function needs an array. A
/// parameter of this type is an overload's that does no more.
class host_list {
 public:
  template <class T>
  host_list(std::initializer_list<T>)
  {
    refuse_host_list<T>();
  }
  template <std_vector V>
  host_list(V const&)
  {
    refuse_host_list<V>();
  }
};

}  // namespace acre::detail
