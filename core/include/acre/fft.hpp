#pragma once

/// Discrete Fourier transforms; see core/docs/fft.md. The library acre::fft.
#include <acre/fft/convolve.hpp>
#include <acre/fft/frequencies.hpp>
#include <acre/fft/options.hpp>
#include <acre/fft/transform.hpp>
