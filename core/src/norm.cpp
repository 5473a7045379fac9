#include <acre/error.hpp>
#include <acre/linalg/detail/norm.hpp>

#include <cmath>
#include <string>

namespace acre::detail {

void throw_norm_order(double order)
{
  std::string const here = "Invalid norm order for matrices.";
  if (std::abs(order) != 2) throw value_error(here);
  throw value_error(here + " Of order " + (order > 0 ? "2" : "-2") + " it is the " +
                    (order > 0 ? "largest" : "smallest") +
                    " singular value, of acre::linalg::svdvals(a).");
}

}  // namespace acre::detail
