#pragma once

#include <acre/detail/gather.hpp>

#include <source_location>
#include <string>

namespace acre {

namespace detail {

template <class Space>
index_rule make_index_rule(Space const& space, index_mode mode, std::int64_t size, std::int64_t stride, bool any_index)
{
  if (size == 0 && any_index && mode != index_mode::unchecked)
    throw index_error("cannot do a non-empty take from an empty axes.");
  return {mode, size, stride, space.failure_record(), 0};
}

template <int Rank, class Space, element T, expression I>
auto make_gather(array<T, Rank, Space> const& a, I const& index, int axis, index_mode mode, T fallback,
                 std::source_location where)
{
  static_assert(kind_of<typename I::value_type>() == kind::integer, "acre: indices must be integers");
  static_assert(std::is_same_v<typename I::space_type, Space>, "acre: indices must live in the array's space");
  auto const i = evaluate(index);
  int const along = normalized_axis(axis, Rank);
  std::int64_t const size = a.shape()[along];
  auto const rule = make_index_rule(a.space(), mode, size, a.strides()[along], i.size() > 0);
  return gather<T, Rank, typename I::value_type, I::rank, Space>(a, i, along, rule, {"take", along, size, where},
                                                                 fallback);
}

}  // namespace detail

/// a's elements at `index` along an axis, as a term of an expression: nothing is stored before
/// it is assigned. Shape: a's with the axis replaced by index's shape. `index` counts elements
/// along the axis, any integer dtype; what an index out of bounds means says index_mode.
///
/// Throws index_error at once for an empty axis and a non-empty index ("cannot do a non-empty
/// take from an empty axes."), index_error for the axis; in mode raise index_error at the next
/// synchronisation: index 6 is out of bounds for axis 0 with size 6. No scratch (an index that
/// is an expression is evaluated first). Same bits and same error on every backend.
template <element T, int Rank, class Space, expression I>
  requires(Rank > 0)
auto take(array<T, Rank, Space> const& a, I const& index, int axis = 0, index_mode mode = index_mode::raise,
          std::source_location where = std::source_location::current())
{
  return detail::make_gather(a, index, axis, mode, T(0), where);
}
template <element T, int Rank, class Space, expression I>
  requires(Rank > 0)
auto take(array<T, Rank, Space> const& a, I const& index, index_mode mode,
          std::source_location where = std::source_location::current())
{
  return detail::make_gather(a, index, 0, mode, T(0), where);
}
template <element T, int Rank, class Space, expression I, scalar S>
  requires(Rank > 0)
auto take(array<T, Rank, Space> const& a, I const& index, int axis, fill<S> f,
          std::source_location where = std::source_location::current())
{
  return detail::make_gather(a, index, axis, index_mode::fill, static_cast<T>(f.value), where);
}
template <element T, int Rank, class Space, expression I, scalar S>
  requires(Rank > 0)
auto take(array<T, Rank, Space> const& a, I const& index, fill<S> f,
          std::source_location where = std::source_location::current())
{
  return detail::make_gather(a, index, 0, index_mode::fill, static_cast<T>(f.value), where);
}

}  // namespace acre
