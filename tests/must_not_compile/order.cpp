// Sorting and binning.
#include <acre/order.hpp>

#include "operands.hpp"

namespace refused {

void histogram_of_complex(here<acre::complex<double>> const& x)
{
  // expect: acre: complex numbers have no order to bin them by
  histogram(x, 10, 0, 1);
}

void histogram_with_weights_elsewhere(here<double> const& x, away<int> const& weights)
{
  // expect: acre: the weights live in another space than the values; use copy_to(space, x)
  histogram(x, 10, 0, 1, weights);
}

void histogram_with_weights_of_double(here<double> const& x)
{
  // expect: acre: a histogram's weights are integers, as their sums don't depend on the order
  histogram(x, 10, 0, 1, x);
}

void sort_of_two_axes(here<double, 2> const& x)
{
  // expect: acre: sort takes a one-dimensional array
  sort(x);
}

void sort_of_complex(here<acre::complex<double>> const& x)
{
  // expect: acre: complex numbers have no order to sort by
  sort(x);
}

}  // namespace refused
