#include <acre/backends/gpu_common/matmul_body.hpp>
#include <acre/backends/hip/space.hpp>

namespace acre::backends {

template void matmul(gpu::queue<hip_api>&, matmul_problem const&);

}  // namespace acre::backends
