#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/failure_log.hpp>
#include <acre/backends/common/index_failure.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/index/detail/index_arguments.hpp>
#include <acre/index/detail/index_list.hpp>
#include <acre/index/index_mode.hpp>

#include <memory>

/// Elements looked up by index arrays: indices are resolved by their mode where they are read, in
/// the kernel of the expression that the lookup is a term of (backends/common/elementwise.hpp).
/// Bad indices are reported to the queue (backends/common/index_failure.hpp), which
/// throws.
namespace acre::detail {

/// Checks indices along one axis and turns them into positions there.
struct index_rule {
  static constexpr std::int64_t nowhere = -1, out_of_bounds = -2;
  index_mode mode;
  std::int64_t size;

  /// Whether `i` is a position in any mode.
  KOKKOS_INLINE_FUNCTION bool is_place(std::int64_t i) const
  {
    return static_cast<std::uint64_t>(i) < static_cast<std::uint64_t>(size);
  }
  /// Whether -1 is the last position, and so on.
  KOKKOS_INLINE_FUNCTION bool counts_from_end() const
  {
    return mode != index_mode::unchecked && mode != index_mode::clip;
  }
  /// The position that index `i` means; nowhere where nothing is to be read or written,
  /// out_of_bounds for an error.
  KOKKOS_INLINE_FUNCTION std::int64_t resolve(std::int64_t i) const
  {
    if (is_place(i)) return i;
    if (mode == index_mode::unchecked) return i;
    if (mode == index_mode::wrap) {
      std::int64_t const r = i % size;
      return r < 0 ? r + size : r;
    }
    if (mode == index_mode::clip) return i < 0 ? 0 : size - 1;
    if (i < 0 && i >= -size) return i + size;
    return mode == index_mode::raise ? out_of_bounds : nowhere;
  }
};

/// The indices along one axis of the source: where they lie, each index's own position (for the
/// message), what they mean, and the number of the launch that reports them.
template <class I>
struct picked_program {
  load_program<I> index;
  index_program place;
  index_rule rule;
  std::int64_t stride;  // of the source's axis
  backends::index_failure* failure;
  std::uint64_t launch;

  struct row {
    typename load_program<I>::row index;
    index_program::row place;
    picked_program const& of;

    /// The position along the axis, or nowhere; a bad index is reported.
    KOKKOS_INLINE_FUNCTION std::int64_t position(std::int64_t value, std::int64_t i,
                                                 std::int64_t k) const
    {
      std::int64_t const n = of.rule.resolve(value);
      if (n == index_rule::out_of_bounds)
        backends::report(of.failure, of.launch, place.template at<false>(i, k), value);
      return n;
    }
    /// The positions of W neighbouring indices, also of those that count from the end, without a
    /// question between them; false if there are others, which are to be looked at one by one.
    template <int W>
    bool find(std::int64_t i, std::int64_t k, std::int64_t (&found)[W]) const
    {
      index_rule const rule = of.rule;
      std::int64_t const behind = rule.counts_from_end() ? rule.size : 0;
      for (int w = 0; w < W; ++w) {
        auto const p = static_cast<std::int64_t>(index.template at<true>(i + w, k));
        found[w] = p + (p < 0 ? behind : 0);
      }
      std::uint64_t strange = 0;  // its uppermost bit: of one below 0 or behind the last
      auto const last = static_cast<std::uint64_t>(rule.size) - 1;
      for (int w = 0; w < W; ++w) {
        auto const p = static_cast<std::uint64_t>(found[w]);
        strange |= p | (last - p);
      }
      return strange >> 63 == 0;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(backends::position const& at, int along) const
  {
    return {index.bind(at, along), place.bind(at, along), *this};
  }
};

/// The indices of W places along N axes, not yet looked at; `places` says where they lie.
template <class I, int N, int W, class Places>
struct held_places {
  packet<I, W> index[N];
  Places at;

