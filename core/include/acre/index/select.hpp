#pragma once

#include <acre/array/creation.hpp>
#include <acre/elementwise/where.hpp>

#include <initializer_list>
#include <type_traits>
#include <vector>

namespace acre {

/// The first of several choices whose condition is true, elsewhere the number `otherwise`: NumPy's
/// select. There are as many conditions as choices, of one shape or such as broadcast; expressions
/// are evaluated first. A new array; a kernel each.
///
/// ```cpp
/// auto const x = from_host({-2, 5, 0, 12});
/// std::cout << select({x > 9, x > 0}, {x - 10, x - 1}, -1) << '\n';
/// ```
/// ```text
/// [-1  4 -1  2]
/// ```
///
/// In vectors of arrays where their number is known at run time only. Throws value_error: list of
/// cases must be same length as list of conditions; select with an empty condition list is not
/// possible; shape_error where shapes do not broadcast.
template <int Rank, class Space, element T, scalar S = T>
array<T, Rank, Space> select(std::vector<array<bool, Rank, Space>> const& conditions,
                             std::vector<array<T, Rank, Space>> const& choices, S otherwise = S(0))
{
  static_assert(std::is_same_v<promote_scalar_t<T, S>, T>,
                "acre: the number elsewhere isn't of the choices' kind: cast<double>(x) makes "
                "choices of another dtype");
  if (conditions.size() != choices.size())
    throw value_error("list of cases must be same length as list of conditions");
  if (conditions.empty()) throw value_error("select with an empty condition list is not possible");
  array<T, Rank, Space> chosen =
      evaluate(acre::where(conditions.back(), choices.back(), otherwise));
  for (std::size_t n = conditions.size() - 1; n-- > 0;)
    chosen = array<T, Rank, Space>(acre::where(conditions[n], choices[n], chosen));
  return chosen;
}
template <expression C, expression V, scalar S = typename V::value_type>
auto select(std::initializer_list<C> conditions, std::initializer_list<V> choices,
            S otherwise = S(0))
{
  std::vector<decltype(evaluate(*conditions.begin()))> const each(conditions.begin(),
                                                                  conditions.end());
  std::vector<decltype(evaluate(*choices.begin()))> const from(choices.begin(), choices.end());
  return acre::select(each, from, otherwise);
}

}  // namespace acre

#include <acre/index/detail/refusals/select.hpp>
