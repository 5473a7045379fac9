// Arrays of several processes.
#include <acre/acre.hpp>
#include <acre/distributed.hpp>

#include "operands.hpp"

namespace refused {

using line = distributed::array<double, 1>;
using plate = distributed::array<double, 2>;

void distributed_array_of_nine_axes()
{
  // expect: acre: a distributed array has 1 to 8 axes
  // also: acre: an array's rank is 0 to 8
  static_cast<void>(sizeof(distributed::array<double, 9>));
}

void distributed_array_of_fewer_axes(plate x, line const& y)
{
  // expect: acre: a distributed array is assigned one of as many axes
  x = y + 1;
}

void own_part_of_what_is_no_draw(line const& x, here<double> const& a)
{
  // expect: acre: own_part takes a draw of a generator or index_of(), over the whole shape
  own_part(x, a);
}

void blocks_of_no_axes()
{
  // expect: acre: an array of several processes has 1 to 8 axes
  static_cast<void>(distributed::blocks<0>(std::array<std::int64_t, 0>()));
}

void own_elements_beside_a_distributed_array(line const& x, here<double> const& a)
{
  // expect: acre: beside a distributed array stand distributed arrays of the same blocks and
  // numbers; of one process' elements there is x.local(), and on_blocks(f, x, …) for what acre
  // computes of every process' own block
  x + a;
}

void assignment_of_one_process_elements(line x, here<double> const& a)
{
  // expect: acre: a distributed array is assigned distributed arrays of the same blocks and
  // numbers: x.local()(ALL) = block writes this process' own block, from_local(all, block) makes an
  // array of all processes' blocks and scatter_from(0, whole, all, where) of a whole that one of
  // them has
  x = a;
}

void array_for_a_mask(line const& x)
{
  // expect: acre: x(mask) of several processes is assigned a number: x = where(mask, v, x) writes
  // elements of an array v with x's blocks
  x(x > 0.5) = x;
}

void mask_of_fewer_axes(plate const& x, line const& y)
{
  // expect: acre: x(mask) of several processes has a mask of x's axes
  static_cast<void>(x(y > 0.5));
}

void lookup_in_one_half_of_an_assignment(line const& x, here<double> const& table)
{
  // expect: acre: inner(x), rim(x) and exchanged(e) take what is computed element by element; with
  // what is looked up by indices, assign x as a whole behind exchange(u)
  inner(x) = distributed::on_blocks(
      [&](auto const& mine) { return take(table, cast<std::int64_t>(mine)); }, x);
}

void half_of_an_array_of_other_axes(plate const& x, line const& y)
{
  // expect: acre: a distributed array is assigned one of as many axes
  inner(x) = y + 1;
}

void exchange_and_assignment_of_other_axes(plate x, line const& y)
{
  // expect: acre: a distributed array is assigned one of as many axes
  x = exchanged(y + 1);
}

void function_of_blocks_that_gives_a_number(line const& x)
{
  // expect: acre: on_blocks' function returns an array or an expression
  distributed::on_blocks([](auto const&) { return 1; }, x);
}

void shift_along_one_axis_of_two(plate const& x)
{
  // expect: acre: shifted takes an offset for each axis
  distributed::shifted(x, 1);
}

void known_shift_along_one_axis_of_two(plate const& x)
{
  // expect: acre: shifted takes an offset for each axis
  distributed::shifted<1>(x);
}

void sort_of_two_axes(plate const& x)
{
  // expect: acre: arrays of several processes are sorted along their only axis
  distributed::sort(x);
}

void groups_of_complex_numbers(distributed::array<complex<double>, 1> const& x)
{
  // expect: acre: complex numbers have no order to group rows of several processes by
  distributed::group_by(x);
}

void numbers_as_indices(line const& x)
{
  // expect: acre: distributed arrays used as indices are of integers
  // also: acre: arrays used as indices must be of integer (or boolean) type
  distributed::take(x, x);
}

void places_of_two_axes(plate const& x, distributed::array<std::int64_t, 1> const& i)
{
  // expect: acre: x(i, j) of several processes has an index for each axis
  static_cast<void>(x(i));
}

void one_element(line const& x)
{
  // expect: acre: single elements and slices of a distributed array may be another process':
  // local() has this one's, take(x, i) those of any places, gather_to(x, 0) all;
  // x = where(coordinate(x, 0) == 0, 1.0, x) writes a row
  x(3);
}

void a_row(plate const& x)
{
  // expect: acre: single elements and slices of a distributed array may be another process':
  // local() has this one's, take(x, i) those of any places, gather_to(x, 0) all;
  // x = where(coordinate(x, 0) == 0, 1.0, x) writes a row
  x(0, ALL);
}

void numbers_as_a_condition(line const& x)
{
  // expect: acre: compress wants a boolean condition
  distributed::compress(x, x);
}

void numbers_counted(line const& x)
{
  // expect: acre: bincount takes integers
  distributed::bincount(x);
}

void two_axes_counted(distributed::array<std::int64_t, 2> const& x)
{
  // expect: acre: bincount takes a one-dimensional array
  distributed::bincount(x);
}

void complex_weights(distributed::array<std::int64_t, 1> const& x,
                     distributed::array<complex<double>, 1> const& weights)
{
  // expect: acre: bincount's weights are real
  // also: acre: a complex number becomes a real one by real(z) or abs(z), which say what becomes of
  // the imaginary part
  distributed::bincount(x, weights);
}

void groups_of_two_axes(plate const& x)
{
  // expect: acre: group_by takes one-dimensional keys
  // also: acre: sort_by_key takes keys and values of one dimension
  distributed::group_by(x);
}

void product_of_a_vector(line const& x, here<double> const& a)
{
  // expect: acre: matmul of several processes takes a matrix, and a matrix or vector that each
  // process has
  distributed::matmul(x, a);
}

void two_axes_rolled_as_one(plate const& x)
{
  // expect: acre: arrays of several processes are rolled along an axis: roll(x, 1, 0)
  distributed::roll(x, 1);
}

void largest_of_rows(plate const& x)
{
  // expect: acre: topk of several processes is of arrays with one axis
  distributed::topk(x, 3);
}

void places_among_rows(plate const& x, here<double> const& a)
{
  // expect: acre: searchsorted of several processes takes an array of one axis
  distributed::searchsorted(x, a);
}

void places_of_values_elsewhere(line const& x, away<double> const& a)
{
  // expect: acre: the values live in another space than the array; use copy_to(space, x)
  distributed::searchsorted(x, a);
}

void range_of_bool(distributed::processes const& all)
{
  // expect: acre: arange makes real numbers
  distributed::arange(all, false, true, true);
}

void parts_of_other_ranks(line const& x, plate const& y)
{
  // expect: acre: concatenate of several processes takes parts of one rank
  distributed::concatenate(std::tuple(x, y));
}

void dot_of_matrices(plate const& x)
{
  // expect: acre: dot of several processes takes two one-dimensional arrays: of a matrix it is
  // matmul(a, b)
  distributed::dot(x, x);
}

void vdot_of_other_ranks(line const& x, plate const& y)
{
  // expect: acre: vdot of several processes takes arrays of one shape
  distributed::vdot(x, y);
}

void scan_of_two_axes_without_one(plate const& x)
{
  // expect: acre: of more than one dimension the axis is required
  distributed::cumulative_sum(x);
}

void scan_of_products_without_an_axis(plate const& x)
{
  // expect: acre: of more than one dimension the axis is required
  distributed::cumulative_prod(x);
}

void median_of_complex_numbers(distributed::array<complex<double>, 1> const& x)
{
  // expect: acre: complex numbers have no order to take quantiles in
  distributed::median(x);
}

}  // namespace refused
