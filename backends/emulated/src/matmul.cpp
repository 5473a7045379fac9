#include <acre/backends/emulated/space.hpp>
#include <acre/backends/gpu_common/matmul_body.hpp>

namespace acre::backends {

template void matmul(gpu::queue<emulated_api>&, matmul_problem const&);

}  // namespace acre::backends
