#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/numbers.hpp>
#include <acre/distributed/detail/scan.hpp>
#include <acre/distributed/elementwise.hpp>
#include <acre/reduce/scan.hpp>

/// Sums, products and extremes so far: acre's cumsum, cumprod, cummax, cummin, nancumsum,
/// nancumprod, cumulative_sum, cumulative_prod, inclusive_scan and exclusive_scan, with its dtypes
/// and the bits that they have of the whole array on one process, for any number of processes and
/// any cut of the scanned axis, on every queue.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<std::int64_t, 2> u(all, blocks(shape(4, 2)));
///   u = coordinate(u, 0) + 1;
///   auto const down = gather_to(cumsum(u, 0), 0);
///   auto const whole = gather_to(cumsum(u), 0);  // through all elements in C order, of rank 1
///   if (all.rank() == 0) std::cout << down << '\n' << whole << '\n';
/// });
/// ```
/// ```text
/// [[ 1  1]
///  [ 3  3]
///  [ 6  6]
///  [10 10]]
/// [ 1  2  4  6  9 12 16 20]
/// ```
///
/// The result has x's blocks and halos (which are 0), of a scan through all elements of rank > 1
/// the blocks' elements along one axis. Along an axis that isn't cut each process scans its block,
/// and nothing is sent.
///
/// Along a cut axis: together; waits for the others. The order is that of backends/common/scan.hpp:
/// a process computes its elements twice, once for the folds of its tiles (4096 elements of
/// float64), once for the result. Sent are, where a group of 128 tiles (256 of 4 bytes) is cut, a
/// scan's state, some 350 bytes of float64, to the next process, and the fold of each group to all.
/// The chain of those who wait for a state ends at the next group's beginning: where blocks are
/// shorter than groups, as many processes wait one after the other as have part of a group.
///
/// Throws value_error for a scan through all elements of blocks that are no slabs, which names
/// redistribute; index_error for an axis that is not there, and on all processes for a bad index
/// that any of them met before; value_error on all where calls, dtypes or blocks differ;
/// communication_error.
namespace acre::distributed {

/// The sum of the elements up to each; small integers and bool in 64 bits, floating point in its
/// own dtype.
template <detail::whole_operand E, class... Axis>
  requires acre::one_axis<Axis...>
auto cumsum(E const& e, Axis... axis)
{
  using T = acre::sum_t<typename E::value_type>;
  return detail::scan_along("cumsum", detail::as_term(e), acre::detail::sum_reducer<T>{}, axis...);
}
/// Scans in another dtype: every element is converted to T first.
template <acre::element T, detail::whole_operand E, class... Axis>
  requires acre::one_axis<Axis...>
auto cumsum(E const& e, Axis... axis)
{
  return detail::scan_along("cumsum", cast<T>(e), acre::detail::sum_reducer<T>{}, axis...);
}
/// The product, in the dtype of cumsum().
template <detail::whole_operand E, class... Axis>
  requires acre::one_axis<Axis...>
auto cumprod(E const& e, Axis... axis)
{
  using T = acre::sum_t<typename E::value_type>;
  return detail::scan_along("cumprod", detail::as_term(e), acre::detail::prod_reducer<T>{},
                            axis...);
}
template <acre::element T, detail::whole_operand E, class... Axis>
  requires acre::one_axis<Axis...>
auto cumprod(E const& e, Axis... axis)
{
  return detail::scan_along("cumprod", cast<T>(e), acre::detail::prod_reducer<T>{}, axis...);
}
/// The largest (smallest) element; NaN from the first NaN on.
template <detail::whole_operand E, class... Axis>
  requires acre::one_axis<Axis...>
auto cummax(E const& e, Axis... axis)
{
  using T = typename E::value_type;
  return detail::scan_along("cummax", detail::as_term(e), acre::detail::max_reducer<T>{}, axis...);
}
template <detail::whole_operand E, class... Axis>
  requires acre::one_axis<Axis...>
auto cummin(E const& e, Axis... axis)
{
  using T = typename E::value_type;
  return detail::scan_along("cummin", detail::as_term(e), acre::detail::min_reducer<T>{}, axis...);
}
/// A scan of one's own, as acre::inclusive_scan takes it: op's accumulators are sent as bytes.
template <detail::whole_operand E, backends::scan_operator Op, class... Axis>
  requires acre::one_axis<Axis...>
auto inclusive_scan(E const& e, Op const& op, Axis... axis)
{
  return detail::scan_along("inclusive_scan", detail::as_term(e), op, axis...);
}

/// The fold of the elements before each one, op.empty() for the first. An element crosses to the
/// next process more than of inclusive_scan().
template <detail::whole_operand E, backends::scan_operator Op, class... Axis>
  requires acre::one_axis<Axis...>
auto exclusive_scan(E const& e, Op const& op, Axis... axis)
{
  return detail::scan_before<false>("exclusive_scan", detail::as_term(e), op, axis...);
}

/// cumsum and cumprod that count NaN as 0 and as 1.
template <detail::whole_operand E, class... Axis>
  requires acre::one_axis<Axis...>
auto nancumsum(E const& e, Axis... axis)
{
  return cumsum(detail::without_nan<acre::detail::number_for_nan<0>>(e), axis...);
}
template <detail::whole_operand E, class... Axis>
  requires acre::one_axis<Axis...>
auto nancumprod(E const& e, Axis... axis)
{
  return cumprod(detail::without_nan<acre::detail::number_for_nan<1>>(e), axis...);
}

/// cumsum and cumprod by their names in the array API's standard, of which include_initial puts the
/// sum (product) of nothing first: the axis is longer by one, in x's blocks but for the last that
/// has elements.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<std::int64_t, 1> counts(all, blocks(shape(5)));
///   counts = coordinate(counts, 0) % 3;
///   auto const text = to_string(cumulative_sum(counts, include_initial));
///   if (all.rank() == 0) std::cout << text << '\n';
/// });
/// ```
/// ```text
/// [0 0 1 3 3 4]
/// ```
template <detail::whole_operand E, class... Axis>
  requires acre::one_axis<Axis...>
auto cumulative_sum(E const& e, Axis... axis)
{
  static_assert(E::rank == 1 || sizeof...(Axis) == 1,
                "acre: of more than one dimension the axis is required");
  return cumsum(e, axis...);
}
template <detail::whole_operand E>
auto cumulative_sum(E const& e, axis_number axis, include_initial_t)
{
  using T = acre::sum_t<typename E::value_type>;
  return detail::scan_before<true>("cumulative_sum", detail::as_term(e),
                                   acre::detail::sum_reducer<T>{}, axis);
}
template <detail::whole_operand E>
  requires(E::rank == 1)
auto cumulative_sum(E const& e, include_initial_t)
{
  return cumulative_sum(e, 0, include_initial);
}
template <detail::whole_operand E, class... Axis>
  requires acre::one_axis<Axis...>
auto cumulative_prod(E const& e, Axis... axis)
{
  static_assert(E::rank == 1 || sizeof...(Axis) == 1,
                "acre: of more than one dimension the axis is required");
  return cumprod(e, axis...);
}
template <detail::whole_operand E>
auto cumulative_prod(E const& e, axis_number axis, include_initial_t)
{
  using T = acre::sum_t<typename E::value_type>;
  return detail::scan_before<true>("cumulative_prod", detail::as_term(e),
                                   acre::detail::prod_reducer<T>{}, axis);
}
template <detail::whole_operand E>
  requires(E::rank == 1)
auto cumulative_prod(E const& e, include_initial_t)
{
  return cumulative_prod(e, 0, include_initial);
}

}  // namespace acre::distributed
