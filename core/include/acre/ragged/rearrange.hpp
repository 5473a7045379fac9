#pragma once

#include <acre/index/compress.hpp>
#include <acre/ragged/detail/selection.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <tuple>
#include <utility>

/// Lists taken apart and put together. Arguments may be expressions. Same bits on every backend.
namespace acre {

/// The elements of all lists, one list after another: an array; of nested lists the inner lists, of
/// records their table. A view if it is given a ragged. Queued.
template <lists E>
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

/// Positions of the first `columns` elements of each list; no_position beyond its end. The result
/// is a table.
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

/// A table of the lists' first elements, by f(lists, positions); of nested lists lists of its rows.
template <class E, class F>
auto padded(E const& e, std::int64_t columns, F const& f)
{
  if constexpr (!nested_lists<E>) {
    return f(e, padded_positions(*e.structure(), columns));
  } else if constexpr (nested_lists<typename E::flat_type>) {
    return relisted(e.structure(), padded(e.flat(), columns, f));
  } else {
    using Space = typename E::space_type;
    using Index = typename E::flat_type::index_type;
    auto const rows = padded(e.flat(), columns, f);
    std::int64_t const lists = e.flat().size();
    require_countable(sizeof(Index) == 4, lists, rows.size());
    auto const all = std::make_shared<list_structure<Space, Index> const>(
        array<Index, 1, Space>(cast<Index>(index_of(e.space(), shape_t<1>{lists + 1}) * columns)),
        0, rows.size());
    return relisted(e.structure(), relisted(structure_handle<Space, Index>(all),
                                            rows.reshape(shape_t<1>{rows.size()})));
  }
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
  auto const lists =
      structure_of_lengths_before<Index>(first.lengths_before() + second.lengths_before());
  array<Index, 1, Space> const from(a.space(), shape_t<1>{lists->total});
  visit("concatenate", a.space(), *lists,
        write_joined<Index, typename B::index_type, Index>{first.bounds(), second.bounds(),
                                                           from.data()},
        {&first.space().queue(), &second.space().queue()});
  auto const both = concatenate(std::tuple(a.flat(), b.flat()));
  return relisted(lists, elements_at(both, from));
}

template <class A, class B>
auto lists_behind(A const& a, B const& b)
{
  using Space = typename A::space_type;
  using Index = typename A::index_type;
  auto const &first = *a.structure(), &second = *b.structure();
  require_countable(sizeof(Index) == 4, first.count + second.count, first.total + second.total);
  auto const offsets = concatenate(
      std::tuple(cast<Index>(cast<std::int64_t>(first.offsets) - first.first),
                 cast<Index>(cast<std::int64_t>(second.ends()) + (first.total - second.first))));
  return relisted(structure_handle<Space, Index>(std::make_shared<list_structure<Space, Index>>(
                      offsets, 0, first.total + second.total)),
                  concatenate(std::tuple(a.flat(), b.flat())));
}

}  // namespace detail

namespace detail {

/// One value for each list, for all that is in it.
template <class T, class E>
auto spread_over(array<T, 1, typename E::space_type> const& values, E const& x)
{
  auto const spread = evaluate(looked_up(values, *x.structure()));
  if constexpr (nested_lists<E>)
    return relisted(x.structure(), spread_over(spread, x.flat()));
  else
    return relisted(x.structure(), spread);
}
/// With the structure of `deep`, level by level; what is less deep has its values repeated.
template <class Deep, class E>
auto in_lists_of(Deep const& deep, E const& e)
{
  if constexpr (!lists<E>) {
    require_one_each(size_of(e.shape()), deep.size());
    return spread_over(evaluate(e), deep);
  } else {
    require_same_lists(*deep.structure(), *e.structure());
    if constexpr (nested_lists<Deep>)
      return relisted(deep.structure(), in_lists_of(deep.flat(), e.flat()));
    else
      return relisted(deep.structure(), e.flat());
  }
}

template <class First>
auto const& deepest(First const& first)
{
  return first;
}
template <class First, class Next, class... Rest>
auto const& deepest(First const& first, Next const& next, Rest const&... rest)
{
  if constexpr (First::rank < Next::rank)
    return deepest(next, rest...);
  else
    return deepest(first, rest...);
}

}  // namespace detail

