#include <acre/backends/emulated/space.hpp>
#include <acre/backends/gpu_common/transposed_body.hpp>

namespace acre::backends {

template bool copy_transposed(gpu::queue<emulated_api>&, transposition const&);

}  // namespace acre::backends
