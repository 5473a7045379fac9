#include <acre/dynamic/elementwise.hpp>
#include <acre/reduce/products.hpp>

#include "integers.hpp"

namespace acre::dynamic {

dynamic_array diff(dynamic_array const& a, std::int64_t n, int axis)
{
  using namespace detail;
  if (n < 0) throw value_error("order must be non-negative but got " + std::to_string(n));
  if (n == 0) return copy(a);
  if (a.rank() == 0) throw value_error("diff requires input that is at least one dimensional");
  int const along = acre::detail::normalized_axis(axis, a.rank()) + max_rank - a.rank();
  auto const result = with_array<without_signed<everything>>(
      "diff", without_sign(a),
      [&](auto const& x) { return dynamic_array(acre::diff(x, n, along), a.rank()); });
  return as_dtype(result, a.dtype());
}

}  // namespace acre::dynamic
