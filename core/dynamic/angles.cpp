#include "angles.hpp"

#include <acre/elementwise/angles.hpp>
#include <acre/elementwise/parts.hpp>
#include <acre/elementwise/special.hpp>
#include <acre/elementwise/steps.hpp>

namespace acre::dynamic::detail {

namespace {

constexpr auto angle_functions_entries = unary_entries(
    acre::detail::join<acre::detail::angle_functions, acre::detail::bessel_functions>());
constexpr auto step_pairs_entries = binary_entries(acre::detail::step_pairs());
constexpr auto part_functions_entries = unary_entries(
    acre::detail::join<acre::detail::part_functions, acre::detail::count_functions>());
/// x × 2^n, where n has been converted to x's dtype: beyond 5000 it makes no difference.
struct ldexp_op : acre::detail::inexact_type {
  static constexpr char const* name = "ldexp";
  using dtypes = acre::detail::float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x, T n) const
  {
    auto const power = static_cast<int>(n < T(-5000) ? T(-5000) : n > T(5000) ? T(5000) : n);
    return acre::detail::scaled_by_power_of_2()(x, power);
  }
};
dtype ldexp_argument(dtype x, dtype n)
{
  if (kind_of(n) > kind::integer || n == dtype::uint64)
    throw dtype_error(
        std::string("ufunc 'ldexp' not supported for the input types, and the inputs could "
                    "not be safely coerced to any supported types according to the casting "
                    "rule ''safe'': the second operand is of integers, not of ") +
        acre::name(n));
  require_dtype<ldexp_op>(inexact(x));
  return inexact(x);
}

constexpr auto part_pairs_entries = std::array{
    binary_entries(acre::detail::part_pairs())[0],
    binary_entry{"ldexp", {}, ldexp_argument, binary_result<ldexp_op>, run_binary<ldexp_op>}};

}  // namespace

std::span<unary_entry const> angle_functions() { return angle_functions_entries; }
std::span<binary_entry const> step_pairs() { return step_pairs_entries; }
std::span<unary_entry const> part_functions() { return part_functions_entries; }
std::span<binary_entry const> part_pairs() { return part_pairs_entries; }

}  // namespace acre::dynamic::detail
