// Parts joined, elements repeated.
#include <acre/rearrange.hpp>

#include "operands.hpp"

namespace refused {

void counts_of_double(here<double> const& a)
{
  // expect: acre: counts must be integers
  repeat(a, a, 0);
}

void counts_of_two_axes(here<double> const& a, here<int, 2> const& counts)
{
  // expect: acre: repeat takes a one-dimensional array of counts
  repeat(a, counts, 0);
}

void shifts_of_two_axes_along_one(here<double, 2> const& a)
{
  // expect: acre: roll takes as many shifts as axes, or one for all of them
  roll(a, shape(1, 2), axes(0));
}

void nine_axes_by_tile(here<double> const& a)
{
  // expect: acre: the result would have more than 8 axes
  // also: acre: an array's rank is 0 to 8
  tile(a, shape(1, 1, 1, 1, 1, 1, 1, 1, 2));
}

void concatenation_of_two_spaces(here<double> const& a, away<double> const& b)
{
  // expect: acre: the parts live in different spaces; copy them with copy_to(space, x)
  // also: acre: the expression lives in another space than the array; use copy_to(space, x)
  concatenate(std::tuple(a, b));
}

void stack_of_two_spaces(here<double, 2> const& a, away<double, 2> const& b)
{
  // expect: acre: the parts live in different spaces; copy them with copy_to(space, x)
  // also: acre: the expression lives in another space than the array; use copy_to(space, x)
  stack(std::tuple(a, b));
}

template <class... A>
concept can_be_joined = requires(A const&... a) { concatenate(std::tuple(a...)); };
static_assert(can_be_joined<here<double>, here<int>>);
static_assert(!can_be_joined<here<double>, here<double, 2>>, "accepted: parts of several ranks");
static_assert(!can_be_joined<here<double, 0>>, "accepted: concatenate of rank 0");

template <class... A>
concept can_be_stacked = requires(A const&... a) { stack(std::tuple(a...)); };
static_assert(can_be_stacked<here<double, 0>>);
static_assert(!can_be_stacked<here<double, 6>>, "accepted: a stack of rank 7");

void parts_side_by_side(here<double> const& a, here<double> const& b)
{
  // expect: acre: parts stand in braces or in a tuple: concatenate({a, b}),
  // concatenate(std::tuple(a, b + 1), 1)
  concatenate(a, b);
}

void stacked_side_by_side(here<double> const& a, here<float> const& b)
{
  // expect: acre: parts stand in braces or in a tuple: stack({a, b}, 1)
  stack(a, b, 1);
}

void parts_of_several_types_in_braces(here<double> const& a, here<double, 2> const& b)
{
  // expect: acre: parts in braces are of one type, those of several types stand in a tuple:
  // concatenate(std::tuple(a, b + 1))
  concatenate({a, a + 1});
  concat({a, a + 1}, 0);
  stack({a, b}, 0);
  vstack({a, b});
  hstack({a, b});
  dstack({b, a, b});
  column_stack({a, b});
}

void diag_of_three_axes(here<double, 3> const& a)
{
  // expect: acre: diag takes a matrix, or one axis, of which it makes one; diagonal(x) takes two
  // axes of several
  diag(a);
}

void diag_of_a_number(here<double, 0> const& a)
{
  // expect: acre: diag takes a matrix
  // also: acre: diag requires an array of at least two dimensions
  diag(a, 1);
}

void extents_of_reshape(here<int> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes
  reshape(a, 2, 3);
}

void axes_of_transpose(here<int, 2> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes
  transpose(a, 1, 0);
}

void transpose_of_too_few_axes(here<float, 3> const& a)
{
  // expect: acre: transpose names every axis once
  a.transpose(shape(1, 0));
}

void transpose_of_too_many_axes(here<int, 2> const& a)
{
  // expect: acre: transpose names every axis once
  transpose(a + 1, shape(1, 0, 2));
}

void append_of_another_rank(here<int, 2> const& a, here<int> const& b)
{
  // expect: acre: append along an axis takes two of as many axes; without one both are
  // flattened
  append(a, b, 0);
}

void insert_of_another_rank(here<int, 2> const& a, here<int> const& b)
{
  // expect: acre: insert takes values of as many axes as the array has: expand_dims(x, 0) has
  // one more
  insert(a, 1, b);
}

void delete_by_a_mask(here<int> const& a, here<bool> const& mask)
{
  // expect: acre: delete_ takes the indices of what goes, integers; x(!mask) is without what a
  // mask marks
  delete_(a, mask);
}

void zeros_trimmed_of_a_matrix(here<int, 2> const& a)
{
  // expect: acre: trim_zeros takes one axis
  // also: acre: more indices than the array has axes
  trim_zeros(a);
}

void grid_of_a_matrix(here<int, 2> const& a, here<int> const& b)
{
  // expect: acre: meshgrid takes coordinates of one axis each
  meshgrid(a, b);
}

void grid_of_nine_axes(here<float> const& a)
{
  // expect: acre: the result would have more than 8 axes
  // also: acre: an array's rank is 0 to 8
  meshgrid(a, a, a, a, a, a, a, a, a);
}

void columns_backwards_of_a_row(here<int> const& a)
{
  // expect: acre: fliplr takes arrays of two and more axes
  fliplr(a);
}

void rows_backwards_of_a_number(here<int, 0> const& a)
{
  // expect: acre: flipud takes arrays of one and more axes
  flipud(a);
}

void a_row_turned(here<int> const& a)
{
  // expect: acre: rot90 takes arrays of two and more axes
  rot90(a);
}

void a_number_unstacked(here<int, 0> const& a)
{
  // expect: acre: an array of rank 0 has no axis to split
  unstack(a);
}

void a_number_cut(here<float, 0> const& a)
{
  // expect: acre: an array of rank 0 has no axis to split
  array_split(a, 2);
}

void a_number_s_triangle(here<int, 0> const& a)
{
  // expect: acre: a triangle is of arrays of one and more axes
  tril(a);
}

void a_number_padded(here<int, 0> const& a)
{
  // expect: acre: pad takes arrays of one and more axes
  pad(a, 2);
}

void squeeze_without_axes(here<int, 2> const& a)
{
  // expect: acre: squeeze names the axes that go, as their number is known when compiling:
  // squeeze(x, 0), squeeze(x, axes(0, 2))
  squeeze(a);
}

void stacked_without_braces(here<double> const& a)
{
  // expect: acre: parts stand in braces or in a tuple: vstack({a, b}), hstack(std::tuple(a, b + 1))
  vstack(a, a);
  hstack(a);
}

void stacked_of_several_ranks(here<double, 3> const& a, here<double> const& b)
{
  // expect: acre: all parts have the same number of axes
  vstack(std::tuple(a, b));
}

void window_of_a_ninth_axis(here<double, 8> const& a)
{
  // expect: acre: sliding_window_view takes arrays of 1 to 7 axes, as a window is another one
  // also: acre: an array's rank is 0 to 8
  sliding_window_view(a, 2);
}

void order_of_axes_as_a_shape(here<double, 3> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes: a.reshape(shape(2, 3)),
  // a.transpose(axes(1, 0))
  permute_dims(a, shape(2, 1, 0));
}

void axes_to_reverse_as_a_shape(here<double, 4> const& a)
{
  // expect: acre: axes are written axes(0, 1), not as a shape
  flip(a, shape(0, 1));
}

void order_of_axes_in_braces(here<std::int16_t, 2> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes
  permute_dims(a, {1, 0});
}

void order_of_axes_side_by_side(here<std::int16_t, 3> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes
  permute_dims(a, 2, 1, 0);
}

void axes_to_reverse_side_by_side(here<double, 2> const& a)
{
  // expect: acre: several axes are written axes(0, 1): flip(x, axes(0, 1))
  flip(a, 0, 1);
}

void transpose_of_too_few_axes(here<float, 3> const& a)
{
  // expect: acre: transpose names every axis once
  a.transpose(axes(1, 0));
}

}  // namespace refused
