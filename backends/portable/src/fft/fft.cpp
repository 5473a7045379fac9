#include <acre/backends/generic/fft_body.hpp>
#include <acre/backends/portable/space.hpp>

namespace acre::backends {

template void fft(generic::queue<portable_backend>&, fft_problem const&);

}  // namespace acre::backends
