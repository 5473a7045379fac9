#pragma once

#include <cstdint>

/// Discrete Fourier transforms, batch by batch:
///
///   fft(on, problem)         out[b, k…] = scale Σ in[b, j…] exp(∓2πi (j k / n + …))
///   fft_scales(on)           whether it multiplies by `scale`; else that is left to the caller
///
/// host_common: transforms of acre's own (src/fft/transforms.cpp), or FFTW. cuda: cuFFT. hip:
/// hipFFT. Part of the component acre::fft alone (backends/<name>/src/fft/): who doesn't use it
/// links none of them. GPUs queue it, CPUs are done when it returns. Called inside an operation
/// (operation.hpp).
namespace acre::backends {

inline constexpr int fft_most_axes = 3;

enum class fft_kind : std::uint8_t { complex, real_to_complex, complex_to_real };

/// All in C order without gaps. The complex side of a real transform has length / 2 + 1 numbers
/// along the last axis, and the inverse's input may be overwritten. No length is 0, nor `count`.
struct fft_problem {
  fft_kind kind;
  bool single;   // float32, else float64
  bool inverse;  // the sign of the exponent is +
  int axes;
  std::int64_t length[fft_most_axes];
  std::int64_t count;
  void const* in;
  void* out;
  double scale;
};

}  // namespace acre::backends
