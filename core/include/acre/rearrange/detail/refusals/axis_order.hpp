#pragma once

/// Misuses of <acre/rearrange/axis_order.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// permute_dims(x, shape(1, 0)), permute_dims(x, {1, 0}),
/// permute_dims(x, 1, 0).
template <expression E, std::size_t N>
auto permute_dims(E const& e, std::array<std::int64_t, N> const&)
{
  return detail::refuse_extents<E>(e);
}
template <expression E>
auto permute_dims(E const& e, std::initializer_list<std::int64_t>)
{
  return detail::refuse_extents<E>(e);
}
template <expression E, std::integral... Axis>
auto permute_dims(E const& e, Axis...)
{
  return detail::refuse_extents<E>(e);
}

/// squeeze(x).
template <expression E>
auto squeeze(E const& e)
{
  static_assert(detail::never<E>,
                "acre: squeeze names the axes that go, as their number is known when compiling: "
                "squeeze(x, 0), squeeze(x, axes(0, 2))");
  return detail::computed_array(e);
}

}  // namespace acre
