#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/elementwise/detail/expression.hpp>
#include <acre/random/detail/draw.hpp>
#include <acre/random/detail/made_blocks.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

/// Random numbers as a node of an expression: element e of a draw is a pure function of the draw
/// and e, the law of its distribution. Its kernel is that of the expression it stands in, a
/// generator's draw alone included: backends/common/elementwise.hpp.
namespace acre::detail {

/// out[m] = element first + m, made in groups of N; N divides Law::group, M and first.
template <int N, int M, class Law, class Draw>
KOKKOS_INLINE_FUNCTION void make_groups(Law const& law, Draw const& draw, std::uint64_t first,
                                        typename Law::value_type (&out)[M])
{
  for (int m = 0; m < M; m += N) {
    auto const group = law.template run<N>(draw, first + m);
    for (int n = 0; n < N; ++n) out[m + n] = group.v[n];
  }
}

/// All of stack `number`, on a CPU.
template <class Law, class T>
void make_stack(Law const& law, prepared_draw const& draw, std::uint64_t number,
                packet<T, backends::stack_size>& out)
{
  constexpr int W = 4, blocks = backends::stack_size / Law::stacks.elements;
  made_blocks<blocks, philox_row::parts> const made(draw, number * backends::stack_size,
                                                    Law::stacks.elements);
  for (int lane = 0; lane < backends::stack_line; lane += W) {
    auto const p = law.template stack<W>(made, 0, lane);
    for (int line = 0; line < backends::stack_lines; ++line)
      for (int w = 0; w < W; ++w) out.v[line * backends::stack_line + lane + w] = p.v[line * W + w];
  }
}

template <class Law>
block_sharing sharing_of(Law const& law)
{
  if constexpr (stacked_law<Law>)
    return Law::stacks;
  else if constexpr (requires { law.block_elements(); })
    return {law.block_elements(), law.block_elements()};
  else
    return {Law::group, Law::group};
}

/// A law whose elements need no packets, and are quicker to make in rows, which the library does:
///
/// ```sketch
/// void row(std::uint64_t e, int count, value_type* out) const;   // elements e … e + count - 1
/// ```
template <class Law>
concept has_rows_in_library =
    Law::group == 1 &&
    requires(Law const& law, typename Law::value_type* out) { law.row(std::uint64_t{}, 0, out); };

template <class Law>
struct random_row;

/// A law (a distribution) has:
///
/// ```sketch
/// using value_type = ...;
/// static constexpr int group;      // elements, a power of two, that are made together
/// template <int N, class Draw> packet<value_type, N> run(Draw const&, std::uint64_t e) const;
///                                  // elements e … e + N - 1; N divides group and e
/// ```
///
/// where Draw is a prepared_draw or, for groups of more than one, a row_draw. Element e is made
/// from part 0 of block e / group, or e / block_elements() where it has that member, and from other
/// parts of block e. The program behind it computes a packet with as few blocks as it can: two
/// float64 of one aligned packet share one. Whichever way, element e has the same bits.
///
/// A law whose elements share parts 0 … philox_row::parts - 1 of a block across a stack
/// (prefers_stacks, see backends/common/program.hpp) says so; W divides group there:
///
/// ```sketch
/// static constexpr block_sharing stacks;   // elements to a block; row_draws begin with a stack
/// template <int W, class Draw>
/// packet<value_type, stack_lines * W> stack(Draw const&, std::uint64_t number, int lane) const;
/// ```
template <class Law>
struct random_program {
  using value_type = typename Law::value_type;
  static constexpr int width = sizeof(value_type) < 16 ? sizeof(value_type) : 16;
  struct hints : backends::no_hints {
    static constexpr bool prefers_packets = Law::group > 1,
                          has_compiled_rows =
                              has_rows_in_library<Law> || (Law::group > 1 && !stacked_law<Law>);
  };
  prepared_draw draw;
  Law law;
  std::int64_t start;
  row_offset offset;

  using aligned_type = random_row<Law>;
  bool has_aligned(std::int64_t count) const
    requires(Law::group > 1)
  {
    return row_draw::holds(start, count, sharing_of(law));
  }
  aligned_type aligned() const
    requires(Law::group > 1)
  {
    return aligned_type(*this);
  }

