#pragma once

#include <acre/backends/select.hpp>
#include <acre/device/launch.hpp>
#include <acre/index/detail/gather.hpp>
#include <acre/index/detail/nonzero.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/index/index_mode.hpp>
#include <acre/ragged/detail/expression.hpp>

#include <Kokkos_BitManipulation.hpp>

#include <bit>
#include <cstdint>

namespace acre {

/// Elements of lists, as lists themselves: what argcombinations(), argcartesian() and argwhere()
/// give. x(i) are the elements, of whatever has the lists that were asked; nothing is stored then,
/// so that an expression of several is one kernel.
template <class Space, class Index>
class list_positions : public detail::lists_of<array<Index, 1, Space>, Space, Index> {
 public:
  using base = detail::lists_of<array<Index, 1, Space>, Space, Index>;

  /// `index` counts the elements of all lists of `source`, from 0.
  list_positions(detail::structure_handle<Space, Index> lists, array<Index, 1, Space> index,
                 detail::structure_handle<Space, Index> source)
      : base(std::move(lists), std::move(index)), source_(std::move(source))
  {}

  /// The positions in the flat content: those that content() of the lists is indexed with.
  array<Index, 1, Space> content_index() const;
  detail::structure_handle<Space, Index> const& source() const { return source_; }

 private:
  detail::structure_handle<Space, Index> source_;
};

namespace detail {

/// f(0) … f(count - 1), for an operation that reads memory of the queues in `read`.
template <class Space, class F>
void for_each_list(char const* operation, Space const& space, std::int64_t count, F const& f,
                   std::initializer_list<backends::queue*> read)
{
  if (count == 0) return;
  std::vector<read_queue> leaves;
  for (backends::queue* const queue : read) leaves.push_back({queue});
  backends::operation const running(operation, space.queue(), leaves);
  launch(space, count, f);
}

/// The elements at positions that are all there: a flat expression.
template <class T, int Rank, class Space, class Index>
auto elements_at(array<T, 1, Space> const& elements, array<Index, Rank, Space> const& index)
{
  return looked_up_elements<T, Rank, Space, Index>(elements, index);
}

/// New lists or rows.
template <class T, class Space, class Outer, class Index>
auto elements_at(ragged<T, Space, Outer> const& elements, array<Index, 1, Space> const& index)
{
  auto const taken =
      taken_lists(elements.structure(), array<std::int64_t, 1, Space>(cast<std::int64_t>(index)),
                  std::source_location::current());
  return relisted(taken.structure(), elements_at(elements.flat(), taken.flat()));
}

/// In the place of a position where there is none, and where there is to be an error: counted from
/// the end, as negative ones are, they are before everything.
inline constexpr std::int64_t no_position = INT64_MIN, bad_position = INT64_MIN + 1;

/// The elements at positions, `fallback` where there is none.
template <class T, int Rank, class Space>
auto elements_or(array<T, 1, Space> const& elements, array<std::int64_t, Rank, Space> const& index,
                 T fallback)
{
  bool const has_some = elements.size() > 0;  // an empty array is nothing to take from
  return take_along(has_some ? elements : array<T, 1, Space>(elements.space(), shape_t<1>{1}),
                    index, 0, index_mode::fill, fallback, std::source_location::current());
}

/// A Python slice of each list, resolved where its length is known.
struct slice_rule {
  bool has_start, has_stop;
  std::int64_t start, stop, step;

