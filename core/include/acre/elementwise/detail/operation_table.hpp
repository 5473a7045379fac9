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
///   takes_halves    set where it has an operator() of its own for float16 and bfloat16
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
  if constexpr (is_half<promotion_t<A, B>>)
    return promotion_t<A, B>{};
  else if constexpr (std::is_base_of_v<inexact_type, Op> && expression<A> && expression<B>)
    return promote_t<inexact_t<typename A::value_type>, inexact_t<typename B::value_type>>{};
  else if constexpr (no_array_yet<A> || no_array_yet<B>)
    return promotion_t<A, B>{};
  else if constexpr (std::is_base_of_v<comparison_op, Op> && compared_as_they_are<A, B>())
    return own_dtypes{};
  else
    return promotion_t<A, B>{};
}

/// Op of float32 in the place of float16 or bfloat16, rounded to Half once.
template <class Op, class Half>
struct rounded : private Op {
  template <class T>
  using argument = float;
  static constexpr bool costs_much = laborious<Op>;

  rounded() = default;
  explicit rounded(Op const& of) : Op(of) {}

  KOKKOS_INLINE_FUNCTION static Half result(float x) { return Half(x); }
  template <class R>
  KOKKOS_INLINE_FUNCTION static R result(R x)
  {
    return x;
  }
  KOKKOS_INLINE_FUNCTION Op const& op() const { return *this; }
  template <class... T>
  KOKKOS_INLINE_FUNCTION auto operator()(T... x) const
  {
    return result(op()(x...));
  }
  template <class... T>
  KOKKOS_INLINE_FUNCTION bool usual(T... x) const
    requires has_quick_form<Op, T...>
  {
    return op().usual(x...);
  }
  template <class... T>
  KOKKOS_INLINE_FUNCTION auto quick(T... x) const
    requires has_quick_form<Op, T...>
  {
    return result(op().quick(x...));
  }
  template <int W>
  KOKKOS_INLINE_FUNCTION packet<Half, W> side_by_side(packet<float, W> const& x) const
    requires works_side_by_side<Op, float>
  {
    return in_halves<W>(op().side_by_side(x).v);
  }
  /// R is Half.
  template <class R>
  static void row(float const* x, R* y, int count)
    requires has_compiled_row<Op, float>
  {
    in_pieces(y, count, [&](int i, float* to, int n) { Op::row(x + i, to, n); });
  }
  template <class R>
  static void row(float const* x, float const* y, R* z, int count)
    requires has_compiled_pair<Op, float, float>
  {
    in_pieces(z, count, [&](int i, float* to, int n) { Op::row(x + i, y + i, to, n); });
  }

 private:
  template <int W>
  KOKKOS_INLINE_FUNCTION static packet<Half, W> in_halves(float const* x)
  {
    packet<Half, W> p;
    for (int w = 0; w < W; ++w) p.v[w] = Half(x[w]);
    return p;
  }
  template <class R, class F>
  static void in_pieces(R* to, int count, F const& f)
  {
    constexpr int most = 64;
    float piece[most];
    for (int i = 0; i < count; i += most) {
      int const n = count - i < most ? count - i : most;
      f(i, piece, n);
      for (int k = 0; k < n; ++k) to[i + k] = static_cast<R>(piece[k]);
    }
  }
};

/// Whether an operation of the table computes operands of dtype T in float32: its own argument is
/// float16 or bfloat16. Comparisons need no rounding; ops without a name move bits.
template <class Op, class T>
concept computed_in_float =
    is_half<typename Op::template argument<T>> && !std::is_base_of_v<comparison_op, Op> &&
    (requires { Op::name; } || std::is_base_of_v<inexact_type, Op>) &&
    !requires { Op::takes_halves; };

template <class Op, class A, class B>
auto make_binary(A&& a, B&& b, Op op = {})
{
  using C = decltype(operand_type<Op, std::remove_cvref_t<A>, std::remove_cvref_t<B>>());
  if constexpr (is_half<C>) {
    if constexpr (computed_in_float<Op, C>) {
      using R = rounded<Op, C>;
      return binary<R, C, node_t<C, A>, node_t<C, B>>(R(op), as_node<C>(std::forward<A>(a)),
                                                      as_node<C>(std::forward<B>(b)));
    } else {
      return binary<Op, C, node_t<C, A>, node_t<C, B>>(op, as_node<C>(std::forward<A>(a)),
                                                       as_node<C>(std::forward<B>(b)));
    }
  } else {
    return binary<Op, C, node_t<C, A>, node_t<C, B>>(op, as_node<C>(std::forward<A>(a)),
                                                     as_node<C>(std::forward<B>(b)));
  }
}

template <class Op, class A>
auto make_unary(A&& a, Op op = {})
{
  using T = typename std::remove_cvref_t<A>::value_type;
  if constexpr (is_half<T>) {
    if constexpr (computed_in_float<Op, T>) {
      using R = rounded<Op, T>;
      return unary<R, std::remove_cvref_t<A>>(R(op), std::forward<A>(a));
    } else {
      return unary<Op, std::remove_cvref_t<A>>(op, std::forward<A>(a));
    }
  } else {
    return unary<Op, std::remove_cvref_t<A>>(op, std::forward<A>(a));
  }
}

}  // namespace acre::detail
