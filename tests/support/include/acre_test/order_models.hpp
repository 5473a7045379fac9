#pragma once

#include <acre_test/compare.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

/// Plain models of sorting and searching.
namespace acre_test {

template <class T>
bool is_nan(T x)
{
  if constexpr (requires { x.real(); })
    return std::isnan(x.real()) || std::isnan(x.imag());
  else if constexpr (std::is_floating_point_v<T>)
    return std::isnan(x);
  else
    return false;
}

/// NumPy's order: NaN last, complex numbers by real part, then imaginary part.
template <class T>
bool comes_before(T a, T b)
{
  if constexpr (requires { a.real(); }) {
    auto const nans = [](T x) {
      return 2 * static_cast<int>(std::isnan(x.real())) + static_cast<int>(std::isnan(x.imag()));
    };
    if (nans(a) != nans(b)) return nans(a) < nans(b);
    if (nans(a) < 2 && a.real() != b.real()) return a.real() < b.real();
    return comes_before(a.imag(), b.imag());
  } else if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
    return a < b;
  } else {
    return a < b;
  }
}
template <class T>
T negated(T x)
{
  if constexpr (std::is_same_v<T, bool>)
    return !x;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(~x);
  else
    return -x;
}

/// The stable order of elements first, first + step, …
template <class V>
std::vector<std::int64_t> order_of(V const& v, bool descending = false)
{
  using T = typename V::value_type;
  std::vector<std::int64_t> order(v.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
    T const a = v[static_cast<std::size_t>(i)], b = v[static_cast<std::size_t>(j)];
    return descending ? comes_before<T>(negated<T>(a), negated<T>(b)) : comes_before<T>(a, b);
  });
  return order;
}

/// f(row) for the rows of a shape along an axis, each a list of elements' numbers.
template <class F>
void for_rows(acre::extents_view shape, int axis, F const& f)
{
  auto const along = static_cast<std::size_t>(axis);
  std::int64_t const inner = acre::size_of(shape.subspan(along + 1)),
                     outer = acre::size_of(shape.first(along)), length = shape[along];
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t i = 0; i < inner; ++i) {
      std::vector<std::size_t> row;
      for (std::int64_t k = 0; k < length; ++k)
        row.push_back(static_cast<std::size_t>((o * length + k) * inner + i));
      f(row);
    }
}

/// noise with values that come often, and those that are special.
template <class T>
std::vector<T> crowded(std::int64_t count, std::uint64_t seed)
{
  std::vector<T> v = noise<T>(count, seed);
  using part = decltype([] {
    if constexpr (requires { typename T::value_type; })
      return typename T::value_type();
    else
      return T();
  }());
  auto const special = [](std::uint64_t k) -> part {
    using limits = std::numeric_limits<part>;
    if constexpr (std::is_floating_point_v<part>) {
      part const all[] = {0,
                          -part(0),
                          1,
                          -1,
                          limits::quiet_NaN(),
                          -limits::quiet_NaN(),
                          limits::infinity(),
                          -limits::infinity()};
      return all[k % 8];
    } else {
      part const all[] = {part(0), part(1), limits::max(), limits::lowest()};
      return all[k % 4];
    }
  };
  for (std::size_t i = 0; i < v.size(); ++i) {
    std::uint64_t const k = mix(seed * 7919 + i);
    if (k % 3 == 0) continue;
    if constexpr (requires { typename T::value_type; })
      v[i] = T(special(k >> 8), special(k >> 16));
    else
      v[i] = static_cast<T>(special(k >> 8));
  }
  return v;
}

/// place(), of bool as well.
template <class T, class Space, std::size_t Rank>
auto place_any(Space const& space, std::vector<T> const& v,
               std::array<std::int64_t, Rank> const& shape)
{
  if constexpr (std::is_same_v<T, bool>)
    return evaluate(
        acre::cast<bool>(place(space, std::vector<unsigned char>(v.begin(), v.end()), shape)));
  else
    return place(space, v, shape);
}

}  // namespace acre_test
