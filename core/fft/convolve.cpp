#include <acre/fft/detail/convolve.hpp>

#include <algorithm>
#include <bit>

namespace acre::fft::detail {

convolution_blocks cut_convolution(std::int64_t results, std::int64_t m,
                                   convolution_limits const& least)
{
  if (m < least.elements || results < least.products / m) return {0, 0, 0};
  auto const power = [](std::int64_t n) {
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(n)));
  };
  std::int64_t const length = std::min(power(8 * m), power(results + m - 1)),
                     step = length - (m - 1);
  return {length, step, (results + step - 1) / step};
}

}  // namespace acre::fft::detail
