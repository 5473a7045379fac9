#pragma once

#include <acre/array/copy.hpp>
#include <acre/backends/common/accumulate.hpp>
#include <acre/device/launch.hpp>
#include <acre/index/detail/scatter.hpp>
#include <acre/reduce/detail/into.hpp>

#include <bit>

/// Accumulating through index arrays, duplicates and all: scatter_add and its kin.
namespace acre::detail {

/// Whether nobody can see the order of accumulation, and the hardware has the atomic.
template <class T>
inline constexpr bool order_is_invisible = backends::has_atomic_order<T>;

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

/// A pick's key and number in one word, so that sorting words by key keeps the picks in order.
/// Picks that go nowhere have the key `none`, beyond all others.
struct pick_words {
  std::uint64_t* words;
  std::uint64_t none;
  int number_bits;

  KOKKOS_INLINE_FUNCTION std::uint64_t key(std::int64_t j) const { return words[j] >> number_bits; }
  KOKKOS_INLINE_FUNCTION std::int64_t number(std::int64_t j) const
  {
    return static_cast<std::int64_t>(words[j] & ((std::uint64_t{1} << number_bits) - 1));
  }
  template <bool Unit>
  KOKKOS_INLINE_FUNCTION void put(std::int64_t, found<std::int64_t> f, std::int64_t = 0) const
  {
    std::uint64_t const k = f.value < 0 ? none : static_cast<std::uint64_t>(f.value);
    words[f.index] = k << number_bits | static_cast<std::uint64_t>(f.index);
  }
};

/// values[j] of the pick that comes j-th.
template <class T>
struct in_key_order {
  pick_words picks;
  T const* from;
  T* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t j) const { to[j] = from[picks.number(j)]; }
};

/// One thread for each first pick of a key and each element of the axes that are not indexed:
/// takes the target's value and combines the picks' values one after the other.
template <class T, class Op, int N>
struct walk_keys {
  pick_words picks;
  std::int64_t count;
  std::int32_t const* bad;
  T* target;
  std::int64_t size[N], stride[N];  // of the indexed axes
  T const* values;
  std::int64_t value_stride;  // from pick to pick
  bool sorted;                // the values are in the picks' sorted order
  std::int64_t rest;
  int rest_rank;
  std::int64_t rest_extent[max_rank], rest_stride[max_rank], rest_value_stride[max_rank];
  Op op;

