#pragma once

/// Misuses of <acre/ragged/reduce.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

namespace detail {

template <class E>
array<double> refuse_value_of_none()
{
  static_assert(never<E>,
                "acre: what empty lists give is named: max(x, 1, fill(0.0)), min(x, 1, fill(0.0))");
  return {};
}

}  // namespace detail

/// max(x, 1, 0.0), count(x).
template <ragged_expression E, scalar S>
auto max(E const&, int, S)
{
  return detail::refuse_value_of_none<E>();
}
template <ragged_expression E, scalar S>
auto min(E const&, int, S)
{
  return detail::refuse_value_of_none<E>();
}
template <lists E>
auto count(E const&)
{
  static_assert(detail::never<E>,
                "acre: count(x, 1) is how many elements each list has; flatten(x).size() counts "
                "those of all");
  return array<std::int64_t>();
}

}  // namespace acre
