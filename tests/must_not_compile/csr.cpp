// Sparse matrices.
#include <acre/linalg/csr.hpp>

#include "operands.hpp"

namespace refused {

void sparse_product_with_a_matrix(here<double, 2> const& a)
{
  // expect: acre: matvec of a sparse matrix takes a vector, and matmul a matrix
  matvec(acre::csr_from_dense(a), a);
}

void sparse_product_with_a_vector(here<double, 2> const& a, here<double> const& x)
{
  // expect: acre: matmul of a sparse matrix takes a matrix, and matvec a vector
  matmul(acre::csr_from_dense(a), x);
}

}  // namespace refused