/// 0, 1, 2, … in each of the innermost lists: int64 lists. Queued.
template <lists E>
auto local_index(E const& e)
{
  return detail::innermost(e, [](auto const& x) {
    array<std::int64_t, 1, typename E::space_type> place(x.space(), shape_t<1>{x.element_count()});
    detail::visit("local_index", x.space(), *x.structure(), detail::write_place{place.data()});
    return detail::relisted(x.structure(), place);
  });
}

/// The lists as the rows of a table of `columns` columns: longer ones are cut, shorter ones end
/// with `value`. pad_mask says which elements are the lists' own. Queued. Throws value_error for a
/// negative number of columns. Scratch: one int64 an element of the table.
///
/// ```cpp
/// auto const x = from_lists<int>({{1, 2, 3}, {}, {4}});
/// std::cout << pad(x, 2, -1) << from_padded(pad(x, 2, -1), pad_mask(x, 2)) << '\n';
/// ```
/// ```text
/// [[ 1  2]
///  [-1 -1]
///  [ 4 -1]][[1, 2], [], [4]]
/// ```
///
/// Of nested lists the innermost ones, as lists of `columns` elements each in the lists that they
/// are in.
template <ragged_expression E, scalar S>
auto pad(E const& e, std::int64_t columns, S value)
{
  using T = typename E::value_type;
  auto const fallback = detail::fitting<T>(value);
  return detail::padded(e, columns, [&](auto const& x, auto const& at) {
    return evaluate(detail::elements_or(evaluate(x.flat()), at, fallback));
  });
}
template <ragged_expression E>
auto pad_mask(E const& e, std::int64_t columns)
{
  return detail::padded(e, columns, [](auto const&, auto const& at) { return evaluate(at >= 0); });
}

/// Lists from the rows of a table: of each row the elements whose mask is true. Waits. Throws
/// shape_error where the mask has another shape.
template <expression A, expression M>
auto from_padded(A const& padded, M const& mask)
{
  static_assert(A::rank == 2 && M::rank == 2 && std::same_as<typename M::value_type, bool>,
                "acre: from_padded takes a table and a boolean one of its shape");
  detail::require_padded_mask(mask.shape(), padded.shape());
  auto const kept = compress(mask, padded);
  return unflatten(kept, detail::sum_along(mask, 1));
}

/// Two ragged after one another: the lists of the second behind those of the first (axis 0), or the
/// elements of each list of the second behind those of the first's (axis 1, or -1). For nested
/// lists axis 2 joins each of the inner lists, and so on. The elements' dtype is what both promote
/// to, the offsets' that of the first. A new ragged. Along an axis of lists it waits, and throws
/// shape_error where they have different numbers of lists; scratch there: the elements once more,
/// and 8 bytes for each.
template <lists A, lists B>
auto concatenate(std::tuple<A, B> const& parts, axis_number axis = 0)
{
  static_assert(detail::spaces_agree<typename A::space_type, typename B::space_type>,
                "acre: the lists live in different spaces; copy one with copy_to(space, x)");
  static_assert(A::rank == B::rank, "acre: lists that are joined are nested to one depth");
  auto const& [a, b] = parts;
  axis = detail::normalized_axis(axis, A::rank);
  if constexpr (detail::nested_lists<A>)
    if (axis > 1) {
      detail::require_same_lists(*a.structure(), *b.structure());
      return detail::relisted(a.structure(), concatenate(std::tuple(a.flat(), b.flat()), axis - 1));
    }
  return axis == 1 ? detail::joined_in_each(a, b) : detail::lists_behind(a, b);
}

/// Lists of the same lengths with one structure, so that operations on them need not compare:
/// auto const [pt, eta] = zip(a, b). An operand less deep than the deepest of them, down to an
/// array of one value for each list, has its values repeated. Waits where structures are compared.
/// Throws shape_error where lists differ.
template <expression First, expression... Rest>
  requires(lists<First> || (lists<Rest> || ...))
auto zip(First const& first, Rest const&... rest)
{
  static_assert(
      (detail::spaces_agree<typename First::space_type, typename Rest::space_type> && ...),
      "acre: the lists live in different spaces; copy one with copy_to(space, x)");
  static_assert(((lists<First> || First::rank == 1) && ... && (lists<Rest> || Rest::rank == 1)),
                "acre: beside lists arrays of one axis are zipped, a value for each list");
  auto const& deep = detail::deepest(first, rest...);
  return std::tuple(detail::in_lists_of(deep, first), detail::in_lists_of(deep, rest)...);
}

}  // namespace acre
