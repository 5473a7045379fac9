#pragma once

#include <acre/elementwise/detail/expression.hpp>
#include <acre/index/detail/found.hpp>

#include <utility>

/// Elements beside numbers that are given to them, as a reduction to positions takes them where an
/// element's own number isn't the one that is asked for.
namespace acre::detail {

struct pair_with_index {
  template <class T>
  KOKKOS_INLINE_FUNCTION found<T> operator()(T value, std::int64_t index) const
  {
    return {value, index};
  }
};

/// The program of such pairs; values() is that of the elements alone.
template <class T, class A, class B>
struct indexed_program : binary_program<pair_with_index, T, std::int64_t, A, B> {
  A const& values() const { return this->a; }
};

/// An expression's elements paired with their positions.
template <class T, class E, class I>
struct indexed : expression_tag {
  using value_type = found<T>;
  using space_type = typename E::space_type;
  static constexpr int rank = E::rank;
  static constexpr int leaf_count = E::leaf_count + I::leaf_count;
  E values;
  I positions;

  indexed(E v, I p) : values(std::move(v)), positions(std::move(p)) {}
  auto shape() const { return values.shape(); }
  auto const& space() const { return values.space(); }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    node::describe(values, leaf, common);
    node::describe(positions, leaf, common);
  }
  auto lower(lowering& leaves) const
  {
    auto v = node::lower(values, leaves);
    auto p = node::lower(positions, leaves);
    return indexed_program<T, decltype(v), decltype(p)>{{{}, v, p}};
  }
};

}  // namespace acre::detail