  int stack_place() const
    requires stacked_law<Law>
  {
    return static_cast<int>(start % backends::stack_size);
  }
  bool has_stacks(std::int64_t count) const
    requires stacked_law<Law>
  {
    return row_draw::holds(start - stack_place(), count + stack_place(), Law::stacks);
  }
  aligned_type from_stack() const
    requires stacked_law<Law>
  {
    auto whole = *this;
    whole.start -= stack_place();
    return aligned_type(whole);
  }

  struct row {
    prepared_draw draw;
    Law law;
    std::int64_t start, inner, step;

    template <bool Unit>
    KOKKOS_INLINE_FUNCTION value_type at(std::int64_t i, std::int64_t k = 0) const
    {
      return one(start + k * step + (Unit ? i : i * inner));
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<value_type, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      constexpr int N = W < Law::group ? W : Law::group;
      std::int64_t const stride = Unit ? 1 : inner;
      std::int64_t const first = start + k * step + i * stride;
      packet<value_type, W> p{};
      if constexpr (N == 1) {
        for (int w = 0; w < W; ++w) p.v[w] = one(first + w * stride);
      } else if (stride == 1 && (first & (N - 1)) == 0) {
        make_groups<N>(law, draw, static_cast<std::uint64_t>(first), p.v);
      } else if (stride == 1) {
        // the aligned groups that the packet touches, moved down by what is before its first one
        std::int64_t const before = first & (N - 1);
        value_type wide[W + N];
        make_groups<N>(law, draw, static_cast<std::uint64_t>(first - before), wide);
        for (int by = 1; by < N; by *= 2)
          for (int w = 0; w + by < W + N; ++w)
            wide[w] = (before & by) != 0 ? wide[w + by] : wide[w];
        for (int w = 0; w < W; ++w) p.v[w] = wide[w];
      } else {
        // shifted through p, so that no register array is indexed by w
        for (int w = 0; w < W; ++w) {
          for (int n = 0; n + 1 < W; ++n) p.v[n] = p.v[n + 1];
          p.v[W - 1] = one(first + w * stride);
        }
      }
      return p;
    }
    /// On a CPU, any i. A stack's number of elements: of one stack, or of the two that they are
    /// part of.
    template <int W>
      requires(Law::group > 1)
    packet<value_type, W> block(std::int64_t i) const
    {
      if constexpr (stacked_law<Law> && W == backends::stack_size) {
        packet<value_type, W> p, next;
        auto const first = static_cast<std::uint64_t>(start + i);
        make_stack(law, draw, first / W, p);
        if (auto const before = static_cast<int>(first % W); before > 0) {
          make_stack(law, draw, first / W + 1, next);
          std::copy(p.v + before, p.v + W, p.v);
          std::copy(next.v, next.v + before, p.v + W - before);
        }
        return p;
      } else if constexpr (stacked_law<Law>) {
        return load<W, true>(i);
      } else {
        // groups from where a block begins, of blocks that are made before
        constexpr int N = Law::group, most = 4;  // elements of a block
        static_assert(W % most == 0);
        Law const own = law;  // which the compiler sees to stay
        block_sharing const by = sharing_of(law);
        auto const first = static_cast<std::uint64_t>(start + i);
        auto const before = static_cast<int>(first % static_cast<unsigned>(by.elements));
        made_blocks<(W + most) / N> const made(draw, first - before, by.elements,
                                               (before == 0 ? W : W + most) / by.elements);
        packet<value_type, W> p;
        value_type wide[W + most];
        // one loop, as compilers inline what is called once, and vectorise it then
        value_type* const to = before == 0 ? p.v : wide;
        int const count = before == 0 ? W : W + most;
#pragma GCC ivdep
        for (int m = 0; m < count; m += N) {
          auto const group = own.template run<N>(made, static_cast<std::uint64_t>(m));
          for (int n = 0; n < N; ++n) to[m + n] = group.v[n];
        }
        if (before > 0) std::copy(wide + before, wide + before + W, p.v);
        return p;
      }
    }
    template <int W>
      requires has_rows_in_library<Law>
    packet<value_type, W> block(std::int64_t i) const
    {
      packet<value_type, W> p;
      law.row(static_cast<std::uint64_t>(start + i), W, p.v);
      return p;
    }
    backends::stack_of_row<value_type> stack_of(std::int64_t i) const
      requires stacked_law<Law>
    {
      auto const e = static_cast<std::uint64_t>(start + i);
      backends::stack_of_row<value_type> of;
      of.place = static_cast<int>(e % backends::stack_size);
      make_stack(law, draw, e / backends::stack_size, of.values);
      return of;
    }
    KOKKOS_INLINE_FUNCTION value_type one(std::int64_t e) const
    {
      return law.template run<1>(draw, static_cast<std::uint64_t>(e)).v[0];
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {draw, law, start + offset(at), offset.inner, offset.stride[along]};
  }
};

/// One contiguous row that begins where a row_draw may: nothing asks where packets begin. (On
/// a GPU the question keeps blocks apart that could be computed side by side, and the answer "no"
/// is the larger part of the kernel.)
template <class Law>
struct random_row {
  using value_type = typename Law::value_type;
  static constexpr int width = random_program<Law>::width;
  struct hints : backends::no_hints {
    static constexpr bool prefers_packets = true, prefers_stacks = stacked_law<Law>;
  };
  row_draw draw;
  Law law;

