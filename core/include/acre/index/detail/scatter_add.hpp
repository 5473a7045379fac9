#pragma once

#include <acre/array/copy.hpp>
#include <acre/backends/accumulate.hpp>
#include <acre/backends/common/elementwise.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/backends/keyed.hpp>
#include <acre/backends/segments.hpp>
#include <acre/index/detail/fold_rows.hpp>
#include <acre/index/detail/key_words.hpp>
#include <acre/index/detail/partition.hpp>
#include <acre/index/detail/picks.hpp>
#include <acre/reduce/detail/indexed.hpp>
#include <acre/reduce/detail/into.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <array>
#include <optional>
#include <type_traits>
#include <utility>

/// Accumulating through index arrays, duplicates and all: scatter_add, scatter_min, scatter_max. If
/// the order can be seen, places and values are sorted by place (sort_by_bits.hpp) and reduced as
/// segments (backends/common/segments.hpp), rows side by side (fold_rows.hpp); else they are added
/// by atomics, into few places as backends/common/accumulate.hpp does it, into many by
/// backends/common/elementwise.hpp.
namespace acre::detail {

/// Whether the order of accumulation cannot be seen, and the hardware has the atomic.
template <class T>
inline constexpr bool order_is_invisible = backends::has_integer_atomics<T>;

/// A place as a key among the targets' elements: for one contiguous axis, whose elements are the
/// keys.
struct place_key {
  std::int32_t const* bad;
  template <class T>
  KOKKOS_INLINE_FUNCTION backends::keyed<T> operator()(found<std::int64_t> pick, T value) const
  {
    return {bad && *bad != 0 ? -1 : pick.value, value};
  }
};
template <class T, class Op>
struct accumulate_row {
  T* data;
  Op op;
  template <bool Unit>
  KOKKOS_INLINE_FUNCTION void put(std::int64_t, placed<T> p, std::int64_t = 0) const
  {
    if (p.element != placed<T>::nowhere) op.atomically(data + p.element, p.value);
  }
};

/// A place_program's places as keys among the elements of a target that is one run of memory.
template <class T, class Places>
struct placed_keys {
  using value_type = backends::keyed<T>;
  static constexpr int width = Places::width;
  static constexpr bool of_short_rows = true;
  Places places;
  std::int64_t first;  // place 0 among them

  template <class Row>
  struct row {
    Row places;
    std::int64_t first;

    KOKKOS_INLINE_FUNCTION backends::keyed<T> key(placed<T> const& p) const
    {
      return {p.element == placed<T>::nowhere ? -1 : first + p.element, p.value};
    }
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION backends::keyed<T> at(std::int64_t i, std::int64_t k = 0) const
    {
      return key(places.template at<Unit>(i, k));
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<backends::keyed<T>, W> load(std::int64_t i,
                                                              std::int64_t k = 0) const
    {
      packet<backends::keyed<T>, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = at<Unit>(i + w, k);
      return p;
    }
    template <int W, bool Unit, class At>
    KOKKOS_INLINE_FUNCTION packet<backends::keyed<T>, W> fetch_at(At const& at) const
    {
      auto const found = places.template fetch_at<W, Unit>(at);
      packet<backends::keyed<T>, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = key(found.v[w]);
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int along = 0) const
  {
    return row<decltype(places.bind(at, along))>{places.bind(at, along), first};
  }
};

/// An operation's combination of a place's values, in the order of every reduction of rows. An
/// extreme value is the first of its equals, so that there is no order to see but that of the
/// indices.
template <class T, class Op>
struct gathered_by {
  using reducer = arg_reducer<T, std::is_same_v<Op, max_into>>;
  KOKKOS_INLINE_FUNCTION static T value(found<T> f) { return f.value; }
};
template <class T>
struct gathered_by<T, add_into> {
  using reducer = sum_reducer<T>;
  using sum = typename reducer::value_type;  // float32 of halves
  KOKKOS_INLINE_FUNCTION static sum value(sum x) { return x; }
};

/// Destination of a place's values: *to = op(*to, their combination).
template <class T, class Op, int N>
struct combine_into {
  std::int64_t const* keys;  // of the groups; null: their numbers
  std::int64_t places;
  std::int32_t const* bad;
  T* target;
  std::int64_t size[N], stride[N];  // of the indexed axes
  std::int64_t rest = 1;            // elements of the axes that are not indexed
  int rest_rank = 0;
  std::int64_t rest_extent[max_rank], rest_stride[max_rank];
  Op op;

