#pragma once

/// Misuses of <acre/fft/convolve.hpp>, refused with a sentence; that header opens this one last.
namespace acre::fast {

/// fast::convolve(a, v, "same").
template <expression A, expression V>
auto convolve(A const& a, V const& v, char const* mode)
{
  return acre::convolve(a, v, mode);  // refused there
}
template <expression A, expression V>
auto correlate(A const& a, V const& v, char const* mode)
{
  return acre::convolve(a, v, mode);
}

}  // namespace acre::fast
