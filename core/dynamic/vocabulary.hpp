#pragma once

#include <acre/dynamic/elementwise.hpp>
#include <acre/reduce/axes.hpp>

#include <array>

#include "views.hpp"

/// The words of <acre/rearrange/detail/vocabulary.hpp> for dynamic arrays: compositions are
/// compiled for `term` as they are for arrays, but each word is an operation that is chosen by
/// name, so that a composition is code once here, whatever the dtype and the rank.
namespace acre::dynamic::detail {

struct term : dynamic_array {
  term(dynamic_array const& a) : dynamic_array(a) {}
  term(dynamic_array&& a) : dynamic_array(std::move(a)) {}

  std::int64_t extent(int axis) const { return shape()[static_cast<std::size_t>(axis)]; }
  void operator+=(term const& from) const { add_to(*this, from); }
};

/// A term, or a number beside one.
struct operand {
  term const* array = nullptr;
  scalar_value number = {};

  operand(term const& a) : array(&a) {}
  operand(scalar_value const& a) : number(a) {}
  operand(double a) : number(a) {}
};

term operator+(operand const& a, operand const& b);
term operator-(operand const& a, operand const& b);
term operator*(operand const& a, operand const& b);
term operator/(operand const& a, operand const& b);
term operator==(operand const& a, operand const& b);
term operator<(operand const& a, operand const& b);
term operator>(operand const& a, operand const& b);
term operator&(operand const& a, operand const& b);
term remainder(operand const& a, operand const& b);
term operator-(term const& a);
term sqrt(term const& a);
term real(term const& a);
term abs(term const& a);
term where(term const& condition, operand const& a, operand const& b);
term half_of(term const& a);
/// In the dtype of true division.
term as_quotient(term const& a);
/// In float64 or complex128.
term as_wide(term const& a);

/// The value in memory; that of a term is there already.
inline term const& evaluate(term const& a) { return a; }
term copy(term const& a);
void assign(term const& to, term const& from);

/// Views. One element has no axis; `lying_along` gives a the rank of another.
term sliced(term const& a, int axis, slice const& s);
term part(term const& a, int axis, std::int64_t first, std::int64_t count);
term flipped(term const& a, std::array<int, 1> const& axis);
term element_at(term const& a, std::int64_t i);
term lying_along(term const& a, int axis, term const& other);
term diagonal(term const& a);

term matmul(term const& a, term const& b);
term diff(term const& a, std::int64_t n, int axis);
/// Between neighbours; in floating point where these are integers or bool.
term distances(term const& a, int axis);
term cumsum(term const& a, int axis);
term sum_along(term const& a);
term sum_along(term const& a, int axis);
term sum_along(term const& a, int axis, keepdims_t);
term mean_along(term const& a, int axis, keepdims_t);
term any_along(term const& a);
term all_along(term const& a);
/// The only element, of float64, of bool. These wait.
double number_of(term const& a);
bool is_true(term const& a);

}  // namespace acre::dynamic::detail
