#include "vocabulary.hpp"

#include <acre/dynamic/linalg.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/scan.hpp>

#include <string_view>

namespace acre::dynamic::detail {

namespace {

/// An operand as an array beside another, which is one if this is a number.
term beside(operand const& other, operand const& a)
{
  return a.array ? *a.array : term(scalar_operand(*other.array, a.number));
}

term combined(std::string_view function, operand const& a, operand const& b)
{
  return b.array ? binary(function, beside(b, a), *b.array) : binary(function, *a.array, b.number);
}

term reduced(std::string_view reduction, term const& a, int axis, bool keepdims)
{
  return reduce(reduction, a, {.axes = std::vector{axis}, .keepdims = keepdims});
}

}  // namespace

term operator+(operand const& a, operand const& b) { return combined("add", a, b); }
term operator-(operand const& a, operand const& b) { return combined("subtract", a, b); }
term operator*(operand const& a, operand const& b) { return combined("multiply", a, b); }
term operator/(operand const& a, operand const& b) { return combined("true_divide", a, b); }
term operator==(operand const& a, operand const& b) { return combined("equal", a, b); }
term operator<(operand const& a, operand const& b) { return combined("less", a, b); }
term operator>(operand const& a, operand const& b) { return combined("greater", a, b); }
term operator&(operand const& a, operand const& b) { return combined("bitwise_and", a, b); }
term remainder(operand const& a, operand const& b) { return combined("remainder", a, b); }
term operator-(term const& a) { return unary("negative", a); }
term sqrt(term const& a) { return unary("sqrt", a); }
term real(term const& a) { return unary("real", a); }
term abs(term const& a) { return unary("absolute", a); }
term where(term const& condition, operand const& a, operand const& b)
{
  return dynamic::where(condition, beside(b, a), beside(a, b));
}
term as_quotient(term const& a) { return astype(a, quotient_dtype(a.dtype())); }
term half_of(term const& a) { return a / 2.0; }
term as_wide(term const& a) { return astype(a, promote(a.dtype(), dtype::float64)); }

term copy(term const& a) { return dynamic::copy(a); }
void assign(term const& to, term const& from) { dynamic::assign(to, from); }

term sliced(term const& a, int axis, slice const& s)
{
  return sliced(static_cast<dynamic_array const&>(a), axis, s);
}
term part(term const& a, int axis, std::int64_t first, std::int64_t count)
{
  return sliced(a, axis, slice(first, first + count));
}
term flipped(term const& a, std::array<int, 1> const& axis)
{
  return flip(a, std::vector{axis[0]});
}
term element_at(term const& a, std::int64_t i)
{
  std::int64_t const from = i < 0 ? i + a.size() : i;
  return a.view(from * a.strides()[0], {}, {});
}
term lying_along(term const& a, int axis, term const& other)
{
  return along(a, axis, other.rank());
}
term diagonal(term const& a) { return dynamic::diagonal(a); }

term matmul(term const& a, term const& b) { return dynamic::matmul(a, b); }
term diff(term const& a, std::int64_t n, int axis) { return dynamic::diff(a, n, axis); }
term cumsum(term const& a, int axis) { return scan("cumsum", a, {.axis = axis}); }
term sum_along(term const& a) { return reduce("sum", a); }
term sum_along(term const& a, int axis) { return reduced("sum", a, axis, false); }
term sum_along(term const& a, int axis, keepdims_t) { return reduced("sum", a, axis, true); }
term mean_along(term const& a, int axis, keepdims_t) { return reduced("mean", a, axis, true); }
term any_along(term const& a) { return reduce("any", a); }
term all_along(term const& a) { return reduce("all", a); }
double number_of(term const& a) { return item<double>(a); }
bool is_true(term const& a) { return truth(a); }

}  // namespace acre::dynamic::detail
