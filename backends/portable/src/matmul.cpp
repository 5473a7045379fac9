#include <acre/backends/generic/matmul_body.hpp>
#include <acre/backends/portable/space.hpp>

namespace acre::backends {

template void matmul(generic::queue<portable_backend>&, matmul_problem const&);

}  // namespace acre::backends
