#pragma once

namespace acre::detail {

template <class... T>
struct type_list {
  static constexpr int size = sizeof...(T);
};

template <class List>
struct last_of_list;
template <class T>
struct last_of_list<type_list<T>> {
  using type = T;
};
template <class T, class... Rest>
  requires(sizeof...(Rest) > 0)
struct last_of_list<type_list<T, Rest...>> : last_of_list<type_list<Rest...>> {};

template <class List>
using last_of = typename last_of_list<List>::type;

}  // namespace acre::detail
