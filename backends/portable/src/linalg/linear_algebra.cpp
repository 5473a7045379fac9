#include <acre/backends/generic/linear_algebra_body.hpp>
#include <acre/backends/portable/space.hpp>

namespace acre::backends {

template linear_algebra& linear_algebra_of(generic::queue<portable_backend>&);

}  // namespace acre::backends
