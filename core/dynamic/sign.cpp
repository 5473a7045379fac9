#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

dtype no_bool(dtype d)
{
  if (d == dtype::boolean)
    throw dtype_error(
        "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or "
        "the "
        "logical_not function instead.");
  return d;
}
dtype magnitude(dtype d)
{
  return d == dtype::complex64 ? dtype::float32 : d == dtype::complex128 ? dtype::float64 : d;
}

/// Integers are whole already.
template <class F>
dynamic_array call_rounding(dynamic_array const& a)
{
  if (kind_of(a.dtype()) >= kind::floating) return call_unary<floats, F>(a);
  return copy(a);
}
template <class F>
constexpr auto run_rounding(F)
{
  return &call_rounding<F>;
}

constexpr unary_entry functions[] = {
    {"negative", no_bool, same, run_unary<numbers>([](auto const& x) { return -x; })},
    {"absolute", same, magnitude,
     run_unary<join<type_list<bool>, numbers>>([](auto const& x) { return abs(x); })},
    {"square", number, same, run_unary<numbers>([](auto const& x) { return square(x); })},
    {"reciprocal", number, same,
     run_unary<ordered_numbers>([](auto const& x) { return reciprocal(x); })},
    {"sign", same, same, run_unary<ordered_numbers>([](auto const& x) { return sign(x); })},
    {"floor", same, same, run_rounding([](auto const& x) { return floor(x); })},
    {"ceil", same, same, run_rounding([](auto const& x) { return ceil(x); })},
    {"trunc", same, same, run_rounding([](auto const& x) { return trunc(x); })},
    {"rint", inexact, same, run_unary<floats>([](auto const& x) { return rint(x); })},
    {"isnan", inexact, boolean, run_unary<inexacts>([](auto const& x) { return isnan(x); })},
    {"isinf", inexact, boolean, run_unary<inexacts>([](auto const& x) { return isinf(x); })},
    {"isfinite", inexact, boolean, run_unary<inexacts>([](auto const& x) { return isfinite(x); })},
    {"signbit", inexact, boolean, run_unary<floats>([](auto const& x) { return signbit(x); })},
};

}  // namespace

std::span<unary_entry const> sign_functions() { return functions; }

}  // namespace acre::dynamic::detail
