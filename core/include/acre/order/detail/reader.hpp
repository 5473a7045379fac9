#pragma once

#include <acre/array/array.hpp>

#include <array>
#include <memory>
#include <utility>

namespace acre::detail {

/// Memory that an operation reads wherever it likes: kept alive, and known to the plan.
struct read_memory {
  memory_handle memory;
  leaf_layout layout{};
};
template <class T, int Rank, class Space>
read_memory memory_of(array<T, Rank, Space> const& a)
{
  read_memory m{memory_access<array<T, Rank, Space>>::of(a), {}};
  leaf_layout whole{}, *cursor = &whole;
  node::describe(a, cursor, a.shape());
  m.layout.low = whole.low;
  m.layout.high = whole.high;
  m.layout.queue = whole.queue;
  m.layout.random_access = true;
  return m;
}

/// op(x) as a term of an expression, where op holds pointers into `memory`.
template <class Op, expression A, std::size_t N>
struct reader : expression_tag {
  using argument = typename Op::template argument<typename A::value_type>;
  using value_type = decltype(std::declval<Op>()(argument{}));
  using space_type = typename A::space_type;
  static constexpr int rank = A::rank;
  static constexpr int leaf_count = A::leaf_count + static_cast<int>(N);
  Op op;
  A a;
  std::array<read_memory, N> memory;

  reader(Op o, A x, std::array<read_memory, N> m) : op(o), a(std::move(x)), memory(std::move(m)) {}
  auto shape() const { return a.shape(); }
  auto const& space() const { return a.space(); }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    for (auto const& m : memory) *leaf++ = m.layout;
    node::describe(a, leaf, common);
  }
  auto lower(lowering& leaves) const
  {
    for (std::size_t n = 0; n < N; ++n) leaves.take();
    auto x = node::lower(a, leaves);
    return unary_program<Op, argument, decltype(x)>{op, x};
  }
  operator value_type() const
    requires(rank == 0)
  {
    return item_of(*this);
  }
};

template <class Op, expression A, class... Arrays>
auto reading(Op op, A const& a, Arrays const&... from)
{
  return reader<Op, A, sizeof...(Arrays)>(op, a, {memory_of(from)...});
}

}  // namespace acre::detail