  /// The place after the key's last pick: doubled steps, then halved ones.
  KOKKOS_INLINE_FUNCTION std::int64_t end_of(std::uint64_t key, std::int64_t first) const
  {
    std::int64_t low = first, step = 1;  // low has the key
    while (low + step < count && picks.key(low + step) == key) {
      low += step;
      step *= 2;
    }
    for (; step > 0; step /= 2)
      if (low + step < count && picks.key(low + step) == key) low += step;
    return low + 1;
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const
  {
    std::int64_t const first = rest == 1 ? e : e / rest;
    std::uint64_t const key = picks.key(first);
    if (key == picks.none || (first > 0 && picks.key(first - 1) == key) || (bad && *bad != 0))
      return;
    T* to = target;
    std::int64_t part = static_cast<std::int64_t>(key);
    for (int n = N - 1; n >= 0; --n) {
      to += part % size[n] * stride[n];
      part /= size[n];
    }
    T const* from = values;
    part = e - first * rest;
    for (int axis = rest_rank - 1; axis >= 0; --axis) {
      std::int64_t const at = part % rest_extent[axis];
      part /= rest_extent[axis];
      to += at * rest_stride[axis];
      from += at * rest_value_stride[axis];
    }
    std::int64_t const last = end_of(key, first);
    constexpr int batch = 32;  // loads before the first of them is used
    T sum = *to;
    std::int64_t j = first;
    for (; j + batch <= last; j += batch) {
      T value[batch];
      for (int b = 0; b < batch; ++b)
        value[b] = from[(sorted ? j + b : picks.number(j + b)) * value_stride];
      for (int b = 0; b < batch; ++b) sum = op(sum, value[b]);
    }
    for (; j < last; ++j) sum = op(sum, from[(sorted ? j : picks.number(j)) * value_stride]);
    *to = sum;
  }
};

/// Sorted picks, then a walk; see walk_keys.
template <class T, int SourceRank, int R, class Space, class I, int N, class Op>
void accumulate_in_order(gather<T, SourceRank, R, Space, I, N> const& g,
                         array<T, R, Space> const& values, Op op, std::int32_t const* bad)
{
  auto const& plan = g.plan;
  auto const keys = static_cast<std::uint64_t>(count_keys(plan));
  if (keys == 0) return;  // an axis is empty: no index is good
  int const number_bits = std::bit_width(static_cast<std::uint64_t>(plan.picks - 1)),
            key_bits = std::bit_width(keys);
  if (number_bits + key_bits > 64)
    throw shape_error("scatter: " + std::to_string(plan.picks) + " indices into " +
                      std::to_string(keys) +
                      " places are more than one sort can take; split the indices");
  array<std::uint64_t, 1, Space> const words(g.space(), shape_t<1>{plan.picks}),
      sorted(g.space(), shape_t<1>{plan.picks});
  pick_words picks{words.data(), keys, number_bits};
  for_picks(g, without_report(g.mode), picks);
  {
    auto& on = g.space().queue();
    backends::operation const running(g.site.operation, on);
    backends::sort_keys(on, words.data(), sorted.data(), plan.picks, number_bits,
                        number_bits + key_bits);
  }
  picks.words = sorted.data();

  walk_keys<T, Op, N> walk{};
  walk.picks = picks;
  walk.count = plan.picks;
  walk.bad = bad;
  walk.target = g.source.data() + plan.offset;
  for (int n = 0; n < N; ++n) {
    walk.size[n] = plan.axis[n].size;
    walk.stride[n] = plan.axis[n].stride;
  }
  walk.op = op;
  walk.rest = 1;
  walk.value_stride = 1;
  auto const order = row_major_strides(values.shape());
  for (int axis = 0; axis < R; ++axis) {
    bool const picked = axis >= plan.picked_first && axis < plan.picked_first + plan.picked_rank;
    if (picked) {
      walk.value_stride = order[axis];
    } else {
      int const to = walk.rest_rank++;
      walk.rest *= walk.rest_extent[to] = plan.extent[axis];
      walk.rest_stride[to] = plan.stride[axis];
      walk.rest_value_stride[to] = order[axis];
    }
  }
  array<T, 1, Space> in_order;
  walk.values = values.data();
  if (walk.rest == 1) {  // neighbours in the sorted order are then neighbours in memory
    in_order = array<T, 1, Space>(g.space(), shape_t<1>{plan.picks});
    launch(g.space(), plan.picks, in_key_order<T>{picks, values.data(), in_order.data()});
    walk.values = in_order.data();
    walk.sorted = true;
    walk.value_stride = 1;
  }
  launch(g.space(), plan.picks * walk.rest, walk);
}

/// With atomics; where one contiguous axis is indexed, by the pattern that knows of few keys.
template <class T, int SourceRank, int R, class Space, class I, int N, class E, class Op>
void accumulate_atomically(gather<T, SourceRank, R, Space, I, N> const& g, E const& e, Op op,
                           std::int32_t const* bad)
{
  T* const data = g.source.data() + g.plan.offset;
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
  for_places(g, e, nullptr, bad, accumulate_row<T, Op>{data, op});
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

/// source[list] op= e, every pick counted: in the order of the picks, or by atomics.
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
    auto const bad = first_pass(g, g.mode == index_mode::raise, nullptr);
    if constexpr (InOrder) {
      array<T, R, Space> const whole(g.space(), g.shape());
      assign(whole, values);
      accumulate_in_order(g, whole, op, bad.data());
    } else {
      accumulate_atomically(g, values, op, bad.data());
    }
  });
}

}  // namespace acre::detail
