#pragma once

#include <acre/detail/nonzero.hpp>
#include <acre/take.hpp>

namespace acre {

/// The elements of a whose condition is true, as a new array of one axis: both are taken in C
/// order (NumPy's compress without an axis; a(condition) for equal shapes gives the same). a may
/// be an expression, evaluated for the marked elements only; the condition any boolean one, as
/// compress(x > 0, x). Waits, as the size depends on the elements. Scratch: one bit an element.
///
/// Throws index_error if the condition is longer than a and true there (NumPy's text). Same bits
/// on every backend.
template <expression C, expression E>
auto compress(C const& condition, E const& a, std::source_location where = std::source_location::current())
{
  static_assert(std::is_same_v<typename C::value_type, bool>, "acre: compress wants a boolean condition");
  static_assert(std::is_same_v<typename C::space_type, typename E::space_type>,
                "acre: the condition lives in another space than the array; use copy_to<Space>()");
  using T = typename E::value_type;
  using space = typename E::space_type;
  auto const m = detail::mark_true(condition);
  if (m.size != size_of(a.shape()))
    return evaluate(take(evaluate(a).reshape(shape(-1)), detail::marked_positions(a.space(), m), 0, index_mode::raise, where));
  array<T, 1, space> result(a.space(), shape_t<1>{m.count});
  if (m.count > 0)
    detail::with_flat_program(a, [&](bool packed, auto const& program) {
      space::patterns::pick(a.space(), m.size, packed, program, m.ref(), result.data());
    });
  return result;
}

/// The slices of a along an axis whose condition is true; the condition has one axis and may be
/// shorter. Errors and waiting as above.
template <expression C, element T, int Rank, class Space>
auto compress(C const& condition, array<T, Rank, Space> const& a, int axis,
              std::source_location where = std::source_location::current())
{
  static_assert(std::is_same_v<typename C::value_type, bool> && C::rank == 1,
                "acre: compress along an axis wants a boolean condition of one axis");
  auto const positions = detail::marked_positions(a.space(), detail::mark_true(condition));
  return evaluate(take(a, positions, axis, index_mode::raise, where));
}

}  // namespace acre
