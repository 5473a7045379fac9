#pragma once

#include <acre/ragged/ragged.hpp>
#include <acre/rearrange/concatenate.hpp>

#include <tuple>
#include <utility>

/// Lists taken apart and put together. Arguments may be expressions. Same bits on every backend.
namespace acre {

/// The elements of all lists, one list after another: an array. Of a ragged, a view. Queued.
template <ragged_expression E>
auto flatten(E const& e)
{
  return evaluate(e.flat());
}

namespace detail {

struct write_place {
  std::int64_t* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t, std::int64_t place) const
  {
    out[k] = place;
  }
};

template <class Index>
struct write_padded {
  backends::list_bounds<Index> source;
  std::int64_t columns;
  std::int64_t* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const
  {
    std::int64_t const list = backends::quotient(k, columns), column = k - list * columns;
    out[k] = column < source.length(list) ? source.begin(list) + column : no_position;
  }
};

/// Where the first `columns` elements of each list lie; no_position beyond its end. As a table.
template <class Space, class Index>
array<std::int64_t, 2, Space> padded_positions(list_structure<Space, Index> const& lists,
                                               std::int64_t columns)
{
  require_columns(columns);
  array<std::int64_t, 2, Space> at(lists.space(), shape_t<2>{lists.count, columns});
  for_each_list("pad", lists.space(), at.size(),
                write_padded<Index>{lists.bounds(), columns, at.data()}, {});
  return at;
}

/// Elements of list k of `a`, then those of `b`, whose elements lie behind all of a's.
template <class I, class J, class Index>
struct write_joined {
  backends::list_bounds<I> a;
  backends::list_bounds<J> b;
  Index* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t list,
                                         std::int64_t place) const
  {
    std::int64_t const n = a.length(list);
    out[k] = static_cast<Index>(place < n ? a.begin(list) + place
                                          : a.total + b.begin(list) + (place - n));
  }
};

template <class A, class B>
auto joined_in_each(A const& a, B const& b)
{
  using Space = typename A::space_type;
  using Index = typename A::index_type;
  auto const &first = *a.structure(), &second = *b.structure();
  if (first.count != second.count)
    refuse_other_lists(first.count, first.total, second.count, second.total);
  auto const lists = structure_of_lengths<Index>(first.lengths() + second.lengths());
  array<Index, 1, Space> const from(a.space(), shape_t<1>{lists->total});
  visit("concatenate", a.space(), *lists,
        write_joined<Index, typename B::index_type, Index>{first.bounds(), second.bounds(),
                                                           from.data()},
        {&first.space().queue(), &second.space().queue()});
  auto const both = acre::concatenate(std::tuple(a.flat(), b.flat()));
  using T = typename std::remove_cvref_t<decltype(both)>::value_type;
  return ragged<T, Space, Index>(lists, evaluate(elements_at(both, from)));
}

template <class A, class B>
auto lists_behind(A const& a, B const& b)
{
  using Space = typename A::space_type;
  using Index = typename A::index_type;
  auto const &first = *a.structure(), &second = *b.structure();
  require_countable(sizeof(Index) == 4, first.count + second.count, first.total + second.total);
  auto const offsets = acre::concatenate(
      std::tuple(cast<Index>(cast<std::int64_t>(first.offsets) - first.first),
                 cast<Index>(cast<std::int64_t>(second.ends()) + (first.total - second.first))));
  auto const both = acre::concatenate(std::tuple(a.flat(), b.flat()));
  using T = typename std::remove_cvref_t<decltype(both)>::value_type;
  return ragged<T, Space, Index>(
      std::make_shared<list_structure<Space, Index> const>(offsets, 0, first.total + second.total),
      both);
}

}  // namespace detail

/// 0, 1, 2, … in each list: int64 lists. Queued.
template <ragged_expression E>
auto local_index(E const& e)
{
  using Space = typename E::space_type;
  array<std::int64_t, 1, Space> place(e.space(), shape_t<1>{e.element_count()});
  detail::visit("local_index", e.space(), *e.structure(), detail::write_place{place.data()});
  return ragged<std::int64_t, Space, typename E::index_type>(e.structure(), place);
}

/// The lists as the rows of a table of `columns` columns: longer ones are cut, shorter ones end
/// with `value`. pad_mask says which elements are the lists' own. Queued. Throws value_error for a
/// negative number of columns. Scratch: one int64 an element of the table.
template <ragged_expression E, scalar S>
auto pad(E const& e, std::int64_t columns, S value)
{
  using T = typename E::value_type;
  auto const at = detail::padded_positions(*e.structure(), columns);
  return evaluate(detail::elements_or(evaluate(e.flat()), at, detail::fitting<T>(value)));
}
template <ragged_expression E>
auto pad_mask(E const& e, std::int64_t columns)
{
  return evaluate(detail::padded_positions(*e.structure(), columns) >= 0);
}

/// Two ragged after one another: the lists of the second behind those of the first (axis 0), or the
/// elements of each list of the second behind those of the first's (axis 1, or -1). The elements'
/// dtype is what both promote to, the offsets' that of the first. A new ragged. Along axis 1 it
/// waits, and throws shape_error where they have different numbers of lists.
template <ragged_expression A, ragged_expression B>
auto concatenate(std::tuple<A, B> const& parts, int axis = 0)
{
  static_assert(detail::spaces_agree<typename A::space_type, typename B::space_type>,
                "acre: the lists live in different spaces; copy one with copy_to(space, x)");
  auto const& [a, b] = parts;
  if (detail::normalized_axis(axis, 2) == 1) return detail::joined_in_each(a, b);
  return detail::lists_behind(a, b);
}

/// Lists of the same lengths with one structure, so that operations on them need not compare:
/// auto const [pt, eta] = zip(a, b). Waits where structures are compared. Throws shape_error where
/// lists differ.
template <ragged_expression First, ragged_expression... Rest>
auto zip(First const& first, Rest const&... rest)
{
  static_assert(
      (detail::spaces_agree<typename First::space_type, typename Rest::space_type> && ...),
      "acre: the lists live in different spaces; copy one with copy_to(space, x)");
  (detail::require_same_lists(*first.structure(), *rest.structure()), ...);
  using Space = typename First::space_type;
  using Index = typename First::index_type;
  return std::tuple(evaluate(first), ragged<typename Rest::value_type, Space, Index>(
                                         first.structure(), evaluate(rest.flat()))...);
}

}  // namespace acre
