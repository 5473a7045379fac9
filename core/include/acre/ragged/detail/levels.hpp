#pragma once

#include <acre/index/detail/partition.hpp>
#include <acre/ragged/detail/reduce.hpp>
#include <acre/ragged/rearrange.hpp>

#include <cstdint>

/// Levels of nested lists exchanged, so that what lies across lists lies side by side.
namespace acre::detail {

/// For element `k`, which is number `place` of its list: the outer list, and the place.
template <class Index>
struct write_place_key {
  Index const *outer, *begin;  // of an inner list; in the order of keys
  std::uint64_t* key;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t list,
                                         std::int64_t place) const
  {
    key[k] = static_cast<std::uint64_t>(static_cast<std::int64_t>(begin[outer[list]]) + place);
  }
};

/// Lists of lists with both levels exchanged: list j of outer list k has the elements number j of
/// all of k's lists that have one, in the order of these. There are as many j as the longest is
/// long, so none of the new lists is empty.
template <class Space, class Index>
struct exchanged_levels {
  structure_handle<Space, Index> outer, inner;
  array<std::int64_t, 1, Space> from;  // where the elements were

  exchanged_levels(structure_handle<Space, Index> const& whole,
                   structure_handle<Space, Index> const& lists)
  {
    auto const& space = whole->space();
    auto const lengths = lists->lengths();
    outer = structure_of_lengths<Index>(
        reduce_lists(lists_of<list_lengths<Space, Index>, Space, Index>(whole, lengths),
                     max_reducer<std::int64_t>{}, std::int64_t{0}));
    std::int64_t const n = lists->total, places = outer->total;
    array<std::uint64_t, 1, Space> const key(space, shape_t<1>{n}), sorted(space, shape_t<1>{n});
    visit("exchange", space, *lists,
          write_place_key<Index>{whole->list_index().data(), outer->offsets.data(), key.data()},
          {&outer->space().queue()});
    array<std::int64_t, 1, Space> offsets(space, shape_t<1>{places + 1});
    from = array<std::int64_t, 1, Space>(space, shape_t<1>{n});
    if (n == 0) {
      offsets = 0;
    } else {
      auto const numbers = numbers_by_key(space, "exchange", key.data(), sorted.data(), n,
                                          bits_of_keys(static_cast<std::uint64_t>(places)));
      from = numbers.wide.size() > 0 ? numbers.wide : evaluate(cast<std::int64_t>(numbers.narrow));
      launch(space, places + 1, first_rows<std::uint64_t>{sorted.data(), n, 0, offsets.data()});
    }
    inner = std::make_shared<list_structure<Space, Index> const>(narrowed<Index>(offsets), 0, n);
  }
};

/// Lists with the elements along one level innermost: where that was level Axis, 1 at least.
template <int Axis, class E>
auto moved_inward(E const& x)
{
  if constexpr (Axis + 1 == E::rank) {
    return x;
  } else if constexpr (Axis > 1) {
    return relisted(x.structure(), moved_inward<Axis - 1>(x.flat()));
  } else {
    auto const& lists = x.flat();
    exchanged_levels<typename E::space_type, typename E::index_type> const other(x.structure(),
                                                                                 lists.structure());
    return relisted(other.outer,
                    moved_inward<1>(relisted(other.inner, elements_at(lists.flat(), other.from))));
  }
}

/// f, which reduces innermost lists, along another axis.
template <int Axis, class E, class F>
auto along_level(E const& e, F const& f)
{
  static_assert(Axis >= 0 && Axis < E::rank,
                "acre: lists are reduced along axes from 0 to as deep as they are nested");
  if constexpr (Axis + 1 >= E::rank || Axis < 0) {
    return f(e);
  } else if constexpr (Axis == 0) {  // all of them are a list's
    auto const x = evaluate(e);
    using Space = typename E::space_type;
    using Index = typename E::index_type;
    array<Index, 1, Space> const whole = cast<Index>(index_of(e.space(), shape_t<1>{2}) * x.size());
    structure_handle<Space, Index> const one =
        std::make_shared<list_structure<Space, Index> const>(whole, 0, x.size());
    return f(moved_inward<1>(relisted(one, x))).flat();
  } else {
    return f(moved_inward<Axis>(evaluate(e)));
  }
}

/// Which number along an axis each element has.
template <int Axis, class E>
auto index_along(E const& x)
{
  if constexpr (Axis + 1 == E::rank) {
    return local_index(x);
  } else if constexpr (Axis == 0) {
    return spread_over(arange<std::int64_t>(x.space(), x.size()), x);
  } else if constexpr (Axis == 1) {
    array<std::int64_t, 1, typename E::space_type> place(x.space(), shape_t<1>{x.element_count()});
    visit("local_index", x.space(), *x.structure(), write_place{place.data()});
    return relisted(x.structure(), spread_over(place, x.flat()));
  } else {
    return relisted(x.structure(), index_along<Axis - 1>(x.flat()));
  }
}

template <int Axis, bool Largest, class E>
auto positions_along(E const& e)
{
  if constexpr (Axis + 1 >= E::rank || Axis < 0) {
    return along_level<Axis>(e, [](auto const& x) { return list_positions_of<Largest>(x); });
  } else {
    auto const x = evaluate(e);
    auto const at =
        along_level<Axis>(x, [](auto const& y) { return list_positions_of<Largest>(y); });
    auto const numbers = index_along<Axis>(x);
    return along_level<Axis>(numbers, [&](auto const& y) {
      if constexpr (Axis == 0)  // the list of all is no level of the positions
        return relisted(y.structure(),
                        picked_of_each(y.flat(), at, index_mode::fill, std::int64_t{-1},
                                       std::source_location::current()));
      else
        return picked_of_each(y, at, index_mode::fill, std::int64_t{-1},
                              std::source_location::current());
    });
  }
}

}  // namespace acre::detail
