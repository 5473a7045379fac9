// Kernels that are compiled at run time.
#include <acre/jit/elementwise.hpp>

#include <string>

#include "operands.hpp"

namespace refused {

void text_as_an_operand(jit::elementwise const& f, here<double> const& a)
{
  // expect: acre: a run-time compiled kernel takes arrays, expressions of them, and numbers
  f(a, std::string("b"));
}

void numbers_alone(jit::elementwise const& f)
{
  // expect: acre: a run-time compiled kernel takes an array at least, which says where it runs
  f(1.0, 2.0);
}

void operands_of_two_spaces(jit::elementwise const& f, here<double> const& a, away<double> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  f(a, b);
}

void outputs_without_a_dtype(jit::elementwise const& f, here<double> const& a)
{
  // expect: acre: make<float>() names the dtypes of the outputs
  f.make<>(a);
}

}  // namespace refused
