#pragma once

#include <acre/ragged/detail/combinations.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/reduce/reducer.hpp>

#include <array>
#include <tuple>
#include <utility>

/// Elements of a list with each other, and of several lists. Waits, as how many there are is asked
/// for; the rest is queued. Same bits on every backend.
namespace acre {

/// All K elements of each list whose indices ascend, in the order of these: of (a, b, c) in twos
/// (a, b), (a, c), (b, c). The positions of all combinations, element by element; K arrays are
/// written, and an expression of them is one kernel:
///
/// ```cpp
/// auto const pt = from_lists<double>({{40, 30, 20}, {}, {25, 5}});
/// auto const [i, j] = argcombinations<2>(pt);
/// std::cout << ragged(pt(i) - pt(j)) << '\n';
/// ```
/// ```text
/// [[10, 20, 10], [], [20]]
/// ```
///
/// For nested lists, those of the innermost ones. Throws value_error for more than can be counted:
/// in 64 bits, and where the offsets are int32 in 32.
template <int K, lists E>
auto argcombinations(E const& e)
{
  static_assert(K >= 1, "acre: combinations are of one element at least");
  return detail::combined_innermost<K>(e);
}

/// How many combinations of K elements each list has: a term of an expression, of int64; none is
/// made. More than int64 counts are its largest number. For nested lists, in an array for the
/// innermost ones.
template <int K, lists E>
auto count_combinations(E const& e)
{
  static_assert(K >= 1, "acre: combinations are of one element at least");
  if constexpr (detail::nested_lists<E>)
    return detail::innermost(
        e, [](auto const& x) { return evaluate(acre::count_combinations<K>(x)); });
  else
    return detail::make_unary(e.structure()->lengths(), detail::combination_count<K>{});
}

/// The elements themselves, as K terms of an expression.
template <int K, lists E>
auto combinations(E const& e)
{
  auto const x = evaluate(e);
  return std::apply([&](auto const&... at) { return std::tuple(x(at)...); }, argcombinations<K>(x));
}

template <lists E>
auto combinations(E const& e, int)
{
  static_assert(detail::never<E>,
                "acre: the compiler knows how many elements are combined: combinations<2>(x)");
  return combinations<2>(e);
}

/// Each element of a list of the first with each of the same list of the second, and of all that
/// follow, in the order of (i, j, …): where they lie in each, as a tuple. For nested lists, those
/// of the innermost ones. Throws shape_error where there are different numbers of lists, and
/// value_error for more combinations than can be counted.
template <lists A, lists B, lists... More>
auto argcartesian(A const& a, B const& b, More const&... more)
{
  using Space = typename A::space_type;
  static_assert(detail::spaces_agree<Space, typename B::space_type> &&
                    (... && detail::spaces_agree<Space, typename More::space_type>),
                "acre: the lists live in different spaces; copy one with copy_to(space, x)");
  static_assert(A::rank == B::rank && (... && (A::rank == More::rank)),
                "acre: cartesian takes lists that are nested to one depth");
  return detail::crossed_innermost(a, b, more...);
}

/// The elements themselves, as terms of an expression.
///
/// ```cpp
/// auto const x = from_lists<int>({{100, 200}, {300}}), y = from_lists<int>({{10, 20}, {}}),
///            z = from_lists<int>({{1, 2}, {3}});
/// auto const [u, v, w] = cartesian(x, y, z);
/// std::cout << ragged(u + v + w) << '\n';
/// ```
/// ```text
/// [[111, 112, 121, 122, 211, 212, 221, 222], []]
/// ```
template <lists A, lists B, lists... More>
auto cartesian(A const& a, B const& b, More const&... more)
{
  return [](auto const&... x) {
    return std::apply([&](auto const&... at) { return std::tuple(x(at)...); }, argcartesian(x...));
  }(evaluate(a), evaluate(b), evaluate(more)...);
}

/// Reduces f(i, j, …) by a reducer (acre/reduce/reducer.hpp) over all combinations of each list, in
/// the order of argcombinations and of sum(): one fused kernel of one's own, which stores neither
/// positions nor values. i, j, … count the elements of flatten(e) (int64); f and the reducer are
/// copyable function objects of host and device, const to call, and capture array_refs, not arrays.
/// An empty list gives finish(empty()).
///
/// ```cpp
/// struct total {
///   array_ref<double, 1> x;
///   KOKKOS_FUNCTION double operator()(std::int64_t i, std::int64_t j) const { return x(i) + x(j);
///   }
/// };
/// struct largest {
///   using value_type = double;
///   KOKKOS_FUNCTION double identity() const { return 0; }
///   KOKKOS_FUNCTION double empty() const { return 0; }
///   KOKKOS_FUNCTION double combine(double a, double b) const { return a < b ? b : a; }
///   KOKKOS_FUNCTION double finish(double a) const { return a; }
/// };
/// auto const pt = from_lists<double>({{40, 30, 20}, {}, {25, 5}});
/// auto const all = flatten(pt);
/// std::cout << reduce_combinations<2>(pt, total{all.ref()}, largest{}) << '\n';
/// ```
/// ```text
/// [70.  0. 30.]
/// ```
///
/// A new array of one value for each list. Queued. No scratch. The bits are those that f computes.
template <int K, ragged_expression E, class F, reducer Reducer>
auto reduce_combinations(E const& e, F const& f, Reducer const& reducer)
{
  static_assert(K >= 1 && detail::copied_as_bytes<F>,
                "acre: reduce_combinations's function takes one element at least, and captures "
                "nothing that owns memory; of an array a capture a.ref()");
  return detail::reduced_combinations<K>(e, f, reducer);
}

}  // namespace acre
