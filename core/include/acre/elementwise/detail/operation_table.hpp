#pragma once

#include <acre/array/array.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

/// Elementwise operations, and the terms of expressions that they make of their operands.
///
/// The table of elementwise operations is made of structs, in <acre/elementwise/operators.hpp> for
/// the operators, in the headers that <acre/elementwise/functions.hpp> and
/// <acre/elementwise/elementary.hpp> list for functions. One has
///   argument<T>     the type to which operands of (promoted) dtype T are converted
///   operator()      what is computed, of values of that type
///   name, alias     NumPy's, under which acre::dynamic has it
///   dtypes          those of argument<T> for which acre::dynamic has it
///   refuses_bool    what acre::dynamic answers to bool, where NumPy has words for it
///   has_loops_for_integers_only, is_ambiguous_of_complex   what it answers to other dtypes
///   blind_to_sign   set where the bits of the result don't depend on whether integers are signed
///   asks_order      set where nothing but the order of its operands decides about the result:
///                   for either, acre::dynamic has no kernels for signed integers of their own
///   mirrored        the one that gives the same with operands exchanged: acre::dynamic runs that
///   keeps_integers  set where it changes no integer: acre::dynamic copies those
///   keeps_reals     set where it changes no real number, likewise
///   usual, quick    see has_quick_form
///   fast            the platform's own function, see <acre/elementwise/fast.hpp>
///   ulp             its error bounds; complex_ulp: of each part of a complex number by itself
/// of which only the first two are needed. Lists of them, a family each, say what there is. A new
/// function of numbers is added as elementary.hpp says.
namespace acre::detail {

struct same_type {
  template <class T>
  using argument = T;
};

/// Computed in floating point: int32 in float64, as NumPy does.
struct inexact_type {
  template <class T>
  using argument = inexact_t<T>;
};

/// Computed with numbers: bool in int8, as NumPy does.
struct number_type {
  template <class T>
  using argument = std::conditional_t<std::is_same_v<T, bool>, std::int8_t, T>;
};

/// Errors of results in units of their last place stay below these. (The largest that were measured
/// stand at acre::math's functions.)
struct error_bound {
  double float64, float32;
};

struct comparison_op : same_type {};

template <class A, class B>
struct promotion;
template <expression A, expression B>
struct promotion<A, B> {
  using type = promote_t<typename A::value_type, typename B::value_type>;
};
template <expression A, scalar B>
struct promotion<A, B> {
  using type = promote_scalar_t<typename A::value_type, B>;
};
template <scalar A, expression B>
struct promotion<A, B> {
  using type = promote_scalar_t<typename B::value_type, A>;
};
template <class A, class B>
  requires(no_array_yet<A> || no_array_yet<B>)
struct promotion<A, B> {
  using type = double;  // as_node refuses it
};
/// The dtype in which an operation on operands A and B is computed.
template <class A, class B>
using promotion_t = typename promotion<A, B>::type;

/// Whether T has every number that S has.
template <class T, class S>
inline constexpr bool holds_all = std::in_range<T>(std::numeric_limits<S>::min()) &&
                                  std::in_range<T>(std::numeric_limits<S>::max());

/// Whether integers are compared in their own dtypes: where the promoted one does not hold both.
template <class A, class B>
constexpr bool compared_as_they_are()
{
  if constexpr (expression<A> && expression<B>) {
    using T = typename A::value_type;
    using S = typename B::value_type;
    return is_integer<T> && is_integer<S> && !is_integer<promote_t<T, S>>;
  } else if constexpr (expression<B>) {
    return compared_as_they_are<B, A>();
  } else {
    using T = typename A::value_type;
    if constexpr (is_integer<T> && is_integer<B>)
      return !holds_all<T, canonical_t<B>>;
    else
      return false;
  }
}

/// The dtype of both operands, or own_dtypes. Functions that compute in floating point promote what
/// each operand is computed in: int8 and uint16, int32 together, in float32.
template <class Op, class A, class B>
constexpr auto operand_type()
{
  if constexpr (std::is_base_of_v<inexact_type, Op> && expression<A> && expression<B>)
    return promote_t<inexact_t<typename A::value_type>, inexact_t<typename B::value_type>>{};
  else if constexpr (no_array_yet<A> || no_array_yet<B>)
    return promotion_t<A, B>{};
  else if constexpr (std::is_base_of_v<comparison_op, Op> && compared_as_they_are<A, B>())
    return own_dtypes{};
  else
    return promotion_t<A, B>{};
}

template <class Op, class A, class B>
auto make_binary(A&& a, B&& b, Op op = {})
{
  using C = decltype(operand_type<Op, std::remove_cvref_t<A>, std::remove_cvref_t<B>>());
  return binary<Op, C, node_t<C, A>, node_t<C, B>>(op, as_node<C>(std::forward<A>(a)),
                                                   as_node<C>(std::forward<B>(b)));
}

template <class Op, class A>
auto make_unary(A&& a, Op op = {})
{
  return unary<Op, std::remove_cvref_t<A>>(op, std::forward<A>(a));
}

}  // namespace acre::detail
