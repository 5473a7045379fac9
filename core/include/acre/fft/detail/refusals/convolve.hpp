#pragma once

/// Misuses of <acre/fft/convolve.hpp>, refused with a sentence; that header opens this one last.
namespace acre::fast {

/// fast::convolve(a, v, "same").
template <expression A, expression V>
auto convolve(A const& a, V const& v, char const*)
{
  static_assert(acre::detail::never<A>,
                "acre: modes are convolve_mode::full, convolve_mode::same, convolve_mode::valid");
  return fast::convolve(a, v);
}
template <expression A, expression V>
auto correlate(A const& a, V const& v, char const* mode)
{
  return fast::convolve(a, v, mode);  // refused there
}

}  // namespace acre::fast
