// Arithmetic, and operands of several spaces.
#include "operands.hpp"

namespace refused {

void array_of_an_expression_elsewhere(away<float> const& x)
{
  // expect: acre: the expression lives in another space than the array; use copy_to(space, x)
  here<float> a(x);
}

void assignment_from_elsewhere(here<float, 2>& a, away<float> const& x)
{
  // expect: acre: the expression lives in another space than the array; use copy_to(space, x)
  a = x;
}

void sum_of_two_spaces(here<float> const& a, away<float> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  a + b;
}

void choice_of_two_spaces(here<bool> const& condition, away<float> const& a, away<float> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  where(condition, a, b);
}

void difference_of_bool(here<bool> const& a)
{
  // expect: acre: boolean subtract is not supported, use ^ or logical_xor
  evaluate(a - a);
}

void negative_of_bool(here<bool> const& a)
{
  // expect: acre: boolean negative is not supported, use ~ or logical_not
  evaluate(-a);
}

void and_of_float(here<float> const& a)
{
  // expect: acre: &, | and ^ want integers or bool
  evaluate(a & a);
}

void or_of_float(here<float> const& a)
{
  // expect: acre: &, | and ^ want integers or bool
  evaluate(a | a);
}

void xor_of_float(here<float> const& a)
{
  // expect: acre: &, | and ^ want integers or bool
  evaluate(a ^ a);
}

void divisor_of_float(here<float> const& a)
{
  // expect: acre: gcd and lcm want integers
  evaluate(gcd(a, a));
}

void multiple_of_float(here<float> const& a)
{
  // expect: acre: gcd and lcm want integers
  evaluate(lcm(a, a));
}

void complement_of_float(here<float> const& a)
{
  // expect: acre: ~ wants integers or bool
  evaluate(~a);
}

void left_shift_of_float(here<float> const& a)
{
  // expect: acre: << and >> want integers
  evaluate(a << a);
}

void right_shift_of_float(here<float> const& a)
{
  // expect: acre: << and >> want integers
  evaluate(a >> a);
}

void interior_with_margins_of_other_axes(here<float, 2> const& a)
{
  // expect: acre: interior takes one margin for all axes of an array, or one for each
  interior<1, 2, 3>(a);
}

void interior_beyond_the_edge(here<float> const& a)
{
  // expect: acre: an interior's margin is not negative
  interior<-1>(a);
}

void neighbours_with_margins_of_other_axes(here<float, 2> const& a)
{
  // expect: acre: neighbours takes one margin for all axes of an array, or one for each
  neighbours<1, 2, 3>(a);
}

void neighbours_beyond_the_edge(here<float> const& a)
{
  // expect: acre: a margin of neighbours is not negative
  neighbours<-1>(a);
}

void neighbours_of_a_term(here<double> const& a)
{
  // expect: acre: neighbours are of an array, whose elements lie in memory:
  // neighbours<1>(evaluate(a + 1))
  neighbours<1>(a + 1);
}

void neighbours_as_one_number(here<double> const& a)
{
  // expect: acre: elementwise's function is const and takes a neighbourhood<T, Margin…> for
  // neighbours<Margin…>(a), a number for each other operand
  elementwise([](double, int) { return 1.0; }, neighbours<1>(a), 2);
}

struct of_neighbours_and_an_array {
  here<double> b;
  double operator()(neighbourhood<double, 1> const& u) const { return u(0) + b.data()[0]; }
};
void neighbours_beside_a_captured_array(here<double> const& a)
{
  // expect: acre: elementwise's function captures something that owns memory; of an array a
  elementwise(of_neighbours_and_an_array{a}, neighbours<1>(a));
}

void shifted_along_too_few_axes(here<float, 2> const& a)
{
  // expect: acre: shifted takes one number for each axis
  shifted<1>(interior<1>(a));
}

void shifted_beyond_the_margin(here<float, 2> const& a)
{
  // expect: acre: shifted by more than the margin of the interior
  shifted<-2, 0>(interior<1>(a));
}

struct sum_and_difference {
  float sum, difference;
};
struct both_of {
  sum_and_difference operator()(float x) const { return {x + x, x - x}; }
};
struct tuple_of {
  std::tuple<float, float> operator()(float x) const { return {x, x}; }
};

void tie_of_too_many(here<float>& a, here<float>& b, here<float>& c)
{
  // expect: acre: tie(a, b) takes as many arrays as the function's structure has members
  tie(a, b, c) = elementwise(both_of{}, a);
}

void tie_from_elsewhere(here<float>& a, here<float>& b, away<float> const& x)
{
  // expect: acre: the expression lives in another space than the arrays; use copy_to(space, x)
  // also: acre: the expression lives in another space than the array; use copy_to(space, x)
  tie(a, b) = elementwise(both_of{}, x);
}

void results_in_a_tuple(here<float> const& a)
{
  // expect: acre: a function's structure of several results has 1 to 8 public members, each a
  evaluate(elementwise(tuple_of{}, a));
}

template <class A, class B>
concept can_be_added = requires(A const& a, B const& b) { a + b; };

static_assert(can_be_added<here<float>, double>);
static_assert(!can_be_added<here<float>, long double>, "accepted: array + long double");
static_assert(!can_be_added<here<float>, char const*>, "accepted: array + text");

void polynomial_of_a_matrix(here<double, 2> const& p, here<double> const& x)
{
  // expect: acre: a polynomial's coefficients have one axis
  polyval(p, x);
}

void polynomial_from_elsewhere(away<double> const& p, here<double> const& x)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  polyval(p, x);
}

void one_limit(here<double> const& a)
{
  // expect: acre: clip names both limits, clip(x, 0, 1); one is maximum(x, 0), minimum(x, 1), or
  // the other none
  clip(a, 0);
}

void complex_numbers_as_real_ones(here<float> a, here<complex<double>> const& z)
{
  // expect: acre: a complex number becomes a real one by real(z) or abs(z), which say what becomes
  // of the imaginary part
  a = z;
}

void cast_to_a_standard_complex(here<double> const& x)
{
  // expect: acre: no such dtype; there are bool, integers of 8 to 64 bits, float, double and
  // acre::complex of these two
  cast<std::complex<double>>(x);
}

void cast_to_long_double(here<double> const& x)
{
  // expect: acre: no such dtype; there are bool, integers of 8 to 64 bits, float, double and
  cast<long double>(x + 1);
}

void cast_of_complex_numbers(here<complex<float>> const& z)
{
  // expect: acre: a complex number becomes a real one by real(z) or abs(z)
  cast<int>(z);
}

void complex_number_in_an_integer_array(here<int> const& a)
{
  // expect: acre: a complex number becomes a real one by real(z) or abs(z)
  a(0) = complex<double>(1, 2);
}

void condition_of_two(here<double> const& a)
{
  // expect: acre: an array has no truth value
  where(a > 1 && a < 3, a, 0);
}

void choice_of_one(here<float> const& a)
{
  // expect: acre: where chooses of two
  where(a > 1, a);
}

void bits_of_floating_point(here<double> const& a)
{
  // expect: acre: bitwise_count wants integers or bool
  evaluate(bitwise_count(a));
}

void size_of_complex_numbers(here<complex<double>> const& z)
{
  // expect: acre: fabs takes real numbers; that of complex ones is abs(z)
  evaluate(fabs(z));
}

void half_a_power_of_two(here<double> const& a)
{
  // expect: acre: ldexp's second operand is of integers
  evaluate(ldexp(a, 0.5));
}

}  // namespace refused
