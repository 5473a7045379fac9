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

/// The first step for elements that are no neighbours, of rows that follow each other along the
/// axis that they were bound along:
///
///   auto const held = fetched_at<W, Unit>(row, at);   // elements (at.column(m), at.row(m)), m < W
///
/// `at` reads them for operands in memory: at.read<W, Unit>(data, inner, step) for a row's address
/// and its strides. A row that computes or reads memory provides it as fetch_at.
template <int W, bool Unit, class Row, class Places>
KOKKOS_INLINE_FUNCTION auto fetched_at(Row const& row, Places const& at)
{
  if constexpr (requires { row.template fetch_at<W, Unit>(at); }) {
    return row.template fetch_at<W, Unit>(at);
  } else {
    packet<decltype(row.template at<Unit>(0)), W> p;
    for (int m = 0; m < W; ++m) p.v[m] = row.template at<Unit>(at.column(m), at.row(m));
    return p;
  }
}

/// Row k of those that follow each other along the axis that `row` was bound along, as a row of its
/// own, for a CPU: what is the same all along it is found once. A row that computes, or that is
/// looked up, provides it as nth(k), and says whether it has it as has_nth(). It refers to `row`.
template <class Row>
struct numbered_row {
  Row const& row;
  std::int64_t number;

  template <bool Unit>
  auto at(std::int64_t i, std::int64_t = 0) const
  {
    return row.template at<Unit>(i, number);
  }
};
template <class Row>
[[gnu::always_inline]] inline auto nth_row(Row const& row, std::int64_t k)
{
  if constexpr (requires { row.nth(k); })
    return row.nth(k);
  else
    return numbered_row<Row>{row, k};
}
template <class Row>
bool has_nth_row(Row const& row)
{
  if constexpr (requires { row.has_nth(); })
    return row.has_nth();
  else
    return true;
}

/// Position of an element in a row: in the piece that begins with element `first`, in the chunk of
/// it that begins with its element `chunk`.
struct place_in_row {
  std::int64_t first;
  int chunk;
};

/// Element i of a chunk (laid_out_chunk), k steps along the outer axis: of an operand that a CPU
/// laid out (laid_out_operands) where that lies, of others for unit strides. A row that computes or
/// reads memory provides it as in_piece(i, k, at).
template <class Row>
auto value_in_piece(Row const& row, int i, std::int64_t k, place_in_row const& at)
{
  if constexpr (requires { row.in_piece(i, k, at); })
    return row.in_piece(i, k, at);
  else
    return row.template at<true>(at.first + at.chunk + i, k);
}

/// A part of a stack (see no_hints) of any row: line by line where it has nothing better.
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
