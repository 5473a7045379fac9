#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/elementwise/complex.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/linalg.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre_test/on_space.hpp>
#include <acre_test/order_hashes.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <source_location>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

/// Linear algebra of the vendors' libraries by what defines it: equations, products, orthogonality.
/// Messages are NumPy's (2.4).
namespace acre_test {

template <class T>
using values = std::vector<T>;

template <class T>
double magnitude(T const& x)
{
  if constexpr (std::is_arithmetic_v<T>)
    return std::fabs(static_cast<double>(x));
  else
    return std::hypot(static_cast<double>(x.real()), static_cast<double>(x.imag()));
}

/// The largest absolute value.
template <class E>
double largest(E const& e)
{
  double m = 0;
  for (auto const& x : to_vector(e))
    m = std::max(m, std::isnan(magnitude(x)) ? 1e300 : magnitude(x));
  return m;
}

/// EXPECT_LE of what is asked most: a call, where the macro is compiled in place for every type.
inline void expect_at_most(double value, double bound,
                           std::source_location where = std::source_location::current())
{
  if (!(value <= bound))
    ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line()))
        << value << " is above " << bound;
}

template <class T>
constexpr double epsilon = std::numeric_limits<acre::real_t<T>>::epsilon();

/// From -1 to 1.
template <class T>
values<T> numbers(std::int64_t n, std::int64_t seed)
{
  values<T> v;
  auto const one = [&](std::int64_t k) {
    return static_cast<acre::real_t<T>>(static_cast<double>(mix(seed * 1000003 + k)) * 0x1p-63 - 1);
  };
  for (std::int64_t i = 0; i < n; ++i)
    if constexpr (std::is_arithmetic_v<T>)
      v.push_back(one(i));
    else
      v.emplace_back(one(2 * i), one(2 * i + 1));
  return v;
}

template <class Space>
class linear_algebra : public on_space<Space> {
 protected:
  template <class T, class... Extent>
  auto matrix(std::int64_t seed, Extent... extent) const
  {
    return place(this->space, numbers<T>((std::int64_t{1} * ... * extent), seed),
                 acre::shape(extent...));
  }
  /// |a x - b| within what partial pivots leave.
  template <class A, class X, class B>
  void expect_solution(A const& a, X const& x, B const& b)
  {
    using T = typename X::value_type;
    auto const n = static_cast<double>(a.shape()[A::rank - 1]);
    expect_at_most(largest(acre::matmul(a, x) - b),
                   10 * epsilon<T> * n * n * (1 + largest(a)) * (1 + largest(x)));
  }
};

/// Conjugate and transposed, by acre's own.
template <class A>
auto dagger(A const& a)
{
  return acre::copy(conj(acre::swapaxes(a, -1, -2)));
}
template <class A>
double from_identity(A const& a)
{
  return largest(a - acre::eye<typename A::value_type>(a.space(), a.shape()[A::rank - 1]));
}

}  // namespace acre_test
