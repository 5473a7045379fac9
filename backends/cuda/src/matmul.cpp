#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/matmul_body.hpp>

namespace acre::backends {

template void matmul(gpu::queue<cuda_api>&, matmul_problem const&);

}  // namespace acre::backends
