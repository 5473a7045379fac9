#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/elementwise.hpp>
#include <acre/backends/common/read.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/index/detail/found.hpp>
#include <acre/index/detail/gather.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

/// Passes over picks: every combination of positions along indexed axes has a number, its *key*;
/// every combination of indices, a *pick*, has its number in C order. What is done with keys and
/// numbers stands in scatter.hpp and scatter_add.hpp.
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
  bool crowded = false;  // picks are more than keys: most claim in vain, and need not

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
      claim(narrow + key, static_cast<std::int32_t>(pick + 1));
    else
      claim(wide + key, pick + 1);
  }
  KOKKOS_INLINE_FUNCTION bool is(std::int64_t key, std::int64_t pick) const
  {
    return narrow ? narrow[key] == pick + 1 : wide[key] == pick + 1;
  }

 private:
  template <class Word>
  KOKKOS_INLINE_FUNCTION void claim(Word* winner, Word pick) const
  {
    if (crowded && backends::atomic_load(winner) >= pick) return;
    backends::atomic_max(winner, pick);
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

/// Where elements of an array lie that are counted in C order; axes that follow each other in
/// memory are one.
struct counted_elements {
  int rank = 1;
  std::int64_t extent[max_rank] = {1}, stride[max_rank] = {1};

  counted_elements() = default;
  counted_elements(extents_view shape, extents_view strides)
  {
    rank = 0;
    for (std::size_t k = 0; k < shape.size(); ++k) {
      if (shape[k] == 1) continue;
      if (rank > 0 && stride[rank - 1] == strides[k] * shape[k]) {
        extent[rank - 1] *= shape[k];
        stride[rank - 1] = strides[k];
      } else {
        extent[rank] = shape[k];
        stride[rank++] = strides[k];
      }
    }
    if (rank == 0) rank = 1;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t i) const
  {
    std::int64_t at = 0;
    for (int k = rank - 1; k > 0; --k) {
      std::int64_t const before = i / extent[k];
      at += (i - before * extent[k]) * stride[k];
      i = before;
    }
    return at + i * stride[0];
  }
};

/// Whether passes over picks are those of one axis, whose numbers are their places among the
/// indices: a GPU's, which looks at several at once. (A CPU's compiler keeps in registers what a
/// program is bound to.)
template <class Space, int N>
inline constexpr bool along_one_axis = N == 1 && !Space::host_accessible;

template <class I>
struct one_axis_indices {
  I const* data;
  counted_elements element;
  std::int64_t picks;
  index_rule rule;
  backends::index_failure* failure;
  std::uint64_t launch;

  KOKKOS_INLINE_FUNCTION I read(std::int64_t i) const
  {
    return backends::read_unwritten(data + element(i));
  }
  /// The key that index i means, which is `value`; a bad one is reported.
  KOKKOS_INLINE_FUNCTION std::int64_t key(std::int64_t i, I value) const
  {
    std::int64_t const key = rule.resolve(static_cast<std::int64_t>(value));
    if (key == index_rule::out_of_bounds)
      backends::report(failure, launch, i, static_cast<std::int64_t>(value));
    return key;
  }
};

/// A pass over them. Where winners are crowded it begins with the last picks, so that most of the
/// others find a later one there (10^8 into 10^6 keys on an H200: 0.78 ms, where each one claims
/// 1.52; into 100 keys 3.8 and 22): chunk by chunk, as a bad index is news for the record
/// (backends::report) where it lies before all others.
template <class I>
struct one_axis_pass {
  static constexpr int chunk_bits = 21;
  one_axis_indices<I> index;
  pick_row row;

  /// How often it is called: for whole chunks where the last one comes first.
  std::int64_t calls() const
  {
    return last_first() ? (last_chunk() + 1) << chunk_bits : index.picks;
  }
  KOKKOS_INLINE_FUNCTION bool last_first() const
  {
    return row.step == pick_step::claim && row.of.crowded;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t last_chunk() const { return (index.picks - 1) >> chunk_bits; }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const
  {
    if (last_first()) {
      i += (last_chunk() - 2 * (i >> chunk_bits)) << chunk_bits;
      if (i >= index.picks) return;
    }
    row.put<true>(i, {index.key(i, index.read(i)), i});
  }
};

/// Their keys, in words: several a call, read before the first is looked at.
template <class Key, class I>
struct one_axis_keys {
  static constexpr int several = 4, part = std::min(several, backends::packet_width(sizeof(I)));
  one_axis_indices<I> index;
  Key* keys;
  Key nowhere;  // the key of a pick that goes nowhere
  std::int32_t* bad;
  bool packed;

  std::int64_t calls() const { return (index.picks + several - 1) / several; }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t call) const
  {
    std::int64_t const first = call * several, last = index.picks - 1;
    bool const whole = first + several <= index.picks;
    I value[several];
    if (packed && whole) {
      for (int k = 0; k < several; k += part) {
        auto const p = *reinterpret_cast<packet<I, part> const*>(index.data + first + k);
        for (int w = 0; w < part; ++w) value[k + w] = p.v[w];
      }
    } else {
      for (int k = 0; k < several; ++k) value[k] = index.read(first + k < last ? first + k : last);
    }
    packet<Key, several> p;
    bool wrong = false;
    for (int k = 0; k < several; ++k) {
      std::int64_t const key = index.rule.resolve(static_cast<std::int64_t>(value[k]));
      wrong = wrong || key == index_rule::out_of_bounds;
      p.v[k] = key < 0 ? nowhere : static_cast<Key>(key);
    }
    if (whole)
      backends::store_packet(keys + first, p);
    else
      for (int k = 0; first + k <= last; ++k) keys[first + k] = p.v[k];
    if (wrong) {
      for (std::int64_t i = first; i < first + several && i <= last; ++i)
        if (index.key(i, index.read(i)) == index_rule::out_of_bounds && bad)
          backends::atomic_store(bad, 1);
    }
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

/// Calls make(indices) as often as it says, for picks along one axis.
template <class T, int SourceRank, int R, class Space, class I, class Make>
check_numbers for_one_axis(gather<T, SourceRank, R, Space, I, 1> const& g, index_mode mode,
                           Make const& make)
{
  auto const& plan = g.plan;
  auto const first = static_cast<std::size_t>(plan.picked_first),
             axes = static_cast<std::size_t>(plan.picked_rank);
  std::array<leaf_layout, 2> leaves{};
  leaf_layout* described = leaves.data();
  g.describe_indices(described, plan.picked_first, plan.picked_first + plan.picked_rank, 0);
  auto& on = g.space().queue();
  backends::operation const running(g.site.operation, on, leaves);
  lowering planned{leaves.data(), on};
  picked_program<I> const along = g.lower_indices(planned, mode).axis[0];
  auto const f =
      make(one_axis_indices<I>{g.index[0].data,
                               counted_elements({plan.extent.data() + first, axes},
                                                {plan.axis[0].index_stride.data() + first, axes}),
                               plan.picks, along.rule, along.failure, along.launch});
  backends::iteration each;
  each.inner = f.calls();
  backends::elementwise(on, each, index_program{0, row_offset(leaf_layout{})},
                        call_sink<std::remove_const_t<decltype(f)>, 1>{f});
  return {along.launch, along.launch};
}

/// Runs a pass over the picks alone.
template <class T, int SourceRank, int R, class Space, class I, int N>
check_numbers for_picks(gather<T, SourceRank, R, Space, I, N> const& g, index_mode mode,
                        pick_row const& row)
{
  if constexpr (along_one_axis<Space, N>) {
    return for_one_axis(g, mode,
                        [&](auto const& indices) { return one_axis_pass<I>{indices, row}; });
  } else {
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
    backends::elementwise(on, it, key_program<I, N>{picked, number}, pick_sink<pick_row>{row});
    return {picked.axis[0].launch, picked.axis[N - 1].launch};
  }
}

/// Writes the keys of picks along one axis in their order.
template <class Key, class T, int SourceRank, int R, class Space, class I>
void write_one_axis_keys(gather<T, SourceRank, R, Space, I, 1> const& g,
                         array<Key, 1, Space> const& to, Key nowhere, std::int32_t* bad)
{
  for_one_axis(g, g.mode, [&](auto const& indices) {
    bool const packed = indices.element.rank == 1 && indices.element.stride[0] == 1 &&
                        reinterpret_cast<std::uintptr_t>(indices.data) % 16 == 0;
    return one_axis_keys<Key, I>{indices, to.data(), nowhere, bad, packed};
  });
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

}  // namespace acre::detail
