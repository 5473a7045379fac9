#pragma once

#include <acre/dynamic/elementwise.hpp>
#include <acre/elementwise/operators.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "halves.hpp"
#include "integers.hpp"

/// From the table of elementwise operations (see <acre/elementwise/operators.hpp>) to functions
/// that are chosen by name. Each source in this folder compiles one or two families of the table:
/// a new function of a family is here by itself, a new family wants a source and a line in
/// elementwise.cpp.
namespace acre::dynamic::detail {

/// `argument` is the dtype to which an operand of a dtype is converted (pairs: operands of two
/// dtypes), `result` what the function gives for it, `run` the function on such operands: written
/// into elements of that dtype, over whose shape the operands broadcast, or, where `into` is null,
/// into a new array.
struct unary_entry {
  std::string_view name, alias;
  dtype (*argument)(dtype);
  dtype (*result)(dtype);
  dynamic_array (*run)(dynamic_array const&, dynamic_array const* into);
};
struct binary_entry {
  std::string_view name, alias;
  dtype (*argument)(dtype, dtype);
  dtype (*result)(dtype);
  dynamic_array (*run)(dynamic_array const&, dynamic_array const&, dynamic_array const* into);
};

std::span<unary_entry const> sign_functions();
std::span<unary_entry const> power_functions();
std::span<unary_entry const> rounding_functions();
std::span<unary_entry const> float_predicates();
std::span<unary_entry const> complex_functions();
std::span<unary_entry const> bit_functions();
std::span<unary_entry const> logical_functions();
std::span<unary_entry const> exponential_functions();
std::span<unary_entry const> logarithmic_functions();
std::span<unary_entry const> trigonometric_functions();
std::span<unary_entry const> hyperbolic_functions();
std::span<unary_entry const> special_functions();
std::span<binary_entry const> additive_pairs();
std::span<binary_entry const> multiplicative_pairs();
std::span<binary_entry const> division_pairs();
std::span<binary_entry const> remainder_pairs();
std::span<binary_entry const> divisor_pairs();
std::span<binary_entry const> power_pairs();
std::span<binary_entry const> maximum_pairs();
std::span<binary_entry const> number_maximum_pairs();
std::span<binary_entry const> equality_pairs();
std::span<binary_entry const> ordering_pairs();
std::span<binary_entry const> bit_pairs();
std::span<binary_entry const> shift_pairs();
std::span<binary_entry const> logical_pairs();
std::span<binary_entry const> elementary_pairs();

/// A dtype for each dtype that is computed in.
using dtype_map = std::array<dtype, everything::size>;

template <class Op, class... T>
constexpr dtype_map arguments(type_list<T...>)
{
  return {dtype_of<typename Op::template argument<T>>...};
}
template <class Op, class... T>
constexpr dtype_map unary_results(type_list<T...>)
{
  return {dtype_of<decltype(Op{}(typename Op::template argument<T>()))>...};
}
template <class Op, class... T>
constexpr dtype_map binary_results(type_list<T...>)
{
  return {dtype_of<decltype(Op{}(typename Op::template argument<T>(),
                                 typename Op::template argument<T>()))>...};
}

/// Refuses a dtype that Op has no meaning for, with NumPy's text and acre's own reason behind it.
template <class Op>
void require_dtype(dtype d)
{
  bool const takes = [&]<class... T>(type_list<T...>) {
    return ((d == dtype_of<T>) || ...);
  }(typename Op::dtypes());
  if (takes) return;
  std::string const function = Op::name;
  throw dtype_error("ufunc '" + function +
                    "' not supported for the input types, and the inputs could not be safely "
                    "coerced to any supported types according to the casting rule ''safe'': " +
                    function + " does not take " + name(d));
}

template <class Op>
dtype argument_of(dtype d)
{
  static constexpr dtype_map map = arguments<Op>(everything());
  if (is_half(d)) return rounded(d, argument_of<Op>(computed(d)));
  if constexpr (requires { Op::refuses_bool; })
    if (d == dtype::boolean) throw dtype_error(Op::refuses_bool);
  if constexpr (requires { Op::is_ambiguous_of_complex; })
    if (kind_of(d) == kind::complex)
      throw dtype_error(std::string("This operation is not supported for ") + name(d) +
                        " values because it would be ambiguous.");
  return map[static_cast<std::size_t>(d)];
}
/// NumPy's class of a dtype, which some of its texts name: <class 'numpy.dtypes.Float64DType'>
std::string class_of(dtype d);

/// Like operand_type() of operators.hpp. Refuses dtypes, which NumPy does before it looks at
/// shapes.
template <class Op>
dtype argument_of_both(dtype a, dtype b)
{
  if constexpr (requires { Op::has_loops_for_integers_only; })
    if (kind_of(promote(a, b)) != kind::integer)
      throw dtype_error(std::string("ufunc '") + Op::name +
                        "' did not contain a loop with signature matching types (" + class_of(a) +
                        ", " + class_of(b) + ") -> None");
  dtype const promoted = promote(a, b);
  dtype const both = std::is_base_of_v<acre::detail::inexact_type, Op> && !is_half(promoted)
                         ? promote(inexact(a), inexact(b))
                         : argument_of<Op>(promoted);
  require_dtype<Op>(computed(both));
  return both;
}
template <class Op>
dtype unary_result(dtype d)
{
  static constexpr dtype_map map = unary_results<Op>(everything());
  return rounded(d, map[static_cast<std::size_t>(computed(d))]);
}
template <class Op>
dtype binary_result(dtype d)
{
  static constexpr dtype_map map = binary_results<Op>(everything());
  return rounded(d, map[static_cast<std::size_t>(computed(d))]);
}

template <class Op>
concept blind_to_sign = requires { requires Op::blind_to_sign; };
template <class Op>
concept asks_order = requires { requires Op::asks_order; };

/// The dtypes that stand for all of Op's where order alone decides.
template <class Op>
using ordered_with_complex =
    std::conditional_t<std::is_same_v<typename Op::dtypes, everything>,
                       join<ordered_forms, acre::detail::complex_dtypes>, ordered_forms>;
/// The dtypes for which Op is compiled, and an array as one of them.
template <class Op>
using compiled_dtypes =
    std::conditional_t<asks_order<Op>, ordered_with_complex<Op>,
                       std::conditional_t<blind_to_sign<Op>, without_signed<typename Op::dtypes>,
                                          typename Op::dtypes>>;
template <class Op>
dynamic_array compiled_as(dynamic_array const& a)
{
  if constexpr (asks_order<Op>)
    return as_ordered(a);
  else if constexpr (blind_to_sign<Op>)
    return without_sign(a);
  else
    return a;
}

/// e's elements in a new array of its last axes, or written over those of `into`, which is of e's
/// dtype or, where dtypes stand for others, of one of its size. As assignment: e is what it was
/// before.
template <class E>
dynamic_array computed_into(dynamic_array const* into, E const& e, int rank)
{
  using made = array<typename E::value_type, max_rank, typename E::space_type>;
  made const to = into
                      ? as_dtype(*into, dtype_of<typename E::value_type>)
                            .template as<typename E::value_type, max_rank, typename E::space_type>()
                      : made(e.space(), e.shape());
  acre::detail::assign(to, e);
  return {to, into ? into->rank() : rank};
}
/// The result as the dtype that others stood for.
inline dynamic_array seen_as(dtype type, dynamic_array result)
{
  if (result.dtype() == type) return result;
  return as_dtype(result, type);
}

inline dynamic_array copied_into(dynamic_array const* into, dynamic_array const& a)
{
  if (!into) return copy(a);
  dynamic::assign(*into, a);
  return *into;
}

template <class Op>
dynamic_array run_unary(dynamic_array const& a, dynamic_array const* into)
{
  if constexpr (requires { Op::keeps_integers; })
    if (kind_of(a.dtype()) < kind::floating) return copied_into(into, a);
  if constexpr (requires { Op::keeps_reals; })
    if (kind_of(a.dtype()) < kind::complex) return copied_into(into, a);
  require_dtype<Op>(a.dtype());
  return seen_as(unary_result<Op>(a.dtype()),
                 with_array<compiled_dtypes<Op>>(Op::name, compiled_as<Op>(a), [&](auto x) {
                   return computed_into(into, acre::detail::make_unary<Op>(std::move(x)), a.rank());
                 }));
}

/// Op of x and y, whose integers of dtype d have the order of unsigned ones with some bits flipped.
template <class Op, class X, class Y>
dynamic_array in_order(dtype d, X const& x, Y const& y, dynamic_array const* into, int rank)
{
  using T = typename X::value_type;
  if constexpr (!acre::detail::is_integer<T>) {
    return computed_into(into, acre::detail::make_binary<Op>(x, y), rank);
  } else {
    using acre::detail::make_unary;
    auto const flip = ordering<T>(d);
    auto const result = acre::detail::make_binary<Op>(make_unary<flip_bits<T>>(x, flip),
                                                      make_unary<flip_bits<T>>(y, flip));
    if constexpr (std::is_same_v<typename decltype(result)::value_type, bool>)
      return computed_into(into, result, rank);
    else
      return computed_into(into, make_unary<flip_bits<T>>(result, flip), rank);
  }
}

template <class Op>
dynamic_array run_binary(dynamic_array const& a, dynamic_array const& b, dynamic_array const* into)
{
  if constexpr (requires { typename Op::mirrored; }) {
    return run_binary<typename Op::mirrored>(b, a, into);
  } else {
    int const rank = std::max(a.rank(), b.rank());
    return seen_as(binary_result<Op>(a.dtype()),
                   with_arrays<compiled_dtypes<Op>>(
                       Op::name, compiled_as<Op>(a), compiled_as<Op>(b), [&](auto x, auto y) {
                         if constexpr (asks_order<Op>)
                           return in_order<Op>(a.dtype(), x, y, into, rank);
                         else
                           return computed_into(
                               into, acre::detail::make_binary<Op>(std::move(x), std::move(y)),
                               rank);
                       }));
  }
}

template <class Op>
constexpr std::string_view alias_of()
{
  if constexpr (requires { Op::alias; })
    return Op::alias;
  else
    return {};
}

/// The entries of a family.
template <class... Ops>
constexpr std::array<unary_entry, sizeof...(Ops)> unary_entries(type_list<Ops...>)
{
  return {unary_entry{Ops::name, alias_of<Ops>(), argument_of<Ops>, unary_result<Ops>,
                      run_unary<Ops>}...};
}
template <class... Ops>
constexpr std::array<binary_entry, sizeof...(Ops)> binary_entries(type_list<Ops...>)
{
  return {binary_entry{Ops::name, alias_of<Ops>(), argument_of_both<Ops>, binary_result<Ops>,
                       run_binary<Ops>}...};
}

}  // namespace acre::dynamic::detail
