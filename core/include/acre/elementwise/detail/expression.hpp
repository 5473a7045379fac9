#pragma once

#include <acre/array/detail/memory_handle.hpp>
#include <acre/array/dtype.hpp>
#include <acre/array/shape.hpp>
#include <acre/elementwise/detail/program.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Parts of expressions: the concepts of operands, the nodes, and what dtypes they have.
namespace acre {

namespace detail {
template <class T>
inline constexpr bool never = false;

struct expression_tag {
  /// Refused: (x + y)(0). An array has indices of its own.
  template <class... Index>
  double operator()(Index const&...) const
  {
    static_assert(sizeof...(Index) == std::size_t(-1),
                  "acre: an expression has no elements yet: evaluate(x + y)(0), or x(0) + y(0)");
    return 0;
  }
};

/// if (a == b), a && b.
template <class E>
bool refuse_truth_value()
{
  static_assert(never<E>,
                "acre: an array has no truth value: any(x), all(x) and array_equal(a, b) have; "
                "element by element it is a & b, a | b, !a and where(c, a, b)");
  return false;
}
}  // namespace detail

/// An array, or arithmetic on arrays, which is evaluated when it is assigned, reduced, made an
/// array.
template <class E>
concept expression =  // from_host(std::vector) and from_view(Kokkos::View) make an array, which is
                      // one
    std::derived_from<std::remove_cvref_t<E>, detail::expression_tag>;

namespace detail {
/// So that what stands around a refused loop complains of nothing.
template <class T>
struct no_iterator {
  bool operator==(no_iterator const&) const { return true; }
  no_iterator& operator++() { return *this; }
  T operator*() const { return T(); }
};
template <class E>
using no_iterator_of = no_iterator<typename E::value_type>;

template <class E>
void refuse_loop()
{
  static_assert(never<E>,
                "acre: elements lie in a space's memory, and no loop of the host runs over them: "
                "launch(n, kernel), to_vector(x), or x(i) for a few of them");
}
}  // namespace detail

/// Refused with a sentence: for (double v : x). (No iterators, so that x is no range to anyone.)
template <expression E>
detail::no_iterator_of<E> begin(E const&)
{
  detail::refuse_loop<E>();
  return {};
}
template <expression E>
detail::no_iterator_of<E> end(E const&)
{
  return {};
}

namespace detail {
template <class V>
concept kokkos_view = requires {
  typename V::array_layout;
  typename V::memory_space;
  typename V::data_type;
};
template <class V>
concept std_vector = requires {
  typename V::allocator_type;
  requires std::same_as<V, std::vector<typename V::value_type, typename V::allocator_type>>;
};
template <class V>
concept std_complex = requires { requires std::same_as<V, std::complex<typename V::value_type>>; };
/// A Kokkos::View, a std::vector or a std::complex. It is taken where an operand may stand, to be
/// refused in one sentence.
template <class V>
concept no_array_yet = kokkos_view<V> || std_vector<V> || std_complex<V>;
}  // namespace detail

template <class E>
concept operand = expression<E> || scalar<E> || detail::no_array_yet<E>;

/// At least one operand of an operator has to be an expression.
template <class... E>
concept operands = (operand<E> && ...) && (expression<E> || ...);

/// The arguments of a function of one operand, of two. acre's functions take theirs as a pack of
/// that length and by value, so that a user's function of the same name is the better match where a
/// call finds both (one of them by its arguments' namespace), whatever it takes and whether it has
/// constraints or not: a template without a pack is the more specialised one, unless it takes a
/// reference and is compared with one that takes another. The cost of a value is passed on.
template <class... A>
concept one_operand = sizeof...(A) == 1 && (expression<A> && ...);
template <class... A>
concept two_operands = sizeof...(A) == 2 && operands<A...>;

namespace detail {

struct no_space {};

/// Elements picked by index arrays, whose copies mean the same elements: assigning writes them.
template <class E>
concept selected_elements = expression<E> && requires { typename E::writes_elements; };

template <class A, class B>
using common_space = std::conditional_t<std::is_same_v<A, no_space>, B, A>;

template <class A, class B>
concept spaces_agree =
    std::is_same_v<A, no_space> || std::is_same_v<B, no_space> || std::is_same_v<A, B>;

/// Every node of an expression provides:
///   value_type, space_type, rank, leaf_count
///   shape()                               its broadcast shape
///   space()                               the space instance of its first array
///   describe(leaf, common)                writes its leaves' strides over the common shape
///   lower(leaves)                         the program, from the planned strides
/// Both walk the leaves in the same order. They are called as node::describe(e,
/// …) and node::lower(e, …), because an array, which is a node as well, keeps its own to itself.
///
/// A node that keeps arrays may have
///   names(memory)                         how many of them are names of that memory
/// without which they count as somebody else's where the node is assigned to the array.
///
/// A node whose leaves are arrays that may all lie in memory as the target of an assignment does
/// has may_lie_alike (true), and
///   lies_as(target, row)                  whether they do, on the target's queue, each in the
///                                         target's memory or apart from it, or else along a
///                                         target of one axis; adds them to the row
struct node {
  // (lies_as and lower are inlined: a compiler makes few instructions of what the operands of one
  // row are asked, and a call for each operand takes longer.)
  template <class E, class Target>
  [[gnu::always_inline]] static bool lies_as(E const& e, Target const& target, row_operands& row)
  {
    return e.lies_as(target, row);
  }
  template <class E>
  static void describe(E const& e, leaf_layout*& leaf, extents_view common)
  {
    e.describe(leaf, common);
  }
  template <class E>
  [[gnu::always_inline]] static auto lower(E const& e, lowering& leaves)
  {
    return e.lower(leaves);
  }

