#include <acre/backends/generic/matmul_body.hpp>
#include <acre/backends/sycl/space.hpp>

namespace acre::backends {

template void matmul(generic::queue<sycl_backend>&, matmul_problem const&);

}  // namespace acre::backends