  template <class V>
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t column, std::int64_t count, V value) const
  {
    if (count == 0 || (bad && *bad != 0)) return;
    std::int64_t const group = rest == 1 ? column : backends::quotient(column, rest);
    T* to = place(group);
    if (to == nullptr) return;
    std::int64_t part = column - group * rest;
    for (int axis = rest_rank - 1; axis >= 0; --axis) {
      to += part % rest_extent[axis] * rest_stride[axis];
      part /= rest_extent[axis];
    }
    *to = combined(*to, value);
  }
  /// Halves in float32, rounded once.
  template <class V>
  KOKKOS_INLINE_FUNCTION T combined(T here, V value) const
  {
    using C = computed_t<T>;
    return static_cast<T>(
        op(static_cast<C>(here), static_cast<C>(gathered_by<T, Op>::value(value))));
  }
  /// Beginning of a group's elements; null if they go nowhere.
  KOKKOS_INLINE_FUNCTION T* place(std::int64_t group) const
  {
    std::int64_t part = keys ? keys[group] : group;
    if (part >= places) return nullptr;
    T* to = target;
    for (int n = N - 1; n >= 0; --n) {
      if (n == 0) {
        to += part * stride[n];
      } else {
        to += part % size[n] * stride[n];
        part /= size[n];
      }
    }
    return to;
  }
  /// Combines neighbours, of which `here` is what was there.
  template <int W, class V>
  KOKKOS_INLINE_FUNCTION void combine(T* to, T const (&here)[W], V const (&values)[W]) const
  {
    backends::packet<T, W> p;
    for (int w = 0; w < W; ++w) p.v[w] = combined(here[w], values[w]);
    if constexpr (W > 1 && sizeof p == 16) {
      backends::store_packet(to, p);
    } else {
      for (int w = 0; w < W; ++w) to[w] = p.v[w];
    }
  }

  /// Whether the axes that are not indexed are a row of neighbours, and the bits of where rows
  /// begin.
  bool fills_rows() const
  {
    return is_row({rest_extent, static_cast<std::size_t>(rest_rank)}, rest_stride, 0);
  }
  std::uintptr_t alignment() const
  {
    auto bits = reinterpret_cast<std::uintptr_t>(target);
    for (int n = 0; n < N; ++n) bits |= static_cast<std::uintptr_t>(stride[n]) * sizeof(T);
    return bits;
  }
};

/// e over a result's shape in C order, but the picks first; e itself where it is that.
template <class T, int R, class Space, class E>
array<T, R, Space> values_by_pick(Space const& space, index_plan const& plan,
                                  shape_t<R> const& shape, E const& e)
{
  if constexpr (std::is_same_v<E, array<T, R, Space>>)
    if (plan.picked_first == 0 && e.shape() == shape && e.is_contiguous() && e.space() == space)
      return e;
  array<T, R, Space> const whole(space, shape);
  assign(whole, e);
  if (plan.picked_first == 0) return whole;
  shape_t<R> order{};
  int to = 0;
  for (int k = 0; k < plan.picked_rank; ++k) order[to++] = plan.picked_first + k;
  for (int axis = 0; axis < R; ++axis)
    if (axis < plan.picked_first || axis >= plan.picked_first + plan.picked_rank)
      order[to++] = axis;
  array<T, R, Space> const turned = whole.transpose(order);
  if (turned.is_contiguous()) return turned;
  array<T, R, Space> const moved(space, turned.shape());
  assign(moved, turned);
  return moved;
}

/// Values to accumulate, without ranks and without the values' expression: these are made, picks
/// first, when they are asked for.
template <class T, class Space, class I, int N>
struct accumulated {
  Space const& space;
  picked_indices<I, N> picks;
  index_mode mode;
  int rank;
  T* target;
  void const* object;
  T const* (*call)(void const* object);