  template <class E>
  static int names(E const& e, memory_handle const& memory)
  {
    if constexpr (requires { e.names(memory); })
      return e.names(memory);
    else
      return 0;
  }

  /// Where an array's first element lies, however the others do.
  template <class Array>
  static auto* first(Array const& a)
  {
    return a.first();
  }
  /// Other elements of an array's memory, or the same in another way.
  template <class View, class Array>
  static View view(Array const& of, typename View::value_type* data,
                   typename View::shape_type const& shape, typename View::shape_type const& strides)
  {
    View v(of, data, shape, strides);
    v.has_shape_ = true;
    return v;
  }
  /// How many arrays, operands among them, share what this one holds.
  template <class Array>
  static int users(Array const& a)
  {
    return a.handle_.users();
  }
};

template <class E>
inline constexpr bool may_lie_alike = requires { requires E::may_lie_alike; };

/// The program of an expression, made by lowering it.
template <class E>
using program_t = decltype(node::lower(std::declval<E const&>(), std::declval<lowering&>()));

/// Conversion of an expression of rank 0, as of an array of rank 0. Waits.
template <class E>
typename E::value_type item_of(E const& e);

/// What a term of an expression has as an array has it.
template <class Self>
struct term : expression_tag {
  std::int64_t size() const { return size_of(static_cast<Self const&>(*this).shape()); }
  /// The only element, computed. Waits, and throws value_error where there are more or none, as an
  /// array's.
  auto item() const { return item_of(static_cast<Self const&>(*this)); }
};

template <class T>
struct constant : expression_tag {
  using value_type = T;
  using space_type = no_space;
  static constexpr int rank = 0;
  static constexpr int leaf_count = 0;
  T value;

  explicit constant(T v) : value(v) {}
  shape_t<0> shape() const { return {}; }
  no_space space() const { return {}; }
  void describe(leaf_layout*&, extents_view) const {}
  constant_program<T> lower(lowering&) const { return {value}; }
  static constexpr bool may_lie_alike = true;
  template <class Target>
  bool lies_as(Target const&, row_operands&) const
  {
    return true;
  }
};

template <class A, class B>
auto const& first_space(A const& a, B const& b)
{
  if constexpr (std::is_same_v<typename A::space_type, no_space>)
    return b.space();
  else
    return a.space();
}

/// Op::argument<T>: the type to which an operand of dtype T is converted.
template <class Op, class A>
struct unary : term<unary<Op, A>> {
  using argument = typename Op::template argument<typename A::value_type>;
  using value_type = decltype(Op{}(argument{}));
  using space_type = typename A::space_type;
  static constexpr int rank = A::rank;
  static constexpr int leaf_count = A::leaf_count;
  Op op;
  A a;

