// Lists of different lengths.
#include <acre/order/topk.hpp>
#include <acre/order/unique.hpp>
#include <acre/ragged.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre/rearrange/reshape.hpp>
#include <acre/rearrange/split.hpp>
#include <acre/reduce/products.hpp>
#include <acre/reduce/scan.hpp>

#include "operands.hpp"

namespace refused {

template <class T>
using lists_here = ragged<T, host>;
template <class T>
using lists_away = ragged<T, elsewhere>;

void lists_as_an_array(lists_here<double> const& x)
{
  // expect: acre: lists of different lengths have no shape: flatten(x) is an array of their
  // elements
  cumsum(x);
}

void lists_backwards(lists_here<float> const& x)
{
  // expect: acre: lists of different lengths have no shape: flatten(x) is an array of their
  // elements
  flip(x, 1);
}
void unique_values_of_lists(lists_here<int> const& x)
{
  // expect: acre: lists of different lengths have no shape: flatten(x) is an array of their
  // elements
  unique(x);
}
void lists_moved_along(lists_here<short> const& x)
{
  // expect: acre: lists of different lengths have no shape: flatten(x) is an array of their
  // elements
  roll(x, 1, 1);
}

void offsets_elsewhere(away<long> const& offsets, here<double> const& content)
{
  // expect: acre: the offsets live in another space than the content; use copy_to(space, x)
  ragged made(offsets, content);
}

void lists_with_lists_elsewhere(lists_here<double> const& x, lists_away<double> const& y)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  x + y;
}

void lists_with_values_elsewhere(lists_here<double> const& x, away<double> const& y)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  x + y;
}

void lists_with_a_table(lists_here<double> const& x, here<double, 2> const& y)
{
  // expect: acre: an operation on lists takes lists of the same lengths, one value for each list,
  // or
  x + y;
}

void lists_by_lists_of_double(lists_here<double> const& x)
{
  // expect: acre: lists used as indices must be of integer (or boolean) type
  x(x);
}

void lists_by_indices_elsewhere(lists_here<double> const& x, lists_away<int> const& i)
{
  // expect: acre: the indices live in another space than the lists; use copy_to(space, x)
  x(i);
}

void lists_by_a_table(lists_here<double> const& x, here<int, 2> const& i)
{
  // expect: acre: lists are picked by a mask or by numbers of one axis, or by lists
  x(i);
}

void unflatten_by_doubles(here<double> const& x)
{
  // expect: acre: unflatten takes the lists' lengths: integers of one axis
  unflatten(x, x);
}

void unflatten_by_counts_elsewhere(here<double> const& x, away<int> const& counts)
{
  // expect: acre: the lengths live in another space than the elements; use copy_to(space, x)
  unflatten(x, counts);
}

void elements_by_doubles(lists_here<double> const& x, here<double> const& k)
{
  // expect: acre: an element of each list is named by integers, one for each list
  element_of_each(x, k);
}

void combinations_by_a_number(lists_here<double> const& x)
{
  // expect: acre: the compiler knows how many elements are combined: combinations<2>(x)
  combinations(x, 2);
}
void largest_of_none_as_a_number(lists_here<double> const& x)
{
  // expect: acre: what empty lists give is named: max(x, 1, fill(0.0)), min(x, 1, fill(0.0))
  max(x, 1, 0.0);
}
void count_without_an_axis(lists_here<double> const& x)
{
  // expect: acre: count(x, 1) is how many elements each list has; flatten(x).size() counts those of
  // all
  count(x);
}

void combinations_of_none(lists_here<double> const& x)
{
  // expect: acre: combinations are of one element at least
  argcombinations<0>(x);
}
void counted_combinations_of_none(lists_here<double> const& x)
{
  // expect: acre: combinations are of one element at least
  count_combinations<0>(x);
}

void cartesian_with_lists_elsewhere(lists_here<double> const& x, lists_away<double> const& y)
{
  // expect: acre: the lists live in different spaces; copy one with copy_to(space, x)
  argcartesian(x, y);
}

void concatenate_with_lists_elsewhere(lists_here<double> const& x, lists_away<short> const& y)
{
  // expect: acre: the lists live in different spaces; copy one with copy_to(space, x)
  // also: acre: the operands live in different spaces; copy one with copy_to(space, x)
  // also: acre: the parts live in different spaces; copy them with copy_to(space, x)
  // also: acre: the expression lives in another space than the array; use copy_to(space, x)
  concatenate(std::tuple(x, y));
}

