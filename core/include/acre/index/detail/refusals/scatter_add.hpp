#pragma once

/// Misuses of <acre/index/scatter_add.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

namespace detail {

/// scatter_add(a, index, values), scatter_add(a(slice(0, 2)), values).
template <class Refused>
void refuse_scatter()
{
  static_assert(never<Refused>,
                "acre: scatter_add, scatter_min and scatter_max take an array looked up by indices "
                "or a mask: scatter_add(a(index), values)");
}

}  // namespace detail

/// scatter_add(a, index, values).
template <element T, int Rank, class Space, class... Rest>
void scatter_add(array<T, Rank, Space> const&, Rest const&...)
{
  detail::refuse_scatter<T>();
}
template <element T, int Rank, class Space, class... Rest>
void scatter_min(array<T, Rank, Space> const&, Rest const&...)
{
  detail::refuse_scatter<T>();
}
template <element T, int Rank, class Space, class... Rest>
void scatter_max(array<T, Rank, Space> const&, Rest const&...)
{
  detail::refuse_scatter<T>();
}

}  // namespace acre