  KOKKOS_INLINE_FUNCTION std::int64_t bound(bool given, std::int64_t at, std::int64_t fallback,
                                            std::int64_t n) const
  {
    if (!given) return fallback;
    if (at < 0) at += n;
    std::int64_t const low = step > 0 ? 0 : -1, high = step > 0 ? n : n - 1;
    return at < low ? low : at > high ? high : at;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t first(std::int64_t n) const
  {
    return bound(has_start, start, step > 0 ? 0 : n - 1, n);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t count(std::int64_t n) const
  {
    std::int64_t const from = first(n), to = bound(has_stop, stop, step > 0 ? n : -1, n);
    if (step > 0) return to > from ? (to - from - 1) / step + 1 : 0;
    return from > to ? (from - to - 1) / -step + 1 : 0;
  }
};
slice_rule rule_of(slice const& s);

struct slice_length : same_type {
  slice_rule rule;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t n) const { return rule.count(n); }
};

/// One slice of every list: in the library (its src/list_structure.cpp), for every space of the
/// build.
template <class Space, class Index>
list_positions<Space, Index> sliced_lists(structure_handle<Space, Index> const& source,
                                          slice const& s);

/// Whole lists, by their numbers (from the end where negative, index_error at once): likewise.
template <class Space, class Index>
list_positions<Space, Index> taken_lists(structure_handle<Space, Index> const& source,
                                         array<std::int64_t, 1, Space> const& numbers,
                                         std::source_location where);

/// The lists with offsets of another dtype.
template <class Index, class Space, class J>
structure_handle<Space, Index> as_structure(structure_handle<Space, J> const& lists)
{
  if constexpr (std::is_same_v<Index, J>) {
    return lists;
  } else {
    require_countable(sizeof(Index) == 4, lists->count, lists->first + lists->total);
    return std::make_shared<list_structure<Space, Index> const>(
        array<Index, 1, Space>(cast<Index>(lists->offsets)), lists->first, lists->total);
  }
}
template <class Index, class Space>
array<Index, 1, Space> narrowed(array<std::int64_t, 1, Space> const& position)
{
  if constexpr (std::is_same_v<Index, std::int64_t>)
    return position;
  else
    return cast<Index>(position);
}

/// Position in all elements of index `i` of a list of length n; bad_position for an error.
KOKKOS_INLINE_FUNCTION std::int64_t resolved_in(index_mode mode, std::int64_t i, std::int64_t begin,
                                                std::int64_t n)
{
  if (n == 0 && (mode == index_mode::wrap || mode == index_mode::clip)) return bad_position;
  std::int64_t const at = index_rule{mode, n}.resolve(i);
  if (at >= 0) return begin + at;
  return at == index_rule::nowhere ? no_position : bad_position;
}

template <class Index>
struct write_indexed {
  backends::list_bounds<Index> source;
  index_mode mode;
  std::int64_t const* index;
  std::int64_t* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t list, std::int64_t) const
  {
    out[k] = resolved_in(mode, index[k], source.begin(list), source.length(list));
  }
  /// One index for each list.
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t list) const { (*this)(list, list, 0); }
};

[[noreturn]] void refuse_list_index(std::int64_t index, std::int64_t list, std::int64_t length,
                                    std::int64_t position, std::source_location where);

/// Throws index_error for the first bad one of positions, which are those of `index`; waits where
/// the mode knows bad ones.
template <class Space, class Index, class ListOf>
void require_positions(array<std::int64_t, 1, Space> const& position,
                       array<std::int64_t, 1, Space> const& index,
                       list_structure<Space, Index> const& source, index_mode mode,
                       std::source_location where, ListOf const& list_of)
{
  bool const knows_bad =
      mode == index_mode::raise || mode == index_mode::wrap || mode == index_mode::clip;
  if (!knows_bad || position.size() == 0) return;
  std::int64_t const n = position.size();
  auto const places = index_of(position.space(), position.shape());
  std::int64_t const bad =
      reduce_with(min_reducer<std::int64_t>{}, acre::where(position == bad_position, places, n));
  if (bad == n) return;
  std::int64_t const list = list_of(bad);
  auto const bounds = to_vector(cast<std::int64_t>(source.offsets(slice(list, list + 2))));
  refuse_list_index(index(bad).item(), list, bounds[1] - bounds[0], bad, where);
}

/// An index for some elements of each list, which `index`' own lists say.
template <class Space, class Index, ragged_expression I>
array<std::int64_t, 1, Space> indexed_lists(structure_handle<Space, Index> const& source,
                                            I const& index, index_mode mode,
                                            std::source_location where)
{
  static_assert(integer_element<typename I::value_type>,
                "acre: lists used as indices must be of integer (or boolean) type");
  auto const& lists = index.structure();
  if (lists->count != source->count)
    refuse_other_lists(source->count, source->total, lists->count, lists->total);
  array<std::int64_t, 1, Space> const wanted = evaluate(cast<std::int64_t>(index.flat()));
  array<std::int64_t, 1, Space> const position(wanted.space(), wanted.shape());
  visit("take", wanted.space(), *lists,
        write_indexed<Index>{source->bounds(), mode, wanted.data(), position.data()},
        {&source->space().queue()});
  require_positions(position, wanted, *source, mode, where, [&](std::int64_t k) {
    return static_cast<std::int64_t>(lists->list_index()(k).item());
  });
  return position;
}

/// One index for each list: the position of one element of each.
template <class Space, class Index>
array<std::int64_t, 1, Space> one_of_each(list_structure<Space, Index> const& source,
                                          array<std::int64_t, 1, Space> const& wanted,
                                          index_mode mode, std::source_location where)
{
  array<std::int64_t, 1, Space> const position(wanted.space(), wanted.shape());
  for_each_list("take", wanted.space(), source.count,
                write_indexed<Index>{source.bounds(), mode, wanted.data(), position.data()},
                {&source.space().queue()});
  require_positions(position, wanted, source, mode, where, [](std::int64_t k) { return k; });
  return position;
}

template <class E, class K, class T>
auto picked_of_lists(E const& e, K const& k, index_mode mode, T fallback,
                     std::source_location where)
{
  using Space = typename E::space_type;
  auto const& lists = *e.structure();
  array<std::int64_t, 1, Space> wanted(e.space(), shape_t<1>{lists.count});
  if constexpr (expression<K>) {
    static_assert(integer_element<typename K::value_type> && K::rank <= 1,
                  "acre: an element of each list is named by integers, one for each list");
    if constexpr (K::rank == 1) require_one_each(size_of(k.shape()), lists.count);
    wanted = cast<std::int64_t>(k);
  } else {
    wanted = index_value(k);
  }
  auto const at = one_of_each(lists, wanted, mode, where);
  return evaluate(elements_or(evaluate(e.flat()), at, fallback));
}

/// For nested lists, of each of the innermost ones.
template <class E, class K, class T>
auto picked_of_each(E const& e, K const& k, index_mode mode, T fallback, std::source_location where)
{
  if constexpr (nested_lists<E>) {
    if constexpr (lists<K>) {
      require_same_lists(*e.structure(), *k.structure());
      return relisted(e.structure(), picked_of_each(e.flat(), k.flat(), mode, fallback, where));
    } else {
      static_assert(!expression<K>,
                    "acre: elements of nested lists are named by one integer, or by "
                    "one for each of the innermost lists, in lists");
      return relisted(e.structure(), picked_of_each(e.flat(), k, mode, fallback, where));
    }
  } else {
    return picked_of_lists(e, k, mode, fallback, where);
  }
}
/// How many elements before one are marked.
template <class Index>
struct write_marked_before {
  backends::marks marked;
  backends::list_bounds<Index> source;
  Index* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t list) const
  {
    std::int64_t const k = source.begin(list), tile = k / backends::mark_tile;
    int const in_tile = static_cast<int>(k - tile * backends::mark_tile);
    std::int64_t before = marked.offsets[tile];
    auto const* const words =  // of whole tiles
        reinterpret_cast<std::uint64_t const*>(marked.bits) + tile * (backends::mark_tile / 64);
    for (int word = 0; word < in_tile / 64; ++word) before += ones(words[word]);
    if (in_tile % 64 != 0)
      before += ones(words[in_tile / 64] & ((std::uint64_t{1} << in_tile % 64) - 1));
    out[list] = static_cast<Index>(before);
  }
  KOKKOS_INLINE_FUNCTION static std::int64_t ones(std::uint64_t bits)
  {
    return Kokkos::Experimental::popcount_builtin(bits);
  }
};
static_assert(std::endian::native == std::endian::little, "bytes of marks are read as words");

