#include <acre/backends/generic/fft_body.hpp>
#include <acre/backends/sycl/space.hpp>

namespace acre::backends {

template void fft(generic::queue<sycl_backend>&, fft_problem const&);

}  // namespace acre::backends
