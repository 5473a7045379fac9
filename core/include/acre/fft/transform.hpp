#pragma once

#include <acre/fft/detail/transform.hpp>
#include <acre/fft/options.hpp>

#include <optional>
#include <vector>

/// Discrete Fourier transforms by NumPy's names and conventions: fft of x is
/// Σ x[j] exp(-2πi j k / n), ifft has the other sign and divides by n, rfft of real numbers gives
/// the first n / 2 + 1 of fft's, irfft goes back.
///
/// ```cpp
/// #include <acre/fft.hpp>
/// auto const x = from_host({1.0, 2.0, 0.0, -1.0});
/// std::cout << fft::fft(x) << '\n' << fft::rfft(x) << '\n' << fft::irfft(fft::rfft(x)) << '\n';
/// auto const image = ones(shape(4, 6));
/// std::cout << to_string(fft::rfft2(image).shape()) << ' '
///           << to_string(fft::fft(image, {.n = 8, .axis = 0}).shape()) << '\n';
/// ```
/// ```text
/// [2.+0.j 1.-3.j 0.+0.j 1.+3.j]
/// [2.+0.j 1.-3.j 0.+0.j]
/// [ 1.  2.  0. -1.]
/// (4,4) (8,6)
/// ```
///
/// Shapes  ranks 1 to 8, any strides; n cuts an axis or continues it by zeros.
/// Dtype   float32 and complex64 give complex64 (irfft float32), all others complex128 (float64).
/// Cost    one transform of the library's for up to three axes. The last axes are read where they
///         are, if they lie in C order without gaps; others are copied, and the result is a view
///         whose transformed axes lie last in memory. fft of real numbers converts them; irfft
///         copies; the division is a kernel of its own on a GPU. Scratch: the library's, from the
///         queue's pool. Plans are kept, the last 32.
/// Bits    the same on all queues of the host, whatever the number of threads and the transforms
/// beside.
///         A GPU's are the vendor's library's and differ: see core/docs/fft.md for the errors.
/// Throws  value_error: Invalid number of FFT data points (0) specified.; index_error for an axis;
///         value_error inside capture() on a GPU. Queued; on CPUs done when it returns.
namespace acre::fft {

namespace detail {

inline axes_and_lengths of_axis(extents_view shape, options const& o, bool to_real)
{
  return resolve(shape, {o.axis}, o.n ? std::vector{*o.n} : std::vector<std::int64_t>(), to_real);
}
inline axes_and_lengths of_axes(extents_view shape, options_of_axes const& o, bool to_real)
{
  return resolve(shape, o.axes, o.s, to_real);
}
inline options_of_axes of_two(options_of_axes o)
{
  if (o.axes.empty()) o.axes = {-2, -1};
  return o;
}

}  // namespace detail

/// Along one axis, of real or complex numbers; and back.
template <expression E>
auto fft(E const& e, options const& o = {})
{
  auto const x = detail::as_complex(e);
  return detail::complex_transform(x, detail::of_axis(x.shape(), o, false), false, o.norm);
}
template <expression E>
auto ifft(E const& e, options const& o = {})
{
  auto const x = detail::as_complex(e);
  return detail::complex_transform(x, detail::of_axis(x.shape(), o, false), true, o.norm);
}

/// Transforms of real numbers.
template <expression E>
auto rfft(E const& e, options const& o = {})
{
  auto const x = detail::as_real(e);
  return detail::from_real(x, detail::of_axis(x.shape(), o, false), o.norm);
}
/// To n real numbers, by default 2 (m - 1) of m. The imaginary parts of the first, and for even n
/// of the last of them, do not count.
template <expression E>
auto irfft(E const& e, options const& o = {})
{
  auto const x = detail::as_complex(e);
  return detail::to_real(x, detail::of_axis(x.shape(), o, true), o.norm);
}

/// Transforms along several axes, the last of which is halved by rfftn. irfftn needs numbers such
/// as rfftn gives for real ones (conjugates of each other across the first of its axes).
template <expression E>
auto fftn(E const& e, options_of_axes const& o = {})
{
  auto const x = detail::as_complex(e);
  return detail::complex_transform(x, detail::of_axes(x.shape(), o, false), false, o.norm);
}
template <expression E>
auto ifftn(E const& e, options_of_axes const& o = {})
{
  auto const x = detail::as_complex(e);
  return detail::complex_transform(x, detail::of_axes(x.shape(), o, false), true, o.norm);
}
template <expression E>
auto rfftn(E const& e, options_of_axes const& o = {})
{
  auto const x = detail::as_real(e);
  return detail::from_real(x, detail::of_axes(x.shape(), o, false), o.norm);
}
template <expression E>
auto irfftn(E const& e, options_of_axes const& o = {})
{
  auto const x = detail::as_complex(e);
  return detail::to_real(x, detail::of_axes(x.shape(), o, true), o.norm);
}

/// Transforms along the last two axes, or along two that are named.
template <expression E>
auto fft2(E const& e, options_of_axes const& o = {})
{
  return fftn(e, detail::of_two(o));
}
template <expression E>
auto ifft2(E const& e, options_of_axes const& o = {})
{
  return ifftn(e, detail::of_two(o));
}
template <expression E>
auto rfft2(E const& e, options_of_axes const& o = {})
{
  return rfftn(e, detail::of_two(o));
}
template <expression E>
auto irfft2(E const& e, options_of_axes const& o = {})
{
  return irfftn(e, detail::of_two(o));
}

}  // namespace acre::fft

#include <acre/fft/detail/refusals/transform.hpp>
