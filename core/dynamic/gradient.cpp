#include <acre/dynamic/numerical.hpp>
#include <acre/reduce/detail/gradient.hpp>

#include "vocabulary.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// Differences are what NumPy refuses to take of bool, whatever its size.
void require_numbers(dynamic_array const& f)
{
  if (f.dtype() == dtype::boolean) binary_dtype("subtract", f.dtype(), f.dtype());
}

}  // namespace

dynamic_array gradient(dynamic_array const& a, double h, int axis, int edge_order)
{
  require_numbers(a);
  int const along = acre::detail::normalized_axis(axis, a.rank());
  term const f = astype(a, quotient_dtype(a.dtype()));
  acre::detail::require_gradient(f.extent(along), edge_order);
  term const result = empty(f.space(), f.dtype(), f.shape());
  acre::detail::write_gradient(f, result, h, along, edge_order);
  return result;
}

dynamic_array gradient(dynamic_array const& a, dynamic_array const& x, int axis, int edge_order)
{
  require_numbers(a);
  int const along = acre::detail::normalized_axis(axis, a.rank());
  term const f = astype(a, quotient_dtype(a.dtype()));
  if (x.rank() != 1) throw value_error("distances must be either scalars or 1d");
  acre::detail::require_coordinates(f.extent(along), x.size());
  acre::detail::require_gradient(f.extent(along), edge_order);
  term const result = empty(f.space(), f.dtype(), f.shape());
  term const steps = diff(astype(x, quotient_dtype(x.dtype())));
  acre::detail::write_gradient_of_steps(f, result, steps, along, edge_order);
  return result;
}

}  // namespace acre::dynamic
