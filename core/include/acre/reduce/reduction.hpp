#pragma once

#include <acre/elementwise/own.hpp>
#include <acre/reduce/detail/over_axes.hpp>

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace acre {

namespace detail {

/// Functions and an identity as a reducer (acre/reduce/reduce.hpp).
template <class Combine, class Finish, class T>
struct reducer_of_functions {
  using value_type = T;
  Combine join;
  Finish last;
  T start;

  KOKKOS_INLINE_FUNCTION T identity() const { return start; }
  KOKKOS_INLINE_FUNCTION T empty() const { return start; }
  KOKKOS_INLINE_FUNCTION T combine(T const& a, T const& b) const { return join(a, b); }
  KOKKOS_INLINE_FUNCTION auto finish(T const& a) const { return last(a); }
};

}  // namespace detail

/// The object that reduction() makes: called with the operands of the map and then, if not
/// everything is to be reduced, axes(…), axis_set or keepdims as for sum().
template <class Map, class Reducer>
class reduction_of {
 public:
  reduction_of(Map map, Reducer reducer) : map_(std::move(map)), reducer_(std::move(reducer)) {}

  template <class... Argument>
  auto operator()(Argument const&... arguments) const
  {
    constexpr std::size_t count = (std::size_t{!detail::names_axes<Argument>} + ... + 0);
    return apply(std::tie(arguments...), std::make_index_sequence<count>(),
                 std::make_index_sequence<sizeof...(Argument) - count>());
  }

 private:
  template <class... Argument, std::size_t... Operand, std::size_t... Axes>
  auto apply(std::tuple<Argument...> const& all, std::index_sequence<Operand...>,
             std::index_sequence<Axes...>) const
  {
    using tuple = std::tuple<std::remove_cvref_t<Argument>...>;
    static_assert((!detail::names_axes<std::tuple_element_t<Operand, tuple>> && ...),
                  "acre: a reduction is called with the map's operands first, then with axes");
    static_assert(operands<std::tuple_element_t<Operand, tuple>...>,
                  "acre: a reduction is called with arrays, expressions and numbers");
    static_assert(
        std::invocable<Map const&, typename detail::node_t<
                                       detail::own_dtypes,
                                       std::tuple_element_t<Operand, tuple>>::value_type...>,
        "acre: a reduction's map takes the operands that it is called with; axes are named as "
        "axes(1)");
    return detail::reduce_with(reducer_, elementwise(map_, std::get<Operand>(all)...),
                               std::get<sizeof...(Operand) + Axes>(all)...);
  }

  Map map_;
  Reducer reducer_;
};

/// A whole reduction as one object, as CuPy's ReductionKernel: finish(combine of all map(x, y, …)).
/// It is called with arrays, expressions and numbers, which broadcast as for elementwise(), and
/// then with the axes, if these are not all: axes(1), axes(0, 2), keepdims. One kernel.
///
/// ```cpp
/// struct weighted_square {
///   KOKKOS_FUNCTION double operator()(double x, double w) const { return w * x * x; }
/// };
/// struct add {
///   KOKKOS_FUNCTION double operator()(double a, double b) const { return a + b; }
/// };
/// struct root {
///   KOKKOS_FUNCTION double operator()(double a) const { return math::sqrt(a); }
/// };
///
/// auto const norm = reduction(weighted_square{}, add{}, root{}, -0.0);
/// auto const x = from_host(std::vector{3.0, 4.0, 6.0, 8.0}, shape(2, 2));
/// std::cout << norm(x, 4.0, axes(1)) << ' ' << norm(x(0), 1.0) << '\n';
/// ```
/// ```text
/// [10. 20.] 5.0
/// ```
///
/// The accumulator has the identity's type, any trivially copyable one, to which what map returns
/// converts. combine(a, b) has to commute, as lanes take elements in turn, in the fixed order of
/// all reductions (acre/reduce/axes.hpp), and combine(x, identity) is x to the bit:
/// -0.0 for sums of floating point, as x + 0.0 is not x for -0.0. finish() gives the result, an
/// array's dtype or a record; that of no elements is finish(identity). The functions are
/// KOKKOS_FUNCTIONs and capture numbers and array_refs, by value. It is the short form of a
/// reducer, reduce(elementwise(map, x, …), reducer, axes…), with its bits.
template <class Map, class Combine, class Finish, class T>
auto reduction(Map map, Combine combine, Finish finish, T identity)
{
  static_assert(
      detail::copied_as_bytes<Combine> && detail::copied_as_bytes<Finish>,
      "acre: a reduction's functions capture something that owns memory; of an array capture "
      "a.ref()");
  static_assert(std::is_trivially_copyable_v<T>,
                "acre: a reduction's identity is of a trivially copyable type");
  static_assert(
      requires(Combine const& f, T const& x) { static_cast<T>(f(x, x)); },
      "acre: a reduction's combine takes two accumulators, of the identity's type, and "
      "gives one");
  static_assert(
      requires(Finish const& f, T const& x) { f(x); },
      "acre: a reduction's finish takes the accumulator, of the identity's type");
  return reduction_of(std::move(map), detail::reducer_of_functions<Combine, Finish, T>{
                                          std::move(combine), std::move(finish), identity});
}

}  // namespace acre
