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

/// Integers are whole already, finite, and no NaN.
template <auto F>
any_array run_rounding(any_array const& a)
{
  if (kind_of(a.dtype()) >= kind::floating) return run_unary<F, floats>(a);
  return with_array<bits>("the function", a,
                          [](auto const& x) { return acre::detail::contiguous_copy(x); });
}

constexpr unary_entry functions[] = {
    {"negative", no_bool, same, run_unary<[](auto const& x) { return -x; }, numbers>},
    {"absolute", same, magnitude,
     run_unary<[](auto const& x) { return abs(x); }, join<type_list<bool>, numbers>>},
    {"square", number, same, run_unary<[](auto const& x) { return square(x); }, numbers>},
    {"reciprocal", number, same,
     run_unary<[](auto const& x) { return reciprocal(x); }, ordered_numbers>},
    {"sign", same, same, run_unary<[](auto const& x) { return sign(x); }, ordered_numbers>},
    {"floor", same, same, run_rounding<[](auto const& x) { return floor(x); }>},
    {"ceil", same, same, run_rounding<[](auto const& x) { return ceil(x); }>},
    {"trunc", same, same, run_rounding<[](auto const& x) { return trunc(x); }>},
    {"rint", inexact, same, run_unary<[](auto const& x) { return rint(x); }, floats>},
    {"isnan", inexact, boolean, run_unary<[](auto const& x) { return isnan(x); }, inexacts>},
    {"isinf", inexact, boolean, run_unary<[](auto const& x) { return isinf(x); }, inexacts>},
    {"isfinite", inexact, boolean, run_unary<[](auto const& x) { return isfinite(x); }, inexacts>},
    {"signbit", inexact, boolean, run_unary<[](auto const& x) { return signbit(x); }, floats>},
};

}  // namespace

std::span<unary_entry const> sign_functions() { return functions; }

}  // namespace acre::dynamic::detail
