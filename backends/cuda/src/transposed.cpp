#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/transposed_body.hpp>

namespace acre::backends {

template bool copy_transposed(gpu::queue<cuda_api>&, transposition const&);

}  // namespace acre::backends