  T const* values() const { return call(object); }
};

/// The picks' keys, partitioned, and their groups reduced. (Whole: all of the source's axes are
/// indexed.)
template <class Key, bool Whole, class T, class Space, class I, int N, class Op>
void accumulate_by(accumulated<T, Space, I, N> const& of, std::int64_t places, Op op)
{
  using by = gathered_by<T, Op>;
  auto const& plan = of.picks.plan;
  auto const& space = of.space;
  char const* const operation = of.picks.site.operation;
  std::int64_t const n = plan.picks;
  // with a bad index nothing is written: any key will do for it
  bool const raises = of.mode == index_mode::raise,
             leaves_out = of.mode == index_mode::drop || of.mode == index_mode::fill;
  array<Key, 1, Space> const keys(space, shape_t<1>{n});
  array<std::int32_t, 1, Space> bad;
  if (raises) {
    bad = array<std::int32_t, 1, Space>(space, shape_t<1>{1});
    bad = 0;
  }
  write_keys(space, of.picks, of.mode, keys, leaves_out ? static_cast<Key>(places) : Key{0},
             bad.data());
  int const bits = bits_of_keys(static_cast<std::uint64_t>(places) + (leaves_out ? 1u : 0u));

  combine_into<T, Op, N> into{};
  into.places = places;
  into.bad = bad.data();
  into.target = of.target;
  for (int axis = 0; axis < N; ++axis) {
    into.size[axis] = plan.axis[axis].size;
    into.stride[axis] = plan.axis[axis].stride;
  }
  into.rest = 1;
  into.op = op;
  for (int axis = 0; axis < of.rank; ++axis)
    if (axis < plan.picked_first || axis >= plan.picked_first + plan.picked_rank) {
      into.rest *= into.rest_extent[into.rest_rank] = plan.extent[axis];
      into.rest_stride[into.rest_rank++] = plan.stride[axis];
    }
  T const* const values = of.values();
  if constexpr (backends::runs_on_cpu<Space> && Whole &&
                backends::reduces_keyed<Key, T, typename by::reducer>) {
    auto& on = space.queue();
    backends::operation const running(operation, on);
    if (backends::reduce_keyed(
            on, keys.data(), Key{0}, places + (leaves_out ? 1 : 0), n,
            std::array<T const*, 1>{values}, [](T const& x) { return x; }, typename by::reducer{},
            into))
      return;
  }
  // by counting the keys, which few rows' are, or by sorting them
  row_groups<Space> counted;
  auto const count = [&](auto const& move) {
    auto& on = space.queue();
    if constexpr (requires { backends::partition_counted(on, keys.data(), n, n, &places, move); }) {
      counted.count = places;
      counted.offsets = array<std::int64_t, 1, Space>(space, shape_t<1>{places + 1});
      backends::operation const running(operation, on);
      return backends::partition_counted(on, keys.data(), n, places, counted.offsets.data(), move);
    } else {
      return false;
    }
  };
  auto const group = [&](Key const* sorted) {
    auto groups = groups_of_places(space, operation, sorted, n, places);
    into.keys = groups.keys.data();
    return groups;
  };
  auto const numbered_groups = [&]() -> std::pair<row_groups<Space>, row_numbers<Space>> {
    row_numbers<Space> numbers;
    numbers.narrow = array<std::uint32_t, 1, Space>(space, shape_t<1>{n});
    std::uint32_t* const to = numbers.narrow.data();
    if (count([=](std::int64_t i, std::int64_t k) { to[k] = static_cast<std::uint32_t>(i); }))
      return {counted, numbers};
    array<Key, 1, Space> const sorted(space, shape_t<1>{n});
    numbers = numbers_by_key(space, operation, keys.data(), sorted.data(), n, bits);
    return {group(sorted.data()), numbers};
  };
  auto const reduce = [&](row_groups<Space> const& groups, auto const& program, auto list) {
    list.offsets = groups.offsets.data();
    list.count = groups.count;
    list.elements = n;
    auto& on = space.queue();
    backends::operation const running(operation, on);
    backends::reduce_segments(on, list, program, typename by::reducer{}, into);
  };
  if constexpr (!Whole) {
    if (into.rest > 1) {
      auto const [groups, numbers] = numbered_groups();
      using program = numbered_program<T, typename row_numbers<Space>::reference>;
      program const rows{values, numbers.ref(), into.rest};
      if (fold_groups<T, typename by::reducer>(space, operation, groups, n, values, numbers.ref(),
                                               rows, into))
        return;
      reduce(groups, rows, backends::segment_table<std::int64_t>{nullptr, 0, 0, into.rest});
      return;
    }
  }
  backends::segment_list<std::int64_t> const list{};
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
    array<T, 1, Space> const in_order(space, shape_t<1>{n});
    T* const to = in_order.data();
    if (!count([=](std::int64_t i, std::int64_t k) { to[k] = values[i]; })) {
      array<Key, 1, Space> const sorted(space, shape_t<1>{n});
      sort_by_bits(space, operation, keys.data(), sorted.data(), values, to, n, bits);
      counted = group(sorted.data());
    }
    reduce(counted, flat_program<T>(to), list);
  } else {
    auto const [groups, numbers] = numbered_groups();
    using program = numbered_program<T, typename row_numbers<Space>::reference>;
    reduce(groups, program{values, numbers.ref(), 1}, list);
  }
}

/// A stable partition of the picks by their keys, then a reduction of each key's values.
template <class T, int SourceRank, int R, class Space, class I, int N, class E, class Op>
void accumulate_in_order(gather<T, SourceRank, R, Space, I, N> const& g, E const& e, Op op)
{
  std::int64_t const places = count_keys(g.plan);
  if (places == 0) {  // an axis is empty: no index is good
    if (g.mode == index_mode::raise) check_picks(g);
    return;
  }
  std::optional<array<T, R, Space>> made;
  auto const values = [&]() -> T const* {
    made.emplace(values_by_pick<T, R>(g.space(), g.plan, g.shape(), e));
    return made->data();
  };
  accumulated<T, Space, I, N> const of{
      g.space(),
      g.picks(),
      g.mode,
      R,
      node::first(g.source) + g.plan.offset,
      &values,
      [](void const* object) { return (*static_cast<decltype(values)*>(object))(); }};
  constexpr bool whole = SourceRank == N;
  if (places < 0xff)
    accumulate_by<std::uint8_t, whole>(of, places, op);
  else if (places < std::int64_t{0xffffffff})
    accumulate_by<std::uint32_t, whole>(of, places, op);
  else
    accumulate_by<std::uint64_t, whole>(of, places, op);
}

/// With atomics; where one contiguous axis is indexed, and on a GPU where the target is contiguous,
/// by the pattern that knows of few keys.
template <class T, int SourceRank, int R, class Space, class I, int N, class E, class Op>
void accumulate_atomically(gather<T, SourceRank, R, Space, I, N> const& g, E const& e, Op op,
                           std::int32_t const* bad)
{
  T* const data = node::first(g.source) + g.plan.offset;
  if constexpr (N == 1 && SourceRank == 1) {
    if (g.plan.axis[0].stride == 1) {
      std::array<leaf_layout, 2 + 2 * N + E::leaf_count>
          leaves{};  // sink and number, indices, values
      describe_number(g, leaves[0], 0);
      describe_number(g, leaves[1], 0);
      leaf_layout* next = leaves.data() + 2;
      g.describe_indices(next, 0, R, 0);
      node::describe(e, next, g.plan.shape());
      auto const it = plan_elementwise(leaves, g.plan.shape(), 2);
      index_program const number{0, row_offset(leaves[1])};
      auto& on = g.space().queue();
      backends::operation const running(g.site.operation, on, leaves);
      lowering planned{leaves.data() + 2, on};
      auto const picked = g.lower_indices(planned, without_report(g.mode));
      auto const value = node::lower(e, planned);
      using pick = found<std::int64_t>;
      binary_program<place_key, pick, T, key_program<I, N>, decltype(value)> const program{
          {bad}, {picked, number}, value};
      backends::accumulate(on, it, program, g.plan.axis[0].size, data, op);
      return;
    }
  }
  if constexpr (!Space::host_accessible) {
    if (g.source.is_contiguous()) {
      with_places(g, e, {}, bad, [&](auto& on, backends::iteration it, auto const& program) {
        it.packed = false;  // (it is planned for no packets)
        backends::accumulate(
            on, it, placed_keys<T, std::remove_cvref_t<decltype(program)>>{program, g.plan.offset},
            g.source.size(), node::first(g.source), op);
      });
      return;
    }
  }
  for_places(g, e, {}, bad, accumulate_row<T, Op>{data, op});
}

/// Throws shape_error unless values broadcast to the result. A bad index comes first, as in
/// NumPy's ufunc.at: where the values do not fit, this waits for it.
template <class Gather>
void require_accumulable(Gather const& g, extents_view values)
{
  try {
    require_writable(values, g.plan.shape());
  } catch (shape_error const&) {
    if (g.mode == index_mode::raise && g.plan.picks > 0) check_picks(g);
    g.space().fence();
    throw;
  }
}

/// source[list] op= e, every pick counted: a place's values in the order of a reduction, or by
/// atomics.
template <bool InOrder, class T, int SourceRank, int R, class Space, class I, int N, class E,
          class Op>
void scatter_with(gather<T, SourceRank, R, Space, I, N> const& to, E const& e, Op op,
                  char const* operation)
{
  static_assert(spaces_agree<Space, typename E::space_type>,
                "acre: the values live in another space than the array; use copy_to(space, x)");
  auto named = to;
  named.site.operation = operation;
  require_accumulable(named, e.shape());
  if (size_of(to.plan.shape()) == 0) return;
  require_writable_memory(to.source.shape(), to.source.strides());
  apart_from_source(named, e, [op](auto const& g, auto const& values) {
    if constexpr (InOrder) {
      accumulate_in_order(g, values, op);
    } else {
      bool const checks = g.mode == index_mode::raise;
      auto const bad = bad_index_flag(g.space(), checks);
      if (checks) for_picks(g, g.mode, pick_row{pick_step::check, {}, bad.data()});
      accumulate_atomically(g, values, op, bad.data());
    }
  });
}

}  // namespace acre::detail
