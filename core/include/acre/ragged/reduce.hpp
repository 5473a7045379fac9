#pragma once

#include <acre/ragged/detail/list_structure.hpp>
#include <acre/ragged/detail/reduce.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/logic.hpp>
#include <acre/reduce/reducer.hpp>

/// Reductions of lists.
///
///   sum(x, 1)       one for each list: a new array on the lists' space
///   sum(x)          of all elements, as of flatten(x)
///
/// A list's result has the bits of the same reduction of that list as an array of its own, whatever
/// lies beside it; an expression is one kernel with its reduction. The axis is 1, or -1 for the
/// same (value_error else). For nested lists the innermost ones are reduced, and the results are
/// lists of one level less: sum(x, 2), or -1. Queued. Scratch: a value and 4 to 8 bytes for every
/// 4096 elements of lists that have more.
namespace acre {

/// The sum of each list; small integers and bool in 64 bits. Empty: 0.
template <ragged_expression E>
auto sum(E const& e, int axis)
{
  using T = sum_t<typename E::value_type>;
  detail::require_list_axis("sum", axis, E::rank - 1);
  return detail::reduce_lists(e, detail::sum_reducer<T>{}, T{});
}
template <element T, ragged_expression E>
auto sum(E const& e, int axis)
{
  return sum(cast<T>(e), axis);
}
template <ragged_expression E>
auto sum(E const& e)
{
  return detail::sum_along(detail::flat_elements(e));
}
template <element T, ragged_expression E>
auto sum(E const& e)
{
  return detail::reduce_with(detail::sum_reducer<T>{}, cast<T>(detail::flat_elements(e)));
}

/// The product of each list, in the dtype of sum(). Empty: 1.
template <ragged_expression E>
auto prod(E const& e, int axis)
{
  using T = sum_t<typename E::value_type>;
  detail::require_list_axis("prod", axis, E::rank - 1);
  return detail::reduce_lists(e, detail::prod_reducer<T>{}, T(1));
}
template <element T, ragged_expression E>
auto prod(E const& e, int axis)
{
  return prod(cast<T>(e), axis);
}
template <ragged_expression E>
auto prod(E const& e)
{
  return detail::reduce_with(detail::prod_reducer<sum_t<typename E::value_type>>{},
                             detail::flat_elements(e));
}

/// The arithmetic mean of each list; of integers in float64. Empty: NaN.
template <ragged_expression E>
auto mean(E const& e, int axis)
{
  detail::require_list_axis("mean", axis, E::rank - 1);
  return detail::list_means(e);
}
template <ragged_expression E>
auto mean(E const& e)
{
  return detail::mean_along(detail::flat_elements(e));
}

/// The largest (smallest) element of each list; NaN if there is one. An empty list gives an
/// infinity, or the dtype's limit, that nothing is less (more) than; or, with max(x, 1, fill(0.0)),
/// a value.
template <ragged_expression E>
auto max(E const& e, int axis)
{
  using T = typename E::value_type;
  detail::require_list_axis("max", axis, E::rank - 1);
  return detail::reduce_lists(e, detail::max_reducer<T>{}, detail::lowest_of<T>());
}
template <ragged_expression E>
auto min(E const& e, int axis)
{
  using T = typename E::value_type;
  detail::require_list_axis("min", axis, E::rank - 1);
  return detail::reduce_lists(e, detail::min_reducer<T>{}, detail::highest_of<T>());
}
template <ragged_expression E, scalar S>
auto max(E const& e, int axis, fill<S> if_empty)
{
  using T = typename E::value_type;
  detail::require_list_axis("max", axis, E::rank - 1);
  return detail::reduce_lists(e, detail::max_reducer<T>{}, detail::fitting<T>(if_empty.value));
}
template <ragged_expression E, scalar S>
auto min(E const& e, int axis, fill<S> if_empty)
{
  using T = typename E::value_type;
  detail::require_list_axis("min", axis, E::rank - 1);
  return detail::reduce_lists(e, detail::min_reducer<T>{}, detail::fitting<T>(if_empty.value));
}
template <ragged_expression E>
auto max(E const& e)
{
  return detail::max_along(detail::flat_elements(e));
}
template <ragged_expression E>
auto min(E const& e)
{
  return detail::min_along(detail::flat_elements(e));
}

/// The index within each list of its first largest (smallest) element, of its first NaN if there is
/// one; -1 for an empty list. int64.
template <ragged_expression E>
auto argmax(E const& e, int axis)
{
  detail::require_list_axis("argmax", axis, E::rank - 1);
  return detail::list_positions_of<true>(e);
}
template <ragged_expression E>
auto argmin(E const& e, int axis)
{
  detail::require_list_axis("argmin", axis, E::rank - 1);
  return detail::list_positions_of<false>(e);
}

/// Whether any (every) element of each list is not zero. Empty: false (true).
template <ragged_expression E>
auto any(E const& e, int axis)
{
  detail::require_list_axis("any", axis, E::rank - 1);
  return detail::reduce_lists(cast<bool>(e), detail::any_reducer{}, false);
}
template <ragged_expression E>
auto all(E const& e, int axis)
{
  detail::require_list_axis("all", axis, E::rank - 1);
  return detail::reduce_lists(cast<bool>(e), detail::all_reducer{}, true);
}
template <ragged_expression E>
auto any(E const& e)
{
  return detail::any_along(detail::flat_elements(e));
}
template <ragged_expression E>
auto all(E const& e)
{
  return detail::all_along(detail::flat_elements(e));
}

/// A reduction of one's own of each list (acre/reduce/reduce.hpp), of one dtype. Empty:
/// finish(empty()).
template <ragged_expression E, reducer R>
auto reduce(E const& e, R const& r, int axis)
{
  detail::require_list_axis("reduce", axis, E::rank - 1);
  return detail::reduce_lists(e, r, r.finish(r.empty()));
}
template <ragged_expression E, reducer R>
auto reduce(E const& e, R const& r)
{
  return detail::reduce_with(r, detail::flat_elements(e));
}

/// How many elements of each list are not zero. int64.
template <ragged_expression E>
auto count_nonzero(E const& e, int axis)
{
  return sum(cast<bool>(e), axis);
}
template <ragged_expression E>
auto count_nonzero(E const& e)
{
  return detail::count_along(detail::flat_elements(e));
}

/// How many elements each list has: int64.
template <lists E>
auto count(E const& e, int axis)
{
  detail::require_list_axis("count", axis, E::rank - 1);
  return detail::innermost(e, [](auto const& x) { return evaluate(x.structure()->lengths()); });
}
/// For nested lists: count<1>(x), how many lists each holds, count<2>(x), how many elements each of
/// these has, in lists as they are, and so on.
template <int Axis, lists E>
auto count(E const& e)
{
  static_assert(Axis >= 1 && Axis < E::rank,
                "acre: lists are counted along axes from 1 to as deep "
                "as they are nested");
  if constexpr (Axis == 1)
    return evaluate(e.structure()->lengths());
  else
    return detail::relisted(e.structure(), count<Axis - 1>(e.flat()));
}

}  // namespace acre

#include <acre/ragged/detail/refusals/reduce.hpp>
