#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/read.hpp>
#include <acre/backends/elementwise.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/index/detail/found.hpp>
#include <acre/index/detail/gather.hpp>

#include <array>
#include <cstdint>
#include <type_traits>

/// Passes over picks: every combination of positions along indexed axes has a number, its *key*;
/// every combination of indices, a *pick*, has its number in C order. scatter.hpp and
/// scatter_add.hpp work on keys and numbers.
namespace acre::detail {

/// A pick's key (or nowhere, or out_of_bounds), with its number.
template <class I, int N>
struct key_program {
  using value_type = found<std::int64_t>;
  static constexpr int width = 8;
  picked_programs<I, N> picked;
  index_program number;

  struct row {
    typename picked_program<I>::row axis[N];
    index_program::row number;

    /// Also adds up where the element lies, from the source's first one.
    KOKKOS_INLINE_FUNCTION found<std::int64_t> resolve(std::int64_t const (&index)[N],
                                                       std::int64_t i, std::int64_t k,
                                                       std::int64_t& element) const
    {
      std::int64_t key = 0, worst = 0;
      for (int n = 0; n < N; ++n) {
        std::int64_t const p = axis[n].position(index[n], i, k);
        if (p < worst) worst = p;
        key = key * axis[n].of.rule.size + p;
        element += p * axis[n].of.stride;
      }
      return {worst < 0 ? worst : key, number.template at<false>(i, k)};
    }
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION found<std::int64_t> look_up(std::int64_t i, std::int64_t k,
                                                       std::int64_t& element) const
    {
      std::int64_t index[N];
      for (int n = 0; n < N; ++n)
        index[n] = static_cast<std::int64_t>(axis[n].index.template at<Unit>(i, k));
      return resolve(index, i, k, element);
    }
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION found<std::int64_t> at(std::int64_t i, std::int64_t k = 0) const
    {
      std::int64_t element = 0;
      return look_up<Unit>(i, k, element);
    }

    /// The indices of W neighbours, not yet looked at (see backends/common/operands.hpp).
    template <int W>
    struct held_indices {
      packet<I, W> index[N];
      std::int64_t i, k;
    };
    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION held_places<I, N, W, Places> fetch_at(Places const& at) const
    {
      return held_places<I, N, W, Places>::template of<Unit>(axis, at);
    }
    template <int W, class Places>
    KOKKOS_INLINE_FUNCTION packet<found<std::int64_t>, W> compute(
        held_places<I, N, W, Places> const& held) const
    {
      packet<found<std::int64_t>, W> p;
      for (int w = 0; w < W; ++w) {
        std::int64_t element = 0;
        p.v[w] = resolve(held, w, element);
      }
      return p;
    }
    /// The w-th of them.
    template <int W, class Places>
    KOKKOS_INLINE_FUNCTION found<std::int64_t> resolve(held_places<I, N, W, Places> const& held,
                                                       int w, std::int64_t& element) const
    {
      std::int64_t index[N];
      for (int n = 0; n < N; ++n) index[n] = static_cast<std::int64_t>(held.index[n].v[w]);
      return resolve(index, held.at.column(w), held.at.row(w), element);
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION held_indices<W> fetch(std::int64_t i, std::int64_t k = 0) const
    {
      held_indices<W> held;
      for (int n = 0; n < N; ++n) held.index[n] = axis[n].index.template load<W, Unit>(i, k);
      held.i = i;
      held.k = k;
      return held;
    }
    template <int W>
    KOKKOS_INLINE_FUNCTION packet<found<std::int64_t>, W> compute(held_indices<W> const& held) const
    {
      packet<found<std::int64_t>, W> p;
      for (int w = 0; w < W; ++w) {
        std::int64_t index[N], element = 0;
        for (int n = 0; n < N; ++n) index[n] = static_cast<std::int64_t>(held.index[n].v[w]);
        p.v[w] = resolve(index, held.i + w, held.k, element);
      }
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return bind_axes(at, along, std::make_integer_sequence<int, N>{});
  }
  template <int... n>
  KOKKOS_INLINE_FUNCTION row bind_axes(position const& at, int along,
                                       std::integer_sequence<int, n...>) const
  {
    return {{picked.axis[n].bind(at, along)...}, number.bind(at, along)};
  }
};

/// Passes over the picks end in a sink that is handed key and number.
template <class Row>
struct pick_sink {
  static constexpr int width = 8;
  static constexpr bool packable = false;
  Row target;
  KOKKOS_INLINE_FUNCTION Row bind(position const&, int = 0) const { return target; }
};

/// The last pick of each key, counted from 1; 0 if it has none. Picks of less than 2^31 - 1 are
/// counted in 4 bytes.
struct winners {
  std::int32_t* narrow = nullptr;
  std::int64_t* wide = nullptr;

