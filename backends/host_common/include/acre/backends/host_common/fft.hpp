#pragma once

#include <acre/backends/common/fft.hpp>
#include <acre/backends/host_common/queue.hpp>

namespace acre::backends {

/// See backends/common/fft.hpp. In the component acre::fft.
void fft(host::queue& on, fft_problem const& problem);
inline bool fft_scales(host::queue&) { return true; }

}  // namespace acre::backends
