#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/packet.hpp>

#include <Kokkos_Macros.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>

/// Core hands a *program* to a backend, a pure function of an element's position, made from a fused
/// expression.
///
///   using value_type = ...;                        // what it computes
///   static constexpr int width;                    // bytes of its widest operand
///   auto bind(position const& at, int along = 0) const;  // fixes every axis but the innermost
///
/// and what `bind` returns, a *row*, computes element i along the innermost axis, k steps further
/// along the outer axis `along`:
///
///   template <bool Unit> value_type at(std::int64_t i, std::int64_t k = 0) const;
///   template <int W, bool Unit>
///   packet<value_type, W> load(std::int64_t i, std::int64_t k = 0) const;
///
/// i is a multiple of W there. A program that is run into sinks that take no packets alone, and
/// never reduced, needs no load. `Unit` says that every operand advances by one element along the
/// innermost axis (see iteration::unit): loops without it as a question vectorise on a CPU, and
/// keep many loads in flight on a GPU. Rows that are memory, read as it is, say where: elements(i,
/// k) is the address of an element, for unit strides. Rows of what lies between neighbours in
/// memory, as lengths between offsets, may say words(i), the address of word i, and
/// between(word before, word), element i; word -1 is defined as word 0.
///
/// That is all that a program has to have. A program made of others names them,
///
///   using operands = operand_list<A, B>;
///
/// and what else is there is for speed, the values are the same whichever way: no_hints lists how
/// patterns ask best; aligned_form, flat_form, from_stacks and has_staged_form are forms for one
/// kind of row. Each is a member, so that all sources see the same.
namespace acre::backends {

/// A *stack*: 256 neighbouring elements as four lines of 64; stack `number` of a row begins with
/// element 256 × number. A line is as long as a tile of a reduction is wide, so that a thread adds
/// up what it makes.
inline constexpr int stack_lines = 4, stack_line = 64, stack_size = stack_lines * stack_line;

/// How patterns had better ask a program. One that says something has a member
///
///   struct hints : no_hints { static constexpr bool computes_in_blocks = true; };
///
/// or, made of others, `struct hints : operands`. Without it a program has its operands' hints, or
/// none: see hints_of.
struct no_hints {
  /// A packet is cheaper than its elements one by one (random numbers: neighbours share a block).
  /// Elementwise loops of hosts then call load instead of at where operands are packed.
  static constexpr bool prefers_packets = false;
  /// A part of a stack is cheaper than its packets one by one (numbers of less than a random word:
  /// four are made from three words). Its rows have, for unit strides,
  ///
  ///   template <int W>
  ///   packet<value_type, stack_lines * W> stack(std::int64_t number, int lane) const;
  ///
  /// elements lane … lane + W - 1 of each line of that stack, one line's after the other's; lane is
  /// a multiple of W.
  static constexpr bool prefers_stacks = false;
  /// Long enough for a GPU's threads to take several packets each, all of them loaded before the
  /// first is computed. Its rows have, for a CPU,
  ///
  ///   template <int W> packet<value_type, W> block(std::int64_t i) const;
  ///
  /// elements i … i + W - 1, any i, for unit strides.
  static constexpr bool computes_in_blocks = false;
  /// One of the long functions has two arguments: threads hold twice as much of each packet.
  static constexpr bool computes_pairs = false;
  /// One of the long functions holds more numbers on its way than the others do: with as many
  /// threads a GPU's multiprocessor would keep some of them in memory.
  static constexpr bool holds_much = false;
  /// An element takes more than some loads and a few instructions: it is looked up, or a function
  /// is applied. Threads of a GPU that have lists of different lengths then share out the elements.
  static constexpr bool costs_much = false;
  /// Some of it is compiled in the library, for blocks of elements: a CPU had better compute in
  /// blocks.
  static constexpr bool has_compiled_rows = false;
  /// Some of it is looked up in rows that lie elsewhere: where rows are short a CPU had better take
  /// each by nth_row (operands.hpp), which finds it once.
  static constexpr bool looks_up_rows = false;
  /// See reads_plainly below.
  static constexpr bool reads_plainly = false;
  /// How many of the last axes its windows are shifted along, whose shifts are known when it is
  /// compiled; 0 if it reads none.
  static constexpr int window_axes = 0;
};

template <class Program>
struct hints_of_program {
  using type = no_hints;
};
template <class Program>
  requires requires { typename Program::hints; }
struct hints_of_program<Program> {
  using type = typename Program::hints;
};
template <class Program>
  requires(
      !requires { typename Program::hints; } && requires { typename Program::operands; })
struct hints_of_program<Program> {
  using type = typename Program::operands;
};
/// hints_of<Program>::prefers_packets, and so on.
template <class Program>
using hints_of = typename hints_of_program<Program>::type;

template <class R, class Program>
concept row_of = requires(R const& row, std::int64_t i) {
  { row.template at<true>(i, i) } -> std::same_as<typename Program::value_type>;
  { row.template at<false>(i) } -> std::same_as<typename Program::value_type>;
} && (!hints_of<Program>::computes_in_blocks || requires(R const& row, std::int64_t i) {
                   {
                     row.template block<stack_line>(i)
                   } -> std::same_as<packet<typename Program::value_type, stack_line>>;
                 });

template <class P>
concept program =
    std::copy_constructible<P> && requires(P const& p, position const& at, int along) {
      typename P::value_type;
      typename std::integral_constant<int, P::width>;
      { p.bind(at) } -> row_of<P>;
      { p.bind(at, along) } -> row_of<P>;
    };

template <class R, class Program, int W>
concept packed_row_of = requires(R const& row, std::int64_t i) {
  { row.template load<W, true>(i, i) } -> std::same_as<packet<typename Program::value_type, W>>;
  { row.template load<W, false>(i) } -> std::same_as<packet<typename Program::value_type, W>>;
};

/// A program whose rows have load.
template <class P>
concept packed_program = program<P> && requires(P const& p, position const& at) {
  { p.bind(at) } -> packed_row_of<P, packet_width(P::width)>;
};

/// The form of a program that need not ask, packet by packet, where its packets begin. For one
/// contiguous row, bound to position{}, read in packets at multiples of their width. Random numbers
/// have one where the row begins with a block of them (float32 uniform: a stack), and so do
/// programs made of them. If it prefers stacks, CPUs make whole ones: block<stack_size>(i) of the
/// program's own rows, any i. Such a program has the members
///
///   using aligned_type = ...;                     // what computes the same values there
///   bool has_aligned(std::int64_t count) const;   // whether it does, which depends on where the
///                                                 // numbers begin and how many the row has
///   aligned_type aligned() const;
///
/// and a program without them is its own aligned form, always.
template <class Program>
struct aligned_form {
  using type = Program;
  static bool exists(Program const&, std::int64_t) { return true; }
  static Program const& of(Program const& p) { return p; }
};
template <class Program>
  requires requires(Program const& p, std::int64_t count) {
    { p.has_aligned(count) } -> std::same_as<bool>;
    { p.aligned() } -> std::same_as<typename Program::aligned_type>;
  }
struct aligned_form<Program> {
  using type = typename Program::aligned_type;
  static bool exists(Program const& p, std::int64_t count) { return p.has_aligned(count); }
  static type of(Program const& p) { return p.aligned(); }
};

/// A program whose aligned form prefers stacks, over a row that may begin anywhere in one:
///
///   int stack_place() const;                      // of the row's first element in its stack
///   bool has_stacks(std::int64_t count) const;    // whether from_stack computes as many
///   aligned_type from_stack() const;              // the aligned form from where that stack begins
///
/// and its rows have, for a CPU and unit strides, the stack that element i is of:
///
///   stack_of_row<value_type> stack_of(std::int64_t i) const;
template <class Program>
concept from_stacks = requires(Program const& p, std::int64_t count) {
  { p.stack_place() } -> std::same_as<int>;
  { p.has_stacks(count) } -> std::same_as<bool>;
  { p.from_stack() } -> std::same_as<typename Program::aligned_type>;
};
template <class T>
struct stack_of_row {
  packet<T, stack_size> values;
  int place;
};

/// The form of a program (or a sink) over one row of neighbours alone, without the strides that
/// such a row does not need: a GPU's kernel of six operands is given 80 bytes then, of 624. Its
/// rows are the program's own. A program that has one has the members
///
///   using flat_type = ...;
///   flat_type flat() const;
///
/// and any other one is its own.
template <class Program>
struct flat_form {
  using type = Program;
  static Program const& of(Program const& p) { return p; }
};
template <class Program>
  requires requires(Program const& p) {
    { p.flat() } -> std::same_as<typename Program::flat_type>;
  }
struct flat_form<Program> {
  using type = typename Program::flat_type;
  static type of(Program const& p) { return p.flat(); }
};

/// The form of a program that looks up elements which all of its values begin with, the upper
/// levels of a search, for a GPU whose blocks hold these in memory of their own. Such a program has
/// the members
///
///   staged_count staged_values(std::int64_t most, std::int64_t most_bytes) const;   // maybe none
///   void stage(int v, void* memory) const;                 // writes value v
///   program staged(int count, void const* memory) const;   // what computes the same with them
struct staged_count {
  int count = 0;
  std::int64_t bytes = 0;
};
template <class Program>
concept has_staged_form = requires(Program const& p, std::int64_t most) {
  { p.staged_values(most, most) } -> std::same_as<staged_count>;
};

/// Whether a program, sink or reducer touches memory by plain loads and stores alone, and calls
/// nothing that could do otherwise, which a GPU may have start before the work that it stands
/// behind is done (gpu_common/early_start.hpp). Not so what is read by read_unwritten (read.hpp),
/// and a user's function that captures something. A program says so among its hints, others have a
/// member.
template <class T>
inline constexpr bool reads_plainly = [] {
  if constexpr (requires { T::reads_plainly; })
    return T::reads_plainly;
  else
    return hints_of<T>::reads_plainly;
}();

/// The programs that a program is made of, and what it has from them: width and hints.
template <class... Operand>
struct operand_list {
  static constexpr int width = [] {
    int widest = 0;
    ((widest = Operand::width > widest ? Operand::width : widest), ...);
    return widest;
  }();
  static constexpr bool prefers_packets = (hints_of<Operand>::prefers_packets || ...),
                        prefers_stacks = (hints_of<Operand>::prefers_stacks || ...),
                        computes_in_blocks = (hints_of<Operand>::computes_in_blocks || ...),
                        computes_pairs = (hints_of<Operand>::computes_pairs || ...),
                        holds_much = (hints_of<Operand>::holds_much || ...),
                        costs_much = (hints_of<Operand>::costs_much || ...),
                        has_compiled_rows = (hints_of<Operand>::has_compiled_rows || ...),
                        looks_up_rows = (hints_of<Operand>::looks_up_rows || ...),
                        reads_plainly = (backends::reads_plainly<Operand> && ...);
  static constexpr int window_axes = std::max({0, hints_of<Operand>::window_axes...});

  static bool have_aligned(std::int64_t count, Operand const&... operand)
  {
    return (aligned_form<Operand>::exists(operand, count) && ...);
  }
};

/// program.bind(at, along) for an axis known at run time only, without an array indexed by it.
template <int Axis = 0, class Program>
KOKKOS_INLINE_FUNCTION auto bind_along(Program const& program, position const& at, int along)
{
  if constexpr (Axis + 1 < max_rank) {
    if (along != Axis) return bind_along<Axis + 1>(program, at, along);
  }
  return program.bind(at, Axis);
}

}  // namespace acre::backends
