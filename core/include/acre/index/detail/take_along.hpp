#pragma once

#include <acre/index/detail/selection.hpp>

#include <source_location>
#include <span>
#include <type_traits>

/// take() and take_along_axis() as lookups: the term of an expression that detail/gather.hpp makes,
/// in whose kernel (backends/common/elementwise.hpp) the elements are read.
namespace acre::detail {

template <class T, int Rank, class Space>
std::true_type array_at(array<T, Rank, Space> const*);
std::false_type array_at(void const*);
template <class A>
concept an_array = decltype(array_at(static_cast<A const*>(nullptr)))::value;

/// Refuses expressions where an array's elements are looked up in memory.
template <class E>
array<typename E::value_type, 1, typename E::space_type> refuse_lookup(E const& e)
{
  static_assert(never<E>,
                "acre: elements are looked up where they lie, in an array: evaluate(x) makes one "
                "of an expression, flatten(x) of lists");
  return {e.space(), {}};
}

/// The elements that `index` names along an axis of a, for the operation that `site` says: a term
/// of an expression that reads them, and the target of write_picked (scatter.hpp).
template <element T, int Rank, class Space, expression I>
auto picked_along(index_site site, array<T, Rank, Space> const& a, I const& index, int axis,
                  index_mode mode, T fallback = T(0))
{
  static_assert(Rank > 0, "acre: an array of rank 0 has no axis to take elements along");
  int const along = normalized_axis(axis, Rank);
  index_collector<T, typename I::value_type, 1, Space> list{a.space()};
  for (int k = 0; k < along; ++k) list.add(ALL);
  list.add(index);
  constexpr int rank = Rank - 1 + I::rank;
  static_assert(rank <= max_rank, "acre: the result would have more than 8 axes");
  gather<T, Rank, rank, Space, typename I::value_type, 1> g{
      {},
      a,
      list.operands,
      plan_index(a.shape(), a.strides(),
                 std::span(list.items.data(), static_cast<std::size_t>(list.count))),
      mode,
      fallback,
      site};
  if (g.plan.picks > 0 && mode != index_mode::unchecked && g.plan.axis[0].size == 0)
    throw index_error(empty_axis_text);
  check_at_once(g);
  return g;
}

/// a's axis replaced by `index`: take().
template <element T, int Rank, class Space, expression I>
auto take_along(array<T, Rank, Space> const& a, I const& index, int axis, index_mode mode,
                T fallback, std::source_location where)
{
  return picked_along({"take", where}, a, index, axis, mode, fallback);
}

/// Likewise for indices that are known to be right.
template <element T, int Rank, class Space, expression I>
auto take_known(array<T, Rank, Space> const& a, I const& index, int axis)
{
  return take_along(a, index, axis, index_mode::unchecked, T(0), std::source_location::current());
}

}  // namespace acre::detail
