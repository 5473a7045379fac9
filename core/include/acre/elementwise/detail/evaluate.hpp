#pragma once

#include <acre/array/detail/assignment.hpp>
#include <acre/backends/elementwise.hpp>
#include <acre/elementwise/detail/expression.hpp>
#include <acre/elementwise/detail/moves.hpp>
#include <acre/elementwise/detail/plan.hpp>
#include <acre/error.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

/// An expression on its way to a kernel: assign() checks the shapes, looks whether all operands lie
/// as the target does, and if they don't, has leaves described and loops planned over them
/// (plan.hpp); the expression is lowered to a program (program.hpp), which
/// backends/common/elementwise.hpp runs.
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

/// overlaps_shifted for each of the first `results` leaves, which are written together.
bool results_overlap(std::span<leaf_layout> leaves, std::size_t results, extents_view shape);

/// Throws shape_error where arrays that are written together have different shapes.
void require_one_shape(extents_view first, extents_view other);

/// Checks of assign before it writes: require_shape, require_assignable and
/// require_writable_memory; has_shape is true for rank 0. Returns whether there are elements.
bool will_write(extents_view from, bool has_shape, extents_view to, extents_view strides);

/// Whether a program's values are those of memory, read as they are: copying knows by itself when
/// to write past the caches.
template <class Program>
inline constexpr bool is_memory =
    requires(Program const& p, backends::position const& at) { p.bind(at).elements(0); };

/// Operands that a CPU lays out for a program.
template <class Program>
backends::laid_out_operands rows_of(std::span<leaf_layout> leaves, backends::iteration& it)
{
  if constexpr (backends::hints_of<Program>::computes_in_blocks ||
                backends::hints_of<Program>::has_compiled_rows)
    return plan_rows(leaves, true, it);
  else
    return plan_pieces(leaves, it, !is_memory<Program>);
}

/// Runs a program into memory, from leaves that are described. The expression comes without its
/// type, with node::lower for it: what is compiled here serves all spaces that have the program,
/// CPUs theirs.
template <class Program, class T, class Queue>
void run_program(Queue& on, void* to, extents_view shape, std::span<leaf_layout> leaves,
                 void const* expression, erased_lower lower)
{
  using sink_type = store_sink<T>;
  constexpr int width = Queue::is_device || backends::hints_of<Program>::prefers_packets
                            ? backends::packet_width(wider(Program::width, sink_type::width))
                            : no_packets;
  backends::operation const running("assign", on, leaves);
  auto it = plan_elementwise(leaves, shape, width);
  auto const with = [&](auto const& loop) {
    lowering planned{leaves.data(), on};
    sink_type const sink{static_cast<T*>(to), row_offset(planned.take())};
    auto const lowered = reinterpret_cast<Program (*)(void const*, lowering&)>(lower);
    loop(lowered(expression, planned), sink);
  };
  if constexpr (Queue::is_device) {
    auto const tiles = plan_tiles(leaves, it);
    with([&](Program const& program, sink_type const& sink) {
      backends::elementwise(on, it, program, sink, tiles);
    });
  } else {
    constexpr bool laid_out = !backends::hints_of<Program>::prefers_packets;
    union room {  // made where operands may be laid out
      room() {}
      backends::laid_out_operands rows;
    } planned;
    bool const few = backends::is_short<Program, sink_type>(it);
    if constexpr (laid_out)
      if (!few) ::new (&planned.rows) backends::laid_out_operands(rows_of<Program>(leaves, it));
    with([&](Program const& program, sink_type const& sink) {
      if (few)
        backends::elementwise_short(on, it, program, sink);
      else if constexpr (laid_out)
        backends::elementwise(on, it, program, sink, planned.rows);
      else
        backends::elementwise(on, it, program, sink);
    });
  }
}

template <class E>
void describe_expression(void const* expression, leaf_layout* leaf, extents_view common)
{
  node::describe(*static_cast<E const*>(expression), leaf, common);
}
template <class E>
auto lower_expression(void const* expression, lowering& planned) -> program_t<E>
{
  return node::lower(*static_cast<E const*>(expression), planned);
}

/// Likewise where words are moved.
template <class E, class T>
auto lower_moved(void const* expression, lowering& planned)
{
  return moved_program<program_t<E>, T>::of(lower_expression<E>(expression, planned));
}

/// Whether all operands are one row of neighbours that the queue takes as such: on a CPU what is
/// not too long for one task, on a GPU what lies in packets. They skip the description of leaves,
/// the plan of loops and the distribution of tasks, which take a CPU longer than some hundred
/// elements, and a GPU's host a tenth of a launch. Along one axis a CPU lays out other operands,
/// too.
template <class Program, bool TakesStrided, class Target, class E>
bool lies_in_one_row(Target const& to, E const& e, row_operands& row)
{
  using T = typename Target::value_type;
  constexpr int width = wider(Program::width, sizeof(T));
  constexpr typename Target::space_type::queue_type const* any_queue = nullptr;
  row.n = to.size();
  if (row.n <= 0 || !to.is_contiguous()) return false;
  row.addresses = row.to = reinterpret_cast<std::uintptr_t>(to.data());
  row.to_bytes = static_cast<std::uintptr_t>(row.n) * sizeof(T);
  row.takes_strided = TakesStrided;
  return node::lies_as(e, to, row) && backends::takes_row(any_queue, row.n, width, row.addresses);
}

