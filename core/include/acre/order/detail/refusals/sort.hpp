#pragma once

/// Misuses of <acre/order/sort.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

namespace detail {
template <expression E>
E const& refuse_kind(E const& x)
{
  static_assert(never<E>,
                "acre: there is one kind of sort, whose order is total; argsort is stable: "
                "sort(x), argsort(x, 0)");
  return x;
}
}  // namespace detail

/// sort(x, "stable").
template <expression E, std::size_t N>
auto sort(E const& x, char const (&)[N])
{
  return detail::refuse_kind(x);
}
template <expression E, std::size_t N>
auto sort(E const& x, axis_number, char const (&)[N])
{
  return detail::refuse_kind(x);
}
template <expression E, std::size_t N>
auto argsort(E const& x, char const (&)[N])
{
  return detail::refuse_kind(x);
}
template <expression E, std::size_t N>
auto argsort(E const& x, axis_number, char const (&)[N])
{
  return detail::refuse_kind(x);
}

}  // namespace acre