/// The lists of the marked elements alone.
template <class Space, class Index>
structure_handle<Space, Index> marked_structure(list_structure<Space, Index> const& source,
                                                marked<Space> const& m)
{
  if (source.total == 0)
    return std::make_shared<list_structure<Space, Index> const>(source.offsets, source.first, 0);
  array<Index, 1, Space> offsets(source.space(), source.offsets.shape());
  for_each_list("filter", source.space(), source.count + 1,
                write_marked_before<Index>{m.ref(), source.bounds(), offsets.data()},
                {&m.bits.space().queue()});
  return std::make_shared<list_structure<Space, Index> const>(offsets, 0, m.count);
}

/// A flat expression's marked elements.
template <class E, class Space>
array<typename E::value_type, 1, Space> marked_elements(E const& e, marked<Space> const& m)
{
  array<typename E::value_type, 1, Space> result(e.space(), shape_t<1>{m.count});
  if (m.size > 0)
    with_flat_program("filter", e, [&](auto& on, bool packed, auto const& program) {
      backends::operation const reading("filter", on, m.leaves());
      backends::pick(on, m.size, packed, program, m.ref(), result.data());
    });
  return result;
}

/// Lists' or rows'.
template <class T, class Space, class Index>
auto marked_elements(ragged<T, Space, Index> const& e, marked<Space> const& m)
{
  return elements_at(e, marked_positions(e.space(), m));
}

