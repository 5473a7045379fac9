// Arrays, their views and where they come from.
#include <acre/array/kokkos.hpp>
#include <acre/array/mdspan.hpp>
#include <acre/array/sequences.hpp>
#include <acre/array/span.hpp>

#include "operands.hpp"

namespace refused {

struct other_memory : host {
  using memory_space = int;
  static constexpr bool host_accessible = false;
};

void rank_9()
{
  // expect: acre: an array's rank is 0 to 8
  here<double, 9> a;
}

void nine_axes_by_newaxis(here<double, 8> const& a)
{
  // expect: acre: the result would have more than 8 axes
  // also: acre: an array's rank is 0 to 8
  a(newaxis, ALL);
}

void arange_of_bool()
{
  // expect: acre: arange makes real numbers
  arange(serial(), false, true, true);
}

void broadcast_to_fewer_axes(here<double, 2> const& a)
{
  // expect: acre: broadcast_to cannot drop axes
  broadcast_to(a, shape(3));
}

void view_of_other_memory(Kokkos::View<double*, Kokkos::HostSpace> const& view)
{
  // expect: acre: the View lives in another memory space
  from_view(other_memory(), view);
}

template <class A>
concept can_be_written = requires(A const& a) { a(ALL) = 1.0; } || requires(A a) { a += 1.0; };

static_assert(can_be_written<here<double, 1>>);
static_assert(!can_be_written<read_only_array<double, 1, host>>, "written: a View of const");

void view_of_padding(here<double, 2> const& a)
{
  // expect: acre: to_view makes Views of LayoutStride, LayoutRight and LayoutLeft
  to_view<int>(a);
}

void span_of_other_memory(std::span<double> const s)
{
  // expect: acre: a span's memory is the host's: name host(), or copy by from_host(space, s)
  from_span(other_memory(), s);
}

void span_of_an_array_elsewhere(array<double, 1, other_memory> const& a)
{
  // expect: acre: a span's memory is the host's: copy_to(host(), a) brings the array there
  to_span(a);
}

/// An argument of from_mdspan, but for one thing.
template <bool Strided, class Reference>
struct nearly_mdspan {
  using extents_type = int;
  using accessor_type = int;
  using mapping_type = int;
  using data_handle_type = double*;
  using reference = Reference;
  static constexpr std::size_t rank() { return 1; }
  static constexpr bool is_always_strided() { return Strided; }
  double* data_handle() const { return nullptr; }
  int extent(int) const { return 0; }
  int stride(int) const { return 1; }
};

void mdspan_without_strides(nearly_mdspan<false, double&> const& m)
{
  // expect: acre: an array has strides, and the mdspan's layout has not
  from_mdspan(serial(), m);
}

void mdspan_of_what_is_made(nearly_mdspan<true, double> const& m)
{
  // expect: acre: an array's elements are memory, and the mdspan's accessor makes them
  from_mdspan(serial(), m);
}

void more_integers_than_axes(here<double, 2> const& a)
{
  // expect: acre: more indices than the array has axes
  a(0, 1, 2);
}

void two_ellipses(here<double, 2> const& a)
{
  // expect: acre: one ellipsis only
  a(ellipsis_t(), ellipsis_t());
}

void floating_point_index(here<double> const& a)
{
  // expect: acre: an index is an integer, a slice, ALL, newaxis, ellipsis, or an array of integers
  // or bool; from_host(v) makes one
  a(1.0);
}

void bool_among_basic_indices(here<double> const& a)
{
  // expect: acre: an index is an integer, a slice
  a(true);
}

void index_of_a_vector(here<float, 2> const& a, std::vector<int> const& v)
{
  // expect: acre: an index is an integer, a slice
  a(v, 0);
}

template <class T>
concept can_be_held = requires { typename here<T>; };

static_assert(can_be_held<float> && can_be_held<acre::complex<double>>);
static_assert(!can_be_held<char*>, "accepted: an array of pointers");
static_assert(!can_be_held<float const>, "accepted: an array of const elements");

static_assert(std::is_constructible_v<here<double, 2>, here<int, 2>>);
static_assert(!std::is_constructible_v<here<double, 2>, here<double>>,
              "accepted: an array made of one of another rank");
static_assert(std::is_convertible_v<here<double, 0>, double>);
static_assert(!std::is_convertible_v<here<double>, double>,
              "accepted: an array of rank 1 as a number");

void array_of_long_double()
{
  // expect: acre: long double and std::complex are no dtypes: array<double>,
  // array<acre::complex<double>>
  here<long double> a(shape(3));
  a = a + 1;
}

void member_of_std_complex(here<std::complex<float>, 2> const& a)
{
  // expect: acre: long double and std::complex are no dtypes
  auto const s = a(0, ALL) * 2;
}

void extent_by_its_number(here<double, 2> const& a)
{
  // expect: acre: one extent is a.extent(0), a.extent(-1); a.shape() has all of them
  a.shape(0);
}

void extents_of_a_unit_matrix()
{
  // expect: acre: a matrix's extents stand side by side: eye(3, 4), tri(3, 4)
  eye<std::int8_t>(shape(3, 4));
}

void extents_of_a_unit_matrix_in_braces()
{
  // expect: acre: a matrix's extents stand side by side
  eye<std::int16_t>({3, 4});
}

void extents_of_a_triangle()
{
  // expect: acre: a matrix's extents stand side by side
  tri<std::int32_t>(shape(3, 3));
}

}  // namespace refused
