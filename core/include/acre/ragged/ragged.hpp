#pragma once

#include <acre/array/creation.hpp>
#include <acre/ragged/detail/selection.hpp>
#include <acre/ragged/ref.hpp>

#include <initializer_list>
#include <source_location>
#include <vector>

namespace acre {

/// Lists of different lengths: list k holds the elements offsets[k] to offsets[k + 1] - 1 of a
/// content. Both are arrays, taken as they are: nothing is copied (but offsets with gaps between
/// them). Offsets are int32 or int64; the first need not be 0, nor the last the end of the content.
///
/// A handle with shared ownership, as an array is; a structure's lists never change. An operation
/// on expressions of lists (x + 1, sqrt(x), where(x > 0, x, y)) gives lists of the same lengths:
/// all of it is one kernel over the elements, when it becomes a ragged, is reduced or flattened.
/// Operands beside lists are scalars, arrays with one value for each list, and lists of the same
/// lengths (those of one structure are known to be; others are compared, which waits). shape_error
/// else.
///
/// The content may be lists itself, ragged<ragged<double>>, to any depth, or a table of columns
/// with names (table.hpp), ragged<table<…>>; operands beside lists of lists may be lists of one
/// value for each of the inner ones.
///
/// ```cpp
/// ragged const jets(from_host<std::int64_t>({0, 2, 2, 3}), from_lists<double>({{1, 2}, {3}, {}}));
/// std::cout << jets << ragged(jets * 2 + 1) << sum(jets, -1) << '\n';
/// ```
/// ```text
/// [[[1, 2], [3]], [], [[]]][[[3, 5], [7]], [], [[]]][[3, 3], [], [0]]
/// ```
///
/// Same bits and same errors on every backend.
template <list_element T, class Space, detail::list_index Index>
class ragged
    : public detail::lists_of<typename detail::list_content<T, Space>::type, Space, Index> {
 public:
  using content_type = typename detail::list_content<T, Space>::type;
  using base = detail::lists_of<content_type, Space, Index>;

  /// No lists yet, until they are assigned: size() is 0, [] is printed, others throw value_error.
  ragged()
    requires std::default_initializable<content_type>
      : base(nullptr, content_type()), content_()
  {}

  /// Throws value_error for offsets that are none, decrease or reach beyond the content:
  /// offsets decrease: offsets[3] is 5 and offsets[4] is 2. Waits, as it looks at them.
  ragged(array<Index, 1, Space> const& offsets, content_type const& content)
      : ragged(detail::checked_structure(offsets, content.size()), content, checked{})
  {}
  template <class Elsewhere>
    requires(!std::same_as<Elsewhere, Space>)
  ragged(array<Index, 1, Elsewhere> const&, content_type const& content)
      : ragged(nullptr, content, checked{})
  {
    static_assert(
        std::same_as<Elsewhere, Space>,
        "acre: the offsets live in another space than the content; use copy_to(space, x)");
  }
  /// The lists of an expression, computed: one kernel.
  template <ragged_expression E>
    requires(!std::same_as<std::remove_cvref_t<E>, ragged> &&
             std::same_as<detail::computed_content<E>, content_type>)
  ragged(E const& e) : ragged(e.structure(), evaluate(e.flat()))
  {}
  /// Elements of lists that are known; those before the first one's are none of `elements`.
  ragged(detail::structure_handle<Space, Index> lists, content_type const& elements)
      : base(std::move(lists), elements), content_(elements)
  {}

  /// One entry more than there are lists.
  array<Index, 1, Space> const& offsets() const { return this->structure()->offsets; }
  /// The array in which the offsets count. (Lists made by an operation have their elements alone:
  /// the first list's begin at 0.)
  content_type const& content() const { return content_; }
  /// A kernel of one's own captures this (ref.hpp): launch(x.space(), x.size(), f{x.ref()}).
  auto ref(std::source_location where = std::source_location::current()) const
  {
    static_assert(!table_like<T>,
                  "acre: of lists of records a kernel captures columns: x[\"pt\"_col].ref()");
    if constexpr (!table_like<T>) {
      auto const& lists = *this->structure();
      auto const elements = this->flat().ref(where);
      using of = std::conditional_t<element<T>, T, std::remove_const_t<decltype(elements)>>;
      return ragged_ref<of, Index>{elements, lists.offsets.data(), lists.count, lists.first};
    }
  }

  /// List `number`, from the end where it is negative: a view of the content. Waits. Throws
  /// index_error: index 6 is out of bounds for axis 0 with size 6
  template <std::integral I>
    requires(!std::same_as<I, bool>)
  content_type operator()(I number) const
  {
    auto const& lists = *this->structure();
    std::int64_t const at = detail::resolve(detail::index_value(number), lists.count, 0);
    auto const bounds = to_vector(lists.offsets(slice(at, at + 2)));
    std::int64_t const first = static_cast<std::int64_t>(bounds[0]) - lists.first;
    return this->flat()(slice(first, first + (bounds[1] - bounds[0])));
  }
  /// Element x(k, j) of list k. Throws as the list does, and waits.
  template <std::integral I, std::integral... J>
    requires(sizeof...(J) > 0)
  auto operator()(I number, J... in_it) const
  {
    return (*this)(number)(in_it...);
  }
  /// Refused: C++20 has one index in brackets.
  template <class I>
  content_type operator[](I const&) const
  {
    static_assert(detail::never<I>,
                  "acre: the indices of lists stand in round brackets: x(0), x(0, 2), x(mask)");
    return (*this)(0);
  }
  /// Some of the lists. A step of 1: a view, nothing is copied. Waits.
  ragged operator()(slice const& s) const
  {
    auto const& lists = *this->structure();
    auto const r = detail::resolve(s, lists.count);
    if (r.step != 1 && r.count > 1)
      return (*this)(cast<std::int64_t>(index_of(this->space(), acre::shape(r.count))) * r.step +
                     r.first);
    array<Index, 1, Space> const part = lists.offsets(slice(r.first, r.first + r.count + 1));
    auto const ends = to_vector(detail::ends_of(part));
    std::int64_t const first = ends[0], total = ends[1] - ends[0];
    return {std::make_shared<detail::list_structure<Space, Index> const>(part, first, total),
            this->flat()(slice(first - lists.first, first - lists.first + total)), content_};
  }
  /// One slice of each of some lists: x(ALL, slice(0, 2)).
  ragged operator()(slice const& s, slice const& in_each) const
  {
    bool const whole = !s.start && !s.stop && !s.step;
    ragged const some = whole ? *this : (*this)(s);
    return ragged(some(detail::sliced_lists(some.structure(), in_each)));
  }
  /// One slice of each list in the lists: x(ALL, ALL, slice(0, 2)).
  template <class... Deeper>
    requires(lists<T> && (std::same_as<Deeper, slice> && ...))
  ragged operator()(slice const& s, slice const& in_each, slice const& deeper,
                    Deeper const&... rest) const
  {
    ragged const some = (*this)(s, in_each);
    return {some.structure(), some.flat()(ALL, deeper, rest...)};
  }

  /// The elements at positions: lists of the positions' lengths, as a term of an expression.
  /// Throws shape_error where they were asked of other lists.
  auto operator()(list_positions<Space, Index> const& where) const
  {
    detail::require_same_lists(*where.source(), *this->structure());
    auto at = elements_at(this->flat(), where.flat());
    if constexpr (element<T>)
      return detail::lists_of<decltype(at), Space, Index>(where.structure(), at);
    else
      return detail::relisted(where.structure(), at);
  }
  /// For nested lists.
  template <class P>
    requires(lists<T> && detail::holds_positions<P>::value)
  auto operator()(detail::lists_of<P, Space, Index> const& where) const
  {
    detail::require_same_lists(*where.structure(), *this->structure());
    auto at = this->flat()(where.flat());
    return detail::lists_of<decltype(at), Space, Index>(this->structure(), at);
  }

  /// A column of a table's rows, in the same lists: nothing is copied.
  template <detail::column_name Name>
    requires(list_rows<T> && !expression<T>)
  auto operator[](column_key<Name> key) const
  {
    return detail::relisted(this->structure(), this->flat()[key]);
  }

  /// By a mask or by indices. Indexed along one axis: whole lists, those where the mask (one value
  /// for each list) is true, or by their numbers; index_error: index 6 is out of bounds for axis 0
  /// with size
  /// 6. Lists: elements of each, x(x > 0), or by their indices within the list, in modes as for
  /// arrays (index_error: index 3 is out of bounds for list 7 with size 2). A new ragged. Waits, as
  /// lengths are counted. Throws shape_error, index_error where the mask is of other lists.
  /// A mask or indices nested as deep as nested lists are pick elements of their innermost ones.
  template <expression I>
  ragged operator()(I const& index, index_mode mode = index_mode::raise,
                    std::source_location at = std::source_location::current()) const
  {
    if constexpr (detail::nested_lists<I>) {
      static_assert(lists<T>, "acre: the mask or the indices are nested deeper than the lists");
      detail::require_same_lists(*this->structure(), *index.structure());
      return {this->structure(), this->flat()(index.flat(), mode, at)};
    } else if constexpr (ragged_expression<I>) {
      if constexpr (std::same_as<typename I::value_type, bool>) {
        detail::require_same_lists(*this->structure(), *index.structure());
        auto const m = detail::mark_true(index.flat());
        return {detail::marked_structure(*this->structure(), m), marked_elements(this->flat(), m)};
      } else if constexpr (element<T>) {
        return by_index(index, mode, T(0), at);
      } else {
        return by_index(index, mode, 0, at);
      }
    } else {
      static_assert(I::rank == 1,
                    "acre: lists are picked by a mask or by numbers of one axis, or by lists");
      if constexpr (std::same_as<typename I::value_type, bool>) {
        detail::require_mask_size(size_of(index.shape()), this->size(), "lists");
        return ragged((*this)(detail::taken_lists(
            this->structure(), detail::marked_positions(this->space(), detail::mark_true(index)),
            at)));
      } else {
        return ragged((*this)(detail::taken_lists(
            this->structure(), array<std::int64_t, 1, Space>(cast<std::int64_t>(index)), at)));
      }
    }
  }
  /// In mode fill.
  template <ragged_expression I, scalar S>
    requires element<T>
  ragged operator()(I const& index, fill<S> f,
                    std::source_location at = std::source_location::current()) const
  {
    return by_index(index, index_mode::fill, detail::fitting<T>(f.value), at);
  }

 private:
  struct checked {};
  ragged(detail::structure_handle<Space, Index> const& lists, content_type const& content, checked)
      : ragged(lists, content(slice(lists->first, lists->first + lists->total)), content)
  {}
  ragged(detail::structure_handle<Space, Index> lists, content_type const& elements,
         content_type const& content)
      : base(std::move(lists), elements), content_(content)
  {}
  template <class I, class Fallback>
  ragged by_index(I const& index, index_mode mode, Fallback fallback,
                  std::source_location where) const
  {
    static_assert(std::is_same_v<typename I::space_type, Space>,
                  "acre: the indices live in another space than the lists; use copy_to(space, x)");
    auto const at = detail::indexed_lists(this->structure(), index, mode, where);
    auto const lists = detail::as_structure<Index>(index.structure());
    if constexpr (element<T>) {
      return {lists, evaluate(detail::elements_or(this->flat(), at, fallback))};
    } else {
      detail::require_some_list(mode == index_mode::fill || mode == index_mode::drop);
      return {lists, evaluate(elements_at(this->flat(), at))};
    }
  }

  content_type content_;
};

template <class Index, class T, class Space>
ragged(array<Index, 1, Space> const&, array<T, 1, Space> const&) -> ragged<T, Space, Index>;
template <class Index, list_rows Content, class Space>
ragged(array<Index, 1, Space> const&, Content const&) -> ragged<Content, Space, Index>;
template <class Index, class Content, class Elsewhere>
  requires(!std::same_as<Elsewhere, typename Content::space_type>)
ragged(array<Index, 1, Elsewhere> const&, Content const&)
    -> ragged<typename detail::content_element<Content>::type, typename Content::space_type, Index>;
template <ragged_expression E>
ragged(E const&) -> ragged<typename detail::content_element<detail::computed_content<E>>::type,
                           typename E::space_type, typename E::index_type>;

/// The lists of an expression as a ragged: itself if it is one, else a new one (one kernel).
template <ragged_expression E>
auto evaluate(E const& e)
{
  return ragged(e);
}
template <class T, class Space, class Index>
  requires(!ragged_expression<ragged<T, Space, Index>>)
auto evaluate(ragged<T, Space, Index> const& rows)
{
  return rows;
}

/// Lists of given lengths (integers, one for each) from elements in their order: NumPy's split in
/// one call, Awkward's unflatten. Elements are taken as they are, not copied; those of a ragged are
/// its lists, of a table its rows. Waits. Throws value_error for a negative length, and where the
/// lengths' sum is not the number of elements.
template <class Content, expression C>
  requires(list_element<typename detail::content_element<Content>::type>)
auto unflatten(Content const& elements, C const& counts)
{
  using Space = typename Content::space_type;
  static_assert(detail::integer_element<typename C::value_type> && C::rank == 1,
                "acre: unflatten takes the lists' lengths: integers of one axis");
  static_assert(detail::spaces_agree<typename C::space_type, Space>,
                "acre: the lengths live in another space than the elements; use copy_to(space, x)");
  array<std::int64_t, 1, Space> const lengths = cast<std::int64_t>(counts);
  detail::require_lengths(
      lengths.size() == 0
          ? 0
          : detail::reduce_with(detail::min_reducer<std::int64_t>{}, lengths).item());
  auto const lists = detail::structure_of_lengths<std::int64_t>(lengths);
  detail::require_all_taken(lists->total, elements.size());
  return ragged<typename detail::content_element<Content>::type, Space>(lists, elements);
}

/// Lists written on the host: from_lists<double>(space, {{1.1, 2.2}, {}, {3.3}}).
template <element T, class Space>
ragged<T, Space> from_lists(Space const& space, std::vector<std::vector<T>> const& lists)
{
  std::vector<std::int64_t> offsets{0};
  std::vector<unsigned char> bytes;
  for (auto const& list : lists) {
    offsets.push_back(offsets.back() + static_cast<std::int64_t>(list.size()));
    for (T const value : list) {
      auto const* const from = reinterpret_cast<unsigned char const*>(&value);
      bytes.insert(bytes.end(), from, from + sizeof(T));  // a vector of bool has no memory
    }
  }
  std::span<T const> const elements(reinterpret_cast<T const*>(bytes.data()),
                                    bytes.size() / sizeof(T));
  return {from_host<std::int64_t>(space, offsets),
          from_host<T>(space, elements, shape(elements.size()))};
}
template <element T>
auto from_lists(std::vector<std::vector<T>> const& lists)
{
  return from_lists<T>(default_space(), lists);
}

/// Lists of lists, from vectors of vectors of vectors.
template <element T, class Space, class List>
auto from_lists(Space const& space, std::vector<std::vector<std::vector<List>>> const& lists)
{
  std::vector<std::vector<List>> inner;
  std::vector<std::int64_t> offsets{0};
  for (auto const& list : lists) {
    inner.insert(inner.end(), list.begin(), list.end());
    offsets.push_back(static_cast<std::int64_t>(inner.size()));
  }
  auto const content = from_lists<T>(space, inner);
  return ragged(from_host<std::int64_t>(space, offsets), content);
}

/// The lists on the host, as vectors in a vector. Waits. (bool as unsigned char, as
/// to_vector(array).)
template <ragged_expression E>
auto to_vector(E const& e)
{
  auto const x = evaluate(e);
  auto const offsets = to_vector(x.offsets());
  auto const elements = to_vector(x.flat());
  std::vector<std::remove_const_t<decltype(elements)>> lists;
  for (std::size_t k = 0; k + 1 < offsets.size(); ++k)
    lists.emplace_back(elements.begin() + (offsets[k] - offsets[0]),
                       elements.begin() + (offsets[k + 1] - offsets[0]));
  return lists;
}

namespace detail {

template <class To, class E>
auto lists_on(To const& space, E const& e)
{
  using Index = typename E::index_type;
  auto const& lists = *e.structure();
  auto const moved =
      lists.first == 0 ? lists.offsets : evaluate(cast<Index>(lists.offsets - lists.first));
  auto const handle =
      std::make_shared<list_structure<To, Index> const>(copy_to(space, moved), 0, lists.total);
  return relisted(handle, copy_to(space, e.flat()));
}

}  // namespace detail

/// The lists on another space: offsets and the lists' elements are copied. Waits.
template <class To, ragged_expression E>
auto copy_to(To const& space, E const& e)
{
  return detail::lists_on(space, e);
}
template <class To, lists E>
  requires(!expression<E>)
auto copy_to(To const& space, E const& e)
{
  return detail::lists_on(space, e);
}

}  // namespace acre
