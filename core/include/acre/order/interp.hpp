#pragma once

#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/division.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/sort.hpp>
#include <acre/rearrange/concatenate.hpp>

#include <optional>

namespace acre {

/// Values of interp() below the first and above the last coordinate, if not the first and last
/// value; or the period of the coordinates.
template <class F>
struct interp_options {
  std::optional<F> left = {};
  std::optional<F> right = {};
  std::optional<double> period = {};
};

namespace detail {

/// Throws value_error with NumPy's texts.
void require_interpolation(std::int64_t coordinates, std::int64_t values,
                           std::optional<double> period);

/// The value at x of the line through points (at, value), by NumPy's steps.
template <class F>
struct line_through_points {
  template <class V>
  using argument = double;
  find_place<double, double> find{};
  F const* value = nullptr;
  std::int64_t stride = 1;
  bool has_left = false, has_right = false;
  F left{}, right{};
  double period = 0;  // x is taken modulo it, if there is one

  KOKKOS_INLINE_FUNCTION double at(std::int64_t i) const { return find.sorted[i * find.stride]; }
  KOKKOS_INLINE_FUNCTION F operator()(double x) const
  {
    if (period != 0) x = math::remainder(x, period);
    F const below = has_left ? left : value[0];
    F const above = has_right ? right : value[(find.n - 1) * stride];
    if (find.n == 1) return x < at(0) ? below : x > at(0) ? above : value[0];
    if (x != x) return F(x);
    if (x > at(find.n - 1)) return above;
    std::int64_t const i = find(x) - 1;
    if (i < 0) return below;
    F const first = value[i * stride];
    if (i == find.n - 1 || at(i) == x) return first;
    F const second = value[(i + 1) * stride];
    if constexpr (is_complex<F>::value)
      return {between(x, at(i), at(i + 1), first.real(), second.real()),
              between(x, at(i), at(i + 1), first.imag(), second.imag())};
    else
      return between(x, at(i), at(i + 1), first, second);
  }

 private:
  /// From the left end, and where that gives NaN from the right one.
  KOKKOS_INLINE_FUNCTION static double between(double x, double a, double b, double at_a,
                                               double at_b)
  {
    double const slope = (at_b - at_a) / (b - a);
    double y = slope * (x - a) + at_a;
    if (y == y) return y;
    y = slope * (x - b) + at_b;
    return y != y && at_a == at_b ? at_a : y;
  }
};

template <class F>
using interpolated_t = promote_t<F, double>;

}  // namespace detail

/// Values at x of the function that is fp at the ascending coordinates xp and straight between
/// them, NumPy's interp:
///
/// ```cpp
/// auto const xp = from_host({1.0, 2.0, 3.0}), fp = from_host({3.0, 2.0, 0.0});
/// std::cout << interp(from_host({0.0, 1.5, 4.0}), xp, fp) << '\n';
/// std::cout << interp(from_host({0.0, 1.5, 4.0}), xp, fp, {.left = -1.0}) << '\n';
/// ```
/// ```text
/// [3.  2.5 0. ]
/// [-1.   2.5  0. ]
/// ```
///
/// In x's shape, in float64, of complex fp in complex128; xp and fp have one axis. Beyond the
/// coordinates fp's first and last values, or `left` and `right`. At a coordinate that occurs more
/// than once, the last one's value. NaN in x gives NaN (but where there is one point alone: its
/// value). Coordinates that don't ascend, or with NaN among them, are not checked: the result means
/// nothing. With a `period` coordinates are taken modulo it (its sign doesn't matter) and sorted,
/// and left and right don't count.
///
/// A term of an expression: nothing is stored before it is assigned, but for xp and fp in float64
/// (with a period as argsort() of xp, too). Queued. Throws value_error: array of sample points is
/// empty; fp and xp are not of the same length.; period must be a non-zero value. Same bits on
/// every backend.
template <expression X, expression P, expression F>
auto interp(X const& x, P const& xp, F const& fp,
            interp_options<detail::interpolated_t<typename F::value_type>> const& options = {})
{
  using value = detail::interpolated_t<typename F::value_type>;
  using space = typename X::space_type;
  static_assert(P::rank == 1 && F::rank == 1,
                "acre: interp takes one-dimensional coordinates and values");
  static_assert(detail::kind_of<typename X::value_type>() != detail::kind::complex &&
                    detail::kind_of<typename P::value_type>() != detail::kind::complex,
                "acre: coordinates are real numbers");
  static_assert(std::is_same_v<space, typename P::space_type> &&
                    std::is_same_v<space, typename F::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  detail::require_interpolation(xp.shape()[0], fp.shape()[0], options.period);
  array<double, 1, space> at = evaluate(acre::cast<double>(xp));
  array<value, 1, space> values = evaluate(acre::cast<value>(fp));
  detail::line_through_points<value> line;
  if (options.period) {
    line.period = math::fabs(*options.period);
    auto const places = evaluate(acre::remainder(at, line.period));
    auto const order = acre::argsort(places);
    auto const in_order = [&]<class T>(array<T, 1, space> const& a) {
      return detail::take_along(a, order, 0, index_mode::raise, T(0),
                                std::source_location::current());
    };
    auto const sorted = evaluate(in_order(places));
    auto const sorted_values = evaluate(in_order(values));
    auto const last = slice(-1, none), first = slice(0, 1);
    at = acre::concatenate(
        std::tuple(sorted(last) - line.period, sorted, sorted(first) + line.period));
    values =
        acre::concatenate(std::tuple(sorted_values(last), sorted_values, sorted_values(first)));
  } else {
    line.has_left = options.left.has_value();
    line.has_right = options.right.has_value();
    line.left = options.left.value_or(value{});
    line.right = options.right.value_or(value{});
  }
  line.find = {detail::node::first(at), at.size(), at.strides()[0], true};
  line.value = detail::node::first(values);
  line.stride = values.strides()[0];
  return detail::reading(line, x, at, values);
}

/// The value at one number: an array of rank 0.
template <scalar X, expression P, expression F>
auto interp(X x, P const& xp, F const& fp,
            interp_options<detail::interpolated_t<typename F::value_type>> const& options = {})
{
  return evaluate(interp(full(xp.space(), shape(), x), xp, fp, options));
}

}  // namespace acre

#include <acre/order/detail/refusals/interp.hpp>