/// Runs a program over n neighbours.
template <class Program, class T, class Queue>
[[gnu::noinline]] void run_row(Queue& on, T* to, std::int64_t n, void const* expression,
                               Program (*lower)(void const* expression, lowering&))
{
  backends::operation const running("assign", on);
  lowering planned{&contiguous_leaf, on, 0};
  backends::elementwise_row(on, n, lower(expression, planned),
                            store_sink<T>{to, row_offset(contiguous_leaf)});
}

/// A program bound to one row of neighbours. (By its flat form, which is so small that a compiler
/// sees through it: what a program has for loops is never made then.)
template <class Program>
auto bound_row(Program const& program)
{
  return backends::flat_form<Program>::of(program).bind(backends::position());
}

/// run_row of a program that is bound to the row, on a CPU.
template <class Program, class T, class Queue, class From>
[[gnu::noinline]] void run_bound_row(Queue& on, T* to, std::int64_t n, From const& from)
{
  backends::elementwise_bound<Program, store_sink<T>>("assign", on, n, from,
                                                      typename store_sink<T>::row{to, 1, 0});
}

/// Likewise where some operands aren't neighbours: they are laid out, piece by piece.
template <class Program, class T, class Queue, class E>
[[gnu::noinline]] void run_strided_row(Queue& on, T* to, row_operands const& row, E const& e)
{
  backends::elementwise_laid_out<Program, store_sink<T>>(
      "assign", on, row.n, row.apart, typename store_sink<T>::row{to, 1, 0},
      [&](backends::strided_places const& at) {
        void const* places[E::leaf_count] = {};
        for (int n = 0; n < row.apart.count; ++n)
          places[row.apart.part[n].number] = at.place(row.apart, n);
        lowering neighbours{&contiguous_leaf, on, 0, places};
        return bound_row(node::lower(e, neighbours));
      });
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
  static_assert(keeps_imaginary<typename Target::value_type, typename E::value_type>());
  if constexpr (requires { e.take_rows(to); })  // of what is looked up, index/detail/take_rows.hpp
    if (e.take_rows(to)) return;
  using queue = typename Target::space_type::queue_type;
  using T = typename Target::value_type;
  using program = program_t<E>;
  using moved = moved_program<program, T>;
  union room {  // made where it is known that something is written
    room() {}
    leaf_layout leaves[1 + E::leaf_count];
  } memory;
  if constexpr (Target::rank > 0 && may_lie_alike<E>) {
    constexpr bool takes_strided = Target::rank == 1 && !queue::is_device && !moved::in_library;
    row_operands row;
    if (lies_in_one_row<program, takes_strided>(to, e, row)) {
      if constexpr (moved::in_library)
        return move_row<typename moved::type>(to.space().queue(), to.data(), row.n, &e,
                                              lower_moved<E, T>);
      if constexpr (takes_strided)
        if (row.apart.count > 0)
          return run_strided_row<program>(to.space().queue(), to.data(), row, e);
      if constexpr (!moved::in_library && queue::is_device)
        return run_row<program>(to.space().queue(), to.data(), row.n, &e, lower_expression<E>);
      if constexpr (!moved::in_library && !queue::is_device) {
        queue& on = to.space().queue();
        lowering neighbours{&contiguous_leaf, on, 0};
        return run_bound_row<program>(on, to.data(), row.n, bound_row(node::lower(e, neighbours)));
      }
    }
  }
  auto const& shape = e.shape();
  if (!will_write(shape, Target::rank == 0 || to.has_shape(), to.shape(), to.strides())) return;
  array_memory const target{node::first(to), to.shape(), to.strides(), sizeof(T), dtype_name<T>()};
  if constexpr (moved::in_library)
    assign_elements<queue>(to.space().queue(), target,
                           {&e, shape, memory.leaves, describe_expression<E>,
                            reinterpret_cast<erased_lower>(lower_moved<E, T>),
                            move_elements<typename moved::type, queue>});
  else
    assign_elements<queue>(
        to.space().queue(), target,
        {&e, shape, memory.leaves, describe_expression<E>,
         reinterpret_cast<erased_lower>(lower_expression<E>), run_program<program, T, queue>});
}

template <class Target>
struct assignment {
  template <class E>
  [[gnu::always_inline]] static void of(Target const& to, E const& e)
  {
    assign(to, e);
  }
};

}  // namespace acre::detail
