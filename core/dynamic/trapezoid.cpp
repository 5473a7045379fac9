#include <acre/dynamic/numerical.hpp>
#include <acre/reduce/detail/trapezoid.hpp>

#include "vocabulary.hpp"

namespace acre::dynamic {

using namespace detail;

dynamic_array trapezoid(dynamic_array const& y, scalar_value dx, int axis)
{
  int const along = acre::detail::normalized_axis(axis, y.rank());
  return sum_along(acre::detail::trapezoids(term(y), dx, along), along);
}

dynamic_array trapezoid(dynamic_array const& y, dynamic_array const& x, int axis)
{
  int const along = acre::detail::normalized_axis(axis, y.rank());
  term const f = y,
             widths = x.rank() == 1 ? lying_along(distances(x, 0), along, f) : distances(x, along);
  return sum_along(acre::detail::trapezoids(f, widths, along), along);
}

}  // namespace acre::dynamic
