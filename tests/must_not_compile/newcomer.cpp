// Mistakes of a first program.
#include <acre/acre.hpp>
#include <acre/array/kokkos.hpp>

#include <string>
#include <vector>

#include "operands.hpp"

namespace refused {

void launch_of_an_array(here<double> const& a)
{
  // expect: acre: launch's function captures something that owns memory; of an array a capture
  // a.ref()
  launch(serial(), 3, [a](std::int64_t i) { a(i).data()[0] = 1; });
}

// Each misuse has a type of its own, as a compiler reports a failed instantiation once.
template <class T>
using view = Kokkos::View<T, Kokkos::HostSpace>;

void sum_with_a_view(here<double> const& a, view<double*> const& v)
{
  // expect: acre: a Kokkos::View is no array yet: from_view(space, view) of <acre/array/kokkos.hpp>
  // makes it one
  a + v;
}

void comparison_with_a_view(here<int> const& a, view<int*> const& v)
{
  // expect: acre: a Kokkos::View is no array yet
  v < a;
}

void function_of_a_view(here<double> const& a, view<double**> const& v)
{
  // expect: acre: a Kokkos::View is no array yet
  where(a > 0, a, v);
}

void assignment_of_a_view(here<double>& a, view<float*> const& v)
{
  // expect: acre: a Kokkos::View is no array yet
  a = v;
}

void sum_with_a_vector(here<double> const& a, std::vector<double> const& v)
{
  // expect: acre: a std::vector is no array yet: from_host(v) makes it one
  a + v;
}

void square_brackets(here<double>& a)
{
  // expect: acre: an array's indices stand in round brackets: a(0), a(i, j), a(slice(1, 3))
  a[0];
}

void truth_of_an_array(here<double, 2> const& a)
{
  // expect: acre: an array has no truth value: any(x), all(x) and array_equal(a, b) have
  if (a) throw 0;
}

void loop_over_elements(here<double> const& a)
{
  // expect: acre: elements lie in a space's memory, and no loop of the host runs over them:
  // launch(n, kernel), to_vector(x), or x(i) for a few of them
  for (double x : a) throw x;
}

bool truth_of_a_comparison(here<std::int8_t> const& a)
{
  // expect: acre: an array has no truth value
  return a == a && a > 0;
}

void maximum_by_the_name_of_max(here<double> const& a, here<float> const& b)
{
  // expect: acre: axes are named by an integer or axes(0, 2), and kept by keepdims behind them
  max(a, b);
}

void keepdims_as_a_bool(here<int, 2> const& a)
{
  // expect: acre: axes are named by an integer
  sum(a, 1, true);
}

void extent_for_a_shape()
{
  // expect: acre: an array's extents are written as a shape: zeros<double>(shape(5))
  zeros<double>(5);
}

void extents_for_a_shape()
{
  // expect: acre: an array's extents are written as a shape
  auto a = full(serial(), 5u, 1.0);
}

void extent_of_ones()
{
  // expect: acre: an array's extents are written as a shape
  auto a = ones(3l, 4);
}

void extent_of_empty()
{
  // expect: acre: an array's extents are written as a shape
  auto a = empty<float>(serial(), 3, 4);
}

void zeros_of_long_double()
{
  // expect: acre: no such dtype; there are bool, integers of 8 to 64 bits, float, double and
  // acre::complex
  zeros<long double>(shape(5));
}

void zeros_of_long_double_on_a_space()
{
  // expect: acre: no such dtype; there are bool
  zeros<long double>(serial(), shape(5, 5));
}

void matrix_into_a_row(here<double>& row, here<double, 2> const& matrix)
{
  // expect: acre: the values have more axes than what they are assigned to: assigned_ranks<from,
  // to> tells both
  row = matrix + 1;
}

void order_of_too_few_axes(here<double, 3> const& a)
{
  // expect: acre: permute_dims names every axis once
  permute_dims(a, axes(1, 0));
}

void too_many_new_axes(here<double, 7> const& a)
{
  // expect: acre: the result would have more than 8 axes
  // also: acre: an array's rank is 0 to 8
  expand_dims(a, axes(0, 1));
}

void too_many_axes_to_squeeze(here<double> const& a)
{
  // expect: acre: more axes are named than the expression has
  // also: acre: an array's rank is 0 to 8
  squeeze(a, axes(0, 1));
}

void cuts_of_rank_0(here<double, 0> const& a)
{
  // expect: acre: an array of rank 0 has no axis to split
  split(a, std::vector<std::int64_t>{1});
}

void parts_of_rank_0(here<double, 0> const& a)
{
  // expect: acre: an array of rank 0 has no axis to split
  split(a, 2);
}

void equality_across_spaces(here<double> const& a, away<double> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  array_equal(a, b);
}

struct names {
  std::string all;
};

void records_that_own_memory()
{
  // expect: acre: a reduction's finish() returns a dtype or a trivially copyable type
  records<names, 1, host> r(serial(), shape(2));
}

void indices_of_eight_axes()
{
  // expect: acre: the result would have more than 8 axes
  // also: acre: an array's rank is 0 to 8
  indices(serial(), shape(1, 1, 1, 1, 1, 1, 1, 1));
}

void angles_of_rank_0(here<float, 0> const& a)
{
  // expect: acre: diff requires input that is at least one dimensional
  // also: acre: an array of rank 0 has no axis to scan along
  unwrap(a);
}

void element_of_an_expression(here<double> const& a)
{
  // expect: acre: an expression has no elements yet: evaluate(x + y)(0), or x(0) + y(0)
  (a + 1)(0);
}

void slice_of_what_a_mask_picks(here<double> const& a)
{
  // expect: acre: an expression has no elements yet
  a(a > 0)(slice(0, 3));
}

void writing_to_an_expression(here<double> const& a)
{
  // expect: acre: compound assignment writes an array's elements: auto y = evaluate(sin(x)) makes
  // one of an expression; lists are made anew, r = r + 1
  auto y = sin(a);
  y += 1.0;
}

void product_with_a_standard_complex(here<complex<double>> const& a)
{
  // expect: acre: a std::complex is handed over as acre::complex: acre::complex<double>(z)
  a* std::complex<double>(0, 1);
}

void shape_in_braces()
{
  // expect: acre: an array's extents are written as a shape
  auto a = zeros<std::int16_t>({3, 4});
}

void shape_in_braces_on_a_space()
{
  // expect: acre: an array's extents are written as a shape
  auto a = full<std::uint16_t>(serial(), {3, 4}, 1);
}

void reshape_without_a_shape(here<double> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes: a.reshape(shape(2, 3)),
  // a.transpose(axes(1, 0))
  a.reshape(2, 3);
}

void reshape_in_braces(here<double> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes
  a.reshape({2, -1});
}

void reshaped_in_braces(here<float> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes
  reshape(a, {2, 3});
}

void transpose_without_a_shape(here<double, 2> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes
  a.transpose(1u, 0u);
}

void extents_of_an_array()
{
  // expect: acre: an array is made with a shape, array<double, 2>(shape(3, 4)) or zeros(shape(3,
  // 4)), or of elements: from_host({1.0, 2.0}), from_host(v)
  here<double, 2> a(3, 4);
}

void extents_of_an_array_on_a_space()
{
  // expect: acre: an array is made with a shape
  here<double, 2> a(serial(), 3u, 4);
}

void elements_of_an_array()
{
  // expect: acre: an array is made with a shape
  here<float> a{1.0f, 2.0f};
}

void rows_of_an_array()
{
  // expect: acre: an array is made with a shape
  here<float, 2> a{{1.0, 2.0}, {3.0, 4.0}};
}

void elements_assigned(here<std::int8_t>& a)
{
  // expect: acre: an array is made with a shape
  a = {std::int8_t(1), std::int8_t(2)};
}

void array_of_a_vector(std::vector<float> const& v)
{
  // expect: acre: an array is made with a shape
  here<float> a(v);
}

void array_of_a_view(view<float**> const& v)
{
  // expect: acre: an array is made with a shape
  here<float, 2> a(v);
}

void shape_of_another_rank()
{
  // expect: acre: the shape has not as many extents as the array has axes
  here<double, 3> a(shape(3, 4));
}

void shape_of_a_fraction()
{
  // expect: acre: a shape is made of integers, one for each axis: shape(3, 4), shape(v[0], v[1])
  zeros(shape(2.5));
}

void shape_of_a_bool()
{
  // expect: acre: a shape is made of integers
  shape(3, true);
}

void shape_of_a_vector(std::vector<long> const& v)
{
  // expect: acre: a shape is made of integers
  shape(v);
}

void shape_of_a_shape(here<double, 4> const& a)
{
  // expect: acre: a shape is made of integers
  shape(a.shape());
}

void shape_of_braces()
{
  // expect: acre: a shape is made of integers
  shape({3, 4});
}

void bool_for_an_axis(here<double> const& a)
{
  // expect: acre: an axis is an integer, from 0 or, from the last one backwards, from -1
  sort(a, true);
}

void fraction_for_an_axis(here<double> const& a)
{
  // expect: acre: an axis is an integer
  sort(a, 0.5);
}

void axes_in_braces(here<double, 2> const& a)
{
  // expect: acre: several axes are written axes(0, 1), not in braces
  flip(a, {0, 1});
}

void vector_of_rows(std::vector<std::vector<double>> const& v)
{
  // expect: acre: the elements of a matrix lie one row behind the other: from_host(v, shape(rows,
  // columns))
  from_host(v);
}

void vector_of_standard_complex(std::vector<std::complex<double>> const& v)
{
  // expect: acre: complex numbers are of acre::complex, which is made of std::complex
  from_host(v);
}

// Braces hold numbers of a type of its own each, too.

void indices_in_braces(here<double> const& a)
{
  // expect: acre: an index is an integer, a slice, ALL, newaxis, ellipsis, or an array of integers
  // or bool: from_host({0, 2})
  a({0, 2});
}

void indices_to_take_in_braces(here<double> const& a)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet: from_host({1,
  // 2}), from_host(v) make one of them
  take(a, {1, 2}, 0);
}

void indices_to_take_in_a_vector(here<double> const& a, std::vector<int> const& v)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  take(a, v);
}

void places_in_braces(here<double> const& a)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  put(a, {1l, 2l}, 1.0);
}

