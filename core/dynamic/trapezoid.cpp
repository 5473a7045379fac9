#include <acre/dynamic/numerical.hpp>
#include <acre/dynamic/reduce.hpp>

#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// y[1:] + y[:-1] along an axis that isn't negative.
dynamic_array neighbours(dynamic_array const& y, int axis)
{
  return binary("add", sliced(y, axis, slice(1, none)), sliced(y, axis, slice(none, -1)));
}
dynamic_array half_sum(dynamic_array const& twice, int axis)
{
  return reduce("sum", binary("true_divide", twice, 2.0), {.axes = std::vector{axis}});
}

}  // namespace

dynamic_array trapezoid(dynamic_array const& y, scalar_value dx, int axis)
{
  int const along_axis = acre::detail::normalized_axis(axis, y.rank());
  return half_sum(binary("multiply", neighbours(y, along_axis), dx), axis);
}

dynamic_array trapezoid(dynamic_array const& y, dynamic_array const& x, int axis)
{
  int const along_axis = acre::detail::normalized_axis(axis, y.rank());
  auto const widths = x.rank() == 1 ? along(diff(x), along_axis, y.rank()) : diff(x, 1, axis);
  return half_sum(binary("multiply", widths, neighbours(y, along_axis)), axis);
}

}  // namespace acre::dynamic
