#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/complex_keys.hpp>
#include <acre/distributed/detail/failures.hpp>
#include <acre/distributed/detail/merge_pieces.hpp>
#include <acre/distributed/detail/row_keys.hpp>
#include <acre/distributed/detail/shared_sort.hpp>
#include <acre/distributed/detail/splitters.hpp>
#include <acre/order/sort.hpp>
#include <acre/order/sort_by_key.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

/// Sorting over processes: each sorts its own, all find where the order of all cuts these, a piece
/// goes to each process, which merges what comes. (Many keys alone, on CPUs: shared_sort.hpp.)
namespace acre::distributed::detail {

/// The unsigned number that stands for a value in acre::sort's order, one to one.
template <class T, bool Descending>
struct to_word : acre::detail::same_type {
  using key = decltype(acre::detail::to_sort_key<T, Descending>{}(T{}));
  using order = backends::sort_order<key>;
  using word = typename order::word;
  KOKKOS_INLINE_FUNCTION word operator()(T x) const
  {
    return order::rank(__builtin_bit_cast(word, acre::detail::to_sort_key<T, Descending>{}(x)));
  }
};
template <class T, bool Descending>
struct from_word : acre::detail::same_type {
  using of = to_word<T, Descending>;
  using word = typename of::word;
  KOKKOS_INLINE_FUNCTION T operator()(word w) const
  {
    return acre::detail::from_sort_key<T, Descending>{}(
        __builtin_bit_cast(typename of::key, of::order::bits(w)));
  }
};
/// Likewise in argsort's: values that are equal, and all NaNs, are one.
template <class T, bool Descending>
struct to_place_word : acre::detail::same_type {
  using map = acre::detail::position_key<T, Descending>;
  using key = decltype(map{}(T{}));
  using order = backends::sort_order<key>;
  using word = typename order::word;
  KOKKOS_INLINE_FUNCTION word operator()(T x) const
  {
    return order::equal(order::rank(__builtin_bit_cast(word, map{}(x))));
  }
};

/// The places that this process' row is cut at, and how long the pieces are that come.
struct row_cuts {
  piece_bounds out, in;
};

/// Cuts each process' sorted row of keys such that the pieces of all are shares of all keys in
/// order: a share begins at each of `wanted`; if there are none shares are as long as each other.
/// Throws on all processes what any has met before. Together.
inline row_cuts cut_rows(joint_name const& name, processes const& all, row_facts const& mine,
                         count_less const& less, std::vector<std::int64_t> wanted,
                         equal_keys equals, std::optional<failure> const& failed)
{
  auto const facts =
      facts_of_all(gather_all(all, name, to_bytes(std::span<row_facts const>(&mine, 1)), failed));
  if (wanted.empty())
    for (int p = 0; p <= all.size(); ++p)
      wanted.push_back(facts.count / all.size() * p + facts.count % all.size() * p / all.size());
  row_cuts cuts;
  cuts.out = split_sorted(all, wanted, facts, mine.count, less, equals);
  piece_bounds lengths;
  for (std::size_t p = 0; p + 1 < cuts.out.size(); ++p)
    lengths.push_back(cuts.out[p + 1] - cuts.out[p]);
  cuts.in = bounds_of(exchanged(all, lengths));
  return cuts;
}

/// This process' share of all keys in order, with a value for each or none; `mine` is its row in
/// Order. What `into` has is where the share is put. Otherwise as cut_rows.
template <class Order, class Key, class Value, class Space>
auto share_sorted(joint_name const& name, processes const& all,
                  acre::keyed_values<Key, Value, Space> const& mine,
                  std::vector<std::int64_t> wanted, equal_keys equals,
                  std::optional<failure> failed,
                  acre::keyed_values<Key, Value, Space> const& into = {})
{
  row_facts facts;
  if (!failed) facts = Order::facts(mine.keys);
  auto const cuts =
      cut_rows(name, all, facts, Order::counting(mine.keys), std::move(wanted), equals, failed);
  merged_rows<Key, Value, Space> share;
  try_to(failed, [&] {
    share = merged_rows<Key, Value, Space>(mine, cuts.out[static_cast<std::size_t>(all.rank())],
                                           all.rank(), cuts.in, into);
  });
  gather_all(all, name, {}, failed);
  send_pieces(name.operation.c_str(), all, mine.keys, cuts.out, share.came.keys, share.came_at);
  if (mine.values.has_shape())
    send_pieces(name.operation.c_str(), all, mine.values, cuts.out, share.came.values,
                share.came_at);
  share.template merge<typename Order::before>();
  return share.merged;
}

/// acre's own, where one process has all.
template <bool Descending, class E>
auto sorted_alone(E const& e)
{
  if constexpr (Descending)
    return acre::sort(e, descending);
  else
    return acre::sort(e);
}
template <bool Descending, class E>
auto argsorted_alone(E const& e)
{
  if constexpr (Descending)
    return acre::argsort(e, descending);
  else
    return acre::argsort(e);
}

/// What stands for an element in sort's order.
template <class T, bool Descending>
struct to_value_words {
  static constexpr bool is_wide = false;
  KOKKOS_INLINE_FUNCTION key_words operator()(T x) const
  {
    return {to_word<T, Descending>{}(x), 0};
  }
};
/// How a row of T that acre::sort has put in order is merged with those of other processes.
template <class T, bool Descending>
struct value_order : row_in_order<T, to_value_words<T, Descending>> {
  struct before {
    KOKKOS_INLINE_FUNCTION bool operator()(T a, T b) const
    {
      using words = to_word<T, Descending>;
      return words{}(a) < words{}(b);
    }
    struct of_numbers {
      KOKKOS_INLINE_FUNCTION bool operator()(T a, T b) const { return Descending ? b < a : a < b; }
      static KOKKOS_INLINE_FUNCTION T first_of(T a, T b)
      {
        if constexpr (Descending)
          return b < a ? a : b;
        else
          return a < b ? a : b;
      }
    };
    /// All positive or all negative: not NaN, nor 0, of which the sign counts.
    KOKKOS_INLINE_FUNCTION static bool is_of_numbers(T const* keys, int n)
      requires std::is_floating_point_v<T>
    {
      int positive = 0, negative = 0;
      for (int k = 0; k < n; ++k) {
        positive += keys[k] > 0 ? 1 : 0;
        negative += keys[k] < 0 ? 1 : 0;
      }
      return positive == n || negative == n;
    }
  };
};
template <class T, bool Descending>
  requires acre::detail::is_complex<T>::value
struct value_order<T, Descending> : complex_order<T, Descending, false> {};

/// Unsigned numbers as keys.
struct word_order {
  template <class Keys>
  static row_facts facts(Keys const& sorted)
  {
    return facts_of(sorted);
  }
  template <class Keys>
  static count_less counting(Keys const& sorted)
  {
    return detail::counting(sorted);
  }
  struct before {
    template <class Word>
    KOKKOS_INLINE_FUNCTION bool operator()(Word a, Word b) const
    {
      return a < b;
    }
  };
};
/// How places of a row of T are sorted with those of other processes, by what stands for elements
/// in argsort's order.
template <class T, bool Descending>
struct place_order : word_order {
  using key = typename to_place_word<T, Descending>::word;

