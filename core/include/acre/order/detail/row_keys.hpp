#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/index/detail/partition.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

/// Several columns of keys as one unsigned number a row: each column's ranks from its least one on,
/// in no more bits than they need, the first column in the highest.
namespace acre::detail {

/// The least and the largest rank of some rows, and whether one of them is less than that before.
struct key_span {
  std::uint64_t low = ~std::uint64_t{0}, high = 0;
  std::uint64_t falls = 0;
};
struct span_reducer {
  static constexpr char const* name = "key_span";
  using value_type = key_span;
  KOKKOS_INLINE_FUNCTION key_span identity() const { return {}; }
  KOKKOS_INLINE_FUNCTION key_span combine(key_span a, key_span b) const
  {
    return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high, a.falls | b.falls};
  }
  KOKKOS_INLINE_FUNCTION key_span finish(key_span a) const { return a; }
};
template <class T>
struct span_program {
  using value_type = key_span;
  static constexpr int width = sizeof(T);
  static constexpr bool prefers_packets = false, prefers_stacks = false, computes_long = false;
  T const* data;

  KOKKOS_INLINE_FUNCTION static key_span of(T before, T x)
  {
    std::uint64_t const rank = rank_of(x);
    return {rank, rank, rank_of(before) > rank ? 1u : 0u};
  }
  template <bool Unit>
  KOKKOS_INLINE_FUNCTION key_span at(std::int64_t i, std::int64_t = 0) const
  {
    return of(data[i > 0 ? i - 1 : 0], data[i]);
  }
  template <int W, bool Unit>
  KOKKOS_INLINE_FUNCTION packet<key_span, W> load(std::int64_t i, std::int64_t = 0) const
  {
    packet<key_span, W> p;
    packet<T, W> const q = *reinterpret_cast<packet<T, W> const*>(data + i);
    p.v[0] = of(data[i > 0 ? i - 1 : 0], q.v[0]);
    for (int w = 1; w < W; ++w) p.v[w] = of(q.v[w - 1], q.v[w]);
    return p;
  }
  KOKKOS_INLINE_FUNCTION span_program bind(backends::position const&, int = 0) const
  {
    return *this;
  }
};

/// The span of contiguous values. Waits.
template <class T, class Space>
key_span span_of(Space const& space, T const* data, std::int64_t n)
{
  backends::reduction red;
  red.it.inner = red.length = n;
  red.it.unit = true;
  red.it.packed = reinterpret_cast<std::uintptr_t>(data) % 16 == 0;
  array<std::uint64_t, 1, Space> const out(space, shape_t<1>{3});
  {
    auto& on = space.queue();
    backends::operation const running("group_by", on);
    backends::reduce_rows(on, red, span_program<T>{data}, span_reducer{},
                          reinterpret_cast<key_span*>(out.data()));
  }
  key_span span;
  space.copy_to_host(&span, out.data(), sizeof span);
  return span;
}

/// A column's place in the rows' keys.
struct key_column {
  std::uint64_t low = 0;
  int shift = 0, bits = 0;
};

/// A value as a key.
template <class Word>
struct key_from {
  template <class T>
  using argument = T;
  std::uint64_t low = 0;
  template <class T>
  KOKKOS_INLINE_FUNCTION Word operator()(T x) const
  {
    return static_cast<Word>(rank_of(x) - low);
  }
};
/// The next column behind what the keys have.
template <class T, class Word>
struct append_key {
  T const* from;
  Word* to;
  std::uint64_t low;
  int bits;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const
  {
    to[i] = static_cast<Word>(to[i] << bits | static_cast<Word>(rank_of(from[i]) - low));
  }
};

/// A column of keys, without its dtype.
template <class Space>
class key_source {
 public:
  virtual ~key_source() = default;
  /// Waits.
  virtual key_span span() const = 0;
  /// Makes keys of a first column, or appends a further one to them.
  virtual void write(array<std::uint32_t, 1, Space>& to, key_column const& column,
                     bool first) const = 0;
  virtual void write(array<std::uint64_t, 1, Space>& to, key_column const& column,
                     bool first) const = 0;
  /// Of values in order: to[k] = the first row whose rank is low + k or more, k below `count`.
  virtual void find(std::uint64_t low, std::int64_t count, std::int64_t* to) const = 0;
};
template <class T, class Space>
class key_source_of final : public key_source<Space> {
 public:
  explicit key_source_of(array<T, 1, Space> contiguous) : keys_(std::move(contiguous)) {}
  key_span span() const override { return span_of(keys_.space(), keys_.data(), keys_.size()); }
  void write(array<std::uint32_t, 1, Space>& to, key_column const& column,
             bool first) const override
  {
    write_words(to, column, first);
  }
  void write(array<std::uint64_t, 1, Space>& to, key_column const& column,
             bool first) const override
  {
    write_words(to, column, first);
  }
  void find(std::uint64_t low, std::int64_t count, std::int64_t* to) const override
  {
    launch(keys_.space(), count,
           first_rows<T>{keys_.data(), keys_.size(), static_cast<backends::sort_word<T>>(low), to});
  }

 private:
  template <class Word>
  void write_words(array<Word, 1, Space>& to, key_column const& column, bool first) const
  {
    if (first)
      to = array<Word, 1, Space>(
          unary<key_from<Word>, array<T, 1, Space>>(key_from<Word>{column.low}, keys_));
    else
      launch(keys_.space(), keys_.size(),
             append_key<T, Word>{keys_.data(), to.data(), column.low, column.bits});
  }
  array<T, 1, Space> keys_;
};

/// A column's value in a key.
template <class T>
struct key_value {
  template <class U>
  using argument = U;
  std::uint64_t low = 0;
  int shift = 0, bits = 0;
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t key) const
  {
    using word = backends::sort_word<T>;
    std::uint64_t part = static_cast<std::uint64_t>(key) >> shift;
    if (bits < 64) part &= (std::uint64_t{1} << bits) - 1;
    word const pattern = backends::sort_order<T>::bits(static_cast<word>(part + low));
    T value;
    __builtin_memcpy(&value, &pattern, sizeof value);
    return value;
  }
};

}  // namespace acre::detail
