#pragma once

#include <acre/elementwise/detail/neighbours.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/elementwise/shifted.hpp>

/// Stencils in a function of one's own.
namespace acre {

/// An element of an array and those around it, up to Margin along each axis, as elementwise hands
/// them to a function of one's own: u(0, 0) is the element, u(-1, 0) that of the row before. They
/// are values: shifts written as numbers leave them in registers, and what is not used is not read.
/// Loops over shifts do so where the compiler unrolls them (nvcc and -O3 do; g++ at -O2 wants
/// `#pragma GCC unroll 3` before each: nine points of 512 x 512 in 0.38 ms instead of 4). Shifts
/// beyond the margin are the caller's mistake; a build with ACRE_DEBUG_CHECKS ends the program
/// there with a sentence.
template <class T, int... Margin>
struct neighbourhood {
  static constexpr int rank = sizeof...(Margin);
  T value[((2 * Margin + 1) * ...)];  // in C order

  template <std::integral... Shift>
    requires(sizeof...(Shift) == sizeof...(Margin))
  KOKKOS_INLINE_FUNCTION T operator()(Shift... shift) const
  {
#ifdef ACRE_DEBUG_CHECKS
    if (!((static_cast<int>(shift) <= Margin && -static_cast<int>(shift) <= Margin) && ...))
      Kokkos::abort("acre: a neighbour beyond the margin of neighbours()");
#endif
    int at = 0;
    ((at = at * (2 * Margin + 1) + static_cast<int>(shift) + Margin), ...);
    return value[at];
  }
};

/// The elements of an array with their neighbours, as one argument of elementwise(f, …): f takes a
/// neighbourhood<T, Margin…> in its place. One Margin for all axes, or one for each: neighbours<0,
/// 1> are those along the rows. The result has the shape of interior<Margin…>(a), the elements that
/// are Margin or more from the edges.
///
/// ```cpp
/// struct diffused {
///   KOKKOS_FUNCTION double operator()(neighbourhood<double, 1, 1> const& u, double rate) const
///   {
///     return u(0, 0) + rate * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
///   }
/// };
///
/// auto const u = arange(25.0).reshape(shape(5, 5));
/// auto v = copy(u);
/// slice const mid(1, -1);
/// v(mid, mid) = elementwise(diffused{}, neighbours<1>(u), 0.1) + 1.0;
/// std::cout << v(2, 2) << '\n';
/// ```
/// ```text
/// 13.0
/// ```
///
/// Values, bits and cost are those of f with a scalar for each neighbour that it uses,
/// shifted<…>(c) of one interior: on a GPU each packet of the array is read once, as said there.
/// All margins of a call are alike, or its operands do not broadcast (shape_error). The array is
/// kept alive, and is not the one that is written. Throws shape_error for an array with fewer than
/// 2 * Margin elements along an axis. No scratch memory, nothing is queued.
template <int... Margin, class T, int Rank, class Space>
auto neighbours(array<T, Rank, Space> const& a)
{
  constexpr bool fits = sizeof...(Margin) == 1 || sizeof...(Margin) == Rank;
  static_assert(fits && Rank > 0,
                "acre: neighbours takes one margin for all axes of an array, or one for each");
  static_assert(((Margin >= 0) && ...), "acre: a margin of neighbours is not negative");
  using margin = typename detail::margins_of<std::make_index_sequence<Rank>, Margin...>::type;
  detail::require_margins(a.shape(), detail::extents_of(margin()));
  return detail::elements_with_neighbours<array<T, Rank, Space>, margin>{a};
}

template <int... Margin, expression E>
auto neighbours(E const& e)
{
  static_assert(detail::never<E>,
                "acre: neighbours are of an array, whose elements lie in memory: "
                "neighbours<1>(evaluate(a + 1))");
  return neighbours<Margin...>(evaluate(e));
}

/// elementwise (own.hpp) with neighbours among its operands.
template <class F, class... X>
  requires(!operand<F> && detail::with_neighbours<X...>)
auto elementwise(F f, X... x)
{
  static_assert(detail::copied_as_bytes<F>,
                "acre: elementwise's function captures something that owns memory; of an array a "
                "capture a.ref()");
  static_assert(std::invocable<F const&, typename detail::part_of_call<X>::argument...>,
                "acre: elementwise's function is const and takes a neighbourhood<T, Margin…> for "
                "neighbours<Margin…>(a), a number for each other operand");
  using gathered = detail::gathering<F, typename detail::part_of_call<X>::argument...>;
  return std::apply(
      [&](auto&&... e) {
        return detail::call<gathered, std::remove_cvref_t<decltype(e)>...>(
            gathered{f}, std::forward<decltype(e)>(e)...);
      },
      std::tuple_cat(detail::part_of_call<X>::operands(std::move(x))...));
}

}  // namespace acre
