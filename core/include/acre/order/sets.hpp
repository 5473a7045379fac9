#pragma once

#include <acre/array/detail/no_operands.hpp>
#include <acre/index/compress.hpp>
#include <acre/order/detail/across_signs.hpp>
#include <acre/order/detail/edge_cells.hpp>
#include <acre/order/merge.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/unique.hpp>
#include <acre/rearrange/concatenate.hpp>

/// Arrays as sets of values: of all elements, whatever the shapes. NumPy's functions: values are
/// compared in the dtype that both promote to, integers as the numbers that they are, -0.0 equals
/// 0.0, and NaN is in no set but its own, so that an intersection never has one. Results are new
/// and ascending, with each value once, as unique() gives it, in the dtype that both promote to.
/// With uint64 and a signed dtype an intersection is uint64, which has all that both have; union1d
/// and setxor1d give float64, where numbers that round to one are one.
///
/// All but isin wait, as the results' sizes depend on the elements. Scratch: as
/// unique(), and what is left of the other operand or, of union1d, both; of isin the values in
/// order, and on a CPU at most a byte for each element of both or 32 for each value. Same bits on
/// every backend.
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

/// Likewise on a CPU: by a table from the least to the largest value if those are integers near
/// each other, else by cells.
template <class T, bool Invert>
struct is_among_cells {
  template <class V>
  using argument = T;
  find_by_cells<T> find;
  bool const* table = nullptr;
  std::uint64_t low = 0, span = 0;

  KOKKOS_INLINE_FUNCTION bool operator()(T value) const
  {
    return side_by_side(packet<T, 1>{{value}}).v[0];
  }
  template <int W>
  KOKKOS_INLINE_FUNCTION packet<bool, W> side_by_side(packet<T, W> const& value) const
  {
    packet<bool, W> found;
    if constexpr (std::is_integral_v<T>)
      if (table) {
        for (int w = 0; w < W; ++w) {
          std::uint64_t const place = static_cast<std::uint64_t>(value.v[w]) - low;
          bool const within = place < span;
          found.v[w] = (table[within ? place : 0] & within) != Invert;
        }
        return found;
      }
    for (int w = 0; w < W; ++w) {
      std::int64_t const place = find(value.v[w]);
      found.v[w] = (place < find.n && find.sorted[place] == value.v[w]) != Invert;
    }
    return found;
  }
};

/// `values` as a table where that is no larger than all operands; else of no elements.
template <class T, class Space>
array<bool, 1, Space> table_of_members(array<T, 1, Space> const& sorted, std::int64_t elements)
{
  std::int64_t const n = sorted.size();
  if constexpr (std::is_integral_v<T>)
    if (n > 0) {
      auto const low = static_cast<std::uint64_t>(sorted.data()[0]),
                 last = static_cast<std::uint64_t>(sorted.data()[n - 1]) - low;
      if (last < static_cast<std::uint64_t>(n + elements)) {
        auto const table = zeros<bool>(sorted.space(), shape(static_cast<std::int64_t>(last) + 1));
        for (std::int64_t i = 0; i < n; ++i)
          table.data()[static_cast<std::uint64_t>(sorted.data()[i]) - low] = true;
        return table;
      }
    }
  return {sorted.space(), shape_t<1>{0}};
}

template <bool Invert, expression E, expression F>
auto among(E const& x, F const& values)
{
  static_assert(std::is_same_v<typename E::space_type, typename F::space_type>,
                "acre: the values live in another space than the elements; use copy_to(space, x)");
  using V = typename E::value_type;
  using T = looked_up_t<typename F::value_type, V>;
  auto const sorted = sort(flat(acre::cast<T>(values)));
  if constexpr (E::space_type::host_accessible && !is_complex<T>::value) {
    std::int64_t const elements = size_of(x.shape());
    auto const table = table_of_members(sorted, elements);
    is_among_cells<T, Invert> op{};
    if (table.size() > 0) {
      op.table = table.data();
      op.low = static_cast<std::uint64_t>(sorted.data()[0]);
      op.span = static_cast<std::uint64_t>(table.size());
    }
    return looked_up(sorted, sorted.data(), false, table.size() > 0 ? 0 : elements,
                     [&](auto const& find, auto const&... memory) {
                       op.find = find;
                       return reading(looking_up<T, V>(op, Invert, Invert), x, memory..., table);
                     });
  } else {
    is_among<T, Invert> const op{{sorted.data(), sorted.size(), 1, false}};
    return reading(looking_up<T, V>(op, Invert, Invert), x, sorted);
  }
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
  using T = typename A::value_type;
  using U = typename B::value_type;
  if constexpr (detail::of_other_sign<T, U>) {
    auto const values = unique(a);
    return compress(detail::among<false>(values, b), acre::cast<std::uint64_t>(values));
  } else {
    auto const values = unique(acre::cast<promote_t<T, U>>(a));
    return compress(detail::among<false>(values, b), values);
  }
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
  using T = typename A::value_type;
  using U = typename B::value_type;
  if constexpr (detail::of_other_sign<T, U>) {
    auto const x = unique(a);
    auto const y = unique(b);
    return unique(
        merge(compress(detail::among<true>(x, y), x), compress(detail::among<true>(y, x), y)));
  } else {
    using common = promote_t<T, U>;
    auto const x = unique(acre::cast<common>(a)), y = unique(acre::cast<common>(b));
    return merge(compress(detail::among<true>(x, y), x), compress(detail::among<true>(y, x), y));
  }
}

}  // namespace acre

#include <acre/order/detail/refusals/sets.hpp>
