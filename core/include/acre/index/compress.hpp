#pragma once

#include <acre/backends/select.hpp>
#include <acre/backends/select_once.hpp>
#include <acre/index/detail/nonzero.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace acre {

namespace detail {

/// The slices of a at the marked positions.
template <element T, int Rank, class Space>
auto compress_along(array<T, Rank, Space> const& a, marked<Space> const& m, int axis,
                    std::source_location where)
{
  return evaluate(picked_along({"compress", where}, a, marked_positions(a.space(), m), axis,
                               index_mode::raise));
}

/// The marked elements of as many in C order.
template <expression E>
auto compress_marked(marked<typename E::space_type> const& m, E const& a)
{
  using T = typename E::value_type;
  array<T, 1, typename E::space_type> result(a.space(), shape_t<1>{m.count});
  if (m.size > 0)
    with_flat_program("compress", a, [&](auto& on, bool packed, auto const& program) {
      backends::operation const reading("compress", on, m.leaves());
      backends::pick(on, m.size, packed, program, m.ref(), result.data());
    });
  return result;
}

/// The elements of a whose condition is true, of as many, in one pass over both, or nothing where
/// that cannot be or two steps are faster. Both are read as they are, then, and by one queue: an
/// index that either looks up is reported as in two steps.
template <class C, class E>
auto compress_at_once(C const& condition, E const& a)
    -> std::optional<array<typename E::value_type, 1, typename E::space_type>>
{
  using T = typename E::value_type;
  if constexpr (!E::space_type::host_accessible && backends::selected_quickly<program_t<C>> &&
                backends::selected_quickly<program_t<E>>) {
    auto& on = a.space().queue();
    std::int64_t const size = size_of(a.shape());
    if (size != size_of(condition.shape()) || &condition.space().queue() != &on ||
        !backends::selects_at_once(on, size, an_array<C>))
      return {};
    flat_plan<C> asked(condition);
    flat_plan<E> read(a);
    if (!asked.is_flat || !read.is_flat) return {};
    return selected_at_once<T>(a.space(), size, [&](T* out) {
      // one operation of all operands: it takes their queues' locks in one order
      std::array<leaf_layout, 4 + C::leaf_count + E::leaf_count> all;
      std::copy(read.leaves.begin(), read.leaves.end(),
                std::copy(asked.leaves.begin(), asked.leaves.end(), all.begin()));
      backends::operation const running("compress", on, all);
      std::int64_t count = 0;
      backends::with_selection(asked.program(), read.program(), [&](auto const& selection) {
        count = select_told(on, size, asked.packed && read.packed, selection, out);
      });
      return count;
    });
  } else {
    return {};
  }
}

}  // namespace detail

/// The elements of a whose condition is true, as a new array of one axis: both are taken in C
/// order (NumPy's compress without an axis; a(condition) for equal shapes gives the same). a may
/// be an expression, computed for the marked elements only (but all that it looks up by index is
/// looked up); the condition any boolean one, as compress(x > 0, x). Waits, as the size depends on
/// the elements. Scratch: one bit an element. (A GPU reads all at once where it can, into memory
/// for as many as there are, which a third of them or more keep; where that can't be had, it does
/// as a CPU.)
///
/// Throws index_error if the condition is longer than a and true there (NumPy's text). Same bits
/// on every backend.
template <expression C, expression E>
auto compress(C const& condition, E const& a,
              std::source_location where = std::source_location::current())
{
  static_assert(std::is_same_v<typename C::value_type, bool>,
                "acre: compress wants a boolean condition");
  static_assert(std::is_same_v<typename C::space_type, typename E::space_type>,
                "acre: the condition lives in another space than the array; use copy_to(space, x)");
  if (auto const all = detail::compress_at_once(condition, a)) return *all;
  auto const m = detail::mark_true(condition);
  if (m.size != size_of(a.shape()))
    return detail::compress_along(detail::computed_array(a).reshape(shape(-1)), m, 0, where);
  return detail::compress_marked(m, a);
}

/// The slices of a along an axis whose condition is true; the condition has one axis and may be
/// shorter. Errors and waiting as above.
template <expression C, element T, int Rank, class Space>
auto compress(C const& condition, array<T, Rank, Space> const& a, axis_number axis,
              std::source_location where = std::source_location::current())
{
  static_assert(std::is_same_v<typename C::value_type, bool> && C::rank == 1,
                "acre: compress along an axis wants a boolean condition of one axis");
  return detail::compress_along(a, detail::mark_true(condition), axis, where);
}

}  // namespace acre

#include <acre/index/detail/refusals/compress.hpp>
