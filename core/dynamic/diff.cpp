#include <acre/dynamic/elementwise.hpp>
#include <acre/reduce/products.hpp>

#include "dispatch.hpp"

namespace acre::dynamic {

dynamic_array diff(dynamic_array const& a, std::int64_t n, int axis)
{
  using namespace detail;
  if (n < 0) throw value_error("order must be non-negative but got " + std::to_string(n));
  if (a.rank() == 0) throw value_error("diff requires input that is at least one dimensional");
  int const along = acre::detail::normalized_axis(axis, a.rank()) + max_rank - a.rank();
  return with_array<everything>(
      "diff", a, [&](auto const& x) { return dynamic_array(acre::diff(x, n, along), a.rank()); });
}

}  // namespace acre::dynamic
