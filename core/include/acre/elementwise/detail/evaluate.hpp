#pragma once

#include <acre/array/detail/assignment.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
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

/// An expression on its way to a kernel: assign_way lists the ways, assign() takes one. On each the
/// expression is lowered to a program (program.hpp), which backends/common/elementwise.hpp runs.
namespace acre::detail {

/// The ways of to = e, of which assign() takes the first that is open. way_of_row and way_of_loops
/// are the places that decide. (Before them, whole rows that e looks up by an index array are
/// copied as such: take_rows of index/detail/take_rows.hpp.)
///
/// (Before them also, on a CPU, one element of operands of rank 0 is written at once:
/// assign_element.)
///
/// One row: all operands lie as the target does, and the queue takes so many neighbours at once
/// (lies_in_one_row).
///
///   moved_row     a copy or a fill: in the library, for words of its size (moves.hpp)
///   launched_row  on a GPU (run_row)
///   strided_row   on a CPU, along one axis, where some operands are no neighbours: they are laid
///                 out piece by piece (run_strided_row)
///   bound_row     on a CPU, where all are neighbours: the program is bound at once (run_bound_row)
///
/// Loops: shapes are checked, and nothing is left to do where there are no elements (will_write).
/// Operands are described by strides. Where one reads memory that is written at another position,
/// the values go to memory of their own first and are copied from there (assign_elements of
/// src/moves.cpp). Loops are planned over the operands (plan.hpp) and run by run_program, which the
/// library has for copies and fills.
///
///   tiles         on a GPU
///   short_loops   on a CPU, for so few elements that preparing more takes longer than computing
///                 them (backends::is_short)
///   packets       on a CPU, for a program that is quicker in packets (prefers_packets)
///   laid_out      on a CPU, for any other: operands that are no neighbours may be laid out
///                 (rows_of)
enum class assign_way {
  moved_row,
  launched_row,
  strided_row,
  bound_row,
  tiles,
  short_loops,
  packets,
  laid_out
};

/// The way of one row of a program's values of dtype T. `any_apart`: some operands are no
/// neighbours.
template <class Program, class T, class Queue>
constexpr assign_way way_of_row(bool any_apart = false)
{
  return moved_program<Program, T>::in_library ? assign_way::moved_row
         : Queue::is_device                    ? assign_way::launched_row
         : any_apart                           ? assign_way::strided_row
                                               : assign_way::bound_row;
}

/// The way of a program's loops. `few`: they are short.
template <class Program, class Queue>
constexpr assign_way way_of_loops(bool few = false)
{
  return !backends::is_queue_of_cpu<Queue>              ? assign_way::tiles
         : few                                          ? assign_way::short_loops
         : backends::hints_of<Program>::prefers_packets ? assign_way::packets
                                                        : assign_way::laid_out;
}

/// Throws shape_error unless `from` broadcasts to `to`:
/// could not broadcast input array from shape (3,) into shape (4,)
void require_assignable(extents_view from, extents_view to);

/// Throws value_error for an array that was made without a shape and has none yet: writing to it
/// would be nothing, silently.
void require_shape(bool has_shape);

/// Throws value_error where several elements are one in memory (those of broadcast_to), as which of
/// them were written last would be chance.
void require_writable_memory(extents_view shape, extents_view strides);

/// Whether a leaf reads memory that the sink (leaves[0]) writes at another position. Ranges and
/// strides are compared, so that the answer may be a needless yes, never a wrong no.
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
  constexpr assign_way long_way = way_of_loops<Program, Queue>();
  constexpr int width = long_way == assign_way::laid_out
                            ? no_packets
                            : backends::packet_width(wider(Program::width, sink_type::width));
  backends::operation const running("assign", on, leaves);
  auto it = plan_elementwise(leaves, shape, width);
  auto const with = [&](auto const& loop) {
    lowering planned{leaves.data(), on};
    sink_type const sink{static_cast<T*>(to), row_offset(planned.take())};
    auto const lowered = reinterpret_cast<Program (*)(void const*, lowering&)>(lower);
    loop(lowered(expression, planned), sink);
  };
  if constexpr (long_way == assign_way::tiles) {
    auto const tiles = plan_tiles(leaves, it);
    with([&](Program const& program, sink_type const& sink) {
      backends::elementwise(on, it, program, sink, tiles);
    });
  } else {
    union room {  // made where operands may be laid out
      room() {}
      backends::laid_out_operands rows;
    } planned;
    assign_way const way = way_of_loops<Program, Queue>(backends::is_short<Program, sink_type>(it));
    if constexpr (long_way == assign_way::laid_out)
      if (way == long_way)
        ::new (&planned.rows) backends::laid_out_operands(rows_of<Program>(leaves, it));
    with([&](Program const& program, sink_type const& sink) {
      if (way == assign_way::short_loops)
        backends::elementwise_short(on, it, program, sink);
      else if constexpr (long_way == assign_way::laid_out)
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
  row.addresses = row.to = reinterpret_cast<std::uintptr_t>(node::first(to));
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

/// Whether strided_row may be the way.
template <class Program, class Target>
inline constexpr bool takes_strided_row =
    Target::rank == 1 &&
    way_of_row<Program, typename Target::value_type, typename Target::space_type::queue_type>(
        true) == assign_way::strided_row;

/// The ways of one row.
template <class Target, class E>
[[gnu::always_inline]] inline void assign_row(Target const& to, E const& e, row_operands const& row)
{
  using queue = typename Target::space_type::queue_type;
  using T = typename Target::value_type;
  using program = program_t<E>;
  constexpr assign_way way = way_of_row<program, T, queue>();
  queue& on = to.space().queue();
  if constexpr (way == assign_way::moved_row) {
    move_row<typename moved_program<program, T>::type>(on, to.data(), row.n, &e, lower_moved<E, T>);
  } else if constexpr (way == assign_way::launched_row) {
    run_row<program>(on, to.data(), row.n, &e, lower_expression<E>);
  } else {
    if constexpr (takes_strided_row<program, Target>)
      if (row.apart.count > 0) return run_strided_row<program>(on, node::first(to), row, e);
    lowering neighbours{&contiguous_leaf, on, 0};
    run_bound_row<program>(on, node::first(to), row.n, bound_row(node::lower(e, neighbours)));
  }
}

/// One element, by the calling thread at once; returns false where an operand is not of rank 0 or
/// of another queue.
template <class Target, class E>
bool assign_element(Target const& to, E const& e)
{
  using T = typename Target::value_type;
  T* const element = to.data();
  auto& on = to.space().queue();
  row_operands row;
  row.to = row.addresses = reinterpret_cast<std::uintptr_t>(element);
  row.to_bytes = sizeof(T);
  row.n = 1;
  row.takes_strided = false;
  if (!node::lies_as(e, to, row)) return false;
  on.call_at_once([&] {
    lowering alone{&contiguous_leaf, on, 0};
    auto const from = bound_row(node::lower(e, alone));
    *element = converted<T>(from.template at<true>(0));
  });
  return true;
}

/// The ways of loops.
template <class Target, class E>
[[gnu::always_inline]] inline void assign_loops(Target const& to, E const& e)
{
  using queue = typename Target::space_type::queue_type;
  using T = typename Target::value_type;
  using program = program_t<E>;
  using moved = moved_program<program, T>;
  auto const& shape = e.shape();
  if (!will_write(shape, Target::rank == 0 || to.has_shape(), to.shape(), to.strides())) return;
  union room {  // made where it is known that something is written
    room() {}
    leaf_layout leaves[1 + E::leaf_count];
  } memory;
  array_memory const target{node::first(to), to.shape(), to.strides(), sizeof(T), dtype_name<T>()};
  auto const plan_and_run = [&](auto lower, auto run) {
    assign_elements<queue>(to.space().queue(), target,
                           {&e, shape, memory.leaves, describe_expression<E>,
                            reinterpret_cast<erased_lower>(lower), run});
  };
  if constexpr (moved::in_library)
    plan_and_run(lower_moved<E, T>, move_elements<typename moved::type, queue>);
  else
    plan_and_run(lower_expression<E>, run_program<program, T, queue>);
}

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
  if constexpr (requires { e.take_rows(to); })
    if (e.take_rows(to)) return;
  if constexpr (Target::rank == 0 && may_lie_alike<E> && !Target::space_type::queue_type::is_device)
    if (assign_element(to, e)) return;
  if constexpr (Target::rank > 0 && may_lie_alike<E>) {
    using program = program_t<E>;
    row_operands row;
    if (lies_in_one_row<program, takes_strided_row<program, Target>>(to, e, row))
      return assign_row(to, e, row);
  }
  assign_loops(to, e);
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