  /// With positions from `first` on.
  template <class E>
  static auto keys_with_places(E const& e, std::int64_t first)
  {
    acre::detail::indices<typename E::space_type, 1> const place(e.space(), e.shape(),
                                                                 shape_t<1>{1}, first);
    return acre::sort_by_key(acre::detail::make_unary<to_place_word<T, Descending>>(e), place);
  }
};
/// Complex numbers are their own keys.
template <class T, bool Descending>
  requires acre::detail::is_complex<T>::value
struct place_order<T, Descending> : complex_order<T, Descending, false> {
  using key = T;

  template <class E>
  static auto keys_with_places(E const& e, std::int64_t first)
  {
    using space = typename E::space_type;
    auto const x = evaluate(e);
    auto const places = argsorted_alone<Descending>(x);
    acre::keyed_values<T, std::int64_t, space> sorted;
    sorted.keys = acre::array<T, 1, space>(acre::detail::take_known(x, places, 0));
    sorted.values = acre::array<std::int64_t, 1, space>(places + first);
    return sorted;
  }
};

template <bool Descending, class Local, std::size_t N>
auto sorted(term<Local, N> const& t)
{
  using T = typename Local::value_type;
  using space = typename Local::space_type;
  joint_name const name{Descending ? "sort, descending," : "sort", dtype_name<T>(), t.where.get()};
  next_call(t.all);
  acre::keyed_values<T, T, space> mine, into;
  array<T, 1, space> result;
  bool const is_alone = t.all.size() == 1;
  if constexpr (!Descending && sorts_together<T, space>) {
    if (is_sorted_together(t.all, t.where->size())) {
      acre::array<T, 1, space> elements;
      auto const failed = failure_of(t, [&] {
        result = array_access::fresh<array<T, 1, space>>(t.all, t.space(), t.where);
        elements = acre::array<T, 1, space>(acre::detail::contiguous(evaluate(t.local)));
      });
      acre::array<T, 1, space> const out = failed ? elements : result.local();
      sort_together(name, t.all, t.space(), elements, t.where->starts(), out, failed);
      return result;
    }
  }
  auto const failed = failure_of(t, [&] {
    result = array_access::fresh<array<T, 1, space>>(t.all, t.space(), t.where);
    into.keys = result.local();
    if (is_alone)
      acre::detail::assign(into.keys, sorted_alone<Descending>(t.local));
    else
      mine.keys = acre::array<T, 1, space>(sorted_alone<Descending>(t.local));
  });
  if (is_alone)
    gather_all(t.all, name, {}, failed);
  else
    share_sorted<value_order<T, Descending>>(name, t.all, mine, t.where->starts(), equal_keys::cut,
                                             failed, into);
  return result;
}

template <bool Descending, class Local, std::size_t N>
auto argsorted(term<Local, N> const& t)
{
  using T = typename Local::value_type;
  using space = typename Local::space_type;
  using order = place_order<T, Descending>;
  joint_name const name{Descending ? "argsort, descending," : "argsort", dtype_name<T>(),
                        t.where.get()};
  next_call(t.all);
  acre::keyed_values<typename order::key, std::int64_t, space> mine, into;
  array<std::int64_t, 1, space> result;
  bool const is_alone = t.all.size() == 1;
  auto const failed = failure_of(t, [&] {
    result = array_access::fresh<array<std::int64_t, 1, space>>(t.all, t.space(), t.where);
    into.values = result.local();
    if (is_alone)
      acre::detail::assign(into.values, argsorted_alone<Descending>(t.local));
    else
      mine = order::keys_with_places(t.local, t.where->block_of(t.all.rank()).low[0]);
  });
  if (is_alone)
    gather_all(t.all, name, {}, failed);
  else
    share_sorted<order>(name, t.all, mine, t.where->starts(), equal_keys::cut, failed, into);
  return result;
}

template <class E>
constexpr bool is_sortable()
{
  static_assert(E::rank == 1, "acre: arrays of several processes are sorted along their only axis");
  return E::rank == 1;
}
template <bool Descending, class E>
auto sorted_along(E const& e, int axis)
{
  acre::detail::normalized_axis(axis, E::rank);
  if constexpr (is_sortable<E>()) return sorted<Descending>(as_term(e));
}
template <bool Descending, class E>
auto argsorted_along(E const& e, int axis)
{
  acre::detail::normalized_axis(axis, E::rank);
  if constexpr (is_sortable<E>()) return argsorted<Descending>(as_term(e));
}

}  // namespace acre::distributed::detail
