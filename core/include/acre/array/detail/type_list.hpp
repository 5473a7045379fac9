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

template <class... Lists>
struct joined_lists;
template <class... A>
struct joined_lists<type_list<A...>> {
  using type = type_list<A...>;
};
template <class... A, class... B, class... Rest>
struct joined_lists<type_list<A...>, type_list<B...>, Rest...>
    : joined_lists<type_list<A..., B...>, Rest...> {};

/// One list of what several hold, in their order.
template <class... Lists>
using join = typename joined_lists<Lists...>::type;

}  // namespace acre::detail
