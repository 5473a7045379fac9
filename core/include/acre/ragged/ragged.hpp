#pragma once

#include <acre/array/creation.hpp>
#include <acre/ragged/detail/selection.hpp>

#include <initializer_list>
#include <source_location>
#include <vector>

namespace acre {

/// Lists of different lengths: list k holds the elements offsets[k] to offsets[k + 1] - 1 of a
/// content. Both are arrays, taken as they are: nothing is copied (but offsets with gaps between
/// them). Offsets are int32 or int64; the first need not be 0, nor the last the end of the content.
///
/// A handle with shared ownership, as an array is; a structure's lists never change. What is
/// computed from lists by an operation on expressions (x + 1, sqrt(x), where(x > 0, x, y)) is lists
/// of the same lengths: all of it is one kernel over the elements, when it becomes a ragged, is
/// reduced or flattened. Operands beside lists are scalars, arrays with one value for each list,
/// and lists of the same lengths (those of one structure are known to be; others are compared,
/// which waits). shape_error else.
///
/// Same bits and same errors on every backend.
template <element T, class Space = default_space, detail::list_index Index = std::int64_t>
class ragged : public detail::lists_of<array<T, 1, Space>, Space, Index> {
 public:
  using base = detail::lists_of<array<T, 1, Space>, Space, Index>;

  /// Throws value_error for offsets that are none, decrease or reach beyond the content:
  /// offsets decrease: offsets[3] is 5 and offsets[4] is 2. Waits, as it looks at them.
  ragged(array<Index, 1, Space> const& offsets, array<T, 1, Space> const& content)
      : ragged(detail::checked_structure(offsets, content.size()), content, checked{})
  {}
  /// The lists of an expression, computed: one kernel.
  template <ragged_expression E>
    requires(!std::same_as<std::remove_cvref_t<E>, ragged> &&
             std::same_as<typename E::value_type, T>)
  ragged(E const& e) : ragged(e.structure(), evaluate(e.flat()))
  {}
  /// Elements of lists that are known; those before the first one's are none of `elements`.
  ragged(detail::structure_handle<Space, Index> lists, array<T, 1, Space> const& elements)
      : base(std::move(lists), elements), content_(elements)
  {}

  /// One entry more than there are lists.
  array<Index, 1, Space> const& offsets() const { return this->structure()->offsets; }
  /// What the offsets count in. (Lists made by an operation have their elements alone: the first
  /// list's begin at 0.)
  array<T, 1, Space> const& content() const { return content_; }
  /// The lists' lengths: int64, as a new array.
  array<std::int64_t, 1, Space> counts() const { return this->structure()->lengths(); }

