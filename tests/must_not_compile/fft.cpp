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

}  // namespace refused
