// Kernels that are compiled at run time.
#include <acre/jit/elementwise.hpp>
#include <acre/jit/module.hpp>
#include <acre/jit/reduction.hpp>

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

void reduction_over_more_axes(jit::reduction const& f, here<double> const& a)
{
  // expect: acre: more axes are named than the operands have
  f.make<double>(a, axes(0, 1));
}

void reduction_of_two_spaces(jit::reduction const& f, here<double> const& a, away<double> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  f.make<double>(a, b);
}

void expression_as_an_argument(jit::kernel const& f, here<double> const& a)
{
  // expect: acre: a kernel of a module takes arrays and numbers
  f(serial(), {.grid = {1}, .block = {1}}, a + a);
}

void array_of_another_space(jit::kernel const& f, away<double> const& a)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  f(serial(), {.grid = {1}, .block = {1}}, a);
}

}  // namespace refused