  /// List `number`, from the end where it is negative: a view of the content. Waits. Throws
  /// index_error: index 6 is out of bounds for axis 0 with size 6
  template <std::integral I>
    requires(!std::same_as<I, bool>)
  array<T, 1, Space> operator()(I number) const
  {
    auto const& lists = *this->structure();
    std::int64_t const at = detail::resolve(detail::index_value(number), lists.count, 0);
    auto const bounds = to_vector(lists.offsets(slice(at, at + 2)));
    std::int64_t const first = static_cast<std::int64_t>(bounds[0]) - lists.first;
    return this->flat()(slice(first, first + (bounds[1] - bounds[0])));
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
  /// The same slice of each of some lists: x(ALL, slice(0, 2)).
  ragged operator()(slice const& s, slice const& in_each) const
  {
    bool const whole = !s.start && !s.stop && !s.step;
    ragged const some = whole ? *this : (*this)(s);
    return some(detail::sliced_lists(some.structure(), in_each));
  }

  /// The elements at positions: lists of the positions' lengths, as a term of an expression.
  /// Throws shape_error where they were asked of other lists.
  auto operator()(list_positions<Space, Index> const& where) const
  {
    detail::require_same_lists(*where.source(), *this->structure());
    auto at = detail::elements_at(this->flat(), where.flat());
    return detail::lists_of<decltype(at), Space, Index>(where.structure(), at);
  }

  /// By a mask or by indices. Of one axis: whole lists, those where the mask (one value for each
  /// list) is true, or by their numbers; index_error: index 6 is out of bounds for axis 0 with size
  /// 6. Lists: elements of each, x(x > 0), or by their indices within the list, in modes as for
  /// arrays (index_error: index 3 is out of bounds for list 7 with size 2). A new ragged. Waits, as
  /// lengths are counted. Throws shape_error, index_error where the mask is of other lists.
  template <expression I>
  ragged operator()(I const& index, index_mode mode = index_mode::raise,
                    std::source_location at = std::source_location::current()) const
  {
    if constexpr (ragged_expression<I>) {
      if constexpr (std::same_as<typename I::value_type, bool>) {
        detail::require_same_lists(*this->structure(), *index.structure());
        auto const m = detail::mark_true(index.flat());
        return {detail::marked_structure(*this->structure(), m),
                detail::marked_elements(this->flat(), m)};
      } else {
        return by_index(index, mode, T(0), at);
      }
    } else {
      static_assert(I::rank == 1,
                    "acre: lists are picked by a mask or by numbers of one axis, or by lists");
      if constexpr (std::same_as<typename I::value_type, bool>) {
        detail::require_mask_size(size_of(index.shape()), this->size());
        return (*this)(detail::taken_lists(
            this->structure(), detail::marked_positions(this->space(), detail::mark_true(index)),
            at));
      } else {
        return (*this)(detail::taken_lists(
            this->structure(), array<std::int64_t, 1, Space>(cast<std::int64_t>(index)), at));
      }
    }
  }
  /// In mode fill.
  template <ragged_expression I, scalar S>
  ragged operator()(I const& index, fill<S> f,
                    std::source_location at = std::source_location::current()) const
  {
    return by_index(index, index_mode::fill, detail::fitting<T>(f.value), at);
  }

 private:
  struct checked {};
  ragged(detail::structure_handle<Space, Index> const& lists, array<T, 1, Space> const& content,
         checked)
      : ragged(lists, content(slice(lists->first, lists->first + lists->total)), content)
  {}
  ragged(detail::structure_handle<Space, Index> lists, array<T, 1, Space> const& elements,
         array<T, 1, Space> const& content)
      : base(std::move(lists), elements), content_(content)
  {}
  template <class I>
  ragged by_index(I const& index, index_mode mode, T fallback, std::source_location where) const
  {
    static_assert(std::is_same_v<typename I::space_type, Space>,
                  "acre: the indices live in another space than the lists; use copy_to(space, x)");
    auto const at = detail::indexed_lists(this->structure(), index, mode, where);
    return {detail::as_structure<Index>(index.structure()),
            evaluate(detail::elements_or(this->flat(), at, fallback))};
  }

  array<T, 1, Space> content_;
};

template <class Index, class T, class Space>
ragged(array<Index, 1, Space> const&, array<T, 1, Space> const&) -> ragged<T, Space, Index>;
template <ragged_expression E>
ragged(E const&) -> ragged<typename E::value_type, typename E::space_type, typename E::index_type>;

/// The lists of an expression as a ragged: itself if it is one, else a new one (one kernel).
template <ragged_expression E>
auto evaluate(E const& e)
{
  return ragged(e);
}

/// Lists of given lengths (integers, one for each) from elements in their order: NumPy's split in
/// one call, Awkward's unflatten. Elements are taken as they are, not copied. Waits. Throws
/// value_error for a negative length, and where the lengths' sum is not the number of elements.
template <element T, class Space, expression C>
ragged<T, Space> unflatten(array<T, 1, Space> const& elements, C const& counts)
{
  static_assert(detail::integer_element<typename C::value_type> && C::rank == 1,
                "acre: unflatten takes the lists' lengths: integers of one axis");
  static_assert(detail::spaces_agree<typename C::space_type, Space>,
                "acre: the lengths live in another space than the elements; use copy_to(space, x)");
  array<std::int64_t, 1, Space> const lengths = cast<std::int64_t>(counts);
  detail::require_lengths(lengths.size() == 0 ? 0 : static_cast<std::int64_t>(min(lengths)));
  auto const lists = detail::structure_of_lengths<std::int64_t>(lengths);
  detail::require_all_taken(lists->total, elements.size());
  return {lists, elements};
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

/// The lists on the host. Waits. (bool as unsigned char, as to_vector(array).)
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

/// The same lists on another space: offsets and the lists' elements are copied. Waits.
template <class To, ragged_expression E>
auto copy_to(To const& space, E const& e)
{
  using T = typename E::value_type;
  using Index = typename E::index_type;
  auto const& lists = *e.structure();
  auto const moved =
      lists.first == 0 ? lists.offsets : evaluate(cast<Index>(lists.offsets - lists.first));
  auto handle = std::make_shared<detail::list_structure<To, Index> const>(copy_to(space, moved), 0,
                                                                          lists.total);
  return ragged<T, To, Index>(std::move(handle), copy_to(space, e.flat()));
}

}  // namespace acre
