#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/elementwise/detail/flat_programs.hpp>
#include <acre/elementwise/detail/integer_ops.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

/// Programs of one, two or three others, which an operation is applied to.
namespace acre::detail {

using backends::packet;
using backends::position;

constexpr int wider(int a, int b) { return a > b ? a : b; }

/// Whether Op, of one argument or two, has a cheaper form with the same bits for usual arguments
/// (see math/exp.hpp): asked once a packet, as a branch for each element would keep them from being
/// computed side by side. These are the long ones (computes_in_blocks), which a packet computes at
/// the speed of the memory, or nearly.
template <class Op, class... Argument>
concept has_quick_form =
    requires(Op const& op, Argument... x) { op.usual(x...) ? op.quick(x...) : op.quick(x...); };

/// Whether Op takes a packet of values at once, as computing them side by side is what makes it
/// fast.
template <class Op, class Argument>
concept works_side_by_side = requires(Op op, packet<Argument, 2> const& x) { op.side_by_side(x); };

/// Whether Op says that it costs_much (see backends/common/program.hpp).
template <class Op>
concept laborious = Op::costs_much;

/// Whether Op says that it holds_much (likewise).
template <class Op>
concept voluminous = Op::holds_much;

/// Whether Op's values are computed by the library for neighbours: Op::row(x, y, count), from x to
/// y, with the same bits. (It has them compiled for several processors: see elementary_rows.hpp.)
template <class Op, class Argument>
concept has_compiled_row = requires(Argument const* x, Argument* y) { Op::row(x, y, 1); };
/// Likewise of two operands: Op::row(x, y, z, count), from x and y to z.
template <class Op, class ArgumentA, class ArgumentB>
concept has_compiled_pair = std::same_as<ArgumentA, ArgumentB> &&
                            requires(ArgumentA const* x, ArgumentA* z) { Op::row(x, x, z, 1); };

/// Elements i … i + W - 1 at unit stride on a CPU, any alignment: from a row that has `block`, or
/// one by one. A row of operations has it: each is a loop over the block, which vectorises, and
/// has_quick_form is asked for once. So has a row of random numbers that share blocks of words.
template <int W, class Row>
auto block_of(Row const& row, std::int64_t i)
{
  if constexpr (requires { row.template block<W>(i); }) {
    return row.template block<W>(i);
  } else {
    packet<decltype(row.template at<true>(i)), W> p;
    for (int w = 0; w < W; ++w) p.v[w] = row.template at<true>(i + w);
    return p;
  }
}

/// Elements i … i + W - 1 of a row at unit stride on a CPU as values of type T, for a function of
/// the library's to read: where they are in memory as such, or laid out here.
template <class T, int W, class Row>
class neighbours_of {
  static constexpr bool in_memory = requires(Row const& row, T const*& p) { p = row.elements(0); };
  struct nothing {};
  T const* data_;
  std::conditional_t<in_memory, nothing, packet<T, W>> laid_out_;

 public:
  neighbours_of(Row const& row, std::int64_t i)
  {
    if constexpr (in_memory) {
      data_ = row.elements(i);
    } else {
      auto const x = block_of<W>(row, i);
      for (int w = 0; w < W; ++w) laid_out_.v[w] = converted<T>(x.v[w]);
      data_ = laid_out_.v;
    }
  }
  neighbours_of(neighbours_of const&) = delete;
  neighbours_of& operator=(neighbours_of const&) = delete;

  T const* data() const { return data_; }
};

/// An op that has a staged form: an op, too.
template <class Op>
concept has_staged_op = requires { typename Op::staged_type; };

/// op applied to one, two or three programs, its `operands`; Op::operator() takes values of type
/// Argument.
template <class Op, class Argument, class A>
struct unary_program {
  using value_type = decltype(Op{}(Argument{}));
  using operands = backends::operand_list<A>;
  static constexpr int width =
      wider(operands::width, sizeof(value_type) < 16 ? sizeof(value_type) : 16);
  struct hints : operands {
    static constexpr bool has_compiled_rows =
                              has_compiled_row<Op, Argument> || operands::has_compiled_rows,
                          computes_in_blocks = has_quick_form<Op, Argument> ||
                                               works_side_by_side<Op, Argument> ||
                                               operands::computes_in_blocks,
                          holds_much = voluminous<Op> || operands::holds_much,
                          costs_much = laborious<Op> || operands::costs_much,
                          reads_plainly = (std::is_empty_v<Op> || backends::reads_plainly<Op>) &&
                                          operands::reads_plainly;
  };
  Op op;
  A a;

