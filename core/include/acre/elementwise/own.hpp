#pragma once

#include <acre/device/detail/copied_as_bytes.hpp>
#include <acre/elementwise/detail/call.hpp>

#include <concepts>

namespace acre {

/// f of arrays, expressions and numbers, element by element, as a term of an expression: a function
/// of one's own beside acre's.
///
/// ```cpp
/// struct softened {
///   KOKKOS_FUNCTION double operator()(double x, double e) const { return math::sqrt(x * x + e); }
/// };
///
/// auto const x = from_host({1.0, 3.0, 5.0}), y = ones(shape(3));
/// std::cout << sum(2 * elementwise(softened{}, x - y, 9.0)) << '\n';  // one kernel, no temporary
/// ```
/// ```text
/// 23.21110255092798
/// ```
///
/// Operands broadcast; each reaches f in its own dtype, numbers as they are, converted as C++
/// converts arguments, and however often f uses a value it is read once. The type that f returns is
/// the dtype; a structure is several results (tie.hpp), or the value that a reduction of one's own
/// combines. f's operator() is const and a KOKKOS_FUNCTION; it captures numbers and array_refs, by
/// value. It is called once an element, in any order and in the library's own loops (16 bytes a
/// thread, vectorised). Bits are f's affair: by + - * / sqrt fma and acre::math they are the same
/// everywhere. Throws shape_error for operands that do not broadcast. An f that calls acre::math's
/// functions is quicker on a CPU where it takes packs of numbers: in_packs(f), see packs.hpp.
template <class F, class... X>
  requires(!operand<F> && operands<X...>)
auto elementwise(F f, X... x)
{
  static_assert(detail::copied_as_bytes<F>,
                "acre: elementwise's function captures something that owns memory; of an array a "
                "capture a.ref()");
  static_assert(
      std::invocable<F const&, typename detail::node_t<detail::own_dtypes, X>::value_type...>,
      "acre: elementwise's function is const and takes a number for each operand: "
      "elementwise(f, x, y) calls f(double, double)");
  return detail::call<F, detail::node_t<detail::own_dtypes, X>...>(
      f, detail::as_node<detail::own_dtypes>(std::move(x))...);
}

}  // namespace acre
