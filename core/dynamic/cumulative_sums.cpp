#include "scans.hpp"

namespace acre::dynamic::detail {

namespace {

using sums = join<type_list<std::int64_t>, inexacts>;

/// Sums and products wrap around alike, whatever the integers' sign and size.
dtype dtype_of_sums(dtype d) { return kind_of(d) >= kind::floating ? d : dtype::int64; }

dynamic_array cumsum(dynamic_array const& a, int axis, bool include_initial)
{
  return with_array<sums>("cumsum", a, [&](auto const& x) {
    return include_initial ? cumulative_sum(x, axis, acre::include_initial) : acre::cumsum(x, axis);
  });
}
dynamic_array cumprod(dynamic_array const& a, int axis, bool include_initial)
{
  return with_array<sums>("cumprod", a, [&](auto const& x) {
    return include_initial ? cumulative_prod(x, axis, acre::include_initial)
                           : acre::cumprod(x, axis);
  });
}

constexpr scan_entry cumulative_sums_entries[] = {
    {"cumsum", sum_dtype, dtype_of_sums, cumsum},
    {"cumprod", sum_dtype, dtype_of_sums, cumprod},
};

}  // namespace

std::span<scan_entry const> cumulative_sums() { return cumulative_sums_entries; }

}  // namespace acre::dynamic::detail
