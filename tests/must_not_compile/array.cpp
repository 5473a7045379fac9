// Arrays, their views and where they come from.
#include <acre/array/kokkos.hpp>

#include "operands.hpp"

namespace refused {

struct other_memory : serial {
  using memory_space = int;
};

void rank_7()
{
  // expect: acre: an array's rank is 0 to 6
  here<double, 7> a;
}

void seven_axes_by_newaxis(here<double, 6> const& a)
{
  // expect: acre: the result would have more than 6 axes
  // also: acre: an array's rank is 0 to 6
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

void view_of_const(Kokkos::View<double const*, Kokkos::HostSpace> const& view)
{
  // expect: acre: a View of const elements cannot be written to, an array can; copy it
  from_view(serial(), view);
}

template <class A, class... Index>
concept can_be_indexed = requires(A const& a, Index... index) { a(index...); };

static_assert(can_be_indexed<here<double, 2>, int, slice>);
static_assert(!can_be_indexed<here<double, 2>, int, int, int>, "accepted: more indices than axes");
static_assert(!can_be_indexed<here<double, 2>, ellipsis_t, ellipsis_t>, "accepted: two ellipses");
static_assert(!can_be_indexed<here<double>, double>, "accepted: a floating-point index");
static_assert(!can_be_indexed<here<double>, bool>, "accepted: a bool among basic indices");

template <class T>
concept can_be_held = requires { typename here<T>; };

static_assert(can_be_held<float> && can_be_held<acre::complex<double>>);
static_assert(!can_be_held<long double>, "accepted: an array of long double");
static_assert(!can_be_held<char*>, "accepted: an array of pointers");
static_assert(!can_be_held<float const>, "accepted: an array of const elements");

static_assert(std::is_constructible_v<here<double, 2>, here<int, 2>>);
static_assert(!std::is_constructible_v<here<double, 2>, here<double>>,
              "accepted: an array made of one of another rank");
static_assert(std::is_convertible_v<here<double, 0>, double>);
static_assert(!std::is_convertible_v<here<double>, double>,
              "accepted: an array of rank 1 as a number");

}  // namespace refused
