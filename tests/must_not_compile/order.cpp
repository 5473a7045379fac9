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

void groups_by_two_axes(here<int, 2> const& k)
{
  // expect: acre: group_by takes one-dimensional keys
  group_by(k);
}

void groups_by_complex(here<acre::complex<double>> const& k)
{
  // expect: acre: complex numbers have no order to group by
  group_by(k);
}

void groups_by_keys_elsewhere(here<int> const& k, away<int> const& l)
{
  // expect: acre: the key columns live in different spaces; copy one with copy_to(space, x)
  group_by(k, l);
}

void groups_without_such_a_key(here<int> const& k)
{
  // expect: acre: there is no such column of keys
  group_by(k).keys<1>();
}

void groups_of_two_axes(here<int> const& k, here<double, 2> const& v)
{
  // expect: acre: a column of values is one-dimensional
  group_by(k).sum(v);
}

void groups_of_values_elsewhere(here<int> const& k, away<double> const& v)
{
  // expect: acre: the values live in another space than the keys; use copy_to(space, x)
  group_by(k).sum(v);
}

struct gives_a_record {
  struct record {
    double sum;
  };
  using value_type = double;
  double identity() const { return -0.0; }
  double empty() const { return 0; }
  double combine(double a, double b) const { return a + b; }
  record finish(double a) const { return {a}; }
};
void groups_reduced_to_records(here<int> const& k, here<double> const& v)
{
  // expect: acre: the result of a group's reduction is a dtype
  group_by(k).reduce(v, gives_a_record{});
}

}  // namespace refused
