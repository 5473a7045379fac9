#pragma once

#include <acre/array/creation.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/error.hpp>

#include <initializer_list>

/// Polynomials by their coefficients, the highest power's first, as NumPy's polyval, polyder and
/// polyint; products of polynomials are convolve(p, q).
///
/// ```cpp
/// auto const p = from_host({1.0, 0.0, -2.0});  // x² - 2
/// std::cout << polyval(p, from_host({0.0, 1.0, 3.0})) << ' ' << polyder(p) << '\n';
/// ```
/// ```text
/// [-2. -1.  7.] [2. 0.]
/// ```
///
/// Queued. Same bits on every backend.
namespace acre {

namespace detail {

template <class T>
struct horner {
  array_ref<T const, 1, false> p;  // k is right
  KOKKOS_FUNCTION T operator()(T x) const
  {
    T y{};
    for (std::int64_t k = 0; k < p.extent[0]; ++k) y = plus{}(multiplies{}(y, x), p(k));
    return y;
  }
};

template <element T, expression P>
array<T, 1, typename P::space_type> coefficients(P const& p)
{
  static_assert(P::rank == 1, "acre: a polynomial's coefficients have one axis");
  return acre::cast<T>(p);
}

/// n, n - 1, … 1
template <class Space>
auto falling(Space const& space, std::int64_t n)
{
  return indices<Space, 1>(space, {n}, {-1}, n);
}

}  // namespace detail

/// p[0] xⁿ + p[1] xⁿ⁻¹ + … + p[n] for each element of x, by Horner's rule in the dtype that both
/// promote to (small integers wrap around). A new array of x's shape in one kernel; p is of one
/// axis and lives on x's space. Without coefficients: 0.
template <expression P, expression X>
auto polyval(P const& p, X const& x)
{
  static_assert(detail::spaces_agree<typename P::space_type, typename X::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using T = promote_t<typename P::value_type, typename X::value_type>;
  auto const c = detail::coefficients<T>(p);
  return evaluate(acre::elementwise(detail::horner<T>{c.template ref<false>()}, acre::cast<T>(x)));
}
/// Coefficients of the host: polyval({1.0, 0.0, -2.0}, x).
template <element T, expression X>
auto polyval(std::initializer_list<T> p, X const& x)
{
  return polyval(from_host(x.space(), p), x);
}

/// The coefficients of the m-th derivative; of integers int64. A kernel for each of the m. Throws
/// value_error: Order of derivative must be positive (see polyint)
template <expression P>
auto polyder(P const& p, std::int64_t m = 1)
{
  if (m < 0) throw value_error("Order of derivative must be positive (see polyint)");
  using T = promote_t<typename P::value_type, std::int64_t>;
  auto c = detail::coefficients<T>(p);
  for (; m > 0 && c.size() > 0; --m)
    c = evaluate(c(slice(none, -1)) * detail::falling(c.space(), c.size() - 1));
  return c;
}

/// The coefficients of the integral that is `constant` at 0; of integers float64. One kernel.
template <expression P>
auto polyint(P const& p, double constant = 0)
{
  using T = promote_t<typename P::value_type, double>;
  auto const whole = detail::coefficients<T>(p);
  std::int64_t const n = whole.size();
  auto c = empty<T>(p.space(), shape(n + 1));
  c(slice(none, n)) = whole / detail::falling(p.space(), n);
  c(slice(n, none)) = T(constant);
  return c;
}

}  // namespace acre
