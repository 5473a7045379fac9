// Fourier transforms.
#include <acre/fft.hpp>

#include "operands.hpp"

namespace refused {

void real_transform_of_complex_numbers(here<acre::complex<double>> const& z)
{
  // expect: acre: transforms of real numbers take real numbers; fft takes complex ones
  // also: acre: a complex number becomes a real one by real(x) or abs(x)
  acre::fft::rfft(z);
}

void transform_of_a_number(here<double, 0> const& x)
{
  // expect: acre: a transform goes along an axis, and a number has none
  acre::fft::fft(x);
}

}  // namespace refused
