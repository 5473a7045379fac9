#pragma once

#include <acre/array/array.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/elementwise/detail/expression.hpp>
#include <acre/elementwise/detail/program.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace acre::detail {

/// data[index[i] * stride]. Positions made by lists themselves need no check, no mode and no place
/// for an error; kernels with a handful of these have registers left.
template <class T, class Index>
struct looked_up_program {
  using value_type = T;
  static constexpr int width = wider(static_cast<int>(sizeof(T)), static_cast<int>(sizeof(Index)));
  struct hints : backends::no_hints {
    static constexpr bool costs_much = true, reads_plainly = true;
  };
  T const* data;
  std::int64_t stride;  // in bytes: an address is one product and sum then
  load_program<Index> index;

  struct row {
    T const* data;
    std::int64_t stride;
    typename load_program<Index>::row index;

    KOKKOS_INLINE_FUNCTION T element(Index position) const
    {
      auto const* const bytes = reinterpret_cast<std::byte const*>(data);
      return *reinterpret_cast<T const*>(bytes + static_cast<std::int64_t>(position) * stride);
    }
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION T at(std::int64_t i, std::int64_t k = 0) const
    {
      return element(index.template at<Unit>(i, k));
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<T, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      auto const at = index.template load<W, Unit>(i, k);
      packet<T, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = element(at.v[w]);
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {data, stride, index.bind(at, along)};
  }
};

/// The elements of an array at positions that are all there, as a term of an expression. (`same`:
/// its one element, whatever the positions.)
template <class T, int Rank, class Space, class Index>
class looked_up_elements : public expression_tag {
 public:
  using value_type = T;
  using space_type = Space;
  static constexpr int rank = Rank, leaf_count = 2;

  looked_up_elements(array<T, 1, Space> elements, array<Index, Rank, Space> index,
                     bool same = false)
      : elements_(std::move(elements)), index_(std::move(index)), same_(same)
  {}
  shape_t<Rank> const& shape() const { return index_.shape(); }
  Space const& space() const { return elements_.space(); }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    leaf_layout whole{}, *cursor = &whole;
    node::describe(elements_, cursor, elements_.shape());
    leaf->low = whole.low;
    leaf->high = whole.high;
    leaf->queue = whole.queue;
    leaf->random_access = true;
    ++leaf;
    leaf_layout& positions = *leaf;
    node::describe(index_, leaf, common);
    positions.can_gather = false;
  }
  looked_up_program<T, Index> lower(lowering& leaves) const
  {
    leaves.take();
    return {node::first(elements_),
            same_ ? 0 : elements_.strides()[0] * static_cast<std::int64_t>(sizeof(T)),
            {node::first(index_), row_offset(leaves.take())}};
  }

 private:
  array<T, 1, Space> elements_;
  array<Index, Rank, Space> index_;
  bool same_;
};

}  // namespace acre::detail
