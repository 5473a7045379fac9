// Fourier transforms.
#include <acre/fft.hpp>

#include "operands.hpp"

namespace refused {

void real_transform_of_complex_numbers(here<acre::complex<double>> const& z)
{
  // expect: acre: transforms of real numbers take real numbers; fft takes complex ones
  // also: acre: a complex number becomes a real one by real(z) or abs(z)
  acre::fft::rfft(z);
}

void length_without_a_name(here<double> const& x)
{
  // expect: acre: a transform's arguments have names: fft::fft(x, {.n = 8, .axis = 0, .norm =
  // fft::norm::ortho})
  acre::fft::fft(x, 8);
  acre::fft::ifft(x, 8, 0);
  acre::fft::rfft(x, 8);
  acre::fft::irfft(x, 8);
}

void transform_of_a_number(here<double, 0> const& x)
{
  // expect: acre: a transform goes along an axis, and a number has none
  acre::fft::fft(x);
}

void convolution_of_integers_by_transforms(here<std::int32_t> const& n)
{
  // expect: acre: fast::convolve and fast::correlate take floating-point or complex numbers
  acre::fast::convolve(n, n);
}

void convolution_by_a_mode_in_quotes(here<double> const& a)
{
  // expect: acre: modes are convolve_mode::full, convolve_mode::same, convolve_mode::valid
  acre::fast::convolve(a, a, "same");
}

void convolution_across_spaces_by_transforms(here<double> const& a, away<double> const& v)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  acre::fast::convolve(a, v);
}

void convolution_of_two_axes_by_transforms(here<double, 2> const& a, here<double> const& v)
{
  // expect: acre: fast::convolve and fast::correlate take two one-dimensional arrays
  acre::fast::correlate(a, v);
}

}  // namespace refused
