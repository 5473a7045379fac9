#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/common/sink.hpp>
#include <acre/backends/common/tiling.hpp>
#include <acre/elementwise/detail/integer_ops.hpp>
#include <acre/elementwise/detail/plan.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

/// The programs (see backends/common/program.hpp) that expressions are lowered to, and the sink
/// that an array is. They hold raw pointers and strides only.
namespace acre::detail {

using backends::packet;
using backends::position;

/// Element offset of a row: the part of a leaf that depends on the outer axes.
struct row_offset {
  std::int64_t stride[max_rank];
  std::int64_t inner;

  explicit row_offset(leaf_layout const& leaf) : inner(leaf.inner_stride)
  {
    for (int axis = 0; axis < max_rank; ++axis) stride[axis] = leaf.stride[axis];
  }

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(position const& at) const { return from<0>(at); }

 private:
  template <int Axis>
  KOKKOS_INLINE_FUNCTION std::int64_t from(position const& at) const
  {
    if constexpr (Axis < max_rank) {
      if (Axis < at.rank) return at.index[Axis] * stride[Axis] + from<Axis + 1>(at);
    }
    return 0;
  }
};

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

/// An array's elements.
template <class T>
struct load_program {
  using value_type = T;
  static constexpr int width = sizeof(T);
  struct hints : backends::no_hints {
    static constexpr bool reads_plainly = true;
  };
  T const* data;
  row_offset offset;
  backends::gathered_operand gathered = {};

  struct row {
    T const* data;
    std::int64_t inner, step;

    KOKKOS_INLINE_FUNCTION T const* elements(std::int64_t i, std::int64_t k = 0) const
    {
      return data + k * step + i;
    }

    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION packet<T, W> fetch_at(Places const& at) const
    {
      return at.template read<W, Unit>(data, inner, step);
    }
    T in_piece(int i, std::int64_t k, backends::place_in_row const& at) const
    {
      return (data + k * step + at.first * (inner > 0) + at.chunk * (inner >= 0))[i];
    }
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION T at(std::int64_t i, std::int64_t k = 0) const
    {
      return data[k * step + (Unit ? i : i * inner)];
    }
    row nth(std::int64_t k) const { return {data + k * step, inner, 0}; }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<T, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      T const* const from = data + k * step;
      if constexpr (Unit) {  // an if alone would have nvcc warn of unreachable code
        return *reinterpret_cast<packet<T, W> const*>(from + i);
      } else {
        if (inner != 0) return *reinterpret_cast<packet<T, W> const*>(from + i);
        packet<T, W> p;
        for (int w = 0; w < W; ++w) p.v[w] = from[0];
        return p;
      }
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    if (at.gathered != nullptr && gathered.offset >= 0)
      return {reinterpret_cast<T const*>(at.gathered + gathered.offset) - at.first * gathered.inner,
              gathered.inner, gathered.step};
    return {data + (at.alike ? at.offset : offset(at)), offset.inner, offset.stride[along]};
  }

  using flat_type = flat_load<load_program, T>;
  flat_type flat() const { return {{}, data, offset.inner}; }
};

/// Elements of an array that lie Shift from those of its interior (elementwise/shifted.hpp). If a
/// kernel knows that all that are read so belong to one array (tiling.hpp), it reads shared
/// elements once; everywhere else they are an array's elements like any other.
template <class T, int... Shift>
struct window_program {
  using value_type = T;
  static constexpr int width = sizeof(T);
  struct hints : backends::no_hints {
    static constexpr bool reads_plainly = true;
    static constexpr int window_axes = [] {
      constexpr int rank = sizeof...(Shift), shift[] = {Shift...};
      int first = 0;
      while (first + 1 < rank && shift[first] == 0) ++first;
      return rank - first;
    }();
  };
  load_program<T> moved;

