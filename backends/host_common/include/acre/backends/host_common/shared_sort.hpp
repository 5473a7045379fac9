#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/backends/host_common/queue.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

/// The steps of a sort by buckets on a CPU, for keys that several processes have together: between
/// them processes tell each other what they have, and give each other buckets. Each deals its keys
/// into buckets that all have chosen alike, and sorts those that it is to have, so that nothing is
/// merged. The keys go alone, have 4 or 8 bytes, and equal ones can't be told apart. Compiled
/// once, in src/shared_sort.cpp.
namespace acre::backends::host {

template <class Key>
concept shared_sort_key = sort_key<Key> && sizeof(Key) >= 4;

/// A key as the steps have it: numbers in the order of keys, which are keys themselves.
template <shared_sort_key Key>
using shared_word = std::conditional_t<sizeof(Key) == 8, std::int64_t, std::int32_t>;

template <class Key>
class shared_deal {
 public:
  using word = shared_word<Key>;

  /// These n of `all` < 2^31 keys, which stay as they are until they are dealt. Throws
  /// out_of_memory.
  shared_deal(queue& on, Key const* keys, std::int64_t n, std::int64_t all);
  shared_deal(shared_deal&&) noexcept;
  ~shared_deal();

  /// The least and the greatest of these, if there are any, else the greatest number and the least.
  std::array<word, 2> range() const;
  /// How many of these are in each of the cells that the range of all, least < greatest, has.
  std::span<std::uint32_t const> count(word least, word greatest);
  /// Neighbouring cells make a bucket. Where each begins in the order of all keys, and where the
  /// last one ends, by how many keys the others have in each cell.
  std::span<std::int64_t const> choose(std::span<std::uint32_t const> of_others);
  /// Likewise among the keys of a process that has so many in each cell.
  std::vector<std::int64_t> bounds(std::span<std::uint32_t const> counts) const;
  /// These keys bucket by bucket.
  void deal(word* to);

 private:
  struct state;
  std::unique_ptr<state> own_;
};

/// Buckets one behind the other, of which each process has some keys.
template <class Key>
class shared_buckets {
 public:
  using word = shared_word<Key>;

  /// What a process has: bucket b is keys begin[b] … begin[b + 1] - 1 of the memory where key
  /// begin[0] is.
  struct piece {
    word const* keys;
    std::int64_t const* begin;
  };

  /// Bucket b is keys begin[b] … begin[b + 1] - 1 of all, of which from … to - 1 are wanted. Throws
  /// out_of_memory.
  shared_buckets(queue& on, std::span<std::int64_t const> begin, std::int64_t from,
                 std::int64_t to);
  shared_buckets(shared_buckets&&) noexcept;
  ~shared_buckets();

  void sort(std::span<piece const> pieces, Key* out);

  /// Keys that are all the same.
  static void fill(word number, Key* from, Key* to);

 private:
  struct state;
  std::unique_ptr<state> own_;
};

}  // namespace acre::backends::host
