#pragma once

#include <acre/elementwise/detail/results.hpp>
#include <acre/elementwise/own.hpp>

#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>

namespace acre {

/// Several results of one kernel: `tie(q, r) = e` writes them to the arrays q and r.
///
/// ```cpp
/// struct polar {
///   double radius, angle;
/// };
/// struct to_polar {
///   KOKKOS_FUNCTION polar operator()(double x, double y) const
///   {
///     return {math::hypot(x, y), math::atan2(y, x)};
///   }
/// };
///
/// auto const x = from_host({3.0, 0.0}), y = from_host({4.0, 2.0});
/// auto radius = zeros(shape(2)), angle = zeros(shape(2));
/// tie(radius, angle) = elementwise(to_polar{}, x, y);
/// std::cout << radius << ' ' << angle << '\n';
/// auto const [quotient, rest] = evaluate(divmod(x, 2.0));
/// std::cout << quotient << ' ' << rest << '\n';
/// ```
/// ```text
/// [5. 2.] [0.92729522 1.57079633]
/// [1. 0.] [1. 0.]
/// ```
///
/// e is elementwise(f, x...) of an f that returns a structure with 1 to 8 public members, numbers
/// (not a std::tuple, which is none for kernels); or a std::pair or std::tuple of expressions, such
/// as divmod, modf and frexp are, that broadcast. One kernel computes and writes them all.
///
/// Shapes  the arrays have one, to which e broadcasts; one that was made without a shape gets e's.
/// Dtypes  of the arrays: any, results are converted as an assignment does.
/// Memory  as an assignment: what e reads is taken as it was before, also where an array is read,
///         or written twice; the last one of two that overlap wins. An array whose memory another
///         name shares takes memory of its own; slices may stand for arrays, and are written.
/// Bits    those of each result computed alone. Queued on the arrays' space, does not wait.
/// Throws  shape_error, value_error as assignments do.
template <class... A>
  requires(sizeof...(A) > 0 && (detail::is_array<std::remove_cvref_t<A>> && ...))
detail::tied<A...> tie(A&&... to)
{
  return detail::tied<A...>(std::forward<A>(to)...);
}

/// New arrays with the results, as a std::tuple: auto const [q, r] = evaluate(elementwise(f, x,
/// y)).
template <class E>
  requires detail::several_results<E>
auto evaluate(E const& e)
{
  using members = detail::members_t<typename E::value_type>;
  static_assert(!std::is_same_v<members, detail::chain<>> && detail::all_numbers<members>,
                "acre: a function's structure of several results has 1 to 8 public members, each "
                "a number");
  return detail::arrays_of(e, static_cast<members*>(nullptr));
}
/// New arrays with the values of several expressions that broadcast, computed by one kernel.
template <expression... E>
auto evaluate(std::tuple<E...> const& e)
{
  return std::apply([](auto const&... x) { return evaluate(detail::together(x...)); }, e);
}
template <expression First, expression Second>
auto evaluate(std::pair<First, Second> const& e)
{
  return evaluate(detail::together(e.first, e.second));
}

}  // namespace acre
