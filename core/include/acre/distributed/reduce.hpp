#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/reduce.hpp>
#include <acre/distributed/detail/reduce_axes.hpp>
#include <acre/distributed/elementwise.hpp>
#include <acre/reduce/ddof.hpp>

#include <concepts>
#include <cstdint>

/// Reductions of the whole array, or of an expression, to a number that every process gets, and
/// along axes to a distributed array. acre's names, dtypes and errors, and the bits that acre's
/// function of the whole array gives on one process: for any number of processes and any cut of
/// axis 0, on every queue.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 2> u(all, blocks(shape(6, 4)));
///   u = coordinate(u, 0) + 10 * coordinate(u, 1);
///   auto const rows = sum(u, 1);           // of each process its own rows
///   auto const columns = mean(u, axes(0));  // axis 0 is cut: every process has all of them
///   if (all.rank() == 1) std::cout << rows.local() << ' ' << columns.local() << '\n';
/// });
/// ```
/// ```text
/// [68. 72.] [ 2.5 12.5 22.5 32.5]
/// ```
///
/// *Whole.* Together. Waits for the others. What is sent: 64 accumulators to the next process where
/// a tile of 4096 elements is cut, then an accumulator for each tile, gathered by all processes
/// (for each 2^24 elements, where there are many: more than 2^26, of P > 10 processes more than
/// 2^24 sqrt(1.5 P)). Nothing is added by a library.
///
/// Blocks that are cut along another axis than 0: integers, bool, any, all, count_nonzero, argmin
/// and argmax have the same bits in any order, and take them. Of floating point the others throw
/// value_error, which names redistribute: distributed blocks have no order of their own.
///
/// *Along axes*, named as in acre/reduce/axes.hpp: sum(x, 1), sum(x, axes(0, 2), keepdims). All
/// axes at once, without keepdims, are a number.
///
/// Where no axis that is reduced is cut, each process reduces its block, and has that part of the
/// result; nothing is sent. The result has the other axes' cuts and halos.
///
/// Where a cut axis is reduced, every process along it has the same block of the result: all of it,
/// if no other axis is cut, and x.local() is an array as one process has it. Together. Sent are,
/// where a tile is cut (4096 elements of a result where the last axis is reduced, else 512), a
/// result's 64 (8) accumulators for each result to the next process; then an accumulator for each
/// tile and result, to all where all of them are 128 KiB at most, else each process along the axis
/// combines a share of the results and sends these to the others. Reductions whose order shows no
/// bit (above) send one accumulator for each result in this way. Halos are dropped.
///
/// Floating point along several axes of which another than the first is cut throws value_error,
/// which names redistribute.
///
/// Throws index_error on all processes for a bad index that any of them met before; value_error on
/// all where calls, dtypes or blocks differ; communication_error.
namespace acre::distributed {

/// The sum; small integers and bool in 64 bits, floating point in its own dtype. Empty: 0.
template <detail::whole_operand E>
auto sum(E const& e)
{
  using T = acre::sum_t<typename E::value_type>;
  return detail::reduced("sum", detail::as_term(e), acre::detail::sum_reducer<T>{});
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto sum(E const& e, Axes... which)
{
  using T = acre::sum_t<typename E::value_type>;
  return detail::reduce_along(
      "sum", detail::as_term(e), [](std::int64_t) { return acre::detail::sum_reducer<T>{}; },
      which...);
}
/// The product, in the dtype of sum(). Empty: 1.
template <detail::whole_operand E>
auto prod(E const& e)
{
  using T = acre::sum_t<typename E::value_type>;
  return detail::reduced("prod", detail::as_term(e), acre::detail::prod_reducer<T>{});
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto prod(E const& e, Axes... which)
{
  using T = acre::sum_t<typename E::value_type>;
  return detail::reduce_along(
      "prod", detail::as_term(e), [](std::int64_t) { return acre::detail::prod_reducer<T>{}; },
      which...);
}
/// The arithmetic mean; of integers in float64. Empty: NaN.
template <detail::whole_operand E>
auto mean(E const& e)
{
  using T = acre::quotient_t<typename E::value_type>;
  auto const t = detail::as_term(e);
  return detail::reduced("mean", t, detail::mean_of<T>(t.size()));
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto mean(E const& e, Axes... which)
{
  using T = acre::quotient_t<typename E::value_type>;
  return detail::reduce_along("mean", detail::as_term(e), detail::mean_of<T>, which...);
}

/// The variance, / (n - ddof), and its square root; along axes var(x, 0) and var(x, ddof(1), 0).
template <detail::whole_operand E>
auto var(E const& e, ddof d = ddof(0))
{
  return detail::spread("var", detail::as_term(e), false, d);
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto var(E const& e, ddof d, Axes... which)
{
  return detail::spread_along("var", detail::as_term(e), false, d, which...);
}
template <detail::whole_operand E, class Axis, class... Axes>
  requires(!std::same_as<Axis, ddof>)
auto var(E const& e, Axis first, Axes... which)
{
  return detail::spread_along("var", detail::as_term(e), false, ddof(0), first, which...);
}
template <detail::whole_operand E>
auto stddev(E const& e, ddof d = ddof(0))
{
  return detail::spread("stddev", detail::as_term(e), true, d);
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto stddev(E const& e, ddof d, Axes... which)
{
  return detail::spread_along("stddev", detail::as_term(e), true, d, which...);
}
template <detail::whole_operand E, class Axis, class... Axes>
  requires(!std::same_as<Axis, ddof>)
auto stddev(E const& e, Axis first, Axes... which)
{
  return detail::spread_along("stddev", detail::as_term(e), true, ddof(0), first, which...);
}

/// The largest (smallest) element; NaN if there is one. Throws value_error where there is none.
template <detail::whole_operand E>
auto max(E const& e)
{
  return detail::extreme<acre::detail::max_reducer>("max", "maximum", detail::as_term(e));
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto max(E const& e, Axes... which)
{
  return detail::extreme_along<acre::detail::max_reducer>("max", "maximum", detail::as_term(e),
                                                          which...);
}
template <detail::whole_operand E>
auto min(E const& e)
{
  return detail::extreme<acre::detail::min_reducer>("min", "minimum", detail::as_term(e));
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto min(E const& e, Axes... which)
{
  return detail::extreme_along<acre::detail::min_reducer>("min", "minimum", detail::as_term(e),
                                                          which...);
}

/// Which element, counted in C order of the whole array, is the first largest (smallest), or the
/// first NaN. int64. Throws value_error where there is none.
template <detail::whole_operand E>
std::int64_t argmax(E const& e)
{
  return detail::place_of_extreme<true>("argmax", detail::as_term(e));
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto argmax(E const& e, Axes... which)
{
  return detail::place_along<true>("argmax", detail::as_term(e), which...);
}
template <detail::whole_operand E>
std::int64_t argmin(E const& e)
{
  return detail::place_of_extreme<false>("argmin", detail::as_term(e));
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto argmin(E const& e, Axes... which)
{
  return detail::place_along<false>("argmin", detail::as_term(e), which...);
}

/// Whether any (every) element is not zero.
template <detail::whole_operand E>
bool any(E const& e)
{
  return detail::reduced("any", cast<bool>(e), acre::detail::any_reducer{});
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto any(E const& e, Axes... which)
{
  return detail::reduce_along(
      "any", cast<bool>(e), [](std::int64_t) { return acre::detail::any_reducer{}; }, which...);
}
template <detail::whole_operand E>
bool all(E const& e)
{
  return detail::reduced("all", cast<bool>(e), acre::detail::all_reducer{});
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto all(E const& e, Axes... which)
{
  return detail::reduce_along(
      "all", cast<bool>(e), [](std::int64_t) { return acre::detail::all_reducer{}; }, which...);
}
/// How many elements are not zero.
template <detail::whole_operand E>
std::int64_t count_nonzero(E const& e)
{
  return detail::reduced("count_nonzero", cast<bool>(e), acre::detail::sum_reducer<std::int64_t>{});
}
template <detail::whole_operand E, class... Axes>
  requires(sizeof...(Axes) > 0)
auto count_nonzero(E const& e, Axes... which)
{
  return detail::reduce_along(
      "count_nonzero", cast<bool>(e),
      [](std::int64_t) { return acre::detail::sum_reducer<std::int64_t>{}; }, which...);
}

}  // namespace acre::distributed