  template <class X>
  unary(Op o, X&& x) : op(o), a(std::forward<X>(x))
  {}
  auto shape() const { return a.shape(); }
  auto const& space() const { return a.space(); }
  int names(memory_handle const& memory) const { return node::names(a, memory); }
  static constexpr bool may_lie_alike = detail::may_lie_alike<A>;
  template <class Target>
  bool lies_as(Target const& target, row_operands& row) const
  {
    return node::lies_as(a, target, row);
  }
  void describe(leaf_layout*& leaf, extents_view common) const { node::describe(a, leaf, common); }
  auto lower(lowering& leaves) const
  {
    return unary_program<Op, argument, program_t<A>>{op, node::lower(a, leaves)};
  }
  operator value_type() const
    requires(rank == 0)
  {
    return item_of(*this);
  }
  explicit operator bool() const
    requires(rank > 0)
  {
    return refuse_truth_value<value_type>();
  }
};

/// In the place of a promoted dtype: each operand is taken in its own.
struct own_dtypes {};

template <class Op, class C, class T>
struct argument_of {
  using type = typename Op::template argument<C>;
};
template <class Op, class T>
struct argument_of<Op, own_dtypes, T> {
  using type = T;
};

/// Op::argument<C>, C the promoted dtype of both operands (or own_dtypes).
template <class Op, class C, class A, class B>
struct binary : term<binary<Op, C, A, B>> {
  static_assert(spaces_agree<typename A::space_type, typename B::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using argument_a = typename argument_of<Op, C, typename A::value_type>::type;
  using argument_b = typename argument_of<Op, C, typename B::value_type>::type;
  using value_type = decltype(Op{}(argument_a{}, argument_b{}));
  using space_type = common_space<typename A::space_type, typename B::space_type>;
  static constexpr int rank = A::rank > B::rank ? A::rank : B::rank;
  static constexpr int leaf_count = A::leaf_count + B::leaf_count;
  Op op;
  A a;
  B b;
  shape_t<rank> extent;

  template <class X, class Y>
  binary(Op o, X&& x, Y&& y)
      : op(o),
        a(std::forward<X>(x)),
        b(std::forward<Y>(y)),
        extent(broadcast_shapes(a.shape(), b.shape()))
  {}
  shape_t<rank> const& shape() const { return extent; }
  auto const& space() const { return first_space(a, b); }
  int names(memory_handle const& memory) const
  {
    return node::names(a, memory) + node::names(b, memory);
  }
  static constexpr bool may_lie_alike = detail::may_lie_alike<A> && detail::may_lie_alike<B>;
  template <class Target>
  bool lies_as(Target const& target, row_operands& row) const
  {
    return node::lies_as(a, target, row) && node::lies_as(b, target, row);
  }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    node::describe(a, leaf, common);
    node::describe(b, leaf, common);
  }
  auto lower(lowering& leaves) const
  {
    // in braces: from left to right
    return binary_program<Op, argument_a, argument_b, program_t<A>, program_t<B>>{
        op, node::lower(a, leaves), node::lower(b, leaves)};
  }
  operator value_type() const
    requires(rank == 0)
  {
    return item_of(*this);
  }
  explicit operator bool() const
    requires(rank > 0)
  {
    return refuse_truth_value<value_type>();
  }
};

template <class T, class C, class A, class B>
struct conditional : term<conditional<T, C, A, B>> {
  static_assert(spaces_agree<typename A::space_type, typename B::space_type> &&
                    spaces_agree<typename C::space_type,
                                 common_space<typename A::space_type, typename B::space_type>>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using value_type = T;
  using space_type = common_space<typename C::space_type,
                                  common_space<typename A::space_type, typename B::space_type>>;
  static constexpr int rank = std::max({C::rank, A::rank, B::rank});
  static constexpr int leaf_count = C::leaf_count + A::leaf_count + B::leaf_count;
  C condition;
  A a;
  B b;
  shape_t<rank> extent;

  template <class X, class Y, class Z>
  conditional(X&& c, Y&& x, Z&& y)
      : condition(std::forward<X>(c)),
        a(std::forward<Y>(x)),
        b(std::forward<Z>(y)),
        extent(broadcast_shapes(condition.shape(), a.shape(), b.shape()))
  {}
  shape_t<rank> const& shape() const { return extent; }
  auto const& space() const
  {
    if constexpr (std::is_same_v<typename C::space_type, no_space>)
      return first_space(a, b);
    else
      return condition.space();
  }
  int names(memory_handle const& memory) const
  {
    return node::names(condition, memory) + node::names(a, memory) + node::names(b, memory);
  }
  static constexpr bool may_lie_alike =
      detail::may_lie_alike<C> && detail::may_lie_alike<A> && detail::may_lie_alike<B>;
  template <class Target>
  bool lies_as(Target const& target, row_operands& row) const
  {
    return node::lies_as(condition, target, row) && node::lies_as(a, target, row) &&
           node::lies_as(b, target, row);
  }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    node::describe(condition, leaf, common);
    node::describe(a, leaf, common);
    node::describe(b, leaf, common);
  }
  auto lower(lowering& leaves) const
  {
    return conditional_program<T, program_t<C>, program_t<A>, program_t<B>>{
        node::lower(condition, leaves), node::lower(a, leaves), node::lower(b, leaves)};
  }
  operator value_type() const
    requires(rank == 0)
  {
    return item_of(*this);
  }
  explicit operator bool() const
    requires(rank > 0)
  {
    return refuse_truth_value<value_type>();
  }
};

/// The element's own linear index over a shape, by its strides (C order) from `start` on.
template <class Space, int Rank>
struct indices : term<indices<Space, Rank>> {
  using value_type = std::int64_t;
  using space_type = Space;
  static constexpr int rank = Rank;
  static constexpr int leaf_count = 1;
  Space instance;
  shape_t<Rank> extent;
  shape_t<Rank> stride;
  std::int64_t start = 0;

