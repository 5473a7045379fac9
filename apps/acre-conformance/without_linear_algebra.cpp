#include "operations.hpp"

/// In place of linear_algebra.cpp where the component acre::linalg was left out.
namespace acre::conformance {

namespace {

results no_linear_algebra(call const&) { throw not_built("acre::linalg"); }

}  // namespace

std::vector<operation> linear_operations()
{
  return left_out(
      {"solve", "inv", "det", "slogdet", "cholesky", "qr", "eigh", "eigvalsh", "eig", "eigvals",
       "svd", "svdvals", "pinv", "lstsq", "matrix_rank", "matrix_power", "cond", "multi_dot"},
      "linalg", no_linear_algebra);
}

}  // namespace acre::conformance
