#pragma once

#include <acre/array/creation.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/rearrange/rearrange.hpp>

#include <string>

/// The frequencies of what a transform gives, and their order: 0, 1, … n / 2 - 1, -n / 2, … -1 (for
/// even n), each over n d.
///
/// ```cpp
/// #include <acre/fft.hpp>
/// std::cout << fft::fftfreq(5, 0.5) << ' ' << fft::rfftfreq(4) << '\n';
/// std::cout << fft::fftshift(fft::fftfreq(5, 0.5)) << '\n';
/// ```
/// ```text
/// [ 0.   0.4  0.8 -0.8 -0.4] [0.   0.25 0.5 ]
/// [-0.8 -0.4  0.   0.4  0.8]
/// ```
///
/// Queued. Same bits on every space. n < 1 is a value_error.
namespace acre::fft {

namespace detail {

inline void require_frequencies(std::int64_t n)
{
  if (n < 1) throw value_error("n should be a positive integer, not " + std::to_string(n));
}

}  // namespace detail

template <acre::detail::space_argument Space>
auto fftfreq(Space const& space, std::int64_t n, double d = 1)
{
  detail::require_frequencies(n);
  auto const k = acre::arange<std::int64_t>(space, n);
  std::int64_t const positive = (n - 1) / 2 + 1;
  double const step = 1 / (static_cast<double>(n) * d);
  return evaluate(acre::cast<double>(acre::where(k < positive, k, k - n)) * step);
}
inline auto fftfreq(std::int64_t n, double d = 1) { return fftfreq(default_space(), n, d); }

/// The frequencies of rfft: n / 2 + 1, none negative.
template <acre::detail::space_argument Space>
auto rfftfreq(Space const& space, std::int64_t n, double d = 1)
{
  detail::require_frequencies(n);
  double const step = 1 / (static_cast<double>(n) * d);
  return evaluate(acre::cast<double>(acre::arange<std::int64_t>(space, n / 2 + 1)) * step);
}
inline auto rfftfreq(std::int64_t n, double d = 1) { return rfftfreq(default_space(), n, d); }

/// Frequency 0 in the middle, along one axis or all; ifftshift undoes it. A new array.
template <expression E>
auto fftshift(E const& e, axis_number axis)
{
  auto const a = acre::detail::computed_array(e);
  return acre::roll(a, a.extent(axis) / 2, axis);
}
template <expression E>
auto ifftshift(E const& e, axis_number axis)
{
  auto const a = acre::detail::computed_array(e);
  return acre::roll(a, -(a.extent(axis) / 2), axis);
}
template <expression E>
auto fftshift(E const& e)
{
  auto a = acre::detail::computed_array(e);
  for (int axis = 0; axis < E::rank; ++axis) a = fftshift(a, axis);
  return a;
}
template <expression E>
auto ifftshift(E const& e)
{
  auto a = acre::detail::computed_array(e);
  for (int axis = 0; axis < E::rank; ++axis) a = ifftshift(a, axis);
  return a;
}

}  // namespace acre::fft
