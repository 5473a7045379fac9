#pragma once

#include <acre/dynamic/elementwise.hpp>
#include <acre/elementwise/functions.hpp>

#include <span>

#include "dispatch.hpp"

/// The tables of functions that the sources in this folder make, each of one family, and what
/// goes into them.
namespace acre::dynamic::detail {

/// `argument` is the dtype to which an operand of a dtype is converted (of both operands: their
/// promoted dtype), `result` what the function gives for it, `run` the function on such operands.
struct unary_entry {
  std::string_view name;
  dtype (*argument)(dtype);
  dtype (*result)(dtype);
  dynamic_array (*run)(dynamic_array const&);
};
struct binary_entry {
  std::string_view name;
  dtype (*argument)(dtype);
  dtype (*result)(dtype);
  dynamic_array (*run)(dynamic_array const&, dynamic_array const&);
};

std::span<unary_entry const> sign_functions();
std::span<unary_entry const> bit_functions();
std::span<unary_entry const> elementary_functions();
std::span<binary_entry const> arithmetic_pairs();
std::span<binary_entry const> division_pairs();
std::span<binary_entry const> maximum_pairs();
std::span<binary_entry const> comparison_pairs();
std::span<binary_entry const> bit_pairs();
std::span<binary_entry const> elementary_pairs();

/// Rules for `argument` and `result`.
inline dtype same(dtype d) { return d; }
inline dtype boolean(dtype) { return dtype::boolean; }
/// bool is computed as int8 where NumPy does.
inline dtype number(dtype d) { return d == dtype::boolean ? dtype::int8 : d; }
/// True division: integers in float64.
inline dtype quotient(dtype d) { return kind_of(d) >= kind::floating ? d : dtype::float64; }

template <class List, class F>
dynamic_array call_unary(dynamic_array const& a)
{
  return with_array<List>("the function", a, [](auto const& x) { return evaluate(F()(x)); });
}
template <class List, class F>
dynamic_array call_binary(dynamic_array const& a, dynamic_array const& b)
{
  return with_arrays<List>("the function", a, b,
                           [](auto const& x, auto const& y) { return evaluate(F()(x, y)); });
}

/// A function of expressions, without state, as an entry's `run`; List has the dtypes that it is
/// compiled for. (Not a template argument: nvcc's host code can't have lambdas there.)
template <class List, class F>
constexpr auto run_unary(F)
{
  return &call_unary<List, F>;
}
template <class List, class F>
constexpr auto run_binary(F)
{
  return &call_binary<List, F>;
}

}  // namespace acre::dynamic::detail
