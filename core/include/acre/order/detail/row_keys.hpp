#pragma once

#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/index/detail/partition.hpp>
#include <acre/order/detail/runs.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Several columns of keys as one unsigned number a row: each column's ranks from its least one on,
/// in no more bits than they need, the first column in the highest. If that takes more bits than a
/// number has, a column is replaced by the ranks of its values among its different ones.
namespace acre::detail {

/// The groups of keys in order that were looked at last, of which there are `count`.
template <class T, class Space>
row_groups<Space> groups_of_runs(marked_runs<Space> const& runs, array<T, 1, Space> const& keys,
                                 std::uint64_t low, std::int64_t count)
{
  Space const& space = runs.bits.space();
  row_groups<Space> groups{array<std::int64_t, 1, Space>(space, shape_t<1>{count + 1}),
                           array<std::int64_t, 1, Space>(space, shape_t<1>{count}), count};
  with_key_rule(keys.data(), [&]<class Key>(Key const* elements, auto const& rule) {
    runs.visit("group_by", keys,
               place_groups<Key>{elements, rule, low, keys.size(), count, groups.offsets.data(),
                                 groups.keys.data()});
  });
  return groups;
}

/// A column's place in the rows' keys; `ranks`, from `low` on, of the different values whose places
/// the keys have, or null.
struct key_column {
  std::uint64_t low = 0;
  int shift = 0, bits = 0;
  std::int64_t const* ranks = nullptr;
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

/// A value's place among `count` different ones in order.
template <class T>
struct place_of_value {
  T const* from;
  std::int64_t const* ranks;
  std::uint64_t low;
  std::int64_t count;
  std::int64_t* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const
  {
    std::uint64_t const wanted = static_cast<std::uint64_t>(rank_of(from[i])) - low;
    std::int64_t first = 0;
    for (std::int64_t left = count; left > 0;) {
      std::int64_t const half = left / 2;
      bool const above = static_cast<std::uint64_t>(ranks[first + half]) < wanted;
      first = above ? first + half + 1 : first;
      left = above ? left - half - 1 : half;
    }
    to[i] = first;
  }
};

/// A column of keys, without its dtype.
template <class Space>
class key_source {
 public:
  virtual ~key_source() = default;
  /// Waits. `words`: see mark_runs.
  virtual backends::run_facts look(marked_runs<Space> const& runs, std::uint32_t* words) const = 0;
  /// The groups of keys in order that were looked at last.
  virtual row_groups<Space> place(marked_runs<Space> const& runs, std::uint64_t low,
                                  std::int64_t count) const = 0;
  /// Makes keys of a first column, or appends a further one to them.
  virtual void write(array<std::uint32_t, 1, Space>& to, key_column const& column,
                     bool first) const = 0;
  virtual void write(array<std::uint64_t, 1, Space>& to, key_column const& column,
                     bool first) const = 0;
  /// The rows' places among the column's different values, `ranks` from `low` on.
  virtual std::unique_ptr<key_source> places(array<std::int64_t, 1, Space> const& ranks,
                                             std::uint64_t low) const = 0;
};
template <class T, class Space>
class key_source_of final : public key_source<Space> {
 public:
  explicit key_source_of(array<T, 1, Space> contiguous) : keys_(std::move(contiguous)) {}
  backends::run_facts look(marked_runs<Space> const& runs, std::uint32_t* words) const override
  {
    return runs.template look<true>("group_by", keys_, words);
  }
  row_groups<Space> place(marked_runs<Space> const& runs, std::uint64_t low,
                          std::int64_t count) const override
  {
    return groups_of_runs(runs, keys_, low, count);
  }
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
  std::unique_ptr<key_source<Space>> places(array<std::int64_t, 1, Space> const& ranks,
                                            std::uint64_t low) const override
  {
    array<std::int64_t, 1, Space> const to(keys_.space(), keys_.shape());
    launch(keys_.space(), keys_.size(),
           place_of_value<T>{keys_.data(), ranks.data(), low, ranks.size(), to.data()});
    return std::make_unique<key_source_of<std::int64_t, Space>>(to);
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
  key_column column;
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t key) const
  {
    using word = backends::sort_word<T>;
    std::uint64_t part = static_cast<std::uint64_t>(key) >> column.shift;
    if (column.bits < 64) part &= (std::uint64_t{1} << column.bits) - 1;
    if (column.ranks) part = static_cast<std::uint64_t>(column.ranks[part]);
    word const pattern = backends::sort_order<T>::bits(static_cast<word>(part + column.low));
    T value;
    __builtin_memcpy(&value, &pattern, sizeof value);
    return value;
  }
};

}  // namespace acre::detail
