#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/elementwise.hpp>
#include <acre/backends/common/read.hpp>
#include <acre/backends/common/sort.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/index/detail/found.hpp>
#include <acre/index/detail/gather.hpp>
#include <acre/index/detail/sort_by_bits.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

/// Writing through index arrays. Every combination of positions along the indexed axes has a
/// number, its *key*; every combination of indices, a *pick*, has its number in C order. Where
/// picks may share a key, the last pick of each wins, and what wins is written. Who that is:
///
/// - of few picks a pass frees the keys in use, a second lets each pick claim its key;
/// - of many all keys are cleared at once, and where the picks are all that there is to write, each
///   key fetches its value instead of each pick its key's winner (10^8 float32 into 10^6 places on
///   an H200: 1.07 ms, where plain stores in any order take 1.38; into 10^8 7.7);
/// - of many among more keys than a GPU's cache holds, keys and values are partitioned by the keys'
///   upper bits before (3.0 ms; plain stores 6.1).
namespace acre::detail {

/// A pick's key (or nowhere, or out_of_bounds), with its number.
template <class I, int N>
struct key_program {
  using value_type = found<std::int64_t>;
  static constexpr int width = 8;
  static constexpr bool prefers_packets = false, prefers_stacks = false, computes_long = false;
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

/// Of each key the last pick, counted from 1; 0 where it has none. Picks of less than 2^31 - 1 are
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

/// What a pass over the picks does. (One type for all, which is one kernel.)
enum class pick_step { check, free, claim, key };
struct pick_row {
  pick_step step = pick_step::check;
  winners of{};
  std::int32_t* bad = nullptr;    // set where an index is bad
  std::uint32_t* keys = nullptr;  // of the picks
  std::uint32_t nowhere = 0;      // the key of a pick that goes nowhere