  using aligned_type = unary_program<Op, Argument, typename backends::aligned_form<A>::type>;
  bool has_aligned(std::int64_t count) const { return operands::have_aligned(count, a); }
  aligned_type aligned() const { return {op, backends::aligned_form<A>::of(a)}; }

  using flat_type = flat_unary<unary_program, Op, flat_t<A>>;
  flat_type flat() const { return {{}, op, backends::flat_form<A>::of(a)}; }

  /// An op's own, see backends::has_staged_form.
  backends::staged_count staged_values(std::int64_t most, std::int64_t most_bytes) const
    requires has_staged_op<Op>
  {
    return op.staged_values(most, most_bytes);
  }
  KOKKOS_INLINE_FUNCTION void stage(int v, void* memory) const
    requires has_staged_op<Op>
  {
    op.stage(v, memory);
  }
  KOKKOS_INLINE_FUNCTION auto staged(int count, void const* memory) const
    requires has_staged_op<Op>
  {
    return unary_program<typename Op::staged_type, Argument, A>{op.staged(count, memory), a};
  }

  template <class RowA>
  struct row {
    Op op;
    RowA a;

    template <bool Unit>
    KOKKOS_INLINE_FUNCTION value_type at(std::int64_t i, std::int64_t k = 0) const
    {
      return op(converted<Argument>(a.template at<Unit>(i, k)));
    }
    bool has_nth() const { return backends::has_nth_row(a); }
    [[gnu::always_inline]] auto nth(std::int64_t k) const
    {
      return row<decltype(backends::nth_row(a, k))>{op, backends::nth_row(a, k)};
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION auto fetch(std::int64_t i, std::int64_t k = 0) const
    {
      return backends::fetched<W, Unit>(a, i, k);
    }
    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION auto fetch_at(Places const& at) const
    {
      return backends::fetched_at<W, Unit>(a, at);
    }
    KOKKOS_INLINE_FUNCTION auto words(std::int64_t i) const
      requires requires(RowA const& row_of_words) { row_of_words.words(0); }
    {
      return a.words(i);
    }
    template <class Word>
    KOKKOS_INLINE_FUNCTION value_type between(Word before, Word here) const
    {
      return op(converted<Argument>(a.between(before, here)));
    }
    value_type in_piece(int i, std::int64_t k, backends::place_in_row const& at) const
    {
      return op(converted<Argument>(backends::value_in_piece(a, i, k, at)));
    }
    template <int W, class Held>
    KOKKOS_INLINE_FUNCTION packet<value_type, W> compute(Held const& held) const
    {
      return applied(backends::computed<W>(a, held));
    }
    template <int W>
    packet<value_type, W> block(std::int64_t i) const
    {
      if constexpr (has_compiled_row<Op, Argument>) {
        packet<value_type, W> p;
        neighbours_of<Argument, W, RowA> const x(a, i);
        op.row(x.data(), p.v, W);
        return p;
      } else {
        return applied(block_of<W>(a, i));
      }
    }
    template <int W>
    KOKKOS_INLINE_FUNCTION auto stack(std::int64_t number, int lane) const
    {
      return applied(backends::stacked<W>(a, number, lane));
    }
    template <class T, int W>
    KOKKOS_INLINE_FUNCTION packet<value_type, W> applied(packet<T, W> const& x) const
    {
      packet<value_type, W> p;
      if constexpr (works_side_by_side<Op, Argument>) {
        packet<Argument, W> arguments;
        for (int w = 0; w < W; ++w) arguments.v[w] = converted<Argument>(x.v[w]);
        p = op.side_by_side(arguments);
      } else {
        if constexpr (has_quick_form<Op, Argument>) {
          bool usual = true;
          for (int w = 0; w < W; ++w) usual = usual & op.usual(converted<Argument>(x.v[w]));
          if (usual) {
            for (int w = 0; w < W; ++w) p.v[w] = op.quick(converted<Argument>(x.v[w]));
            return p;
          }
        }
        for (int w = 0; w < W; ++w) p.v[w] = op(converted<Argument>(x.v[w]));
      }
      return p;
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<value_type, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      return compute<W>(fetch<W, Unit>(i, k));
    }
  };
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int along = 0) const
  {
    return row<decltype(a.bind(at, along))>{op, a.bind(at, along)};
  }
};

template <class Op, class ArgumentA, class ArgumentB, class A, class B>
struct binary_program {
  using value_type = decltype(Op{}(ArgumentA{}, ArgumentB{}));
  using operands = backends::operand_list<A, B>;
  static constexpr int width =
      wider(operands::width, sizeof(value_type) < 16 ? sizeof(value_type) : 16);
  struct hints : operands {
    static constexpr bool has_compiled_rows = has_compiled_pair<Op, ArgumentA, ArgumentB> ||
                                              operands::has_compiled_rows,
                          computes_pairs =
                              has_quick_form<Op, ArgumentA, ArgumentB> || operands::computes_pairs,
                          computes_in_blocks = computes_pairs || operands::computes_in_blocks,
                          costs_much = laborious<Op> || operands::costs_much,
                          reads_plainly = std::is_empty_v<Op> && operands::reads_plainly;
  };
  Op op;
  A a;
  B b;

