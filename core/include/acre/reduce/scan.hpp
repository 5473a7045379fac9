#pragma once

#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/numbers.hpp>
#include <acre/reduce/detail/scan.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <concepts>

/// Sums, products and extremes so far, of arrays and fused expressions.
///
/// ```cpp
/// auto const x = from_host(std::vector{1, 2, 3, 4}, shape(2, 2));
/// std::cout << cumsum(x) << '\n';     // through all elements in C order: of rank 1, as NumPy's
/// std::cout << cumsum(x, 1) << '\n';  // along axis 1, in x's shape; -1 is the last axis
/// ```
/// ```text
/// [ 1  3  6 10]
/// [[1 3]
///  [3 7]]
/// ```
///
/// The order of combination is fixed (backends/common/scan.hpp): the same bits on every backend,
/// thread count and run, along whichever axis, and an element's result depends on those up to it
/// alone. The result is a new array on the expression's space; one kernel, queued. Scratch: on a
/// GPU some bytes for each 4096 elements, on CPUs 128 KiB a thread. Throws index_error for an axis
/// that is not there: axis 2 is out of bounds for array of dimension 2
namespace acre {

/// At most one axis.
template <class... Axis>
concept one_axis = sizeof...(Axis) <= 1 && (std::convertible_to<Axis, axis_number> && ...);

/// The sum of the elements up to each; small integers and bool in 64 bits, floating point in its
/// own dtype. Integers wrap around.
template <expression E, class... Axis>
  requires one_axis<Axis...>
auto cumsum(E const& e, Axis... axis)
{
  return detail::scan_along("cumsum", detail::sum_reducer<sum_t<typename E::value_type>>{}, e,
                            axis...);
}
/// Scans in another dtype: every element is converted to T first, as by cast<T>().
template <element T, expression E, class... Axis>
  requires one_axis<Axis...>
auto cumsum(E const& e, Axis... axis)
{
  return detail::scan_along("cumsum", detail::sum_reducer<T>{}, acre::cast<T>(e), axis...);
}

/// The product of the elements up to each, in the dtype of cumsum().
template <expression E, class... Axis>
  requires one_axis<Axis...>
auto cumprod(E const& e, Axis... axis)
{
  return detail::scan_along("cumprod", detail::prod_reducer<sum_t<typename E::value_type>>{}, e,
                            axis...);
}
template <element T, expression E, class... Axis>
  requires one_axis<Axis...>
auto cumprod(E const& e, Axis... axis)
{
  return detail::scan_along("cumprod", detail::prod_reducer<T>{}, acre::cast<T>(e), axis...);
}

/// The largest (smallest) element up to each, NumPy's maximum.accumulate: NaN from the first NaN
/// on, complex numbers by real part, then imaginary part.
template <expression E, class... Axis>
  requires one_axis<Axis...>
auto cummax(E const& e, Axis... axis)
{
  return detail::scan_along("cummax", detail::max_reducer<typename E::value_type>{}, e, axis...);
}
template <expression E, class... Axis>
  requires one_axis<Axis...>
auto cummin(E const& e, Axis... axis)
{
  return detail::scan_along("cummin", detail::min_reducer<typename E::value_type>{}, e, axis...);
}

/// cumsum and cumprod that count NaN as 0 and as 1.
template <expression E, class... Axis>
  requires one_axis<Axis...>
auto nancumsum(E const& e, Axis... axis)
{
  if constexpr (detail::has_nan<typename E::value_type>)
    return cumsum(detail::make_unary<detail::number_for_nan<0>>(e), axis...);
  else
    return cumsum(e, axis...);
}
template <expression E, class... Axis>
  requires one_axis<Axis...>
auto nancumprod(E const& e, Axis... axis)
{
  if constexpr (detail::has_nan<typename E::value_type>)
    return cumprod(detail::make_unary<detail::number_for_nan<1>>(e), axis...);
  else
    return cumprod(e, axis...);
}

/// Says that a scan begins with the sum (product) of nothing: cumulative_sum(x, include_initial).
struct include_initial_t {};
inline constexpr include_initial_t include_initial{};

/// cumsum and cumprod by their names in the array API's standard: of more than one axis, one is to
/// be named, and include_initial puts the sum (product) of nothing first, so that the axis is
/// longer by one. cumulative_sum<T>(x, …) scans in the dtype T, as cumsum<T>.
///
/// ```cpp
/// auto const counts = from_host({2, 0, 3});
/// std::cout << cumulative_sum(counts, include_initial) << '\n';  // where lists begin and end
/// ```
/// ```text
/// [0 2 2 5]
/// ```
template <expression E, class... Axis>
  requires one_axis<Axis...>
auto cumulative_sum(E const& e, Axis... axis)
{
  static_assert(E::rank == 1 || sizeof...(Axis) == 1,
                "acre: of more than one dimension the axis is required");
  return cumsum(e, axis...);
}
template <element T, expression E, class... Axis>
  requires one_axis<Axis...>
auto cumulative_sum(E const& e, Axis... axis)
{
  if constexpr (E::rank == 1 || sizeof...(Axis) == 1)
    return cumsum<T>(e, axis...);
  else
    return cumulative_sum(e, axis...);  // which refuses
}
template <expression E>
auto cumulative_sum(E const& e, axis_number axis, include_initial_t)
{
  return detail::scan_along<detail::scan_form::with_initial>(
      "cumulative_sum", detail::sum_reducer<sum_t<typename E::value_type>>{}, e, axis);
}
template <expression E>
  requires(E::rank == 1)
auto cumulative_sum(E const& e, include_initial_t)
{
  return cumulative_sum(e, 0, include_initial);
}
template <element T, expression E>
auto cumulative_sum(E const& e, axis_number axis, include_initial_t)
{
  return detail::scan_along<detail::scan_form::with_initial>(
      "cumulative_sum", detail::sum_reducer<T>{}, acre::cast<T>(e), axis);
}
template <element T, expression E>
  requires(E::rank == 1)
auto cumulative_sum(E const& e, include_initial_t)
{
  return cumulative_sum<T>(e, 0, include_initial);
}
template <expression E, class... Axis>
  requires one_axis<Axis...>
auto cumulative_prod(E const& e, Axis... axis)
{
  static_assert(E::rank == 1 || sizeof...(Axis) == 1,
                "acre: of more than one dimension the axis is required");
  return cumprod(e, axis...);
}
template <element T, expression E, class... Axis>
  requires one_axis<Axis...>
auto cumulative_prod(E const& e, Axis... axis)
{
  if constexpr (E::rank == 1 || sizeof...(Axis) == 1)
    return cumprod<T>(e, axis...);
  else
    return cumulative_prod(e, axis...);  // which refuses
}
template <expression E>
auto cumulative_prod(E const& e, axis_number axis, include_initial_t)
{
  return detail::scan_along<detail::scan_form::with_initial>(
      "cumulative_prod", detail::prod_reducer<sum_t<typename E::value_type>>{}, e, axis);
}
template <expression E>
  requires(E::rank == 1)
auto cumulative_prod(E const& e, include_initial_t)
{
  return cumulative_prod(e, 0, include_initial);
}
template <element T, expression E>
auto cumulative_prod(E const& e, axis_number axis, include_initial_t)
{
  return detail::scan_along<detail::scan_form::with_initial>(
      "cumulative_prod", detail::prod_reducer<T>{}, acre::cast<T>(e), axis);
}
template <element T, expression E>
  requires(E::rank == 1)
auto cumulative_prod(E const& e, include_initial_t)
{
  return cumulative_prod<T>(e, 0, include_initial);
}

/// A scan of one's own, of any associative operation on a trivially copyable type of at most 128
/// bytes, which need not commute. `op` has members that are KOKKOS_FUNCTIONs: value_type,
/// combine(a, b) with the earlier elements in a, and finish(), whose results are the elements. A
/// reducer (acre/reduce/reduce.hpp) is one. Elements convert to value_type; what is mapped before
/// is an expression.
///
/// ```cpp
/// struct logarithmic_sum {  // log(exp(a) + exp(b))
///   using value_type = double;
///   KOKKOS_FUNCTION double combine(double a, double b) const { return math::logaddexp(a, b); }
///   KOKKOS_FUNCTION double finish(double a) const { return a; }
/// };
///
/// auto const x = from_host(std::vector{1.0, 2.0, 3.0, 4.0}, shape(2, 2));
/// std::cout << exp(inclusive_scan(log(x), logarithmic_sum{}, 1)) << '\n';
/// ```
/// ```text
/// [[1. 3.]
///  [3. 7.]]
/// ```
template <expression E, backends::scan_operator Op, class... Axis>
  requires one_axis<Axis...>
auto inclusive_scan(E const& e, Op const& op, Axis... axis)
{
  return detail::scan_along("inclusive_scan", op, e, axis...);
}
/// The fold of the elements before each one, op.empty() for the first. (The last element is not
/// computed.)
template <expression E, backends::scan_operator Op, class... Axis>
  requires one_axis<Axis...>
auto exclusive_scan(E const& e, Op const& op, Axis... axis)
{
  return detail::scan_along<detail::scan_form::exclusive>("exclusive_scan", op, e, axis...);
}

}  // namespace acre