void counts_in_a_vector(here<double> const& a, std::vector<long> const& v)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  repeat(a, v);
}

void what_goes_in_braces(here<double> const& a)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  delete_(a, {1u, 2u});
}

void elements_to_insert_in_braces(here<double> const& a)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  insert(a, 2, {1ull});
}

void number_to_insert(here<double> const& a)
{
  // expect: acre: insert puts an array between the elements: from_host({7.0})
  insert(a, 2, 7.0);
}

void elements_to_append_in_braces(here<double> const& a)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  append(a, {'a'});
}

void number_to_append(here<double> const& a)
{
  // expect: acre: append puts an array behind the other: from_host({7.0})
  append(a, 7.0);
}

void shape_to_broadcast_to_in_braces(here<double, 2> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes
  broadcast_to(a, {2, 3, 4});
}

void extents_to_broadcast_to(here<float, 2> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes
  broadcast_to(a, 2, 3, 4);
}

void elements_without_braces()
{
  // expect: acre: an array's elements stand in braces: from_host({1.0, 2.0})
  from_host(1.0, 2.0);
}

void vector_with_a_shape_in_braces(std::vector<std::int32_t> const& v)
{
  // expect: acre: an array's extents are written as a shape
  from_host(v, {2, 3});
}

void vector_with_extents(std::vector<std::int8_t> const& v)
{
  // expect: acre: an array's extents are written as a shape
  from_host(v, 2, 3);
}

