#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>

#include <cstdint>
#include <type_traits>

/// The flat forms of programs (see backends/common/program.hpp).
namespace acre::detail {

using backends::packet;
using backends::position;

/// The part of a program that its flat form (see backends/common/program.hpp) holds.
template <class Program>
struct flat_traits {
  using value_type = typename Program::value_type;
  static constexpr int width = Program::width;
  struct hints : backends::no_hints {
    using of = backends::hints_of<Program>;
    static constexpr bool prefers_packets = of::prefers_packets,
                          prefers_stacks = of::prefers_stacks,
                          computes_in_blocks = of::computes_in_blocks,
                          computes_pairs = of::computes_pairs, holds_much = of::holds_much,
                          reads_plainly = of::reads_plainly;
  };
};
template <class Program>
using flat_t = typename backends::flat_form<Program>::type;

/// Neighbours in an array, or one element of it for all of the row, whose stride is 0: numbers
/// beside arrays in acre::dynamic.
template <class Program, class T>
struct flat_load : flat_traits<Program> {
  T const* data;
  std::int64_t inner;

  /// A load under way, of neighbours or of one element for all of them: each has registers of its
  /// own, as its load would otherwise wait for the other's, and other operands' behind it.
  template <int W>
  struct either {
    packet<T, W> neighbours;
    T one;
  };
  struct row : Program::row {
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION auto fetch(std::int64_t i, std::int64_t = 0) const
    {
      if constexpr (Unit) {
        return this->template load<W, true>(i);
      } else if constexpr (W == 1) {
        return *reinterpret_cast<packet<T, 1> const*>(this->data + (this->inner != 0 ? i : 0));
      } else {
        either<W> held;
        if (this->inner != 0)
          held.neighbours = this->template load<W, true>(i);
        else
          held.one = *this->data;
        return held;
      }
    }
    template <int W>
    KOKKOS_INLINE_FUNCTION packet<T, W> compute(packet<T, W> const& held) const
    {
      return held;
    }
    template <int W>
    KOKKOS_INLINE_FUNCTION packet<T, W> compute(either<W> const& held) const
    {
      packet<T, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = held.one;
      return this->inner != 0 ? held.neighbours : p;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const&, int = 0) const { return {{data, inner, 0}}; }
};

/// An op, which takes no room where it holds nothing.
template <class Program, class Op, bool IsEmpty = std::is_empty_v<Op>>
struct flat_op {
  flat_op(Op const&) {}
  KOKKOS_INLINE_FUNCTION Op op() const { return Op{}; }
};
template <class Program, class Op>
struct flat_op<Program, Op, false> {
  Op kept;
  flat_op(Op const& op) : kept(op) {}
  KOKKOS_INLINE_FUNCTION Op const& op() const { return kept; }
};

/// Base of programs of one, two or three others.
template <class Program, class Op, class A>
struct flat_unary : flat_traits<Program>, flat_op<Program, Op> {
  A a;
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int = 0) const
  {
    return typename Program::template row<decltype(a.bind(at))>{this->op(), a.bind(at)};
  }
};
template <class Program, class Op, class A, class B>
struct flat_binary : flat_traits<Program>, flat_op<Program, Op> {
  A a;
  B b;
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int = 0) const
  {
    return typename Program::template row<decltype(a.bind(at)), decltype(b.bind(at))>{
        this->op(), a.bind(at), b.bind(at)};
  }
};
template <class Program, class C, class A, class B>
struct flat_conditional : flat_traits<Program> {
  C condition;
  A a;
  B b;
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int = 0) const
  {
    return typename Program::template row<decltype(condition.bind(at)), decltype(a.bind(at)),
                                          decltype(b.bind(at))>{condition.bind(at), a.bind(at),
                                                                b.bind(at)};
  }
};

}  // namespace acre::detail
