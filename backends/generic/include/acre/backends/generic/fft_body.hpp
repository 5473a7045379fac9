#pragma once

#include <acre/backends/generic/fft.hpp>
#include <acre/backends/generic/seen_by_host.hpp>
#include <acre/backends/host_common/fft_for_others.hpp>

namespace acre::backends {

template <class Backend>
void fft(generic::queue<Backend>& on, fft_problem const& problem)
{
  host::fft_for<generic::seen_by_host<Backend>>(on, problem);
}

}  // namespace acre::backends
