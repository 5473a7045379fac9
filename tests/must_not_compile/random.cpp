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

}  // namespace refused