  template <bool Unit>
  static KOKKOS_INLINE_FUNCTION held_places of(typename picked_program<I>::row const (&axis)[N],
                                               Places const& places)
  {
    held_places held{{}, places};
    for (int n = 0; n < N; ++n)
      held.index[n] = backends::fetched_at<W, Unit>(axis[n].index, places);
    return held;
  }
};

template <class I, int N>
struct picked_programs {
  picked_program<I> axis[N];
};

/// Elements of a source looked up along N axes, N index arrays of dtype I.
template <class T, class I, int N>
struct gather_program {
  using value_type = T;
  static constexpr int width = wider(static_cast<int>(sizeof(T)), static_cast<int>(sizeof(I)));
  struct hints : backends::no_hints {
    static constexpr bool looks_up_rows = true;
  };
  T const* data;
  row_offset offset;
  T fallback;
  picked_programs<I, N> picked;

  struct looked_up {
    T const* data;
    std::int64_t inner;

    template <bool>
    T at(std::int64_t i, std::int64_t = 0) const
    {
      return data[i * inner];
    }
  };
  struct row {
    T const* data;
    std::int64_t inner, step;
    T fallback;
    typename picked_program<I>::row axis[N];
    gather_program const* program;

    template <bool Unit>
    KOKKOS_INLINE_FUNCTION T at(std::int64_t i, std::int64_t k = 0) const
    {
      KOKKOS_IF_ON_HOST((return at_on_host<Unit>(i, k);))
      KOKKOS_IF_ON_DEVICE((return at_on_device<Unit>(i, k);))
    }
    template <bool Unit>
    [[gnu::always_inline]] T at_on_host(std::int64_t i, std::int64_t k) const
    {
      std::int64_t element = i * inner + k * step;
      for (int n = 0; n < N; ++n) {
        auto const p = static_cast<std::int64_t>(axis[n].index.template at<Unit>(i, k));
        if (!axis[n].of.rule.is_place(p)) return found_by_mode(*this, i, k).data[0];
        element += p * axis[n].of.stride;
      }
      return data[element];
    }
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION T at_on_device(std::int64_t i, std::int64_t k) const
    {
      std::int64_t element = i * inner + k * step;
      bool found = true;
      for (int n = 0; n < N; ++n) {
        auto const value = static_cast<std::int64_t>(axis[n].index.template at<Unit>(i, k));
        std::int64_t const p = axis[n].position(value, i, k);
        found = found && p >= 0;
        element += p * axis[n].of.stride;
      }
      return found ? data[element] : fallback;
    }
    /// Elements i … i + W - 1 of row k, on a CPU. Without a question between them, many are on
    /// their way from memory at a time, and places counted from the end are no exception.
    template <int W>
      requires(N == 1)
    packet<T, W> several(std::int64_t i, std::int64_t k) const
    {
      std::int64_t const stride = axis[0].of.stride;
      T const* const from = data + i * inner + k * step;
      std::int64_t place[W];
      bool const found = axis[0].find(i, k, place);
      packet<T, W> p;
      if (!found)
        for (int w = 0; w < W; ++w) p.v[w] = at_on_host<true>(i + w, k);
      else if (inner == 0 && stride == 1)
        for (int w = 0; w < W; ++w) p.v[w] = from[place[w]];
      else
        for (int w = 0; w < W; ++w) p.v[w] = from[w * inner + place[w] * stride];
      return p;
    }
    /// A row whose elements one index names. (Not so where each has its own, as take_along_axis()
    /// has them.)
    bool has_nth() const
    {
      for (int n = 0; n < N; ++n)
        if (axis[n].index.inner != 0) return false;
      return true;
    }
    [[gnu::always_inline]] looked_up nth(std::int64_t k) const
    {
      std::int64_t element = k * step;
      for (int n = 0; n < N; ++n) {
        auto const p = static_cast<std::int64_t>(axis[n].index.template at<false>(0, k));
        if (!axis[n].of.rule.is_place(p)) return found_by_mode(*this, 0, k);
        element += p * axis[n].of.stride;
      }
      return {data + element, inner};
    }
    /// What element i of row k looks up where an index is negative or too large. (Of a copy: a row
    /// whose address is known elsewhere is loaded anew behind each element that is written.)
    [[gnu::noinline]] static looked_up found_by_mode(row const of, std::int64_t i, std::int64_t k)
    {
      std::int64_t element = i * of.inner + k * of.step;
      bool found = true;
      for (int n = 0; n < N; ++n) {
        auto const value = static_cast<std::int64_t>(of.axis[n].index.template at<false>(i, k));
        std::int64_t const p = of.axis[n].position(value, i, k);
        found = found && p >= 0;
        element += p * of.axis[n].of.stride;
      }
      if (!found) return {&of.program->fallback, 0};
      return {of.data + element, of.inner};
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<T, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      std::int64_t element[W];
      bool found[W];
      for (int w = 0; w < W; ++w) {
        element[w] = (i + w) * inner + k * step;
        found[w] = true;
      }
      for (int n = 0; n < N; ++n) {
        auto const value = axis[n].index.template load<W, Unit>(i, k);
        for (int w = 0; w < W; ++w) {
          std::int64_t const p = axis[n].position(static_cast<std::int64_t>(value.v[w]), i + w, k);
          found[w] = found[w] && p >= 0;
          element[w] += p * axis[n].of.stride;
        }
      }
      return read(element, found);
    }
    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION held_places<I, N, W, Places> fetch_at(Places const& at) const
    {
      return held_places<I, N, W, Places>::template of<Unit>(axis, at);
    }
    template <int W, class Places>
    KOKKOS_INLINE_FUNCTION packet<T, W> compute(held_places<I, N, W, Places> const& held) const
    {
      std::int64_t element[W];
      bool found[W];
      for (int w = 0; w < W; ++w) {
        std::int64_t const i = held.at.column(w), k = held.at.row(w);
        element[w] = i * inner + k * step;
        found[w] = true;
        for (int n = 0; n < N; ++n) {
          std::int64_t const p =
              axis[n].position(static_cast<std::int64_t>(held.index[n].v[w]), i, k);
          found[w] = found[w] && p >= 0;
          element[w] += p * axis[n].of.stride;
        }
      }
      return read(element, found);
    }
    template <int W>
    KOKKOS_INLINE_FUNCTION packet<T, W> read(std::int64_t const (&element)[W],
                                             bool const (&found)[W]) const
    {
      packet<T, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = found[w] ? data[element[w]] : fallback;
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
    return {data + offset(at),
            offset.inner,
            offset.stride[along],
            fallback,
            {picked.axis[n].bind(at, along)...},
            this};
  }
};

template <class I>
struct deferred_indices;

/// Index arrays of one dtype, kept alive. A mask's are made when they are first asked for, in
/// memory of their own.
template <class I>
struct index_operand {
  memory_handle memory;
  I const* data;
  std::uintptr_t low, high;                                 // the memory it touches
  backends::queue* queue;                                   // whose it is
  std::shared_ptr<deferred_indices<I>> deferred = nullptr;  // if set, it has all other members

