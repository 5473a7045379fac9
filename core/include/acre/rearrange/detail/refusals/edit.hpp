#pragma once

#include <acre/elementwise/detail/host_list.hpp>

/// Misuses of <acre/rearrange/edit.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// append(a, {7.0}), append(a, 7.0).
template <expression A, class... Axis>
auto append(A const& a, detail::host_list, Axis const&...)
{
  return acre::ravel(a);
}
template <expression A, scalar B, class... Axis>
auto append(A const& a, B, Axis const&...)
{
  static_assert(detail::never<B>, "acre: append puts an array behind the other: from_host({7.0})");
  return acre::ravel(a);
}

/// insert(a, 2, {7.0}), insert(a, 2, 7.0).
template <expression A, class... Axis>
auto insert(A const& e, std::int64_t, detail::host_list, Axis const&...)
{
  return detail::computed_array(e);
}
template <expression A, scalar B, class... Axis>
auto insert(A const& e, std::int64_t, B, Axis const&...)
{
  static_assert(detail::never<B>,
                "acre: insert puts an array between the elements: from_host({7.0})");
  return detail::computed_array(e);
}

/// delete_(a, {1, 2}).
template <expression A, class... Axis>
auto delete_(A const& e, detail::host_list, Axis const&...)
{
  return detail::computed_array(e);
}

}  // namespace acre
