#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

/// Selecting elements by a boolean program takes two steps. *mark* evaluates it once, keeps one
/// bit an element and counts them; *pick* moves what is marked, in order.
///
///   mark(on, count, packed, program, marks)        program at 0 … count - 1; the last offset is
///                                                  the number marked
///   pick(on, count, packed, program, marks, out)   out[k] = program at the k-th marked element
///
/// GPUs do both in one step as well (select_once.hpp).
///
/// A *selection* (below) says whether an element is kept, and its value; both at once, as a kernel
/// does not know that two programs read the same memory, and would read it twice. It says whether
/// it reads_before an element's packet, as well.
///
/// Programs run over one row at unit stride; `packed` says that 8 elements can be loaded at once.
/// pick and select may compute elements that aren't marked, too. Counts are integers: no order of
/// work changes them. GPUs queue all, CPUs are done when they return. No scratch but the marks; of
/// select 8 bytes for some thousand elements.
///
/// The kernels: host_common/select.hpp, gpu_common/select.hpp.
namespace acre::backends {

inline constexpr int mark_tile = 2048;  // elements between two offsets

KOKKOS_INLINE_FUNCTION constexpr std::int64_t mark_tiles(std::int64_t count)
{
  return (count + mark_tile - 1) / mark_tile;
}

/// `bits`: one byte for 8 elements, whole tiles; `offsets`: marked elements before each tile, and
/// the number of all at the end.
struct marks {
  std::uint8_t* bits;
  std::int64_t* offsets;
};

/// Refuses in a sentence arguments that mark cannot take.
template <class Program>
constexpr bool mark_takes()
{
  static_assert(packed_program<Program>,
                "acre: mark takes a program whose rows have load, see backends/common/program.hpp");
  static_assert(std::convertible_to<typename Program::value_type, bool>,
                "acre: mark takes a program of truth values");
  return true;
}
/// Refuses in a sentence arguments that pick cannot take.
template <class Program, class Out>
constexpr bool pick_takes()
{
  static_assert(packed_program<Program>,
                "acre: pick takes a program whose rows have load, see backends/common/program.hpp");
  static_assert(std::convertible_to<typename Program::value_type, Out>,
                "acre: pick takes a program whose values convert to the target's type");
  return true;
}

/// A selection's answer for W neighbours.
template <class T, int W>
struct told_elements {
  packet<bool, W> keeps;
  packet<T, W> value;
};

/// A program's values where a condition, another program, is true.
template <class Condition, class Program>
struct selected_by {
  using value_type = typename Program::value_type;
  static constexpr bool reads_plainly =
      backends::reads_plainly<Condition> && backends::reads_plainly<Program>;
  static constexpr bool reads_before = false;
  Condition condition;
  Program program;

  template <class Asked, class From>
  struct row {
    Asked asked;
    From from;
    template <int W>
    KOKKOS_INLINE_FUNCTION told_elements<value_type, W> load(std::int64_t i) const
    {
      told_elements<value_type, W> e;
      auto const flags = asked.template load<W, true>(i);
      auto const x = from.template load<W, true>(i);
      for (int w = 0; w < W; ++w) {
        e.keeps.v[w] = static_cast<bool>(flags.v[w]);
        e.value.v[w] = x.v[w];
      }
      return e;
    }
    KOKKOS_INLINE_FUNCTION told_elements<value_type, 1> at(std::int64_t i) const
    {
      return {{{static_cast<bool>(asked.template at<true>(i))}}, {{from.template at<true>(i)}}};
    }
  };
  KOKKOS_INLINE_FUNCTION auto bind(position const& at) const
  {
    using asked_type = decltype(condition.bind(at));
    using from_type = decltype(program.bind(at));
    return row<asked_type, from_type>{condition.bind(at), program.bind(at)};
  }
};

/// The first operand of a program's first operand, and so on: of a program or of its row.
template <class P>
KOKKOS_INLINE_FUNCTION auto const& first_leaf(P const& program)
{
  if constexpr (requires { program.a; })
    return first_leaf(program.a);
  else
    return program;
}

/// Whether a program is quick to compute: select has 32 elements of a thread at once.
template <class Program>
inline constexpr bool selected_quickly =
    !hints_of<Program>::computes_in_blocks && !hints_of<Program>::costs_much;

/// A condition's own first leaf where the condition is true, as x of x > 0: loaded once.
template <class Condition>
struct selected_itself {
  using leaf_type = std::remove_cvref_t<decltype(first_leaf(std::declval<Condition const&>()))>;
  using value_type = typename leaf_type::value_type;
  static constexpr bool reads_plainly = backends::reads_plainly<Condition>, reads_before = false;
  Condition condition;

  KOKKOS_INLINE_FUNCTION auto bind(position const& at) const
  {
    auto const asked = condition.bind(at);
    auto const& from = first_leaf(asked);
    using asked_type = std::remove_cvref_t<decltype(asked)>;
    using from_type = std::remove_cvref_t<decltype(from)>;
    return typename selected_by<Condition, leaf_type>::template row<asked_type, from_type>{asked,
                                                                                           from};
  }
};

/// f(selection) for programs over one row at unit stride: where an array's elements are of the
/// same type and begin at the same address, they are the same.
template <class Condition, class Program, class F>
void with_selection(Condition const& condition, Program const& program, F const& f)
{
  if constexpr (std::is_same_v<typename selected_itself<Condition>::leaf_type, Program> &&
                requires { program.data; })
    if (first_leaf(condition).data == program.data) return f(selected_itself<Condition>{condition});
  f(selected_by<Condition, Program>{condition, program});
}

}  // namespace acre::backends
