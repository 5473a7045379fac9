#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/order/partition.hpp>
#include <acre/order/sort.hpp>
#include <acre/order/topk.hpp>

#include "halves.hpp"
#include "ordering_rows.hpp"
#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// An array that ascends where a descends: the negated numbers, the complement of integers. It is
/// undone by itself.
dynamic_array reversed_order(dynamic_array const& a)
{
  if (a.dtype() == dtype::boolean) return unary("logical_not", a);
  return unary(kind_of(a.dtype()) == kind::integer ? "invert" : "negative", a);
}

/// a's dtype, or uint8 for bool, whose bytes are in order.
dynamic_array sortable(dynamic_array const& a)
{
  return a.dtype() == dtype::boolean ? as_dtype(a, dtype::uint8) : a;
}

struct sorted_rows {
  template <class Array>
  auto operator()(Array const& rows) const
  {
    return acre::sort(rows, 1);
  }
};
struct argsorted_rows {
  template <class Array>
  auto operator()(Array const& rows) const
  {
    return acre::argsort(rows, 1);
  }
};

template <class F>
dynamic_array along(char const* function, dynamic_array const& a, int axis, F const& f)
{
  row_view const view(sortable(a), axis);
  return view.back(with_rank<numbers, 2>(function, view.rows, f));
}

dynamic_array operand(dynamic_array const& a, sort_options const& options)
{
  dynamic_array const all = options.axis ? a : ravel(a);
  return options.descending ? reversed_order(all) : all;
}

void require_kth(dynamic_array const& a, std::int64_t kth, std::optional<int> axis)
{
  std::int64_t const extent =
      axis ? a.shape()[static_cast<std::size_t>(acre::detail::normalized_axis(*axis, a.rank()))]
           : a.size();
  acre::detail::require_kth(kth, extent);
}

}  // namespace

dynamic_array sort(dynamic_array const& a, sort_options const& options)
{
  if (is_half(a.dtype()))
    return in_float(a, [&](dynamic_array const& x) { return sort(x, options); });
  auto const sorted = as_dtype(
      along("sort", operand(a, options), options.axis.value_or(-1), sorted_rows()), a.dtype());
  return options.descending ? reversed_order(sorted) : sorted;
}

dynamic_array argsort(dynamic_array const& a, sort_options const& options)
{
  if (a.rank() == 0 && options.axis) return argsort(with_an_axis(a), options);
  if (is_half(a.dtype())) return argsort(astype(a, computed(a.dtype())), options);
  return along("argsort", operand(a, options), options.axis.value_or(-1), argsorted_rows());
}

dynamic_array partition(dynamic_array const& a, std::int64_t kth, std::optional<int> axis)
{
  require_kth(a, kth, axis);
  return sort(a, {.axis = axis});
}

dynamic_array partition(dynamic_array const& a, std::vector<std::int64_t> const& kth,
                        std::optional<int> axis)
{
  for (auto const k : kth) require_kth(a, k, axis);
  return sort(a, {.axis = axis});
}

dynamic_array argpartition(dynamic_array const& a, std::int64_t kth, std::optional<int> axis)
{
  require_kth(a, kth, axis);
  return argsort(a, {.axis = axis});
}

dynamic_array argpartition(dynamic_array const& a, std::vector<std::int64_t> const& kth,
                           std::optional<int> axis)
{
  for (auto const k : kth) require_kth(a, k, axis);
  return argsort(a, {.axis = axis});
}

top_result topk(dynamic_array const& a, std::int64_t k, int axis)
{
  int const along = acre::detail::normalized_axis(axis, a.rank());
  acre::detail::require_top(k, a.shape()[static_cast<std::size_t>(along)]);
  std::vector<index_term> first(static_cast<std::size_t>(along), ALL);
  first.emplace_back(slice(0, k));
  auto const indices = copy(getitem(argsort(a, {axis, true}), first));
  return {take_along_axis(a, indices, along), indices};
}

}  // namespace acre::dynamic
