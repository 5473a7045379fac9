#pragma once

#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/index/detail/partition.hpp>
#include <acre/order/detail/runs.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/// Several columns of keys as one unsigned number a row: each column's ranks from its least one on,
/// in no more bits than they need, the first column in the highest. If that takes more bits than a
/// number has, columns are replaced by the numbers of their groups (narrow_keys).
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

/// A column's place in the rows' keys, which have its ranks from `low` on; or, where there are
/// `ranks`, the places of these among them.
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

/// What rows' keys are made of: numbers one behind the other, the first one in the highest bits.
template <class Space>
struct packed_keys {
  /// A column's ranks, or the numbers of the groups that rows make by one column or several.
  struct number {
    key_source<Space> const* source;
    key_column at;
    std::unique_ptr<key_source<Space>> made = nullptr;  // the source, unless it is the caller's
  };
  std::vector<number> numbers;
  std::vector<key_column> columns;                   // the caller's
  std::vector<std::size_t> number_of;                // the number that each column is in
  std::vector<array<std::int64_t, 1, Space>> ranks;  // what columns[c].ranks points to, or empty

  void add(key_source<Space> const& source, key_column const& at)
  {
    number_of.push_back(numbers.size());
    numbers.push_back({&source, at});
    columns.push_back(at);
    ranks.emplace_back();
  }
  /// Each column's bits in the keys. Returns how many the keys have.
  int place()
  {
    int bits = 0;
    for (std::size_t n = numbers.size(); n-- > 0;) {
      numbers[n].at.shift = bits;
      bits += numbers[n].at.bits;
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
      columns[c].shift = numbers[number_of[c]].at.shift;
      columns[c].bits = numbers[number_of[c]].at.bits;
    }
    return bits;
  }
};

/// Makes keys of more than 64 bits ones of 64 or less. In the library (its src/narrow_keys.cpp),
/// for every space of the build. Waits.
///
/// A column that spans more than there are rows becomes the numbers of its different values; and
/// where one more column would make the keys too long, the columns before it become the numbers of
/// their different combinations. There are no more of either than rows. Throws value_error where
/// two such numbers of more than 2^32 rows take more than 64 bits.
template <class Space>
void narrow_keys(Space const& space, std::int64_t rows, packed_keys<Space>& keys);

/// A column's part of a key: its rank, from its least one on.
struct part_of_key {
  template <class U>
  using argument = U;
  key_column column;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t key) const
  {
    std::uint64_t part = static_cast<std::uint64_t>(key) >> column.shift;
    if (column.bits < 64) part &= (std::uint64_t{1} << column.bits) - 1;
    return column.ranks ? column.ranks[part] : static_cast<std::int64_t>(part);
  }
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
    auto const part = static_cast<std::uint64_t>(part_of_key{column}(key));
    word const pattern = backends::sort_order<T>::bits(static_cast<word>(part + column.low));
    T value;
    __builtin_memcpy(&value, &pattern, sizeof value);
    return value;
  }
};

}  // namespace acre::detail
