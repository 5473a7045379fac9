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

template <class T>
concept can_be_drawn = requires(generator& g) { g.integers<T>(serial(), shape(3), T(0), T(1)); };
static_assert(can_be_drawn<int>);
static_assert(!can_be_drawn<bool>, "accepted: random integers of bool");
static_assert(!can_be_drawn<double>, "accepted: random integers of double");

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
