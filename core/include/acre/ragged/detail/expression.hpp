#pragma once

#include <acre/elementwise/detail/call.hpp>
#include <acre/ragged/detail/column_name.hpp>
#include <acre/ragged/detail/list_structure.hpp>
#include <acre/ragged/detail/looked_up.hpp>

#include <concepts>
#include <type_traits>

/// Arithmetic on lists: an expression of their elements, flat, with the structure that they share.
namespace acre {

namespace detail {
struct lists_tag {};
struct table_tag {};
struct no_expression {};
}  // namespace detail

/// Lists of different lengths, of whatever: numbers, lists, rows of a table.
template <class E>
concept lists = std::derived_from<std::remove_cvref_t<E>, detail::lists_tag>;

/// Lists of numbers (or of lists of them), or arithmetic on them: a `ragged` or what is computed
/// from some.
template <class E>
concept ragged_expression = expression<E> && lists<E>;

/// Columns with names, see table.hpp.
template <class E>
concept table_like = std::derived_from<std::remove_cvref_t<E>, detail::table_tag>;

template <class T>
concept list_rows = lists<T> || table_like<T>;
/// Element type of lists.
template <class T>
concept list_element = element<T> || list_rows<T>;

template <list_element T, class Space = default_space, detail::list_index Index = std::int64_t>
class ragged;

namespace detail {

/// Container of the elements of lists: an array of numbers, lists or a table themselves.
template <class T, class Space>
struct list_content {
  using type = T;
};
template <element T, class Space>
struct list_content<T, Space> {
  using type = array<T, 1, Space>;
};
/// And back.
template <class Content>
struct content_element {
  using type = Content;
};
template <element T, class Space>
struct content_element<array<T, 1, Space>> {
  using type = T;
};

/// Lists with the elements that a flat expression gives: those of all lists, one after another. So
/// an operation on lists is the operation on their elements, and all of an expression is one
/// kernel, as for arrays. The elements may be lists themselves.
template <class Flat, class Space, class Index>
class lists_of : public std::conditional_t<expression<Flat>, expression_tag, no_expression>,
                 public lists_tag {
 public:
  using value_type = typename Flat::value_type;
  using space_type = Space;
  using index_type = Index;
  using flat_type = Flat;
  static constexpr int rank = 1 + Flat::rank;  // lists, and their elements
  static constexpr int leaf_count = Flat::leaf_count;

  lists_of(structure_handle<Space, Index> s, Flat f) : structure_(std::move(s)), flat_(std::move(f))
  {}

  structure_handle<Space, Index> const& structure() const
  {
    if (!structure_) refuse_no_lists();
    return structure_;
  }
  Flat const& flat() const { return flat_; }
  Space const& space() const { return structure()->space(); }

  /// How many lists there are, and elements in all of them.
  std::int64_t size() const { return structure_ ? structure_->count : 0; }
  std::int64_t element_count() const { return structure_ ? structure_->total : 0; }

  /// Refuses lists where an array is needed.
  template <class Refused = void>
  shape_t<2> shape() const
  {
    refuse<Refused>();
    return {};
  }
  template <class Refused = void>
  auto lower(lowering&) const
  {
    refuse<Refused>();
    return constant_program<value_type>{};
  }

 private:
  template <class Refused>
  static void refuse()
  {
    static_assert(std::is_same_v<Refused, Space>,
                  "acre: lists of different lengths have no shape: flatten(x) is an array of their "
                  "elements, pad(x, length, value) one with as many columns as you say");
  }
  structure_handle<Space, Index> structure_;
  Flat flat_;
};

template <class E>
concept nested_lists = lists<E> && lists<typename std::remove_cvref_t<E>::flat_type>;

/// New elements of known lists.
template <class Space, class Index, class Flat>
auto relisted(structure_handle<Space, Index> const& lists, Flat const& flat)
{
  auto const elements = evaluate(flat);
  using content = std::remove_const_t<decltype(elements)>;
  return ragged<typename content_element<content>::type, Space, Index>(lists, elements);
}

template <class E>
using computed_content =
    std::remove_cvref_t<decltype(evaluate(std::declval<typename E::flat_type const&>()))>;

/// f of lists of numbers; of lists of lists, that of all inner ones, in the same outer lists.
template <class E, class F>
auto innermost(E const& e, F const& f)
{
  if constexpr (nested_lists<E>)
    return relisted(e.structure(), innermost(e.flat(), f));
  else
    return f(e);
}

/// One value for each list, looked up by an element's list.
template <class T, class Space, class Index>
auto looked_up(array<T, 1, Space> const& values, list_structure<Space, Index> const& lists)
{
  require_one_each(values.size(), lists.count);
  return looked_up_elements<T, 1, Space, Index>(values, lists.list_index(), values.size() == 1);
}

/// An operand as a flat expression over the elements of `lists`: lists as their elements, a flat
/// array by the list of each.
template <class E, class Space, class Index>
auto over_elements(E const& e, list_structure<Space, Index> const& lists)
{
  static_assert(spaces_agree<typename E::space_type, Space>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  static_assert(ragged_expression<E> || E::rank <= 1,
                "acre: an operation on lists takes lists of the same lengths, one value for each "
                "list, or one for all");
  if constexpr (ragged_expression<E>) {
    require_same_lists(lists, *e.structure());
    return e.flat();
  } else if constexpr (E::rank == 0) {
    return e;
  } else {
    return looked_up(evaluate(e), lists);
  }
}

/// The structure of the first operand that is lists.
template <class A, class... Rest>
auto const& first_structure(A const& a, Rest const&... rest)
{
  if constexpr (ragged_expression<A>)
    return a.structure();
  else
    return first_structure(rest...);
}
template <class... E>
using structure_of = typename std::remove_cvref_t<decltype(first_structure(
    std::declval<E const&>()...))>::element_type;
template <class Structure>
struct structure_types;
template <class Space, class Index>
struct structure_types<list_structure<Space, Index> const> {
  using space = Space;
  using index = Index;
};
template <class E, class Structure>
using over_elements_t =
    decltype(over_elements(std::declval<E const&>(), std::declval<Structure&>()));
template <class Flat, class Structure>
using lists_over = lists_of<Flat, typename structure_types<Structure>::space,
                            typename structure_types<Structure>::index>;

/// Result of every operation on expressions of lists.
template <class Op, ragged_expression A>
struct unary<Op, A> : lists_over<unary<Op, typename A::flat_type>, structure_of<A>> {
  unary(Op o, A const& x) : unary::lists_of(x.structure(), {o, x.flat()}) {}
};

template <class Op, class C, class A, class B>
  requires(ragged_expression<A> || ragged_expression<B>)
struct binary<Op, C, A, B> : lists_over<binary<Op, C, over_elements_t<A, structure_of<A, B>>,
                                               over_elements_t<B, structure_of<A, B>>>,
                                        structure_of<A, B>> {
  binary(Op o, A const& x, B const& y)
      : binary::lists_of(first_structure(x, y), {o, over_elements(x, *first_structure(x, y)),
                                                 over_elements(y, *first_structure(x, y))})
  {}
};

template <class T, class C, class A, class B>
  requires(ragged_expression<C> || ragged_expression<A> || ragged_expression<B>)
struct conditional<T, C, A, B>
    : lists_over<conditional<T, over_elements_t<C, structure_of<C, A, B>>,
                             over_elements_t<A, structure_of<C, A, B>>,
                             over_elements_t<B, structure_of<C, A, B>>>,
                 structure_of<C, A, B>> {
  conditional(C const& c, A const& x, B const& y)
      : conditional::lists_of(first_structure(c, x, y),
                              {over_elements(c, *first_structure(c, x, y)),
                               over_elements(x, *first_structure(c, x, y)),
                               over_elements(y, *first_structure(c, x, y))})
  {}
};

template <class F, class... E>
  requires(ragged_expression<E> || ...)
struct call<F, E...>
    : lists_over<call<F, over_elements_t<E, structure_of<E...>>...>, structure_of<E...>> {
  // (By a name of its own: nvcc loses that of a base which depends on a pack.)
  using lists = lists_over<call<F, over_elements_t<E, structure_of<E...>>...>, structure_of<E...>>;
  call(F g, E const&... x)
      : lists(first_structure(x...), {std::move(g), over_elements(x, *first_structure(x...))...})
  {}
};

}  // namespace detail
}  // namespace acre