  struct row : load_program<T>::row {
    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION packet<T, W> fetch_at(Places const& at) const
    {
      if constexpr (requires { at.template window<T, W, Shift...>(); })
        return at.template window<T, W, Shift...>();
      else
        return load_program<T>::row::template fetch_at<W, Unit>(at);
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {moved.bind(at, along)};
  }
};

/// An array's elements as the result.
template <class T>
struct store_sink {
  static constexpr int width = sizeof(T);
  static constexpr bool packable = true, reads_plainly = true;
  T* data;
  row_offset offset;

  struct row {
    T* data;
    std::int64_t inner, step;

    T* elements(std::int64_t i, std::int64_t k = 0) const { return data + k * step + i; }
    /// The elements from i on at another place, where rows are `pitch` elements long.
    row moved(char* to, std::int64_t i, std::int64_t pitch) const
    {
      return {reinterpret_cast<T*>(to) - i, 1, pitch};
    }

    template <int W, class V, class Places>
    KOKKOS_INLINE_FUNCTION void store_at(Places const& at, packet<V, W> const& value) const
    {
      packet<T, W> p;
      for (int m = 0; m < W; ++m) p.v[m] = converted<T>(value.v[m]);
      at.template write<W>(data, inner, step, p);
    }
    /// Elements by which row k begins behind a multiple of `bytes`.
    KOKKOS_INLINE_FUNCTION int behind(int bytes, std::int64_t k = 0) const
    {
      return static_cast<int>(reinterpret_cast<std::uintptr_t>(data + k * step) % bytes /
                              sizeof(T));
    }

    template <bool Unit, class V>
    KOKKOS_INLINE_FUNCTION void put(std::int64_t i, V v, std::int64_t k = 0) const
    {
      data[k * step + (Unit ? i : i * inner)] = converted<T>(v);
    }
    template <int W, class V>
    KOKKOS_INLINE_FUNCTION void store(std::int64_t i, packet<V, W> const& value,
                                      std::int64_t k = 0) const
    {
      packet<T, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = converted<T>(value.v[w]);
      backends::store_packet(data + k * step + i, p);
    }
    /// Likewise for results that are not read soon.
    template <int W, class V>
    KOKKOS_INLINE_FUNCTION void store_to_leave(std::int64_t i, packet<V, W> const& value) const
    {
      packet<T, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = converted<T>(value.v[w]);
      backends::store_packet_to_leave(data + i, p);
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {data + offset(at), offset.inner, offset.stride[along]};
  }

  struct flat_type {
    static constexpr int width = sizeof(T);
    static constexpr bool packable = true, reads_plainly = true;
    T* data;
    KOKKOS_INLINE_FUNCTION row bind(position const&, int = 0) const { return {data, 1, 0}; }
  };
  flat_type flat() const { return {data}; }
};

/// A number that is the same everywhere.
template <class T>
struct constant_program {
  using value_type = T;
  static constexpr int width = 1;
  struct hints : backends::no_hints {
    static constexpr bool reads_plainly = true;
  };
  T value;

  template <bool Unit>
  KOKKOS_INLINE_FUNCTION T at(std::int64_t, std::int64_t = 0) const
  {
    return value;
  }
  template <int W, bool Unit>
  KOKKOS_INLINE_FUNCTION packet<T, W> load(std::int64_t, std::int64_t = 0) const
  {
    packet<T, W> p;
    for (int w = 0; w < W; ++w) p.v[w] = value;
    return p;
  }
  KOKKOS_INLINE_FUNCTION constant_program bind(position const&, int = 0) const { return *this; }
};

/// An element's own index: start + Σ index × stride, with nothing in memory.
struct index_program {
  using value_type = std::int64_t;
  static constexpr int width = 1;
  struct hints : backends::no_hints {
    static constexpr bool reads_plainly = true;
  };
  std::int64_t start;
  row_offset offset;

  struct row {
    std::int64_t start, inner, step;

    template <bool Unit>
    KOKKOS_INLINE_FUNCTION std::int64_t at(std::int64_t i, std::int64_t k = 0) const
    {
      return start + k * step + (Unit ? i : i * inner);
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<std::int64_t, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      packet<std::int64_t, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = at<Unit>(i + w, k);
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {start + offset(at), offset.inner, offset.stride[along]};
  }
};

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
