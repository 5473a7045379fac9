#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/fft/options.hpp>

/// Discrete Fourier transforms of arrays whose dtype and rank are known at run time only: the
/// functions of the same names for arrays (acre/fft/transform.hpp, frequencies.hpp), with their
/// bits, dtypes and errors. A library of its own: link acre::dynamic_fft.
///
/// ```cpp
/// #include <acre/dynamic/fft.hpp>
/// dynamic_array const x(from_host({1.0, 2.0, 0.0, -1.0}));
/// auto const y = dynamic::fft::rfft(x, {.n = 3});
/// std::cout << name(y.dtype()) << ' ' << y.as<complex<double>, 1, default_space>()(0) << '\n';
/// ```
/// ```text
/// complex128 (3+0j)
/// ```
///
/// Throws dtype_error where rfft is given complex numbers: rfft does not take complex128
namespace acre::dynamic::fft {

using acre::fft::norm;
using acre::fft::options;
using acre::fft::options_of_axes;

dynamic_array fft(dynamic_array const& a, options const& o = {});
dynamic_array ifft(dynamic_array const& a, options const& o = {});
dynamic_array rfft(dynamic_array const& a, options const& o = {});
dynamic_array irfft(dynamic_array const& a, options const& o = {});

/// Of what is Hermitian along the axis, of which the first half is given; and its inverse, that
/// half for real numbers.
dynamic_array hfft(dynamic_array const& a, options const& o = {});
dynamic_array ihfft(dynamic_array const& a, options const& o = {});

dynamic_array fftn(dynamic_array const& a, options_of_axes const& o = {});
dynamic_array ifftn(dynamic_array const& a, options_of_axes const& o = {});
dynamic_array rfftn(dynamic_array const& a, options_of_axes const& o = {});
dynamic_array irfftn(dynamic_array const& a, options_of_axes const& o = {});

dynamic_array fft2(dynamic_array const& a, options_of_axes const& o = {});
dynamic_array ifft2(dynamic_array const& a, options_of_axes const& o = {});
dynamic_array rfft2(dynamic_array const& a, options_of_axes const& o = {});
dynamic_array irfft2(dynamic_array const& a, options_of_axes const& o = {});

dynamic_array fftfreq(dynamic_space const& space, std::int64_t n, double d = 1);
dynamic_array rfftfreq(dynamic_space const& space, std::int64_t n, double d = 1);

/// Along these axes, or all.
dynamic_array fftshift(dynamic_array const& a, std::optional<std::vector<int>> const& axes = {});
dynamic_array ifftshift(dynamic_array const& a, std::optional<std::vector<int>> const& axes = {});

}  // namespace acre::dynamic::fft
