#pragma once

#include <acre/fft/detail/convolve.hpp>

/// Convolutions by Fourier transforms, where the order of sums does not matter:
///
/// ```cpp
/// #include <acre/fft.hpp>
/// auto const signal = sin(linspace(0.0, 100.0, 20000));
/// auto const window = hanning(1001);
/// auto const smooth = fast::convolve(signal, window / sum(window), convolve_mode::same);
/// std::cout << to_string(smooth.shape()) << '\n';
/// ```
/// ```text
/// (20000,)
/// ```
namespace acre::fast {

/// acre::convolve: its operands, modes, dtype and errors, of floating-point and complex numbers.
///
/// Order   none. The longer operand is cut into blocks of some 8 times the shorter one's elements,
///         which are transformed, multiplied by the shorter one's transform and transformed back
///         (overlap-save: Oppenheim and Schafer, Discrete-Time Signal Processing, 8.7.3). A result
///         is off by some eps times the root of the summed squares of its block's elements times
///         that of the shorter operand's, so that one that is small beside its neighbours has few
///         digits; a NaN or an infinity makes all results of its block NaN. Where the shorter
///         operand has less than 80 elements (on a GPU 128, or the products are less than 2^29),
///         or both have few, acre::convolve's result.
/// Bits    as those of fft::fft: the same on all queues of the host, others on a GPU.
/// Speed   n log m. Scratch: the longer operand some six times, and the transforms' own.
/// Throws  value_error as acre::convolve, and inside capture() on a GPU; out_of_memory. Queued; on
///         CPUs done when it returns.
template <expression A, expression V>
auto convolve(A const& a, V const& v, convolve_mode mode = convolve_mode::full)
{
  using T = fft::detail::convolved_t<A, V>;
  acre::detail::require_some(a.shape()[0], "a cannot be empty");
  acre::detail::require_some(v.shape()[0], "v cannot be empty");
  auto const x = acre::detail::operand_of_convolution<T>(a),
             y = acre::detail::operand_of_convolution<T>(v);
  bool const first = x.size() >= y.size();
  return fft::detail::rounded_to<A, V>(fft::detail::convolved(first ? x : y, first ? y : x, mode));
}

/// acre::correlate, computed as fast::convolve() with one operand backwards, with its order, bits,
/// speed and scratch.
template <expression A, expression V>
auto correlate(A const& a, V const& v, convolve_mode mode = convolve_mode::valid)
{
  using T = fft::detail::convolved_t<A, V>;
  acre::detail::require_some(a.shape()[0], "first array argument cannot be empty");
  acre::detail::require_some(v.shape()[0], "second array argument cannot be empty");
  auto const x = acre::detail::operand_of_convolution<T>(a),
             y = acre::detail::operand_of_convolution<T>(fft::detail::conjugate(v));
  bool const first = x.size() >= y.size();
  auto const c = fft::detail::convolved(first ? x : y,
                                        acre::detail::flipped(first ? y : x, std::array{0}), mode);
  return fft::detail::rounded_to<A, V>(first ? c : copy(acre::detail::flipped(c, std::array{0})));
}

}  // namespace acre::fast

#include <acre/fft/detail/refusals/convolve.hpp>