void axes_to_reduce_in_braces(here<double, 2> const& a)
{
  // expect: acre: several axes are written axes(0, 1), not in braces: sum(x, axes(0, 1))
  sum(a, {0, 1});
}

void axes_of_a_maximum_in_braces(here<double, 2> const& a)
{
  // expect: acre: several axes are written axes(0, 1), not in braces
  max(a, {0u, 1u}, keepdims);
}

void places_of_a_condition(here<double> const& a)
{
  // expect: acre: where chooses of two: where(c, a, b); the places where a condition is true are
  // nonzero(c)
  where(a > 0);
}

void launch_without_a_space()
{
  // expect: acre: launch names the space first: launch(a.space(), a.size(), f)
  launch(3, [](std::int64_t) {});
}

void array_of_elements_in_braces()
{
  // expect: acre: an array is made with a shape, array<double, 2>(shape(3, 4)) or zeros(shape(3,
  // 4)), or of elements: from_host({1.0, 2.0}), from_host(v)
  acre::array a({std::int64_t{1}, std::int64_t{2}});
}

void array_of_rows_in_braces()
{
  // expect: acre: an array is made with a shape
  acre::array a{{std::uint64_t{1}, std::uint64_t{2}}, {std::uint64_t{3}, std::uint64_t{4}}};
}

