#pragma once

#include <acre/backends/common/fft.hpp>
#include <acre/backends/generic/queue.hpp>

namespace acre::backends {

/// See backends/common/fft.hpp. By the host's library, which the queue waits for. (Body:
/// fft_body.hpp, compiled once for each backend, in the component acre::fft.)
template <class Backend>
void fft(generic::queue<Backend>& on, fft_problem const& problem);
template <class Backend>
bool fft_scales(generic::queue<Backend>&)
{
  return true;
}

}  // namespace acre::backends
