#pragma once

#include <acre/array.hpp>
#include <acre/backends/common/failure_log.hpp>
#include <acre/backends/common/index_failure.hpp>
#include <acre/index_mode.hpp>

namespace acre::detail {

/// Checks indices along one axis and turns them into offsets.
struct index_rule {
  index_mode mode;
  std::int64_t size, stride;
  backends::index_failure* failure;
  std::uint64_t launch;

  /// Element offset of index `i`, or -1 where nothing is to be read or written. `position` is
  /// the index's place among the indices, for the message.
  KOKKOS_INLINE_FUNCTION std::int64_t resolve(std::int64_t i, std::int64_t position) const
  {
    if (static_cast<std::uint64_t>(i) < static_cast<std::uint64_t>(size)) return i;
    if (mode == index_mode::unchecked) return i;
    if (mode == index_mode::wrap) {
      std::int64_t const r = i % size;
      return r < 0 ? r + size : r;
    }
    if (mode == index_mode::clip) return i < 0 ? 0 : size - 1;
    if (i < 0 && i >= -size) return i + size;
    if (mode == index_mode::raise) backends::report(failure, launch, position, i);
    return -1;
  }
};

/// Elements of a source picked by an index expression along one axis: source leaf, indices, and
/// each index's own position, all over the result's shape.
template <class T, class Index, class Position>
struct gather_program {
  using value_type = T;
  static constexpr int width = wider(static_cast<int>(sizeof(T)), wider(Index::width, 4));
  T const* data;
  row_offset offset;
  index_rule rule;
  T fallback;
  Index index;
  Position place;

  template <class RowI, class RowP>
  struct row {
    T const* data;
    std::int64_t inner, step;
    index_rule const& rule;
    T fallback;
    RowI index;
    RowP place;

    KOKKOS_INLINE_FUNCTION T pick(std::int64_t element, std::int64_t index_value, std::int64_t where) const
    {
      std::int64_t const n = rule.resolve(index_value, where);
      return n < 0 ? fallback : data[element + n * rule.stride];
    }
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION T at(std::int64_t i, std::int64_t k = 0) const
    {
      return pick(i * inner + k * step, static_cast<std::int64_t>(index.template at<Unit>(i, k)),
                  place.template at<Unit>(i, k));
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<T, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      auto const x = index.template load<W, Unit>(i, k);
      packet<T, W> p;
      for (int w = 0; w < W; ++w)
        p.v[w] = pick((i + w) * inner + k * step, static_cast<std::int64_t>(x.v[w]), place.template at<Unit>(i + w, k));
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int along = 0) const
  {
    return row<decltype(index.bind(at, along)), decltype(place.bind(at, along))>{
        data + offset(at), offset.inner, offset.stride[along], rule, fallback, index.bind(at, along), place.bind(at, along)};
  }
};

/// The rule for one launch: where it raises, its reports carry the launch's number.
template <class Space>
index_rule begin_launch(Space const& space, index_rule rule, backends::index_check const& check)
{
  if (rule.mode == index_mode::raise) rule.launch = space.begin_check(check);
  return rule;
}

/// a's elements at `index` along `axis`, as a term of an expression. The result's shape is a's
/// with the axis replaced by the indices' shape.
template <element T, int Rank, class I, int IndexRank, class Space>
struct gather : expression_tag {
  using value_type = T;
  using space_type = Space;
  static constexpr int rank = Rank - 1 + IndexRank;
  static constexpr int leaf_count = 3;
  static_assert(rank <= max_rank, "acre: the result would have more than 6 axes");
  array<T, Rank, Space> source;
  array<I, IndexRank, Space> index;
  int axis;
  index_rule rule;
  backends::index_check check;
  T fallback;

  gather(array<T, Rank, Space> a, array<I, IndexRank, Space> i, int along, index_rule r,
         backends::index_check const& c, T f)
      : source(std::move(a)), index(std::move(i)), axis(along), rule(r), check(c), fallback(f)
  {
  }
  shape_t<rank> shape() const
  {
    shape_t<rank> s{};
    for (int k = 0; k < rank; ++k)
      s[k] = k >= axis && k < axis + IndexRank ? index.shape()[k - axis]
                                               : source.shape()[k < axis ? k : k - IndexRank + 1];
    return s;
  }
  Space const& space() const { return source.space(); }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    auto const extent = shape();
    int const offset = static_cast<int>(common.size()) - rank;
    auto const place = row_major_strides(index.shape());
    leaf_layout* const from = leaf++;
    leaf_layout* const which = leaf++;
    leaf_layout* const position = leaf++;
    for (int k = 0; k < rank; ++k) {
      if (extent[k] == 1) continue;
      int const of_index = k - axis, of_source = k < axis ? k : k - IndexRank + 1;
      if (of_index >= 0 && of_index < IndexRank) {
        which->stride[offset + k] = index.strides()[of_index];
        position->stride[offset + k] = place[of_index];
      } else {
        from->stride[offset + k] = source.strides()[of_source];
      }
    }
    leaf_layout scratch{}, *whole = &scratch;
    source.describe(whole, source.shape());
    from->low = scratch.low;
    from->high = scratch.high;
    from->random_access = true;
    scratch = {};
    whole = &scratch;
    index.describe(whole, index.shape());
    which->low = scratch.low;
    which->high = scratch.high;
    which->address = index.data();
    which->item_size = sizeof(I);
  }
  auto lower(leaf_layout const*& leaf) const
  {
    row_offset const from(*leaf++);
    load_program<I> const which{index.data(), row_offset(*leaf++)};
    index_program const place{0, row_offset(*leaf++)};
    return gather_program<T, load_program<I>, index_program>{
        source.data(), from, begin_launch(space(), rule, check), fallback, which, place};
  }
};

}  // namespace acre::detail