void array_of_a_vector_of_some_dtype(std::vector<std::uint8_t> const& v)
{
  // expect: acre: an array is made with a shape
  acre::array a(v);
}

void elements_of_two_types()
{
  // expect: acre: elements in braces are of one type, as NAN and INFINITY are float ones:
  // from_host<double>({1, 2.5, NAN})
  from_host({1.0, 2.0f});
}

void pairs_of_standard_complex()
{
  // expect: acre: complex numbers are of acre::complex, each written as one:
  // from_host({acre::complex(1.0, 2.0), acre::complex(3.0, 4.0)}); rows of numbers make a matrix
  from_host<std::complex<double>>({{1, 2}, {3, 4}});
}

void vector_in_another_dtype(std::vector<double> const& v)
{
  // expect: acre: from_host keeps the elements' dtype: cast<float>(from_host(v)) has another
  from_host<float>(v);
}

void chain_of_comparisons(here<double> const& a)
{
  // expect: acre: 0 < a < 1 would compare true and false with 1: (0 < a) & (a < 1)
  any(0 < a < 1);
}

void chain_of_arrays(here<float> const& a, here<int> const& b)
{
  // expect: acre: 0 < a < 1 would compare true and false with 1
  evaluate(b >= a >= b);
}

auto order_of_comparisons(here<float> const& a, here<bool> const& mask)
{
  return evaluate(((a < 1) <= (a < 2)) & ((a < 1) <= mask) & ((a < 1) >= true) & (mask < 1));
}

void counts_of_tiles_in_braces(here<double> const& a)
{
  // expect: acre: extents are written as a shape, axes as axes
  tile(a, {2, 1});
}

void shifts_in_braces(here<double, 2> const& a)
{
  // expect: acre: along several axes it is roll(x, shape(1, 2), axes(0, 1))
  roll(a, {1, 2}, {0, 1});
}

void shifts_in_braces_beside_axes(here<float, 2> const& a)
{
  // expect: acre: along several axes it is roll(x, shape(1, 2), axes(0, 1))
  roll(a, {1l, 2l}, axes(0, 1));
}

void padding_by_name(here<double> const& a)
{
  // expect: acre: modes are pad_mode::edge, reflect, symmetric and wrap, pad_mean() and its kin,
  // pad_ramp(); a constant is the number itself: pad(x, 1, 0.0)
  pad(a, 1, "edge");
}

void side_by_name(here<double> const& a)
{
  // expect: acre: sides are search_side::left and search_side::right
  searchsorted(a, a, "right");
}

void sorted_vector(std::vector<std::int16_t> const& v, here<double> const& a)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  searchsorted(v, a);
}

void interpolation_between_vectors(here<std::int16_t> const& a, std::vector<double> const& v)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  interp(a, v, v);
}

void interpolation_at_a_vector(std::vector<std::int8_t> const& v, here<double> const& a)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  interp(v, a, a);
}

void interpolation_between_braces(here<double> const& a)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  interp(a, {short(1), short(2)}, {short(3), short(4)});
}

void grid_of_vectors(std::vector<std::uint16_t> const& v)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  meshgrid(v, v);
}

void grid_with_its_order_behind(here<double> const& a)
{
  // expect: acre: the order stands before the coordinates: meshgrid(mesh::ij, x, y)
  meshgrid(a, a, mesh::ij);
}

void range_in_braces(here<double> const& a)
{
  // expect: acre: the range of bins is two numbers: histogram(x, 10, 0.0, 1.0)
  histogram(a, 10, {0.0, 1.0});
}

void weights_in_a_vector(here<int> const& a, std::vector<std::uint32_t> const& v)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  bincount(a, v);
}

void weights_of_a_mean_in_a_vector(here<std::uint8_t> const& a, std::vector<double> const& v)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  average(a, v);
}

void subscripts_as_an_argument(here<double, 2> const& a)
{
  // expect: acre: the rank of the result is a type, so that the text stands before the brackets:
  // einsum<"ij,jk->ik">(a, b)
  einsum("ij,jk->ik", a, a);
}

void number_of_axes_as_an_argument(here<double, 2> const& a)
{
  // expect: acre: the rank of the result is a type, so that the number of axes stands before the
  // brackets: tensordot<1>(a, b)
  tensordot(a, a, 1);
}