  index_operand const& made() const;
};
template <class I>
struct deferred_indices {
  deferred_indices() = default;
  deferred_indices(deferred_indices const&) = delete;
  virtual ~deferred_indices() = default;
  virtual index_operand<I> const& made() = 0;
};
template <class I>
index_operand<I> const& index_operand<I>::made() const
{
  return deferred ? deferred->made() : *this;
}
template <class I, int Rank, class Space>
index_operand<I> operand_of(array<I, Rank, Space> const& a)
{
  leaf_layout layout{}, *leaf = &layout;
  node::describe(a, leaf, a.shape());
  return {memory_access<array<I, Rank, Space>>::of(a), node::first(a), layout.low, layout.high,
          layout.queue};
}

/// The indices in memory of their own: a copy of all that they span.
template <class Space, class I>
index_operand<I> operand_elsewhere(Space const& space, index_operand<I> const& from)
{
  std::size_t const bytes = from.high - from.low;
  array<I, 1, Space> const to(space, shape_t<1>{static_cast<std::int64_t>(bytes / sizeof(I))});
  {
    backends::operation const running("copy", space.queue(), std::span(&from, 1));
    space.copy(to.data(), reinterpret_cast<void const*>(from.low), bytes);
  }
  I const* const data = to.data() + (from.data - reinterpret_cast<I const*>(from.low));
  auto const low = reinterpret_cast<std::uintptr_t>(to.data());
  return {memory_access<array<I, 1, Space>>::of(to), data, low, low + bytes, &space.queue()};
}

/// A leaf's strides over the result's axes [first, last).
inline void write_strides(index_plan const& plan, leaf_layout& leaf,
                          std::array<std::int64_t, max_rank> const& stride, int first, int last,
                          int shift)
{
  for (int k = first; k < last; ++k)
    leaf.stride[shift + k - first] = plan.extent[k] == 1 ? 0 : stride[k];
}

/// The index arrays of a lookup, whatever it looks up: what is compiled of that serves all dtypes
/// and ranks of sources.
template <class I, int N>
struct picked_indices {
  std::array<index_operand<I>, N> const& index;
  index_plan const& plan;
  index_site const& site;
  std::shared_ptr<void> source;  // what keeps it alive, by which messages name it

