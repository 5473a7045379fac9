#include "scans.hpp"

namespace acre::dynamic::detail {

namespace {

using largest = join<type_list<std::int64_t, std::uint64_t>, inexacts>;

dtype same(dtype d) { return d; }
dtype dtype_of_extrema(dtype d)
{
  if (kind_of(d) >= kind::floating) return d;
  return promote(d, dtype::int8) == d || d == dtype::boolean ? dtype::int64 : dtype::uint64;
}

dynamic_array cummax(dynamic_array const& a, int axis, bool)
{
  return with_array<largest>("cummax", a, [&](auto const& x) { return acre::cummax(x, axis); });
}
dynamic_array cummin(dynamic_array const& a, int axis, bool)
{
  return with_array<largest>("cummin", a, [&](auto const& x) { return acre::cummin(x, axis); });
}

constexpr scan_entry cumulative_extrema_entries[] = {
    {"cummax", same, dtype_of_extrema, cummax},
    {"cummin", same, dtype_of_extrema, cummin},
};

}  // namespace

std::span<scan_entry const> cumulative_extrema() { return cumulative_extrema_entries; }

}  // namespace acre::dynamic::detail