  indices(Space s, shape_t<Rank> e, shape_t<Rank> st, std::int64_t first = 0)
      : instance(std::move(s)), extent(e), stride(st), start(first)
  {}
  shape_t<Rank> const& shape() const { return extent; }
  Space const& space() const { return instance; }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    int const offset = static_cast<int>(common.size()) - Rank;
    for (int axis = 0; axis < Rank; ++axis)
      leaf->stride[offset + axis] = extent[axis] == 1 ? 0 : stride[axis];
    ++leaf;
  }
  index_program lower(lowering& leaves) const { return {start, row_offset(leaves.take())}; }
};

/// A scalar must be representable where it does not widen: int8 array + 300 is an error.
template <class T, class S>
void require_fits(S value)
{
  static_assert(keeps_imaginary<T, S>());
  if constexpr (is_integer<T> && is_integer<S>)
    if (!std::in_range<canonical_t<T>>(static_cast<canonical_t<S>>(value)))
      throw value_error("integer " + std::to_string(value) + " out of bounds for " +
                        dtype_name<T>());
}

/// A scalar in dtype T. Throws value_error for an integer that T cannot hold.
template <class T, class S>
T fitting(S value)
{
  require_fits<T>(value);
  return converted<T>(value);
}

/// An operand as a node: an expression as it is (a reference to it, so that what is made of it
/// copies or moves it once), a scalar as a constant of dtype T, see fitting.
template <class T, class Operand>
decltype(auto) as_node(Operand&& e)
{
  using E = std::remove_cvref_t<Operand>;
  static_assert(!kokkos_view<E>,
                "acre: a Kokkos::View is no array yet: from_view(space, view) of "
                "<acre/array/kokkos.hpp> makes it one, without a copy");
  static_assert(!std_vector<E>, "acre: a std::vector is no array yet: from_host(v) makes it one");
  static_assert(!std_complex<E>,
                "acre: a std::complex is handed over as acre::complex: acre::complex<double>(z)");
  if constexpr (expression<E>)
    return std::forward<Operand>(e);
  else if constexpr (no_array_yet<E>)
    return constant<T>(T{});
  else if constexpr (std::is_same_v<T, own_dtypes>)
    return constant<canonical_t<E>>(e);
  else
    return constant<T>(fitting<T>(e));
}
template <class T, class E>
using node_t = std::remove_cvref_t<decltype(as_node<T>(std::declval<E>()))>;

}  // namespace detail
}  // namespace acre