  using aligned_type =
      binary_program<Op, ArgumentA, ArgumentB, typename backends::aligned_form<A>::type,
                     typename backends::aligned_form<B>::type>;
  bool has_aligned(std::int64_t count) const { return operands::have_aligned(count, a, b); }
  aligned_type aligned() const
  {
    return {op, backends::aligned_form<A>::of(a), backends::aligned_form<B>::of(b)};
  }

  using flat_type = flat_binary<binary_program, Op, flat_t<A>, flat_t<B>>;
  flat_type flat() const
  {
    return {{}, op, backends::flat_form<A>::of(a), backends::flat_form<B>::of(b)};
  }

  template <class RowA, class RowB>
  struct row {
    Op op;
    RowA a;
    RowB b;

    template <bool Unit>
    KOKKOS_INLINE_FUNCTION value_type at(std::int64_t i, std::int64_t k = 0) const
    {
      return op(converted<ArgumentA>(a.template at<Unit>(i, k)),
                converted<ArgumentB>(b.template at<Unit>(i, k)));
    }
    bool has_nth() const { return backends::has_nth_row(a) && backends::has_nth_row(b); }
    [[gnu::always_inline]] auto nth(std::int64_t k) const
    {
      return row<decltype(backends::nth_row(a, k)), decltype(backends::nth_row(b, k))>{
          op, backends::nth_row(a, k), backends::nth_row(b, k)};
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION auto fetch(std::int64_t i, std::int64_t k = 0) const
    {
      return backends::held(backends::fetched<W, Unit>(a, i, k),
                            backends::fetched<W, Unit>(b, i, k));
    }
    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION auto fetch_at(Places const& at) const
    {
      return backends::held(backends::fetched_at<W, Unit>(a, at),
                            backends::fetched_at<W, Unit>(b, at));
    }
    value_type in_piece(int i, std::int64_t k, backends::place_in_row const& at) const
    {
      return op(converted<ArgumentA>(backends::value_in_piece(a, i, k, at)),
                converted<ArgumentB>(backends::value_in_piece(b, i, k, at)));
    }
    template <int W, class Held>
    KOKKOS_INLINE_FUNCTION packet<value_type, W> compute(Held const& held) const
    {
      return applied(backends::computed<W>(a, held.a), backends::computed<W>(b, held.b));
    }
    template <int W>
    packet<value_type, W> block(std::int64_t i) const
    {
      if constexpr (has_compiled_pair<Op, ArgumentA, ArgumentB>) {
        packet<value_type, W> p;
        neighbours_of<ArgumentA, W, RowA> const x(a, i);
        neighbours_of<ArgumentB, W, RowB> const y(b, i);
        op.row(x.data(), y.data(), p.v, W);
        return p;
      } else {
        return applied(block_of<W>(a, i), block_of<W>(b, i));
      }
    }
    template <int W>
    KOKKOS_INLINE_FUNCTION auto stack(std::int64_t number, int lane) const
    {
      return applied(backends::stacked<W>(a, number, lane), backends::stacked<W>(b, number, lane));
    }
    template <class X, class Y, int W>
    KOKKOS_INLINE_FUNCTION packet<value_type, W> applied(packet<X, W> const& x,
                                                         packet<Y, W> const& y) const
    {
      packet<value_type, W> p;
      if constexpr (has_quick_form<Op, ArgumentA, ArgumentB>) {
        bool usual = true;
        for (int w = 0; w < W; ++w)
          usual = usual & op.usual(converted<ArgumentA>(x.v[w]), converted<ArgumentB>(y.v[w]));
        if (usual) {
          for (int w = 0; w < W; ++w)
            p.v[w] = op.quick(converted<ArgumentA>(x.v[w]), converted<ArgumentB>(y.v[w]));
          return p;
        }
      }
      for (int w = 0; w < W; ++w)
        p.v[w] = op(converted<ArgumentA>(x.v[w]), converted<ArgumentB>(y.v[w]));
      return p;
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<value_type, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      return compute<W>(fetch<W, Unit>(i, k));
    }
  };
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int along = 0) const
  {
    return row<decltype(a.bind(at, along)), decltype(b.bind(at, along))>{op, a.bind(at, along),
                                                                         b.bind(at, along)};
  }
};

template <class T, class C, class A, class B>
struct conditional_program {
  using value_type = T;
  using operands = backends::operand_list<C, A, B>;
  static constexpr int width = wider(operands::width, sizeof(T));
  C condition;
  A a;
  B b;

