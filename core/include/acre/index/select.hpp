#pragma once

#include <acre/array/creation.hpp>
#include <acre/elementwise/where.hpp>

#include <vector>

namespace acre {

/// Of several choices the first whose condition is true, elsewhere the number `otherwise`: NumPy's
/// select. Conditions and choices are arrays, as many of one as of the other. A new array; a kernel
/// each. Throws value_error: list of cases must be same length as list of conditions; select with
/// an empty condition list is not possible; shape_error where shapes do not broadcast.
template <int Rank, class Space, element T>
array<T, Rank, Space> select(std::vector<array<bool, Rank, Space>> const& conditions,
                             std::vector<array<T, Rank, Space>> const& choices, T otherwise = T(0))
{
  if (conditions.size() != choices.size())
    throw value_error("list of cases must be same length as list of conditions");
  if (conditions.empty()) throw value_error("select with an empty condition list is not possible");
  array<T, Rank, Space> chosen =
      evaluate(acre::where(conditions.back(), choices.back(), otherwise));
  for (std::size_t n = conditions.size() - 1; n-- > 0;)
    chosen = array<T, Rank, Space>(acre::where(conditions[n], choices[n], chosen));
  return chosen;
}

}  // namespace acre
