#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/pack.hpp>

#include <tuple>
#include <utility>

/// A part of an expression, or what another queue computes of it: the same operations on other
/// operands.
namespace acre::distributed::detail {

/// A box of an expression's elements, as one of an operand that is broadcast to its shape.
template <class Operand>
box part_of_operand(Operand const& x, box const& of, extents const& whole)
{
  box b;
  b.rank = Operand::rank;
  int const before = of.rank - Operand::rank;
  for (int axis = 0; axis < Operand::rank; ++axis) {
    bool const is_one_for_all = x.shape()[axis] == 1 && whole[before + axis] != 1;
    b.low[axis] = is_one_for_all ? 0 : of.low[before + axis];
    b.high[axis] = is_one_for_all ? 1 : of.high[before + axis];
  }
  return b;
}

template <class E>
inline constexpr bool is_local_array = false;
template <class T, int Rank, class Space>
inline constexpr bool is_local_array<acre::array<T, Rank, Space>> = true;

/// Windows of an array (elementwise/shifted.hpp).
template <class E>
concept is_window = requires(E& e) { e.put(e.moved); };

template <class E>
void cut_extent(E& e, box const& part, extents const& whole)
{
  box const b = part_of_operand(e, part, whole);
  for (int axis = 0; axis < E::rank; ++axis) e.extent[axis] = b.extent(axis);
}

/// The expression e, of shape `whole`, becomes that of a box of its elements. No element is read.
template <class E>
void cut(E& e, box const& part, extents const& whole)
{
  if constexpr (E::rank == 0) {
    // one for all elements
  } else if constexpr (is_local_array<E>) {
    e = part_of(e, part_of_operand(e, part, whole));
  } else if constexpr (is_window<E>) {
    e.put(part_of(e.moved, part_of_operand(e, part, whole)));
  } else if constexpr (is_index<E>) {
    cut_to(e, part_of_operand(e, part, whole));
  } else if constexpr (has_index<E>) {
    cut_to(e.index, part_of_operand(e, part, whole));
  } else if constexpr (requires { e.condition; }) {
    cut_extent(e, part, whole);
    cut(e.condition, part, whole);
    cut(e.a, part, whole);
    cut(e.b, part, whole);
  } else if constexpr (requires { e.b; }) {
    cut_extent(e, part, whole);
    cut(e.a, part, whole);
    cut(e.b, part, whole);
  } else if constexpr (requires { e.a; }) {
    cut(e.a, part, whole);
  } else if constexpr (requires { std::get<0>(e.of); }) {
    cut_extent(e, part, whole);
    std::apply([&](auto&... x) { (cut(x, part, whole), ...); }, e.of);
  } else {
    static_assert(acre::detail::never<E>,
                  "acre: inner(x), rim(x) and exchanged(e) take what is computed element by "
                  "element; with what is looked up by indices, assign x as a whole behind "
                  "exchange(u)");
  }
}

/// The arrays of an expression that are of a space's queue become those of another one, beside it.
/// (Others stay: an operation waits for their queues, and they for its.)
template <class E, class Space>
void put_on_queue(E& e, Space const& space, Space const& beside)
{
  if constexpr (is_local_array<E>) {
    if (e.space() == space) e = on_queue(e, beside);
  } else if constexpr (is_window<E>) {
    if (e.space() == space) e.put(on_queue(e.moved, beside));
  } else if constexpr (requires { e.condition; }) {
    put_on_queue(e.condition, space, beside);
    put_on_queue(e.a, space, beside);
    put_on_queue(e.b, space, beside);
  } else if constexpr (requires { e.b; }) {
    put_on_queue(e.a, space, beside);
    put_on_queue(e.b, space, beside);
  } else if constexpr (requires { e.a; }) {
    put_on_queue(e.a, space, beside);
  } else if constexpr (requires { std::get<0>(e.of); }) {
    std::apply([&](auto&... x) { (put_on_queue(x, space, beside), ...); }, e.of);
  }
}

}  // namespace acre::distributed::detail