  using aligned_type = conditional_program<T, typename backends::aligned_form<C>::type,
                                           typename backends::aligned_form<A>::type,
                                           typename backends::aligned_form<B>::type>;
  bool has_aligned(std::int64_t count) const
  {
    return operands::have_aligned(count, condition, a, b);
  }
  aligned_type aligned() const
  {
    return {backends::aligned_form<C>::of(condition), backends::aligned_form<A>::of(a),
            backends::aligned_form<B>::of(b)};
  }

  using flat_type = flat_conditional<conditional_program, flat_t<C>, flat_t<A>, flat_t<B>>;
  flat_type flat() const
  {
    return {{},
            backends::flat_form<C>::of(condition),
            backends::flat_form<A>::of(a),
            backends::flat_form<B>::of(b)};
  }

  template <class RowC, class RowA, class RowB>
  struct row {
    RowC condition;
    RowA a;
    RowB b;

    template <bool Unit>
    KOKKOS_INLINE_FUNCTION T at(std::int64_t i, std::int64_t k = 0) const
    {
      T const x = static_cast<T>(a.template at<Unit>(i, k)),
              y = static_cast<T>(b.template at<Unit>(i, k));
      return static_cast<bool>(condition.template at<Unit>(i, k)) ? x : y;
    }
    bool has_nth() const
    {
      return backends::has_nth_row(condition) && backends::has_nth_row(a) &&
             backends::has_nth_row(b);
    }
    [[gnu::always_inline]] auto nth(std::int64_t k) const
    {
      return row<decltype(backends::nth_row(condition, k)), decltype(backends::nth_row(a, k)),
                 decltype(backends::nth_row(b, k))>{
          backends::nth_row(condition, k), backends::nth_row(a, k), backends::nth_row(b, k)};
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION auto fetch(std::int64_t i, std::int64_t k = 0) const
    {
      return backends::held(
          backends::fetched<W, Unit>(condition, i, k),
          backends::held(backends::fetched<W, Unit>(a, i, k), backends::fetched<W, Unit>(b, i, k)));
    }
    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION auto fetch_at(Places const& at) const
    {
      return backends::held(backends::fetched_at<W, Unit>(condition, at),
                            backends::held(backends::fetched_at<W, Unit>(a, at),
                                           backends::fetched_at<W, Unit>(b, at)));
    }
    T in_piece(int i, std::int64_t k, backends::place_in_row const& at) const
    {
      T const u = static_cast<T>(backends::value_in_piece(a, i, k, at)),
              v = static_cast<T>(backends::value_in_piece(b, i, k, at));
      return static_cast<bool>(backends::value_in_piece(condition, i, k, at)) ? u : v;
    }
    template <int W, class Held>
    KOKKOS_INLINE_FUNCTION packet<T, W> compute(Held const& held) const
    {
      return chosen(backends::computed<W>(condition, held.a), backends::computed<W>(a, held.b.a),
                    backends::computed<W>(b, held.b.b));
    }
    template <int W>
    packet<T, W> block(std::int64_t i) const
    {
      return chosen(block_of<W>(condition, i), block_of<W>(a, i), block_of<W>(b, i));
    }
    template <int W>
    KOKKOS_INLINE_FUNCTION auto stack(std::int64_t number, int lane) const
    {
      return chosen(backends::stacked<W>(condition, number, lane),
                    backends::stacked<W>(a, number, lane), backends::stacked<W>(b, number, lane));
    }
    template <class U, class X, class Y, int W>
    KOKKOS_INLINE_FUNCTION packet<T, W> chosen(packet<U, W> const& c, packet<X, W> const& x,
                                               packet<Y, W> const& y) const
    {
      packet<T, W> p;
      for (int w = 0; w < W; ++w)
        p.v[w] = static_cast<bool>(c.v[w]) ? static_cast<T>(x.v[w]) : static_cast<T>(y.v[w]);
      return p;
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<T, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      return compute<W>(fetch<W, Unit>(i, k));
    }
  };
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int along = 0) const
  {
    return row<decltype(condition.bind(at, along)), decltype(a.bind(at, along)),
               decltype(b.bind(at, along))>{condition.bind(at, along), a.bind(at, along),
                                            b.bind(at, along)};
  }
};

}  // namespace acre::detail
