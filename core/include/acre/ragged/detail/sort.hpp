#pragma once

#include <acre/index/detail/take_along.hpp>
#include <acre/order/sort.hpp>
#include <acre/ragged/ragged.hpp>

namespace acre::detail {

/// A number that orders as argsort() has it, equal for equal elements.
template <class T, bool Descending>
struct list_key : same_type {
  using key = sort_key_t<T>;
  using word = backends::sort_word<key>;
  KOKKOS_INLINE_FUNCTION word operator()(T x) const
  {
    using order = backends::sort_order<key>;
    return order::equal(order::rank(__builtin_bit_cast(word, position_key<T, Descending>{}(x))));
  }
};

/// Each element of a short list finds its own place there: how many are before it.
template <class Word, class Index>
struct write_rank {
  static constexpr std::int64_t longest = 48;  // of longer lists sorting takes less
  backends::list_bounds<Index> lists;
  Word const* key;
  bool whole;  // places in all elements, else in the list
  std::int64_t* out;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t list,
                                         std::int64_t place) const
  {
    std::int64_t const n = lists.length(list);
    if (n > longest) return;
    std::int64_t const begin = k - place;
    Word const* const of_list = key + begin;
    Word const mine = of_list[place];
    int rank = 0;
    for (std::int64_t j = 0; j < place; ++j) rank += of_list[j] <= mine;
    for (std::int64_t j = place + 1; j < n; ++j) rank += of_list[j] < mine;
    out[begin + rank] = whole ? k : place;
  }
};

struct write_sorted_long {
  std::int64_t const* from;   // an element's place in all
  std::int64_t const* order;  // of those
  std::int64_t const* begin;  // what places are counted from
  std::int64_t* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const
  {
    out[from[k]] = from[order[k]] - (begin ? begin[k] : 0);
  }
};

/// Positions of elements in the order of their lists, from the order of all.
template <class Space, class Index>
array<std::int64_t, 1, Space> order_in_lists(list_structure<Space, Index> const& lists,
                                             array<std::int64_t, 1, Space> const& order)
{
  return ordered_by("argsort", lists.list_index(), order);
}

/// The places of elements in the order of their keys, list by list: in all elements (`whole`), or
/// in the list.
template <class Word, class Space, class Index>
array<std::int64_t, 1, Space> sorted_places(structure_handle<Space, Index> const& lists,
                                            array<Word, 1, Space> const& keys, bool whole)
{
  using rank = write_rank<Word, Index>;
  array<std::int64_t, 1, Space> places(keys.space(), keys.shape());
  visit("argsort", keys.space(), *lists, rank{lists->bounds(), keys.data(), whole, places.data()});
  if (lists->longest() <= rank::longest) return places;
  // long lists: a stable sort of all their elements, and one by their lists
  auto const long_ones = taken_lists(
      lists, marked_positions(keys.space(), mark_true(lists->lengths() > rank::longest)),
      std::source_location::current());
  array<std::int64_t, 1, Space> const from = cast<std::int64_t>(long_ones.flat());
  auto const order = order_in_lists(*long_ones.structure(),
                                    argsort(array<Word, 1, Space>(elements_at(keys, from))));
  array<std::int64_t, 1, Space> begin;
  if (!whole) {
    array<std::int64_t, 1, Space> const offset = cast<std::int64_t>(
        take_along(lists->begins(),
                   marked_positions(keys.space(), mark_true(lists->lengths() > rank::longest)), 0,
                   index_mode::raise, Index(0), std::source_location::current()));
    begin = array<std::int64_t, 1, Space>(looked_up(offset, *long_ones.structure()) -
                                          static_cast<std::int64_t>(lists->first));
  }
  for_each_list(
      "argsort", keys.space(), from.size(),
      write_sorted_long{from.data(), order.data(), whole ? nullptr : begin.data(), places.data()},
      {&from.space().queue(), &order.space().queue(), &begin.space().queue()});
  return places;
}

/// For lists of one level.
template <bool Descending, class E>
auto sorted_places_of(E const& e, bool whole)
{
  using T = typename E::value_type;
  using Space = typename E::space_type;
  if constexpr (is_complex<T>::value) {
    auto const& lists = *e.structure();
    auto const order = [&] {
      if constexpr (Descending)
        return argsort(e.flat(), descending);
      else
        return argsort(e.flat());
    }();
    auto const at = order_in_lists(lists, order);
    if (whole) return at;
    array<std::int64_t, 1, Space> const begins =
        cast<std::int64_t>(lists.begins()) - static_cast<std::int64_t>(lists.first);
    return array<std::int64_t, 1, Space>(at - looked_up(begins, lists));
  } else {
    using to_key = list_key<T, Descending>;
    return sorted_places(
        e.structure(), array<typename to_key::word, 1, Space>(make_unary<to_key>(e.flat())), whole);
  }
}

template <bool Descending, class E>
auto places_in_lists(E const& e)
{
  return innermost(e, [](auto const& x) {
    return relisted(x.structure(), sorted_places_of<Descending>(x, false));
  });
}
template <bool Descending, class E>
auto ordered_lists(E const& e)
{
  return innermost(evaluate(e), [](auto const& x) {
    return relisted(x.structure(), elements_at(x.flat(), sorted_places_of<Descending>(x, true)));
  });
}

}  // namespace acre::detail