  /// The index leaves over the result's axes [first, last).
  void describe(leaf_layout*& leaf, int first, int last, int shift) const
  {
    for (int n = 0; n < N; ++n) {
      index_operand<I> const& operand = index[n].made();
      leaf->address = operand.data;
      leaf->item_size = sizeof(I);
      leaf->low = operand.low;
      leaf->high = operand.high;
      leaf->queue = operand.queue;
      write_strides(plan, *leaf++, plan.axis[n].index_stride, first, last, shift);
      write_strides(plan, *leaf++, plan.axis[n].place_stride, first, last, shift);
    }
  }
  /// The lookups; where they raise, each axis gets the number of a launch, in the order in which
  /// NumPy looks for bad indices.
  picked_programs<I, N> lower(lowering& leaves, index_mode m) const
  {
    return lower_each(leaves, m, std::make_integer_sequence<int, N>{});
  }

 private:
  template <int... n>
  picked_programs<I, N> lower_each(lowering& leaves, index_mode m,
                                   std::integer_sequence<int, n...>) const
  {
    return {{lower_axis(n, leaves, m)...}};
  }
  picked_program<I> lower_axis(int n, lowering& leaves, index_mode m) const
  {
    auto const& axis = plan.axis[n];
    load_program<I> const which{index[n].made().data, row_offset(leaves.take())};
    index_program const place{0, row_offset(leaves.take())};
    std::uint64_t const launch = m == index_mode::raise
                                     ? leaves.on.begin_check({site.operation, name_of(source),
                                                              axis.axis, axis.size, site.where})
                                     : 0;
    return {which, place, {m, axis.size}, axis.stride, leaves.on.failure_record(), launch};
  }
};

/// source[list] as a term of an expression; R is plan.rank. `fallback` is what mode fill reads.
template <element T, int SourceRank, int R, class Space, class I, int N>
struct gather : term<gather<T, SourceRank, R, Space, I, N>> {
  using value_type = T;
  using space_type = Space;
  static constexpr int rank = R;
  static constexpr int leaf_count = 1 + 2 * N;
  array<T, SourceRank, Space> source;
  std::array<index_operand<I>, N> index;
  index_plan plan;
  index_mode mode;
  T fallback;
  index_site site;

  shape_t<R> shape() const
  {
    shape_t<R> s{};  // by a loop: g++ 13 takes std::copy's for a write past a shape of rank 1
    for (int d = 0; d < R; ++d)
      s[static_cast<std::size_t>(d)] = plan.extent[static_cast<std::size_t>(d)];
    return s;
  }
  Space const& space() const { return source.space(); }

  /// Leaves: the source's fixed part, then each axis' indices and their positions.
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    int const shift = static_cast<int>(common.size()) - R;
    leaf_layout whole{}, *cursor = &whole;
    node::describe(source, cursor, source.shape());
    leaf->low = whole.low;
    leaf->high = whole.high;
    leaf->queue = whole.queue;
    leaf->random_access = true;
    write_strides(plan, *leaf++, plan.stride, 0, R, shift);
    describe_indices(leaf, 0, R, shift);
  }
  auto lower(lowering& leaves) const
  {
    row_offset const from(leaves.take());
    return gather_program<T, I, N>{node::first(source) + plan.offset, from, fallback,
                                   lower_indices(leaves, mode)};
  }

  /// Called first by assign: writes rows of neighbours as wholes and returns true, or does nothing
  /// (take_rows.hpp).
  template <class Target>
  bool take_rows(Target const& to) const;

  operator value_type() const
    requires(rank == 0)
  {
    return item_of(*this);
  }

  picked_indices<I, N> picks() const { return {index, plan, site, source.owner()}; }
  /// Members as in picked_indices.
  void describe_indices(leaf_layout*& leaf, int first, int last, int shift) const
  {
    picks().describe(leaf, first, last, shift);
  }
  picked_programs<I, N> lower_indices(lowering& leaves, index_mode m) const
  {
    return picks().lower(leaves, m);
  }
};

}  // namespace acre::detail
