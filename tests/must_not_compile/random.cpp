// Random numbers.
#include <acre/random.hpp>

#include "operands.hpp"

namespace refused {

void uniform_integers(random_engine& engine)
{
  // expect: acre: uniform numbers are float or double
  engine.uniform<int>();
}

void uniform_integers_of_numba(xoroshiro128p& engine)
{
  // expect: acre: uniform numbers are float or double
  engine.uniform<int>();
}

void random_bools(generator& g)
{
  // expect: acre: such a dtype isn't drawn: g.integers<int>(shape(10), 0, 6) is of integers,
  // g.normal<float>(shape(10)) and its kin of float, double, float16 or bfloat16
  g.integers<bool>(serial(), shape(3), false, true);
}

void integers_of_double(generator& g)
{
  // expect: acre: such a dtype isn't drawn
  g.integers<double>(shape(3), 0, 6);
}

void normal_integers(generator& g)
{
  // expect: acre: such a dtype isn't drawn
  g.normal<int>(shape(3));
}

void shape_in_braces_of_a_draw(generator& g)
{
  // expect: acre: what is drawn has a shape: g.normal(shape(3, 4)), g.integers(shape(3, 4), 0, 6)
  g.normal<float>({3, 4});
}

void bounds_that_are_no_integers(generator& g)
{
  // expect: acre: bounds of integers are integers: g.integers(shape(10), 0, 6)
  g.integers(shape(3), 0, 1e3);
}

void one_end_of_integers(generator& g)
{
  // expect: acre: a distribution's numbers stand behind the shape, all of them:
  // g.integers(shape(10), 0, 6), g.poisson(shape(10), 3.0), g.gamma(shape(10), 2.0),
  // g.beta(shape(10), 2.0, 3.0), g.binomial(shape(10), 8, 0.5)
  g.integers<int>(shape(3), 10);
}

void poisson_without_a_mean(generator& g)
{
  // expect: acre: a distribution's numbers stand behind the shape, all of them
  g.poisson(serial(), shape(3));
}

void weights_in_an_array(generator& g, here<float> const& weights)
{
  // expect: acre: weights lie on the host, and are of double: g.choice(shape(10),
  // to_vector(cast<double>(weights)))
  g.choice(shape(3), weights);
}

void choice_of_a_count(generator& g)
{
  // expect: acre: a generator draws indices, which take() takes elements by
  g.choice(10, 3);
}

void count_for_a_shape(generator& g)
{
  // expect: acre: the shape stands before the numbers: g.normal(shape(1000)), g.integers(shape(10),
  // 0, 6)
  g.normal<float>(10);
}

void no_shape_at_all(generator& g)
{
  // expect: acre: the shape stands before the numbers
  g.uniform<double>();
}

void elements_in_another_order(generator& g, here<double> const& a)
{
  // expect: acre: a generator draws indices, which take() takes elements by: take(a,
  // g.permutation(a.size()), 0)
  g.permutation(a);
}

void elements_chosen(generator& g, here<float> const& a)
{
  // expect: acre: a generator draws indices, which take() takes elements by
  g.choice(a, 3);
}

void shape_behind_the_numbers(generator& g)
{
  // expect: acre: the shape stands before the numbers
  g.integers<int>(serial(), 0, 6, shape(10));
}

void one_number_of_two(generator& g)
{
  // expect: acre: a distribution's two numbers stand together: g.normal(shape(10), 5.0, 1.0)
  g.normal(shape(10), 5.0);
  g.uniform<float>(serial(), shape(2, 3), 2.0f);
}

void an_array_of_means(generator& g, here<double> const& mean)
{
  // expect: acre: a distribution's parameters are numbers; arrays shift and scale what is
  // drawn: mean + spread * g.normal(shape(1000))
  g.normal(shape(10), mean, 1.0);
}

}  // namespace refused
