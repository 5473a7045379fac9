#pragma once

#include <acre/array/detail/no_operands.hpp>
#include <acre/index/compress.hpp>
#include <acre/order/merge.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/unique.hpp>
#include <acre/rearrange/concatenate.hpp>

/// Arrays as sets of values: of all elements, whatever the shapes. NumPy's functions: values are
/// compared in the dtype that both promote to, -0.0 equals 0.0, and NaN is in no set but its own,
/// so that an intersection never has one. Results are new and ascending, with each value once, as
/// unique() gives it.
///
/// All but isin wait, as the results' sizes depend on the elements. Scratch: as
/// unique(), and what is left of the other operand or, of union1d, both. Same bits
/// on every backend.
namespace acre {

namespace detail {

template <class T, bool Invert>
struct is_among {
  template <class V>
  using argument = T;
  find_place<T, T> find;
  KOKKOS_INLINE_FUNCTION bool operator()(T value) const
  {
    return side_by_side(packet<T, 1>{{value}}).v[0];
  }
  template <int W>
  KOKKOS_INLINE_FUNCTION packet<bool, W> side_by_side(packet<T, W> const& value) const
  {
    auto const place = find.side_by_side(value);
    packet<bool, W> found;
    for (int w = 0; w < W; ++w)
      found.v[w] = (place.v[w] < find.n && find.sorted[place.v[w]] == value.v[w]) != Invert;
    return found;
  }
};

template <bool Invert, expression E, expression F>
auto among(E const& x, F const& values)
{
  static_assert(std::is_same_v<typename E::space_type, typename F::space_type>,
                "acre: the values live in another space than the elements; use copy_to(space, x)");
  using T = promote_t<typename E::value_type, typename F::value_type>;
  auto const sorted = sort(flat(acre::cast<T>(values)));
  return reading(is_among<T, Invert>{{sorted.data(), sorted.size(), 1, false}}, x, sorted);
}

}  // namespace detail

/// Whether each element is one of `values`, as a boolean term of an expression in x's shape.
/// Queued.
template <expression E, expression F>
auto isin(E const& x, F const& values)
{
  return detail::among<false>(x, values);
}

/// Values that both have.
template <expression A, expression B>
auto intersect1d(A const& a, B const& b)
{
  using T = promote_t<typename A::value_type, typename B::value_type>;
  auto const values = unique(acre::cast<T>(a));
  return compress(detail::among<false>(values, b), values);
}

/// Values that one of them has.
template <expression A, expression B>
auto union1d(A const& a, B const& b)
{
  return unique(concatenate(std::tuple(detail::flat(a), detail::flat(b)), 0));
}

/// Values of a that b does not have, in a's dtype.
template <expression A, expression B>
auto setdiff1d(A const& a, B const& b)
{
  auto const values = unique(a);
  return compress(detail::among<true>(values, b), values);
}

/// Values that exactly one of them has.
template <expression A, expression B>
auto setxor1d(A const& a, B const& b)
{
  using T = promote_t<typename A::value_type, typename B::value_type>;
  auto const x = unique(acre::cast<T>(a)), y = unique(acre::cast<T>(b));
  return merge(compress(detail::among<true>(x, y), x), compress(detail::among<true>(y, x), y));
}

/// Refused with a sentence: a std::vector, a View, elements in braces, a number in an array's
/// place.
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto isin(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto intersect1d(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto union1d(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto setdiff1d(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto setxor1d(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}

}  // namespace acre
