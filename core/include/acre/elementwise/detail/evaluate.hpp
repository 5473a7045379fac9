#pragma once

#include <acre/backends.hpp>
#include <acre/elementwise/detail/expression.hpp>
#include <acre/elementwise/detail/plan.hpp>
#include <acre/error.hpp>

#include <array>

namespace acre::detail {

/// Throws shape_error unless `from` broadcasts to `to`:
/// could not broadcast input array from shape (3,) into shape (4,)
void require_assignable(extents_view from, extents_view to);

/// Throws value_error for an array that was made without a shape and has none yet: writing to it
/// would be nothing, silently.
void require_shape(bool has_shape);

/// Throws value_error where several elements are one in memory (those of broadcast_to), as which of
/// them were written last would be chance.
void require_writable_memory(extents_view shape, extents_view strides);

/// Whether a leaf reads memory that the sink (leaves[0]) writes at another position. Ranges are
/// compared, so that the answer may be a needless yes, never a wrong no.
bool overlaps_shifted(std::span<leaf_layout const> leaves, extents_view shape);

/// What assign asks before it writes: the three above, has_shape being true for rank 0. Returns
/// whether there are elements.
bool will_write(extents_view from, bool has_shape, extents_view to, extents_view strides);

/// Runs a program into memory, from leaves that are described. The expression comes without its
/// type, with a function that lowers it: what is compiled here serves all spaces that have the
/// program, CPUs theirs.
template <class Program, class T, class Queue>
void run_program(Queue& on, T* to, extents_view shape, std::span<leaf_layout> leaves,
                 void const* expression, Program (*lower)(void const* expression, lowering&))
{
  using sink_type = store_sink<T>;
  constexpr int width = backends::packet_width(wider(Program::width, sink_type::width));
  backends::operation const running("assign", on, leaves);
  auto it = plan_elementwise(leaves, shape, width);
  auto const run = [&](auto const&... tiles) {
    lowering planned{leaves.data(), on};
    sink_type const sink{to, row_offset(planned.take())};
    backends::elementwise(on, it, lower(expression, planned), sink, tiles...);
  };
  if constexpr (Queue::gathers)
    run(plan_tiles(leaves, it));
  else if constexpr (Program::prefers_packets)
    run();
  else if constexpr (Program::computes_long)
    run(plan_rows(leaves, true, it));
  else
    run(plan_pieces(leaves, it));
}

/// to = e, element by element, as one kernel; `to` already has the final shape and is not read
/// through another position by e (see assign).
template <class Target, class E>
void evaluate_into(Target const& to, E const& e, std::array<leaf_layout, 1 + E::leaf_count>& leaves)
{
  run_program<program_t<E>>(to.space().queue(), to.data(), to.shape(), leaves, &e,
                            [](void const* expression, lowering& planned) -> program_t<E> {
                              return node::lower(*static_cast<E const*>(expression), planned);
                            });
}

/// The same for what is one row of neighbours in all operands, as small arrays are, on a CPU:
/// without leaves that are described, loops that are planned and tasks that are given out, which
/// take longer than some hundred elements. Returns whether it was.
template <class Target, class E>
bool evaluated_as_row(Target const& to, E const& e)
{
  using T = typename Target::value_type;
  auto& on = to.space().queue();
  std::int64_t const n = to.size();
  if (n < 1 || n > backends::longest_row(on) || !to.is_contiguous() || !node::lies_as(e, to))
    return false;
  backends::operation const running("assign", on);
  lowering planned{&contiguous_leaf, on, 0};
  backends::elementwise_row(on, n, node::lower(e, planned),
                            store_sink<T>{to.data(), row_offset(contiguous_leaf)});
  return true;
}

/// to = e by way of a copy.
template <class Target, class E>
[[gnu::cold, gnu::noinline]] void assign_by_copy(Target const& to, E const& e);

/// The space of an expression that becomes an array on `Space`.
template <class Space, class E>
Space space_for(E const& e)
{
  static_assert(
      spaces_agree<Space, typename E::space_type>,
      "acre: the expression lives in another space than the array; use copy_to(space, x)");
  return e.space();
}

/// Values with more axes than the target never broadcast to it.
template <int FromRank, int ToRank>
struct assigned_ranks {
  static_assert(FromRank <= ToRank,
                "acre: the values have more axes than what they are assigned to: "
                "assigned_ranks<from, to> tells both ranks");
};

/// to = e with NumPy's meaning: the right side is taken as it was before, also where it reads
/// what is written. Throws shape_error, value_error as require_writable_memory; queued on to's
/// space.
template <class Target, class E>
void assign(Target const& to, E const& e)
{
  static_assert(
      spaces_agree<typename Target::space_type, typename E::space_type>,
      "acre: the expression lives in another space than the array; use copy_to(space, x)");
  [[maybe_unused]] assigned_ranks<E::rank, Target::rank> const checked;
  if constexpr (Target::rank > 0 && may_lie_alike<E> &&
                !std::remove_reference_t<decltype(to.space().queue())>::gathers)
    if (evaluated_as_row(to, e)) return;
  auto const& shape = to.shape();
  if (!will_write(e.shape(), Target::rank == 0 || to.has_shape(), shape, to.strides())) return;
  std::array<leaf_layout, 1 + E::leaf_count> leaves{};
  leaf_layout* leaf = leaves.data();
  node::describe(to, leaf, shape);
  node::describe(e, leaf, shape);
  if (overlaps_shifted(leaves, shape))
    assign_by_copy(to, e);
  else
    evaluate_into(to, e, leaves);
}

template <class Target, class E>
void assign_by_copy(Target const& to, E const& e)
{
  auto const temporary = Target(to.space(), to.shape());
  assign(temporary, e);
  assign(to, temporary);
}

}  // namespace acre::detail
