#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/reduce.hpp>
#include <acre/distributed/elementwise.hpp>
#include <acre/reduce/ddof.hpp>

#include <cstdint>
#include <type_traits>

/// Reductions of the whole array, or of an expression, to a number that every process gets. acre's
/// names, dtypes and errors, and the bits that acre's function of the whole array gives on one
/// process: for any number of processes and any cut of axis 0, on every queue.
///
/// Together. Waits for the others. What is sent: 64 accumulators to the next process where a tile
/// of 4096 elements is cut, then an accumulator for each tile, gathered by all processes (for each
/// 2^24 elements, where there are more than 2^26). Nothing is added by a library.
///
/// Blocks that are cut along another axis than 0: integers, bool, any, all, count_nonzero, argmin
/// and argmax have the same bits in any order, and take them. Of floating point the others throw
/// value_error, which names redistribute: distributed blocks have no order of their own.
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
/// The product, in the dtype of sum(). Empty: 1.
template <detail::whole_operand E>
auto prod(E const& e)
{
  using T = acre::sum_t<typename E::value_type>;
  return detail::reduced("prod", detail::as_term(e), acre::detail::prod_reducer<T>{});
}
/// The arithmetic mean; of integers in float64. Empty: NaN.
template <detail::whole_operand E>
auto mean(E const& e)
{
  using T = acre::quotient_t<typename E::value_type>;
  using real = acre::real_t<acre::detail::computed_t<T>>;
  auto const t = detail::as_term(e);
  acre::detail::mean_reducer<T> reducer;
  reducer.count = t.size();
  reducer.known_count = backends::known_divisor<real>(t.size());
  return detail::reduced("mean", t, reducer);
}

/// The variance, / (n - ddof), and its square root.
template <detail::whole_operand E>
auto var(E const& e, ddof d = ddof(0))
{
  return detail::spread("var", detail::as_term(e), false, d);
}
template <detail::whole_operand E>
auto stddev(E const& e, ddof d = ddof(0))
{
  return detail::spread("stddev", detail::as_term(e), true, d);
}

/// The largest (smallest) element; NaN if there is one. Throws value_error where there is none.
template <detail::whole_operand E>
auto max(E const& e)
{
  return detail::extreme<acre::detail::max_reducer>("max", "maximum", detail::as_term(e));
}
template <detail::whole_operand E>
auto min(E const& e)
{
  return detail::extreme<acre::detail::min_reducer>("min", "minimum", detail::as_term(e));
}

/// Which element, counted in C order of the whole array, is the first largest (smallest), or the
/// first NaN. int64. Throws value_error where there is none.
template <detail::whole_operand E>
std::int64_t argmax(E const& e)
{
  return detail::place_of_extreme<true>("argmax", detail::as_term(e));
}
template <detail::whole_operand E>
std::int64_t argmin(E const& e)
{
  return detail::place_of_extreme<false>("argmin", detail::as_term(e));
}

/// Whether any (every) element is not zero.
template <detail::whole_operand E>
bool any(E const& e)
{
  return detail::reduced("any", cast<bool>(e), acre::detail::any_reducer{});
}
template <detail::whole_operand E>
bool all(E const& e)
{
  return detail::reduced("all", cast<bool>(e), acre::detail::all_reducer{});
}
/// How many elements are not zero.
template <detail::whole_operand E>
std::int64_t count_nonzero(E const& e)
{
  return detail::reduced("count_nonzero", cast<bool>(e), acre::detail::sum_reducer<std::int64_t>{});
}

}  // namespace acre::distributed