  template <bool Unit>
  KOKKOS_INLINE_FUNCTION void put(std::int64_t, found<std::int64_t> f, std::int64_t = 0) const
  {
    if (bad && f.value == index_rule::out_of_bounds) backends::atomic_store(bad, 1);
    if (step == pick_step::key)
      keys[f.index] = f.value < 0 ? nowhere : static_cast<std::uint32_t>(f.value);
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
  static constexpr bool prefers_packets = false, prefers_stacks = false, computes_long = false;
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
      bool const written =
          f.value >= 0 && (!winner.any() || winner.is(f.value, f.index)) && !(bad && *bad != 0);
      placed<T> p;
      p.element = written ? start + i * inner + k * step + element : placed<T>::nowhere;
      p.value = converted<T>(value.template at<Unit>(i, k));
      return p;
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
template <class Gather>
void describe_number(Gather const& g, leaf_layout& leaf, int shift)
{
  std::int64_t stride = 1;
  for (int k = g.plan.picked_rank - 1; k >= 0; --k) {
    std::int64_t const extent = g.plan.extent[g.plan.picked_first + k];
    if (extent != 1) leaf.stride[shift + k] = stride;
    stride *= extent;
  }
}

/// The numbers of the launches that a pass reports its bad indices as, one for each axis.
struct check_numbers {
  std::uint64_t first = 0, last = 0;
};

/// Runs a pass over the picks alone.
template <class T, int SourceRank, int R, class Space, class I, int N, class Row>
check_numbers for_picks(gather<T, SourceRank, R, Space, I, N> const& g, index_mode mode,
                        Row const& row)
{
  auto const& plan = g.plan;
  std::array<leaf_layout, 2 + 2 * N> leaves{};  // sink and number, then the indices
  describe_number(g, leaves[0], 0);
  describe_number(g, leaves[1], 0);
  leaf_layout* described = leaves.data() + 2;
  g.describe_indices(described, plan.picked_first, plan.picked_first + plan.picked_rank, 0);
  extents_view const shape{plan.extent.data() + plan.picked_first,
                           static_cast<std::size_t>(plan.picked_rank)};
  auto const it = plan_elementwise(leaves, shape, 1);
  index_program const number{0, row_offset(leaves[1])};
  auto& on = g.space().queue();
  backends::operation const running(g.site.operation, on, leaves);
  lowering planned{leaves.data() + 2, on};
  auto const picked = g.lower_indices(planned, mode);
  backends::elementwise(on, it, key_program<I, N>{picked, number}, pick_sink<Row>{row});
  return {picked.axis[0].launch, picked.axis[N - 1].launch};
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

/// Runs a pass over all elements of the result: `row` is handed each value of e and its place.
/// There may be no winners, and `bad` may be null.
template <class T, int SourceRank, int R, class Space, class I, int N, class E, class Row>
void for_places(gather<T, SourceRank, R, Space, I, N> const& g, E const& e, winners const& winner,
                std::int32_t const* bad, Row const& row)
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
  place_program<T, I, N, decltype(value)> const program{
      {picked, number}, fixed, winner, bad, value};
  backends::elementwise(on, it, program, pick_sink<Row>{row});
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
    if (touches(index.low, index.high)) index = operand_elsewhere(g.space(), index);
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

/// Where elements lie that picks of N axes name by their keys, on none but these.
template <int N>
struct key_place {
  std::int64_t size[N], stride[N];

  explicit key_place(index_plan const& plan)
  {
    for (int n = 0; n < N; ++n) {
      size[n] = plan.axis[n].size;
      stride[n] = plan.axis[n].stride;
    }
  }
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t key) const
  {
    std::int64_t at = 0;
    for (int n = N - 1; n > 0; --n) {
      at += key % size[n] * stride[n];
      key /= size[n];
    }
    return at + key * stride[0];
  }
};
/// Each key's value: that of its last pick.
template <class T, int N>
struct fetch_value {
  std::int32_t const* winner;
  std::int32_t const* bad;
  T const* values;
  T* to;
  key_place<N> place;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t key) const
  {
    std::int32_t const pick = backends::read_unwritten(winner + key);
    if (pick == 0 || (bad && *bad != 0)) return;
    to[place(key)] = values[pick - 1];
  }
};
/// As pick_step::claim, of keys that lie in memory.
struct claim_key {
  std::uint32_t const* keys;
  std::int64_t places;
  winners of;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const
  {
    std::int64_t const key = backends::read_unwritten(keys + i);
    if (key < places) of.claim(key, i);
  }
};

/// From how many picks on, and among how many keys, a GPU partitions them, and the bits of the keys
/// that share a part: their winners and values stay in the cache while they are looked at.
inline constexpr std::int64_t least_partitioned_picks = 1 << 20, least_partitioned_keys = 10 << 20;
inline constexpr int bits_in_part = 20;

/// source[list] = e where picks may share keys: the last of each is written.
template <class T, int SourceRank, int R, class Space, class I, int N, class E>
void write_last(gather<T, SourceRank, R, Space, I, N> const& g, E const& e, bool checks)
{
  auto const& space = g.space();
  std::int64_t const picks = g.plan.picks, keys = count_keys(g.plan);
  auto const bad = bad_index_flag(space, checks);
  bool const narrow = picks < INT32_MAX, many = narrow && picks >= keys / 4;
  T const* values = nullptr;  // in the picks' order, where these are all that there is to write
  if constexpr (std::is_same_v<E, array<T, R, Space>>)
    if (many && size_of(g.plan.shape()) == picks && e.shape() == g.shape() && e.is_contiguous())
      values = e.data();
  array<std::int32_t, 1, Space> of_few;
  array<std::int64_t, 1, Space> of_many;
  if (narrow)
    of_few = array<std::int32_t, 1, Space>(space, shape_t<1>{keys});
  else
    of_many = array<std::int64_t, 1, Space>(space, shape_t<1>{keys});
  winners const winner{of_few.data(), of_many.data()};
  auto const fetch = [&](T const* from) {
    launch(space, keys,
           fetch_value<T, N>{winner.narrow, bad.data(), from, g.source.data() + g.plan.offset,
                             key_place<N>(g.plan)});
  };
  if constexpr (!Space::host_accessible && (sizeof(T) == 4 || sizeof(T) == 8)) {
    if (values && picks >= least_partitioned_picks && keys >= least_partitioned_keys &&
        keys < std::int64_t{0xffffffff}) {
      using key_array = array<std::uint32_t, 1, Space>;
      key_array const of_picks(space, shape_t<1>{picks}), parted(space, shape_t<1>{picks});
      array<T, 1, Space> const in_parts(space, shape_t<1>{picks});
      for_picks(
          g, g.mode,
          pick_row{
              pick_step::key, {}, bad.data(), of_picks.data(), static_cast<std::uint32_t>(keys)});
      sort_by_bits(space, g.site.operation, of_picks.data(), parted.data(), values, in_parts.data(),
                   picks, bits_of_keys(static_cast<std::uint64_t>(keys) + 1), bits_in_part);
      of_few = 0;
      launch(space, picks, claim_key{parted.data(), keys, winner});
      fetch(in_parts.data());
      return;
    }
  }
  if (many) {
    of_few = 0;
    for_picks(g, g.mode, pick_row{pick_step::claim, winner, bad.data()});
  } else {
    for_picks(g, g.mode, pick_row{pick_step::free, winner, bad.data()});
    for_picks(g, without_report(g.mode), pick_row{pick_step::claim, winner});
  }
  if (values)
    fetch(values);
  else
    for_places(g, e, winner, bad.data(), place_row<T>{g.source.data() + g.plan.offset});
}

/// source[list] = e. `distinct`: no two picks have the same key, and none is bad.
template <class T, int SourceRank, int R, class Space, class I, int N, class E>
void write_picked(gather<T, SourceRank, R, Space, I, N> const& to, E const& e, bool distinct)
{
  static_assert(spaces_agree<Space, typename E::space_type>,
                "acre: the values live in another space than the array; use copy_to(space, x)");
  require_writable(e.shape(), to.plan.shape());
  if (size_of(to.plan.shape()) == 0) return;  // bad indices were reported when it was selected
  require_writable_memory(to.source.shape(), to.source.strides());
  apart_from_source(to, e, [distinct](auto const& g, auto const& values) {
    bool const checks = g.mode == index_mode::raise && !distinct;
    if (!distinct && std::remove_cvref_t<decltype(values)>::leaf_count > 0 && g.plan.picks > 1) {
      write_last(g, values, checks);
      return;
    }
    auto const bad = bad_index_flag(g.space(), checks);
    if (checks) for_picks(g, g.mode, pick_row{pick_step::check, {}, bad.data()});
    for_places(g, values, {}, bad.data(), place_row<T>{g.source.data() + g.plan.offset});
  });
}

}  // namespace acre::detail
