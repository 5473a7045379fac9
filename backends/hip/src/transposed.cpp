#include <acre/backends/gpu_common/transposed_body.hpp>
#include <acre/backends/hip/space.hpp>

namespace acre::backends {

template bool copy_transposed(gpu::queue<hip_api>&, transposition const&);

}  // namespace acre::backends
