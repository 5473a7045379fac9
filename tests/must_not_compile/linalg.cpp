// Products of matrices.
#include <acre/linalg.hpp>

#include "operands.hpp"

namespace refused {

void product_of_a_number(here<double, 0> const& x, here<double, 2> const& a)
{
  // expect: acre: matmul takes arrays of one and more dimensions; numbers multiply by *
  // also: acre: an array's rank is 0 to 6
  matmul(x, a);
}

void product_of_two_spaces(here<double, 2> const& a, away<double, 2> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  matmul(a, b);
}

void dot_product_of_a_number(here<double, 0> const& x, here<double, 2> const& a)
{
  // expect: acre: vecdot takes arrays of one and more dimensions
  vecdot(x, a);
}

}  // namespace refused
