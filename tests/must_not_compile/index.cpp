// Index arrays, masks, and what is written through them.
#include "operands.hpp"

namespace refused {

using positions = here<std::int64_t>;

void take_along_axis_of_another_rank(here<double, 2> const& a, positions const& i)
{
  // expect: acre: `indices` and `arr` must have the same number of dimensions
  take_along_axis(a, i, 0);
}

void put_along_axis_of_another_rank(here<double, 2> const& a, positions const& i)
{
  // expect: acre: `indices` and `arr` must have the same number of dimensions
  put_along_axis(a, i, 1.0, 0);
}

void compress_by_numbers(here<int> const& condition, here<double> const& a)
{
  // expect: acre: compress wants a boolean condition
  compress(condition, a);
}

void compress_by_a_condition_elsewhere(away<bool> const& condition, here<double> const& a)
{
  // expect: acre: the condition lives in another space than the array; use copy_to(space, x)
  compress(condition, a);
}

void compress_along_an_axis_by_two(here<bool, 2> const& condition, here<double, 2> const& a)
{
  // expect: acre: compress along an axis wants a boolean condition of one axis
  compress(condition, a, 0);
}

void assignment_of_values_elsewhere(here<double> const& a, positions const& i,
                                    away<double> const& values)
{
  // expect: acre: the values live in another space than the array; use copy_to(space, x)
  // also: acre: the expression lives in another space than the array; use copy_to(space, x)
  a(i) = values;
}

void scatter_add_of_values_elsewhere(here<double> const& a, positions const& i,
                                     away<double> const& values)
{
  // expect: acre: the values live in another space than the array; use copy_to(space, x)
  // also: acre: the expression lives in another space than the array; use copy_to(space, x)
  scatter_add(a(i), values);
}

void put_of_values_elsewhere(here<double> const& a, positions const& i, away<double> const& values)
{
  // expect: acre: the values live in another space than the array; use copy_to(space, x)
  // also: acre: the indices live in another space than the array; use copy_to(space, x)
  put(a, i, values);
}

void mask_of_rank_0(here<double> const& a, here<bool, 0> const& mask)
{
  // expect: acre: a mask has at least one axis
  a(mask);
}

void mask_elsewhere(here<double> const& a, away<bool> const& mask)
{
  // expect: acre: the mask lives in another space than the array; use copy_to(space, x)
  a(mask);
}

void indices_of_float(here<double> const& a)
{
  // expect: acre: arrays used as indices must be of integer (or boolean) type
  a(a);
}

void indices_elsewhere(here<double> const& a, away<int> const& i)
{
  // expect: acre: the indices live in another space than the array; use copy_to(space, x)
  a(i);
}

void number_that_is_no_index(here<double, 2> const& a, positions const& i)
{
  // expect: acre: an index is an integer, slice, newaxis, ellipsis or an array of integers or bool
  a(i, 1.5);
}

void more_indices_than_axes(here<double> const& a, positions const& i)
{
  // expect: acre: more indices than the array has axes
  // also: acre: an array's rank is 0 to 8
  a(i, 0, 0);
}

void two_ellipses(here<double, 2> const& a, positions const& i)
{
  // expect: acre: one ellipsis only
  a(i, ellipsis, ellipsis);
}

void nine_axes_by_indices(here<double, 4> const& a, here<int, 6> const& i)
{
  // expect: acre: the result would have more than 8 axes
  a(i);
}

void two_modes(here<double> const& a, positions const& i)
{
  // expect: acre: one mode only
  a(i, index_mode::wrap, index_mode::clip);
}

void nine_axes_by_take(here<double, 4> const& a, here<int, 6> const& i)
{
  // expect: acre: the result would have more than 8 axes
  take(a, i, 0);
}

template <class T>
concept can_be_added_fast =
    requires(here<T> const& a, positions const& i) { fast::scatter_add(a(i), a); };
static_assert(can_be_added_fast<float>);
static_assert(!can_be_added_fast<std::int16_t>, "accepted: fast::scatter_add into int16");
static_assert(!can_be_added_fast<acre::complex<float>>,
              "accepted: fast::scatter_add into complex64");

void take_of_one_integer(here<double, 2> const& a)
{
  // expect: acre: take's indices are an array of integers, as from_host({3, 1}); one element along
  // an axis is a(3), a(ALL, 3)
  take(a, 1, 0);
}

void nonzero_of_a_number(here<int, 0> const& x)
{
  // expect: acre: nonzero takes arrays of one and more axes: ravel(x) of one number has one
  nonzero(x);
}
void argwhere_of_a_number(here<int, 0> const& x)
{
  // expect: acre: argwhere takes arrays of one and more axes: ravel(x) of one number has one
  argwhere(x);
}

void take_of_an_expression(here<float> const& x, positions const& i)
{
  // expect: acre: elements are looked up where they lie, in an array: evaluate(x) makes one of
  // an expression
  take(x + 1, i);
}

void take_along_axis_of_an_expression(here<int> const& x, positions const& i)
{
  // expect: acre: elements are looked up where they lie, in an array
  take_along_axis(x + 1, i, 0);
}

void compress_of_rows_of_an_expression(here<bool> const& mask, here<int, 2> const& x)
{
  // expect: acre: elements are looked up where they lie, in an array
  compress(mask, x + 1, 0);
}

void take_along_an_axis_of_a_number(here<int, 0> const& x, positions const& i)
{
  // expect: acre: an array of rank 0 has no axis to take elements along
  take(x, i, 0);
}

void scatter_as_add_at(here<float> const& x, positions const& i)
{
  // expect: acre: scatter_add, scatter_min and scatter_max take an array looked up by indices
  // or a mask: scatter_add(a(index), values)
  scatter_add(x, i, x);
}

void scatter_into_a_slice(here<int> const& x)
{
  // expect: acre: scatter_add, scatter_min and scatter_max take an array looked up
  scatter_max(x(slice(0, 2)), x);
}

void mode_of_indices_by_name(here<double> const& a, here<int> const& i)
{
  // expect: acre: modes are index_mode::raise, wrap and clip, behind the axis: take(a, i, 0,
  // index_mode::clip)
  take(a, i, 0, "clip");
}

}  // namespace refused
