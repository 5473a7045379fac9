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

void histogram_between_edges_elsewhere(here<double> const& x, away<double> const& edges)
{
  // expect: acre: the edges live in another space than the values; use copy_to(space, x)
  histogram(x, edges);
}

void histogram_between_edges_of_two_axes(here<double> const& x, here<double, 2> const& edges)
{
  // expect: acre: `bins` must be 1d, when an array
  histogram(x, edges);
}

void histogram_of_nine_axes(here<double> const& x)
{
  // expect: acre: a histogram has at most 8 axes, as an array has
  // also: acre: an array's rank is 0 to 8
  std::array const axes{bin_axis(1), bin_axis(1), bin_axis(1), bin_axis(1), bin_axis(1),
                        bin_axis(1), bin_axis(1), bin_axis(1), bin_axis(1)};
  histogramdd(std::tuple(x, x, x, x, x, x, x, x, x), axes);
}

void histogram_with_weights_twice(here<double> const& x)
{
  // expect: acre: a histogram has weights once
  histogram2d(x, x, bin_axis(1), bin_axis(1), x, x);
}

void bincount_of_double(here<double> const& x)
{
  // expect: acre: bincount takes integers
  bincount(x);
}

void bincount_of_two_axes(here<int, 2> const& x)
{
  // expect: acre: bincount takes a one-dimensional array
  bincount(x);
}

void bincount_with_complex_weights(here<int> const& x, here<acre::complex<double>> const& w)
{
  // expect: acre: bincount's weights are real
  // also: acre: a complex number becomes a real one by real(z) or abs(z)
  bincount(x, w);
}

void digitize_of_complex(here<acre::complex<double>> const& x, here<double> const& bins)
{
  // expect: acre: x may not be complex
  digitize(x, bins);
}

void quantile_of_complex(here<acre::complex<double>> const& x)
{
  // expect: acre: complex numbers have no order to take quantiles in
  median(x);
}

void quantiles_by_two_axes(here<double> const& x, here<double, 2> const& q)
{
  // expect: acre: q must be a scalar or 1d
  quantile(x, q);
}

void quantiles_of_eight_axes(here<double, 8> const& x, here<double> const& q)
{
  // expect: acre: the result would have more than 8 axes
  // also: acre: an array's rank is 0 to 8
  quantile(x, q, 0, keepdims);
}

void sort_of_one_element(here<double, 0> const& x)
{
  // expect: acre: an array of rank 0 has no axis to sort along
  sort(x);
}

void argsort_of_one_element(here<double, 0> const& x)
{
  // expect: acre: an array of rank 0 has no axis to sort along
  argsort(x);
}

void sort_by_key_of_two_axes(here<double, 2> const& x)
{
  // expect: acre: sort_by_key takes keys and values of one dimension
  sort_by_key(x, x);
}

void sort_by_key_elsewhere(here<double> const& x, away<int> const& y)
{
  // expect: acre: the values live in another space than the keys; use copy_to(space, x)
  sort_by_key(x, y);
}

void lexsort_of_two_ranks(here<double> const& x, here<double, 2> const& y)
{
  // expect: acre: lexsort takes keys of one rank
  lexsort(x, y);
}

void lexsort_of_two_spaces(here<double> const& x, away<double> const& y)
{
  // expect: acre: the keys live in different spaces; copy one with copy_to(space, x)
  lexsort(x, y);
}

void searchsorted_elsewhere(here<double> const& x, away<int> const& y)
{
  // expect: acre: the values live in another space than the array; use copy_to(space, x)
  searchsorted(x, y);
}

void searchsorted_with_a_sorter_of_double(here<double> const& x)
{
  // expect: acre: a sorter is one-dimensional and of integers
  // also: acre: arrays used as indices must be of integer (or boolean) type
  searchsorted(x, x, search_side::left, x);
}

void isin_elsewhere(here<double> const& x, away<int> const& y)
{
  // expect: acre: the values live in another space than the elements; use copy_to(space, x)
  isin(x, y);
}

void merge_of_two_axes(here<double, 2> const& x)
{
  // expect: acre: merge takes one-dimensional arrays
  merge(x, x);
}

void merge_of_two_spaces(here<double> const& x, away<int> const& y)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  merge(x, y);
}

void run_lengths_of_two_axes(here<double, 2> const& x)
{
  // expect: acre: run_lengths takes a one-dimensional array
  run_lengths(x);
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

void groups_spread_of_a_number(here<int> const& k, here<double> const& v)
{
  // expect: acre: groups' var and stddev take columns, and a ddof behind them
  group_by(k).var(v, 1);
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

void interpolation_between_two_axes(here<double> const& x, here<double, 2> const& xp)
{
  // expect: acre: interp takes one-dimensional coordinates and values
  interp(x, xp, x);
}

void interpolation_at_complex_numbers(here<complex<double>> const& x, here<double> const& xp)
{
  // expect: acre: coordinates are real numbers
  interp(x, xp, xp);
}

void interpolation_elsewhere(here<double> const& x, away<double> const& xp)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  interp(x, xp, xp);
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

void searchsorted_in_a_matrix(here<double, 2> const& a, here<double> const& v)
{
  // expect: acre: searchsorted looks up a sorted array of one axis: evaluate(x) makes one of an
  // expression, x(i) is a row of a matrix
  searchsorted(a, v);
}

void searchsorted_in_an_expression(here<double> const& a, here<double> const& v)
{
  // expect: acre: searchsorted looks up a sorted array of one axis
  searchsorted(a + 1, v, search_side::right);
}

void histogram_between_edges_in_braces(here<double> const& x)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  histogram(x, {0.0, 1.0});
}

void digits_between_edges_in_a_vector(here<double> const& x, std::vector<double> const& edges)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  digitize(x, edges);
}

void places_of_a_vector(here<double> const& x, std::vector<float> const& v)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  searchsorted(x, v);
}

void members_of_a_set_in_braces(here<int> const& x)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  isin(x, {true, false});
}

void quantiles_in_braces(here<double> const& x)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  quantile(x, {0.1f, 0.9f});
}

void numbers_of_bins_along_two_axes(here<double> const& x)
{
  // expect: acre: bins along an axis are a bin_axis: histogram2d(x, y, bin_axis(10), bin_axis(20))
  histogram2d(x, x, 10, 20);
}

void kind_of_sort(here<double> const& a)
{
  // expect: acre: there is one kind of sort, whose order is total; argsort is stable
  argsort(a, 0, "stable");
}

}  // namespace refused
