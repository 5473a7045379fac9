#pragma once

#include <acre/backends/common/fft.hpp>
#include <acre/backends/gpu_common/queue.hpp>

namespace acre::backends {

/// See backends/common/fft.hpp. In the component acre::fft.
template <class Api>
void fft(gpu::queue<Api>& on, fft_problem const& problem);
template <class Api>
bool fft_scales(gpu::queue<Api>&)
{
  return false;
}

}  // namespace acre::backends