/// Positions in lists of lists: those that argcombinations(), argcartesian() and argwhere() make of
/// nested lists.
template <class P>
struct holds_positions : std::false_type {};
template <class Space, class Index>
struct holds_positions<list_positions<Space, Index>> : std::true_type {};
template <class P, class Space, class Index>
struct holds_positions<lists_of<P, Space, Index>> : holds_positions<P> {};

/// f of lists of numbers, which gives positions; of nested ones, those of all inner lists.
template <class E, class F>
auto innermost_positions(E const& e, F const& f)
{
  if constexpr (nested_lists<E>) {
    auto const inner = innermost_positions(e.flat(), f);
    return lists_of<std::remove_const_t<decltype(inner)>, typename E::space_type,
                    typename E::index_type>(e.structure(), inner);
  } else {
    return f(e);
  }
}

template <class M>
auto true_places(M const& mask)
{
  using Space = typename M::space_type;
  using Index = typename M::index_type;
  auto const m = mark_true(mask.flat());
  return list_positions<Space, Index>(marked_structure(*mask.structure(), m),
                                      narrowed<Index>(marked_positions(mask.space(), m)),
                                      mask.structure());
}

/// The first and the last of some offsets.
template <class Index, class Space>
array<std::int64_t, 1, Space> ends_of(array<Index, 1, Space> const& offsets)
{
  array<std::int64_t, 1, Space> ends(offsets.space(), shape_t<1>{2});
  ends(slice(0, 1)) = offsets(slice(0, 1));
  ends(slice(1, 2)) = offsets(slice(-1, none));
  return ends;
}

void require_columns(std::int64_t columns);
void require_lengths(std::int64_t smallest);
void require_all_taken(std::int64_t lengths, std::int64_t elements);
void require_mask_size(std::int64_t mask, std::int64_t of, char const* what);
void require_padded_mask(extents_view mask, extents_view table);

}  // namespace detail

template <class Space, class Index>
array<Index, 1, Space> list_positions<Space, Index>::content_index() const
{
  array<Index, 1, Space> index = this->flat();
  if (source_->first != 0) index = evaluate(cast<Index>(index + source_->first));
  return index;
}

}  // namespace acre
