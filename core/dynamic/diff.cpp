#include <acre/dynamic/elementwise.hpp>
#include <acre/reduce/detail/distances.hpp>

#include "halves.hpp"
#include "integers.hpp"
#include "vocabulary.hpp"

namespace acre::dynamic {

/// 64 bits hold the differences of narrower integers.
detail::term detail::distances(term const& a, int axis)
{
  if (kind_of(a.dtype()) > kind::integer) return diff(a, 1, axis);
  dtype const type = inexact(a.dtype());
  if (item_size(a.dtype()) < 8) return astype(diff(astype(a, dtype::int64), 1, axis), type);
  return with_array<type_list<std::int64_t, std::uint64_t>>("distances", a, [&](auto const& x) {
    return dynamic_array(acre::detail::distances(x, axis + max_rank - a.rank()), a.rank());
  });
}

dynamic_array diff(dynamic_array const& a, std::int64_t n, int axis)
{
  using namespace detail;
  if (n < 0) throw value_error("order must be non-negative but got " + std::to_string(n));
  if (n == 0) return copy(a);
  if (a.rank() == 0) throw value_error("diff requires input that is at least one dimensional");
  int const along = acre::detail::normalized_axis(axis, a.rank()) + max_rank - a.rank();
  if (is_half(a.dtype())) {  // each difference is rounded
    auto const once = in_float(a, [&](dynamic_array const& x) { return diff(x, 1, axis); });
    return n == 1 ? once : diff(once, n - 1, axis);
  }
  auto const result = with_array<without_signed<everything>>(
      "diff", without_sign(a),
      [&](auto const& x) { return dynamic_array(acre::diff(x, n, along), a.rank()); });
  return as_dtype(result, a.dtype());
}

}  // namespace acre::dynamic
