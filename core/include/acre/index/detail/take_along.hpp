#pragma once

#include <acre/index/detail/selection.hpp>

#include <source_location>
#include <span>

namespace acre::detail {

/// a's axis replaced by `index`.
template <element T, int Rank, class Space, expression I>
auto take_along(array<T, Rank, Space> const& a, I const& index, int axis, index_mode mode,
                T fallback, std::source_location where)
{
  int const along = normalized_axis(axis, Rank);
  index_collector<T, typename I::value_type, 1, Space> list{a.space()};
  for (int k = 0; k < along; ++k) list.add(ALL);
  list.add(index);
  constexpr int rank = Rank - 1 + I::rank;
  static_assert(rank <= max_rank, "acre: the result would have more than 6 axes");
  gather<T, Rank, rank, Space, typename I::value_type, 1> g{
      {},
      a,
      list.operands,
      plan_index(a.shape(), a.strides(),
                 std::span(list.items.data(), static_cast<std::size_t>(list.count))),
      mode,
      fallback,
      {"take", where}};
  if (g.plan.picks > 0 && mode != index_mode::unchecked && g.plan.axis[0].size == 0)
    throw index_error(empty_axis_text);
  check_at_once(g);
  return g;
}

/// The same for indices that are known to be right.
template <element T, int Rank, class Space, expression I>
auto take_known(array<T, Rank, Space> const& a, I const& index, int axis)
{
  return take_along(a, index, axis, index_mode::unchecked, T(0), std::source_location::current());
}

}  // namespace acre::detail
