#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>

#include <Kokkos_Macros.hpp>

#include <cstdint>

/// A row's load in two steps, for backends that want every operand on its way before the first
/// value is computed:
///
///   auto const held = fetched<W, Unit>(row, i, k);   // the operands' packets, nothing computed
///   packet<T, W> const p = computed<W>(row, held);   // load<W, Unit>(i, k) of the row
///
/// A row that computes provides both steps as fetch<W, Unit>(i, k) and compute<W>(held); a row that
/// only reads or makes numbers has nothing to compute.
namespace acre::backends {

template <class A, class B>
struct held_operands {
  A a;
  B b;
};
/// (A function, as clang makes deduction guides for the host alone.)
template <class A, class B>
KOKKOS_INLINE_FUNCTION held_operands<A, B> held(A const& a, B const& b)
{
  return {a, b};
}

template <int W, bool Unit, class Row>
KOKKOS_INLINE_FUNCTION auto fetched(Row const& row, std::int64_t i, std::int64_t k = 0)
{
  if constexpr (requires { row.template fetch<W, Unit>(i, k); })
    return row.template fetch<W, Unit>(i, k);
  else
    return row.template load<W, Unit>(i, k);
}

template <int W, class Row, class Held>
KOKKOS_INLINE_FUNCTION auto computed(Row const& row, Held const& held)
{
  if constexpr (requires { row.template compute<W>(held); })
    return row.template compute<W>(held);
  else
    return held;
}

/// The first step for operands that advance by 1, 0 or -1 along the innermost axis, i being any,
/// and at any alignment: what can be said of a row before its packets are read, of which the first
/// begins at element i,
///
///   auto const source = sourced<W>(row, i, k, packed);   // `packed` as iteration has it
///   auto const held = fetched_from<W>(source, n);        // n elements further
///
/// n and, where packed, i being multiples of W. A row that computes or reads memory provides it as
/// source<W>(i, k, packed).
template <int W, class Row>
struct row_source {
  Row row;
  std::int64_t i, k;
  bool packed;

  template <int>
  KOKKOS_INLINE_FUNCTION auto fetch(std::int64_t n) const
  {
    if (packed) return row.template load<W, false>(i + n, k);
    decltype(row.template load<W, false>(i, k)) p;
    for (int w = 0; w < W; ++w) p.v[w] = row.template at<false>(i + n + w, k);
    return p;
  }
};
template <int W, class Row>
KOKKOS_INLINE_FUNCTION auto sourced(Row const& row, std::int64_t i, std::int64_t k, bool packed)
{
  if constexpr (requires { row.template source<W>(i, k, packed); })
    return row.template source<W>(i, k, packed);
  else
    return row_source<W, Row>{row, i, k, packed};
}
template <int W, class Source>
KOKKOS_INLINE_FUNCTION auto fetched_from(Source const& source, std::int64_t n)
{
  return source.template fetch<W>(n);
}
template <int W, class A, class B>
KOKKOS_INLINE_FUNCTION auto fetched_from(held_operands<A, B> const& source, std::int64_t n)
{
  return held(fetched_from<W>(source.a, n), fetched_from<W>(source.b, n));
}

/// Element (x, y) of a tile: x along the innermost axis from element `first` on, y along the outer
/// axis that the row was bound along, in 32 bits, which a GPU multiplies by strides in half the
/// time. A row that computes or reads memory provides it as in_tile(x, y, first).
template <class Row>
KOKKOS_INLINE_FUNCTION auto value_in_tile(Row const& row, std::uint32_t x, std::uint32_t y,
                                          std::int64_t first)
{
  if constexpr (requires { row.in_tile(x, y, first); })
    return row.in_tile(x, y, first);
  else
    return row.template at<false>(first + x, y);
}

/// Element i of a piece that begins with element `first`, k steps along the outer axis: of an
/// operand that a CPU laid out (laid_out_operands) where that lies, of others for unit strides. A
/// row that computes or reads memory provides it as in_piece(i, k, first).
template <class Row>
auto value_in_piece(Row const& row, int i, std::int64_t k, std::int64_t first)
{
  if constexpr (requires { row.in_piece(i, k, first); })
    return row.in_piece(i, k, first);
  else
    return row.template at<true>(first + i, k);
}

/// A part of a stack (see prefers_stacks) of any row: line by line where it has nothing better.
template <int W, class Row>
KOKKOS_INLINE_FUNCTION auto stacked(Row const& row, std::int64_t number, int lane)
{
  if constexpr (requires { row.template stack<W>(number, lane); }) {
    return row.template stack<W>(number, lane);
  } else {
    packet<decltype(row.template at<true>(0)), stack_lines * W> p;
    for (int line = 0; line < stack_lines; ++line) {
      auto const q = row.template load<W, true>(number * stack_size + line * stack_line + lane);
      for (int w = 0; w < W; ++w) p.v[line * W + w] = q.v[w];
    }
    return p;
  }
}

}  // namespace acre::backends
