#pragma once

#include <acre/backends/common/fft.hpp>
#include <acre/backends/generic/queue.hpp>

namespace acre::backends {

/// See backends/common/fft.hpp. A library's: in the component acre::fft, for backends that define
/// it.
template <class Backend>
void fft(generic::queue<Backend>& on, fft_problem const& problem);
template <class Backend>
bool fft_scales(generic::queue<Backend>&)
{
  return false;
}

}  // namespace acre::backends
