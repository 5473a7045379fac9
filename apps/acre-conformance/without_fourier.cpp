#include "operations.hpp"

/// In place of fourier.cpp where the component acre::dynamic_fft was left out.
namespace acre::conformance {

namespace {

results no_fourier(call const&) { throw not_built("acre::dynamic_fft"); }

}  // namespace

std::vector<operation> fourier_operations()
{
  return left_out(
      {"fft", "ifft", "rfft", "irfft", "fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2",
       "irfft2", "hfft", "ihfft", "fftfreq", "rfftfreq", "fftshift", "ifftshift"},
      "fourier", no_fourier);
}

}  // namespace acre::conformance