  KOKKOS_INLINE_FUNCTION bool any() const { return narrow || wide; }
  KOKKOS_INLINE_FUNCTION void free(std::int64_t key) const
  {
    if (narrow)
      backends::atomic_store(narrow + key, std::int32_t{0});
    else
      backends::atomic_store(wide + key, std::int64_t{0});
  }
  KOKKOS_INLINE_FUNCTION void claim(std::int64_t key, std::int64_t pick) const
  {
    if (narrow)
      backends::atomic_max(narrow + key, static_cast<std::int32_t>(pick + 1));
    else
      backends::atomic_max(wide + key, pick + 1);
  }
  KOKKOS_INLINE_FUNCTION bool is(std::int64_t key, std::int64_t pick) const
  {
    return narrow ? narrow[key] == pick + 1 : wide[key] == pick + 1;
  }
};

/// Work of a pass over the picks. (One type for all, which is one kernel.)
enum class pick_step { check, free, claim };
struct pick_row {
  pick_step step = pick_step::check;
  winners of{};
  std::int32_t* bad = nullptr;  // set where an index is bad

  template <bool Unit>
  KOKKOS_INLINE_FUNCTION void put(std::int64_t, found<std::int64_t> f, std::int64_t = 0) const
  {
    if (bad && f.value == index_rule::out_of_bounds) backends::atomic_store(bad, 1);
    if (f.value < 0) return;
    if (step == pick_step::free) of.free(f.value);
    if (step == pick_step::claim) of.claim(f.value, f.index);
  }
};

/// Last pass: each element of the result with the place it goes to.
template <class T>
struct placed {
  static constexpr std::int64_t nowhere = INT64_MIN;
  std::int64_t element;
  T value;
};
template <class T, class I, int N, class Value>
struct place_program {
  using value_type = placed<T>;
  static constexpr int width = 16;
  key_program<I, N> key;
  row_offset fixed;
  winners winner;
  std::int32_t const* bad;
  Value value;

  template <class Row>
  struct row {
    typename key_program<I, N>::row key;
    std::int64_t start, inner, step;
    winners winner;
    std::int32_t const* bad;
    Row value;