  explicit random_row(random_program<Law> const& p)
      : draw(p.draw, p.start, sharing_of(p.law)), law(p.law)
  {}
  template <bool Unit>
  KOKKOS_INLINE_FUNCTION value_type at(std::int64_t i, std::int64_t = 0) const
  {
    return law.template run<1>(draw, static_cast<std::uint64_t>(i)).v[0];
  }
  template <int W, bool Unit>
  KOKKOS_INLINE_FUNCTION packet<value_type, W> load(std::int64_t i, std::int64_t = 0) const
  {
    constexpr int N = W < Law::group ? W : Law::group;
    packet<value_type, W> p;
    make_groups<N>(law, draw, static_cast<std::uint64_t>(i), p.v);
    return p;
  }
  template <int W>
    requires stacked_law<Law>
  KOKKOS_INLINE_FUNCTION auto stack(std::int64_t number, int lane) const
  {
    return law.template stack<W>(draw, static_cast<std::uint64_t>(number), lane);
  }
  KOKKOS_INLINE_FUNCTION random_row const& bind(position const&, int = 0) const { return *this; }
};

/// A law's elements over a shape, numbered in C order from `start`.
template <class Law, class Space, int Rank>
struct random_elements : term<random_elements<Law, Space, Rank>> {
  using value_type = typename Law::value_type;
  using space_type = Space;
  static constexpr int rank = Rank;
  static constexpr int leaf_count = 1;
  indices<Space, Rank> index;
  random_draw draw;
  Law law;

  random_elements(Space const& s, shape_t<Rank> const& extent, std::int64_t start, random_draw d,
                  Law l)
      : index(s, extent, row_major_strides(extent), start), draw(d), law(std::move(l))
  {}
  shape_t<Rank> const& shape() const { return index.shape(); }
  Space const& space() const { return index.space(); }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    node::describe(index, leaf, common);
  }
  random_program<Law> lower(lowering& leaves) const
  {
    return {draw, law, index.start, row_offset(leaves.take())};
  }
  operator value_type() const
    requires(rank == 0)
  {
    return item_of(*this);
  }
};

/// Likewise, keeping the tables that the law reads.
template <class Law, class Space, int Rank, class Tables>
struct elements_with_table : random_elements<Law, Space, Rank> {
  Tables tables;
  elements_with_table(random_elements<Law, Space, Rank> e, Tables t)
      : random_elements<Law, Space, Rank>(std::move(e)), tables(std::move(t))
  {}
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    leaf->queue = &this->space().queue();
    random_elements<Law, Space, Rank>::describe(leaf, common);
  }
  operator typename Law::value_type() const
    requires(Rank == 0)
  {
    return item_of(*this);
  }
};

}  // namespace acre::detail
