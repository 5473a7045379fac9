#include "matmul_units.hpp"

namespace acre::backends {

template void matmul(gpu::queue<cuda_api>&, matmul_problem const&);

}  // namespace acre::backends
