#include <acre/array/detail/shape_rules.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/products.hpp>
#include <acre/reduce/products.hpp>
#include <acre/reduce/sum.hpp>

#include <algorithm>
#include <array>

#include "integers.hpp"
#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

/// The number of 64 bits that an integer is, given by its bits and its sign bit, 0 if it has none.
template <class T>
struct widened : acre::detail::same_type {
  std::uint64_t sign_bit = 0;
  KOKKOS_INLINE_FUNCTION std::uint64_t operator()(T x) const { return (x ^ sign_bit) - sign_bit; }
};

/// f of the array, of integers in 64 bits: modulo 2^64 their sign makes no difference any more.
template <class F>
dynamic_array in_64_bits(std::string_view name, dynamic_array const& a, F const& f)
{
  bool const integers = kind_of(a.dtype()) < kind::floating;
  auto const result = with_array<join<unsigned_integers, inexacts>>(
      name, integers ? bits_of(a) : a,
      [&]<class T, int R, class Space>(array<T, R, Space> const& x) {
        if constexpr (acre::detail::is_integer<T>)
          return f(acre::detail::make_unary<widened<T>>(
              x, {{}, is_signed(a.dtype()) ? std::uint64_t{1} << (8 * sizeof(T) - 1) : 0}));
        else
          return f(x);
      });
  return as_dtype(result, sum_dtype(a.dtype()));
}

dynamic_array run_sum(std::string_view name, dynamic_array const& a, axis_set const& axes, ddof)
{
  return in_64_bits(name, a, [&](auto const& x) { return sum(x, axes, keepdims); });
}
dynamic_array run_prod(std::string_view name, dynamic_array const& a, axis_set const& axes, ddof)
{
  return in_64_bits(name, a, [&](auto const& x) { return prod(x, axes, keepdims); });
}

constexpr reduction_entry entries[] = {
    {"sum", as_is, sum_dtype, run_sum},
    {"prod", as_is, sum_dtype, run_prod},
};

}  // namespace

std::span<reduction_entry const> sum_reductions() { return entries; }

}  // namespace acre::dynamic::detail

namespace acre::dynamic {

dynamic_array dot(dynamic_array const& a, dynamic_array const& b)
{
  using namespace detail;
  if (a.rank() == 0 || b.rank() == 0) return binary("multiply", a, b);
  if (a.rank() != 1 || b.rank() != 1) {
    int const of_b = std::max(b.rank() - 2, 0);
    acre::detail::require_aligned(a.shape(), a.rank() - 1, b.shape(), of_b);
    return tensordot(a, b, std::array{-1}, std::array{of_b});
  }
  dtype const type = promote(a.dtype(), b.dtype());
  auto const y = without_sign(astype(b, type));
  auto const result = with_array<without_signed<everything>>(
      "dot", without_sign(astype(a, type)),
      [&]<class T, class Space>(array<T, max_rank, Space> const& x) {
        array<T, 1, Space> const row(x.space(), x.owner(), x.data(), {x.shape()[max_rank - 1]},
                                     {x.strides()[max_rank - 1]});
        return acre::dot(row, y.as<T, 1, Space>());
      });
  return as_dtype(result, type);
}

}  // namespace acre::dynamic
