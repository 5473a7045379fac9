#include <acre/backends/generic/linear_algebra_body.hpp>
#include <acre/backends/sycl/space.hpp>

namespace acre::backends {

template linear_algebra& linear_algebra_of(generic::queue<sycl_backend>&);

}  // namespace acre::backends
