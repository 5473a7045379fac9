#pragma once

#include <acre/ragged/detail/combinations.hpp>
#include <acre/ragged/ragged.hpp>

#include <array>
#include <tuple>
#include <utility>

/// Elements of a list with each other, and of two lists. Waits, as how many there are is asked for;
/// the rest is queued. Same bits on every backend.
namespace acre {

/// All K elements of each list whose indices ascend, in the order of these: of (a, b, c) in twos
/// (a, b), (a, c), (b, c). Where they lie, element by element; K arrays are written, and
///
///   auto const [i, j] = argcombinations<2>(pt);
///   auto const mass = sqrt(2 * pt(i) * pt(j) * (cosh(eta(i) - eta(j)) - cos(phi(i) - phi(j))));
///
/// is one kernel when it is evaluated. Throws value_error where offsets of int32 cannot count them.
template <int K, ragged_expression E>
auto argcombinations(E const& e)
{
  static_assert(K >= 1, "acre: combinations are of one element at least");
  return detail::combined<K>(e.structure());
}

/// The elements themselves, as K terms of an expression.
template <int K, ragged_expression E>
auto combinations(E const& e)
{
  auto const x = evaluate(e);
  return std::apply([&](auto const&... at) { return std::tuple(x(at)...); }, argcombinations<K>(x));
}

/// Each element of a list of the first with each of the same list of the second, in the order of
/// (i, j): where they lie in the first, and where in the second. Throws shape_error where there are
/// different numbers of lists.
template <ragged_expression A, ragged_expression B>
auto argcartesian(A const& a, B const& b)
{
  static_assert(detail::spaces_agree<typename A::space_type, typename B::space_type>,
                "acre: the lists live in different spaces; copy one with copy_to(space, x)");
  return detail::crossed(a.structure(), b.structure());
}
template <ragged_expression A, ragged_expression B>
auto cartesian(A const& a, B const& b)
{
  auto const x = evaluate(a);
  auto const y = evaluate(b);
  auto const [i, j] = argcartesian(x, y);
  return std::pair(x(i), y(j));
}

}  // namespace acre