void zip_with_lists_elsewhere(lists_here<double> const& x, lists_away<double> const& y)
{
  // expect: acre: the lists live in different spaces; copy one with copy_to(space, x)
  // also: acre: the expression lives in another space than the array; use copy_to(space, x)
  zip(x, y);
}

void visit_by_shorts()
{
  // expect: acre: visit_lists takes offsets of int32 or int64
  backends::visit_takes<short, detail::write_place>();
}

void visit_of_nothing()
{
  // expect: acre: visit_lists takes a function of an element, its list and its place there
  backends::visit_takes<int, int>();
}

using nested_here = ragged<lists_here<double>, host>;

void lists_by_a_deeper_mask(lists_here<double> const& x, ragged<lists_here<bool>, host> const& m)
{
  // expect: acre: the mask or the indices are nested deeper than the lists
  // also: acre: more indices than the array has axes
  x(m);
}

void counts_along_no_axis(lists_here<double> const& x)
{
  // expect: acre: lists are counted along axes from 1 to as deep as they are nested
  count<2>(x);
}

void elements_of_nested_lists_by_an_array(nested_here const& x, here<int> const& k)
{
  // expect: acre: elements of nested lists are named by one integer, or by one for each of the
  // innermost lists, in lists
  element_of_each(x, k);
}

void cartesian_of_two_depths(nested_here const& x, lists_here<double> const& y)
{
  // expect: acre: cartesian takes lists that are nested to one depth
  argcartesian(x, y);
}

void cartesian_of_a_third_depth(nested_here const& x, lists_here<double> const& y)
{
  // expect: acre: cartesian takes lists that are nested to one depth
  argcartesian(y, y, x);
}

void reduced_along_no_axis(lists_here<double> const& x)
{
  // expect: acre: lists are reduced along axes from 0 to as deep as they are nested
  sum<2>(x);
}

void concatenate_lists_of_two_depths(nested_here const& x, lists_here<double> const& y)
{
  // expect: acre: lists that are joined are nested to one depth
  concatenate(std::tuple(x, y));
}

void zip_lists_with_a_table(lists_here<double> const& x, here<double, 2> const& y)
{
  // expect: acre: beside lists arrays of one axis are zipped, a value for each list
  zip(x, y);
}

void lists_from_an_array_of_three_axes(here<double, 3> const& x)
{
  // expect: acre: from_padded takes a table and a boolean one of its shape
  // also: acre: unflatten takes the lists' lengths: integers of one axis
  from_padded(x, x > 0);
}

struct nothing_at_all {};
struct owner_of_memory {
  here<double> x;
  double operator()(std::int64_t, std::int64_t) const { return 0; }
};

void combinations_by_an_owner_of_memory(lists_here<double> const& x, here<double> const& content)
{
  // expect: acre: reduce_combinations's function takes one element at least, and captures nothing
  reduce_combinations<2>(x, owner_of_memory{content}, detail::max_reducer<double>{});
}

void dealing_of_nothing()
{
  // expect: acre: reduce_dealt takes a reducer, see backends/common/reduce.hpp
  // expect: acre: reduce_dealt takes lists that count and make the reducer's values, and a target
  // of
  backends::dealing_takes<nothing_at_all, here<int>, nothing_at_all>();
}

void differences_of_lists(lists_here<std::int8_t> const& x)
{
  // expect: acre: lists of different lengths have no shape: flatten(x) is an array of their
  // elements
  diff(x);
}

void lists_transposed(lists_here<std::uint8_t> const& x)
{
  // expect: acre: lists of different lengths have no shape: flatten(x) is an array of their
  // elements
  transpose(x);
}

void lists_split(lists_here<std::uint16_t> const& x)
{
  // expect: acre: lists of different lengths have no shape: flatten(x) is an array of their
  // elements
  split(x, 2);
}

void lists_looked_up(lists_here<std::uint32_t> const& x, here<int> const& i)
{
  // expect: acre: elements are looked up where they lie, in an array
  take(x, i, 0);
}

void largest_of_lists_without_the_axis(lists_here<std::uint64_t> const& x)
{
  // expect: acre: elements are looked up where they lie, in an array: evaluate(x) makes one of
  // an expression, flatten(x) of lists
  // also: acre: lists of different lengths have no shape
  topk(x, 2);
}

void square_brackets_of_lists(lists_here<std::int16_t> const& x)
{
  // expect: acre: the indices of lists stand in round brackets: x(0), x(0, 2), x(mask)
  x[0];
}

}  // namespace refused
