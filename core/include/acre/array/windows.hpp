#pragma once

#include <acre/array/creation.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/exponential.hpp>
#include <acre/elementwise/special.hpp>
#include <acre/elementwise/trigonometric.hpp>
#include <acre/elementwise/where.hpp>

/// Windows of signal processing: `count` weights of float64, symmetric around the middle one, by
/// NumPy's formulas; none where count is below 1, a single 1 where it is 1. Each takes the space
/// first; without it, the default space. Queued. Same bits on every backend.
namespace acre {

namespace detail {

/// f of what NumPy's windows are functions of, 1 - count, 3 - count, … below count.
template <class Space, class F>
array<double, 1, Space> window_of(Space const& space, std::int64_t count, F const& f)
{
  if (count == 1) return ones(space, shape(1));
  std::int64_t const n = count < 1 ? 0 : count;
  return f(cast<double>(index_of(space, shape(n)) * 2 + (1 - n)), static_cast<double>(n - 1));
}
inline constexpr double pi = 3.141592653589793238;

}  // namespace detail

/// A triangle from 0 to 1 to 0.
template <detail::space_argument Space>
array<double, 1, Space> bartlett(Space const& space, std::int64_t count)
{
  return detail::window_of(space, count, [](auto const& x, double last) {
    return array<double, 1, Space>(where(x <= 0, 1 + x / last, 1 - x / last));
  });
}
/// 0.5 + 0.5 cos.
template <detail::space_argument Space>
array<double, 1, Space> hanning(Space const& space, std::int64_t count)
{
  return detail::window_of(space, count, [](auto const& x, double last) {
    return array<double, 1, Space>(0.5 + 0.5 * cos(detail::pi * x / last));
  });
}
/// 0.54 + 0.46 cos.
template <detail::space_argument Space>
array<double, 1, Space> hamming(Space const& space, std::int64_t count)
{
  return detail::window_of(space, count, [](auto const& x, double last) {
    return array<double, 1, Space>(0.54 + 0.46 * cos(detail::pi * x / last));
  });
}
/// 0.42 + 0.5 cos + 0.08 cos of the double angle.
template <detail::space_argument Space>
array<double, 1, Space> blackman(Space const& space, std::int64_t count)
{
  return detail::window_of(space, count, [](auto const& x, double last) {
    return array<double, 1, Space>(0.42 + 0.5 * cos(detail::pi * x / last) +
                                   0.08 * cos(2.0 * detail::pi * x / last));
  });
}
/// i0(beta sqrt(1 - u²)) / i0(beta) for u from -1 to 1: the larger beta, the narrower.
template <detail::space_argument Space>
array<double, 1, Space> kaiser(Space const& space, std::int64_t count, double beta)
{
  return detail::window_of(space, count, [beta](auto const& x, double last) {
    return array<double, 1, Space>(i0(beta * sqrt(1 - (x / last) * (x / last))) / math::i0(beta));
  });
}

template <std::integral Count>
auto bartlett(Count count)
{
  return bartlett(default_space(), count);
}
template <std::integral Count>
auto hanning(Count count)
{
  return hanning(default_space(), count);
}
template <std::integral Count>
auto hamming(Count count)
{
  return hamming(default_space(), count);
}
template <std::integral Count>
auto blackman(Count count)
{
  return blackman(default_space(), count);
}
template <std::integral Count>
auto kaiser(Count count, double beta)
{
  return kaiser(default_space(), count, beta);
}

}  // namespace acre
