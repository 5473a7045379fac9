#pragma once

#include <acre/backends/segments.hpp>
#include <acre/math/detail/bits.hpp>
#include <acre/ragged/detail/expression.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/indexed.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <algorithm>

/// Lists reduced as segments: backends/common/segments.hpp.
namespace acre::detail {

/// A program over elements that are counted from `first`.
template <class Program>
struct counted_from {
  using value_type = typename Program::value_type;
  static constexpr int width = Program::width;
  struct hints : backends::no_hints {
    using of = backends::hints_of<Program>;
    static constexpr bool computes_in_blocks = of::computes_in_blocks, costs_much = of::costs_much,
                          reads_plainly = of::reads_plainly;
  };
  Program program;
  std::int64_t first;

  auto values() const
    requires requires(Program const& p) { p.values(); }
  {
    return counted_from<std::remove_cvref_t<decltype(program.values())>>{program.values(), first};
  }

  template <class Row>
  struct row {
    Row of;
    std::int64_t first;
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION value_type at(std::int64_t i, std::int64_t k = 0) const
    {
      return of.template at<Unit>(i - first, k);
    }
    KOKKOS_INLINE_FUNCTION auto elements(std::int64_t i, std::int64_t k = 0) const
      requires requires(Row const& r) { r.elements(i); }
    {
      return of.elements(i - first, k);
    }
    template <int W>
    packet<value_type, W> block(std::int64_t i) const
    {
      return block_of<W>(of, i - first);
    }
  };
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int along = 0) const
  {
    return row<decltype(program.bind(at, along))>{program.bind(at, along), first};
  }
};

/// The elements in memory, side by side.
template <class E>
auto stored(E const& e)
{
  return copy(e);
}
template <class T, class E, class I>
auto stored(indexed<T, E, I> const& e)
{
  auto const values = copy(e.values);
  return indexed<T, std::remove_const_t<decltype(values)>, I>(values, e.positions);
}

/// Calls f(queue, program) with a program that runs over all elements of a flat expression at unit
/// stride: the expression's own where its operands allow that, else that of a copy.
template <bool Stored = false, class E, class F>
void with_elements(char const* operation, E const& e, backends::queue& lists, F const& f)
{
  auto const shape = e.shape();
  std::array<leaf_layout, 2 + E::leaf_count> leaves{};  // and the offsets
  leaves[0].stride[0] = 1;
  leaves[0].queue = &lists;
  leaf_layout* next = leaves.data() + 1;
  node::describe(e, next, shape);
  auto const it = plan_elementwise(
      std::span(leaves.data(), static_cast<std::size_t>(1 + E::leaf_count)), shape, 1);
  if constexpr (!Stored)
    if (!it.unit && shape[0] > 1) return with_elements<true>(operation, stored(e), lists, f);
  auto& on = e.space().queue();
  backends::operation const running(operation, on, leaves);
  lowering planned{leaves.data() + 1, on};
  f(on, node::lower(e, planned));
}

/// Reduces a flat expression over lists; target(list, count, value) takes the results.
template <class E, class Space, class Index, class Reducer, class Target>
void reduce_flat(E const& e, list_structure<Space, Index> const& lists, Reducer const& reducer,
                 Target const& target)
{
  if (lists.count == 0) return;
  with_elements(
      name_of_reduction<Reducer>(), e, lists.space().queue(), [&](auto& on, auto const& program) {
        backends::reduce_segments(
            on, backends::segment_list<Index>{lists.offsets.data(), lists.count, lists.total},
            counted_from<std::remove_cvref_t<decltype(program)>>{program, lists.first}, reducer,
            target);
      });
}

/// The elements of all lists, however deep.
template <class E>
auto const& flat_elements(E const& e)
{
  if constexpr (lists<E>)
    return flat_elements(e.flat());
  else
    return e;
}

/// Result of a list's reduction, and an empty list's value.
template <class Reducer, class Out>
struct list_result {
  Reducer reducer;
  Out* out;
  Out if_empty;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t list, std::int64_t count,
                                         typename Reducer::value_type value) const
  {
    out[list] = count > 0 ? static_cast<Out>(reducer.finish(value)) : if_empty;
  }
};
/// Divided by how many there are.
template <class T>
struct list_mean {
  T* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t list, std::int64_t count, T sum) const
  {
    using real = real_t<T>;
    out[list] = count > 0 ? sum / static_cast<real>(count) : T(math::detail::quiet_nan<real>());
  }
};
/// A position in all elements as one in the list.
template <class T, class Index>
struct list_position {
  Index const* offsets;
  std::int64_t first;
  std::int64_t* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t list, std::int64_t count,
                                         found<T> value) const
  {
    out[list] = count > 0 ? value.index + first - static_cast<std::int64_t>(offsets[list]) : -1;
  }
};

/// One result for each of the innermost lists.
template <class E, class Reducer, class Out>
auto reduce_lists(E const& e, Reducer const& reducer, Out if_empty)
{
  return innermost(e, [&](auto const& x) {
    array<Out, 1, typename E::space_type> out(x.space(), shape_t<1>{x.size()});
    reduce_flat(x.flat(), *x.structure(), reducer,
                list_result<Reducer, Out>{reducer, out.data(), if_empty});
    return out;
  });
}

template <class E>
auto list_means(E const& e)
{
  using T = quotient_t<typename E::value_type>;
  return innermost(e, [](auto const& x) {
    array<T, 1, typename E::space_type> out(x.space(), shape_t<1>{x.size()});
    reduce_flat(x.flat(), *x.structure(), sum_reducer<T>{}, list_mean<T>{out.data()});
    return out;
  });
}

template <bool Largest, class E>
auto list_positions_of(E const& e)
{
  using T = typename E::value_type;
  using Space = typename E::space_type;
  using numbers = indices<Space, 1>;
  return innermost(e, [](auto const& x) {
    using list_type = std::remove_cvref_t<decltype(x)>;
    using Index = typename list_type::index_type;
    auto const& lists = *x.structure();
    array<std::int64_t, 1, Space> out(x.space(), shape_t<1>{lists.count});
    indexed<T, typename list_type::flat_type, numbers> const pairs(
        x.flat(), numbers(x.space(), shape_t<1>{lists.total}, shape_t<1>{1}));
    reduce_flat(pairs, lists, arg_reducer<T, Largest>{},
                list_position<T, Index>{lists.offsets.data(), lists.first, out.data()});
    return out;
  });
}

}  // namespace acre::detail
