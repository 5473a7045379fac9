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

void seven_axes_by_tile(here<double> const& a)
{
  // expect: acre: the result would have more than 6 axes
  // also: acre: an array's rank is 0 to 6
  tile(a, shape(1, 1, 1, 1, 1, 1, 2));
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

}  // namespace refused