    template <bool Unit>
    KOKKOS_INLINE_FUNCTION placed<T> at(std::int64_t i, std::int64_t k = 0) const
    {
      std::int64_t element = 0;
      auto const f = key.template look_up<Unit>(i, k, element);
      return {written(f) ? start + i * inner + k * step + element : placed<T>::nowhere,
              converted<T>(value.template at<Unit>(i, k))};
    }
    /// Likewise, all indices before the first key.
    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION packet<placed<T>, W> fetch_at(Places const& at) const
    {
      auto const held = key.template fetch_at<W, Unit>(at);
      auto const values = backends::computed<W>(value, backends::fetched_at<W, Unit>(value, at));
      packet<placed<T>, W> p;
      for (int w = 0; w < W; ++w) {
        std::int64_t element = 0;
        auto const f = key.resolve(held, w, element);
        p.v[w] = {written(f) ? start + at.column(w) * inner + at.row(w) * step + element
                             : placed<T>::nowhere,
                  converted<T>(values.v[w])};
      }
      return p;
    }
    KOKKOS_INLINE_FUNCTION bool written(found<std::int64_t> f) const
    {
      return f.value >= 0 && (!winner.any() || winner.is(f.value, f.index)) && !(bad && *bad != 0);
    }
  };
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int along = 0) const
  {
    return row<decltype(value.bind(at, along))>{key.bind(at, along),  fixed(at), fixed.inner,
                                                fixed.stride[along],  winner,    bad,
                                                value.bind(at, along)};
  }
};
template <class T>
struct place_row {
  T* data;
  template <bool Unit>
  KOKKOS_INLINE_FUNCTION void put(std::int64_t, placed<T> p, std::int64_t = 0) const
  {
    if (p.element != placed<T>::nowhere) data[p.element] = p.value;
  }
};

/// Strides of a pick's number over the picked axes [0, picked_rank) of `leaf`.
inline void describe_number(index_plan const& plan, leaf_layout& leaf, int shift)
{
  std::int64_t stride = 1;
  for (int k = plan.picked_rank - 1; k >= 0; --k) {
    std::int64_t const extent = plan.extent[plan.picked_first + k];
    if (extent != 1) leaf.stride[shift + k] = stride;
    stride *= extent;
  }
}
template <class Gather>
void describe_number(Gather const& g, leaf_layout& leaf, int shift)
{
  describe_number(g.plan, leaf, shift);
}

/// The numbers of the launches that a pass reports its bad indices as, one for each axis.
struct check_numbers {
  std::uint64_t first = 0, last = 0;
};

/// Whether what is done with keys of such index arrays is compiled in the library (its
/// src/picks.cpp), for every queue of the build.
template <class I, int N>
inline constexpr bool picks_in_library =
    N <= 2 && (std::is_same_v<I, std::int32_t> || std::is_same_v<I, std::int64_t>);
template <class Queue, class I, int N>
check_numbers for_picks_in_library(Queue& on, picked_indices<I, N> const& picks, index_mode mode,
                                   pick_row const& row);

/// Runs a pass over the picks alone.
template <class Queue, class I, int N, class Row>
check_numbers for_picks(Queue& on, picked_indices<I, N> const& picks, index_mode mode,
                        Row const& row)
{
  auto const& plan = picks.plan;
  std::array<leaf_layout, 2 + 2 * N> leaves{};  // sink and number, then the indices
  describe_number(plan, leaves[0], 0);
  describe_number(plan, leaves[1], 0);
  leaf_layout* described = leaves.data() + 2;
  picks.describe(described, plan.picked_first, plan.picked_first + plan.picked_rank, 0);
  extents_view const shape{plan.extent.data() + plan.picked_first,
                           static_cast<std::size_t>(plan.picked_rank)};
  auto const it = plan_elementwise(leaves, shape, 1);
  index_program const number{0, row_offset(leaves[1])};
  backends::operation const running(picks.site.operation, on, leaves);
  lowering planned{leaves.data() + 2, on};
  auto const picked = picks.lower(planned, mode);
  backends::elementwise(on, it, key_program<I, N>{picked, number}, pick_sink<Row>{row});
  return {picked.axis[0].launch, picked.axis[N - 1].launch};
}
template <class T, int SourceRank, int R, class Space, class I, int N, class Row>
check_numbers for_picks(gather<T, SourceRank, R, Space, I, N> const& g, index_mode mode,
                        Row const& row)
{
  auto& on = g.space().queue();
  if constexpr (std::is_same_v<Row, pick_row> && picks_in_library<I, N>)
    return for_picks_in_library(on, g.picks(), mode, row);
  else
    return for_picks(on, g.picks(), mode, row);
}

/// Reports bad indices, reads and writes nothing.
template <class Gather>
check_numbers check_picks(Gather const& g)
{
  return for_picks(g, g.mode, pick_row{});
}

/// Takes back what a check has reported.
struct withdraw_report {
  backends::index_failure* record;
  check_numbers of;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t) const
  {
    if (of.first <= record->launch && record->launch <= of.last) record->launch = 0;
  }
};

inline index_mode without_report(index_mode mode)
{
  return mode == index_mode::raise ? index_mode::drop : mode;
}

/// Calls run(queue, iteration, program) for a pass over all elements of the result; of the program
/// each has its value of e and its place. There may be no winners, and `bad` may be null.
template <class T, int SourceRank, int R, class Space, class I, int N, class E, class Run>
void with_places(gather<T, SourceRank, R, Space, I, N> const& g, E const& e, winners const& winner,
                 std::int32_t const* bad, Run const& run)
{
  auto const& plan = g.plan;
  std::array<leaf_layout, 2 + 2 * N + E::leaf_count> leaves{};  // target, number, indices, values
  for (int k = 0; k < R; ++k)
    if (plan.extent[k] != 1) leaves[0].stride[k] = plan.stride[k];
  leaves[0].random_access = true;
  describe_number(g, leaves[1], plan.picked_first);
  leaf_layout* next = leaves.data() + 2;
  g.describe_indices(next, 0, R, 0);
  node::describe(e, next, plan.shape());
  auto const it = plan_elementwise(leaves, plan.shape(), 1);
  row_offset const fixed(leaves[0]);
  index_program const number{0, row_offset(leaves[1])};
  auto& on = g.space().queue();
  backends::operation const running(g.site.operation, on, leaves);
  lowering planned{leaves.data() + 2, on};
  auto const picked = g.lower_indices(planned, without_report(g.mode));
  auto const value = node::lower(e, planned);
  run(on, it, place_program<T, I, N, decltype(value)>{{picked, number}, fixed, winner, bad, value});
}
/// A pass that hands `row` each value of e and its place.
template <class T, int SourceRank, int R, class Space, class I, int N, class E, class Row>
void for_places(gather<T, SourceRank, R, Space, I, N> const& g, E const& e, winners const& winner,
                std::int32_t const* bad, Row const& row)
{
  with_places(g, e, winner, bad, [&](auto& on, auto const& it, auto const& program) {
    backends::elementwise(on, it, program, pick_sink<Row>{row});
  });
}

/// Calls write(g', e') with operands that don't share memory with the source: what is read is
/// taken as it was before.
template <class T, int SourceRank, int R, class Space, class I, int N, class E, class F>
void apart_from_source(gather<T, SourceRank, R, Space, I, N> g, E const& e, F const& write)
{
  std::array<leaf_layout, 1 + E::leaf_count> leaves{};
  leaf_layout* described = leaves.data();
  node::describe(g.source, described, g.source.shape());
  node::describe(e, described, g.shape());
  auto const touches = [&](std::uintptr_t low, std::uintptr_t high) {
    return low < leaves[0].high && leaves[0].low < high;
  };
  for (auto& index : g.index)
    if (!index.deferred && touches(index.low, index.high))
      index = operand_elsewhere(g.space(), index);
  if constexpr (E::leaf_count > 0) {
    for (std::size_t n = 1; n < leaves.size(); ++n) {
      if (!touches(leaves[n].low, leaves[n].high)) continue;
      array<T, E::rank, Space> const before(g.space(), e.shape());
      assign(before, e);
      write(g, before);
      return;
    }
  }
  write(g, e);
}

/// The flag of a bad index, cleared; null where nothing is checked.
template <class Space>
array<std::int32_t, 1, Space> bad_index_flag(Space const& space, bool checks)
{
  array<std::int32_t, 1, Space> bad;
  if (checks) {
    bad = array<std::int32_t, 1, Space>(space, shape_t<1>{1});
    bad = 0;
  }
  return bad;
}

}  // namespace acre::detail