void mode_by_name(here<double> const& a)
{
  // expect: acre: modes are convolve_mode::full, convolve_mode::same, convolve_mode::valid
  convolve(a, a, "same");
}

void mode_of_a_correlation_by_name(here<float> const& a)
{
  // expect: acre: modes are convolve_mode::full
  correlate(a, a, "same");
}

void keys_in_braces(here<double> const& a)
{
  // expect: acre: keys stand beside each other, the first one that counts last: lexsort(secondary,
  // primary)
  lexsort({a, a});
}

void keys_in_a_tuple(here<float> const& a, here<int> const& b)
{
  // expect: acre: keys stand beside each other
  lexsort(std::tuple(a, b));
}

void ddof_behind_the_axis(here<double, 2> const& a)
{
  // expect: acre: ddof stands before the axes: var(x, ddof(1), 0)
  var(a, 0, ddof(1));
}

void ddof_behind_keepdims(here<float, 2> const& a)
{
  // expect: acre: ddof stands before the axes
  stddev(a, keepdims, ddof(1));
}

void tolerance_as_a_number(here<double> const& a)
{
  // expect: acre: tolerances have names: {.rtol = 1e-3, .atol = 0}
  allclose(a, a, 1e-3);
}

void number_for_nan(here<double> const& a)
{
  // expect: acre: nan_to_num's numbers have names: nan_to_num(x, {.nan = 0, .posinf = 9})
  nan_to_num(a, 0);
}

void choices_without_a_mode(here<int> const& i, here<double> const& a)
{
  // expect: acre: the mode stands before the choices, which stand side by side: choose(index,
  // index_mode::raise, a, b)
  choose(i, a, 0.0);
}

void choices_of_two_types(here<double> const& a)
{
  // expect: acre: conditions in braces are of one type, and choices are: {evaluate(x - 1), x}
  select({a > 1}, {a, a - 1}, 0.5);
}

void choice_of_another_kind(here<int> const& a)
{
  // expect: acre: the number elsewhere isn't of the choices' kind: cast<double>(x) makes choices of
  // another dtype
  select({a > 1}, {a}, 0.5);
}

void choices_in_braces(here<std::int8_t> const& i, here<double> const& a)
{
  // expect: acre: the mode stands before the choices
  choose(i, {a, a});
}

void shape_of_indices_in_braces()
{
  // expect: acre: an array's extents are written as a shape
  indices<std::uint32_t>({3, 4});
}

void extents_of_indices()
{
  // expect: acre: an array's extents are written as a shape
  indices(std::uint8_t{3}, 4);
}

void shape_to_unravel_in_braces()
{
  // expect: acre: extents are written as a shape, axes as axes
  unravel_index(5, {3, 4});
}

void shape_to_ravel_in_braces()
{
  // expect: acre: extents are written as a shape, axes as axes
  ravel_multi_index<std::int16_t>({1, 2}, {3, 4});
}

void product_with_a_vector(here<double, 2> const& a, std::vector<float> const& v)
{
  // expect: acre: a std::vector is no array yet: from_host(v) makes it one
  matmul(a, v);
}

void product_of_vectors(std::vector<std::int8_t> const& v)
{
  // expect: acre: a std::vector is no array yet
  outer(v, v);
}

void product_with_braces(here<double> const& a)
{
  // expect: acre: elements in braces, and those of a std::vector, are no array yet
  dot({static_cast<unsigned char>(1)}, a);
}

void product_with_a_number(here<double> const& a)
{
  // expect: acre: an array is wanted where a number stands: numbers multiply by *, and
  // from_host({2.0}) is an array of one
  dot(a, 2.0);
}

void product_with_a_view(here<double, 2> const& a, view<std::int8_t*> const& v)
{
  // expect: acre: a Kokkos::View is no array yet
  matvec(a, v);
}

void union_with_a_vector(here<int> const& a, std::vector<std::int16_t> const& v)
{
  // expect: acre: a std::vector is no array yet
  union1d(a, v);
}

void members_of_a_vector(std::vector<std::int32_t> const& v, here<int> const& a)
{
  // expect: acre: a std::vector is no array yet
  isin(v, a);
}

void equality_with_a_vector(here<int> const& a, std::vector<std::uint64_t> const& v)
{
  // expect: acre: a std::vector is no array yet
  array_equal(a, v);
}

}  // namespace refused
