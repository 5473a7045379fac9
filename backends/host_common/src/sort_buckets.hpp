#pragma once

#include <acre/backends/host_common/scratch.hpp>
#include <acre/backends/host_common/sort.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "sort_beside.hpp"

/// Keys alone, of which equal ones can't be distinguished: dealt into buckets of ascending keys,
/// these again while they are large, and what has few keys is sorted beside others
/// (sort_beside.hpp).
namespace acre::backends::host {

/// Keys as signed numbers of the same order, of 4 or 8 bytes, as the processor compares them.
template <class Key>
struct signed_keys {
  using bits = sort_word<Key>;
  using word = std::conditional_t<sizeof(Key) == 8, std::int64_t, std::int32_t>;
  using order = sort_order<Key>;

  Key const* keys;

  word operator[](std::int64_t i) const
  {
    bits b;
    std::memcpy(&b, keys + i, sizeof b);
    b = order::rank(b);
    if constexpr (sizeof(Key) < 4)
      return static_cast<word>(b);
    else
      return static_cast<word>(b ^ order::top_bit);
  }
  signed_keys operator+(std::int64_t i) const { return {keys + i}; }

  static void write(word w, Key* to)
  {
    auto b = static_cast<bits>(w);
    if constexpr (sizeof(Key) >= 4) b = static_cast<bits>(b ^ order::top_bit);
    b = order::bits(b);
    std::memcpy(to, &b, sizeof b);
  }
};

/// Lists that wait until there is one for each lane.
template <class Key>
class waiting_lists {
  using words = signed_keys<Key>;
  using word = typename words::word;

 public:
  void start() { held_ = 0, longest_ = 0; }

  /// The n ≤ most_beside numbers of a list, which are read now, and where they go sorted.
  template <class Source>
  void add(Source from, std::int64_t n, Key* to)
  {
    word* const own = list_ + held_ * pitch_;
    for (std::int64_t i = 0; i < n; ++i) own[i] = from[i];
    to_[held_] = to;
    size_[held_] = static_cast<int>(n);
    longest_ = std::max(longest_, size_[held_]);
    if (++held_ == beside<word>().lanes) finish();
  }
  void finish()
  {
    if (held_ == 0) return;
    auto const& by = beside<word>();
    bool const apart = few_of_lanes * held_ <= by.lanes;
    int const n =
        apart ? by.size_of_one(longest_) : (longest_ + beside_step - 1) / beside_step * beside_step;
    for (int l = 0; l < (apart ? held_ : by.lanes); ++l) {
      int const size = l < held_ ? size_[l] : 0;
      std::fill_n(list_ + l * pitch_ + size, n - size, std::numeric_limits<word>::max());
      if (apart) by.sort_one(list_ + l * pitch_, n);
    }
    if (!apart) by.sort(list_, pitch_, n);
    for (int l = 0; l < held_; ++l) {
      word const* const own = list_ + l * pitch_;
      for (int i = 0; i < size_[l]; ++i) words::write(own[i], to_[l] + i);
    }
    start();
  }

 private:
  static constexpr int most_lanes_ = 64 / sizeof(word);
  static constexpr std::int64_t pitch_ = most_beside + beside_step;  // not all in one set of L1

  alignas(64) word list_[most_lanes_ * pitch_];
  Key* to_[most_lanes_];
  int size_[most_lanes_], held_, longest_;
};

/// A sort of n keys by some tasks or by one of them.
template <class Key>
class bucket_sort {
  using words = signed_keys<Key>;
  using word = typename words::word;
  using bits = std::make_unsigned_t<word>;

  /// Keys are distinguished by the first bits in which they differ, in cells; neighbouring cells
  /// make a bucket.
  static constexpr int most_cells = 1 << most_cell_bits;

 public:
  /// A task's memory.
  struct room {
    waiting_lists<Key> lists;
    word* hot;
    std::int64_t hot_left;
    std::int64_t next[most_buckets];
    std::uint32_t count[most_cells];
    std::uint16_t bucket_of[most_cells];
  };
  /// How many numbers `hot` has where most buckets are smaller than n.
  static std::int64_t hot_words(std::int64_t n)
  {
    return std::min<std::int64_t>(std::max<std::int64_t>(n, 1 << 13),
                                  hot_bucket_bytes / static_cast<std::int64_t>(sizeof(word)));
  }

  bucket_sort(queue& on, room* rooms, int tasks, std::int64_t n)
      : on_(on),
        rooms_(rooms),
        tasks_(tasks),
        each_(std::clamp<std::int64_t>(n / 16, 16, few_bucket_keys)),
        most_of_one_(std::max<std::int64_t>(n / std::min(2 * tasks, 64), 1 << 15))
  {}

  /// By all tasks. `to` takes as many words as there are keys; so does `other`, which may be the
  /// memory of `out` and, of words, that of `from`.
  template <class Source>
  void by_all(Source from, std::int64_t n, Key* out, word* to, word* other)
  {
    std::int64_t begin[most_buckets + 1];
    int const buckets =
        deal([&](char const* step, auto const& f) { on_.for_tasks(step, tasks_, f); }, rooms_,
             tasks_, from, n, out, to, begin);
    // large buckets are dealt by all threads again, the rest bucket by bucket by a free one
    std::atomic<int> next = 0;
    on_.for_tasks("buckets", tasks_, [&](std::int64_t task) {
      room& own = rooms_[task];
      own.lists.start();
      for (int b; (b = next++) < buckets;)
        if (begin[b + 1] - begin[b] <= most_of_one_)
          by_one(own, static_cast<word const*>(to + begin[b]), begin[b + 1] - begin[b],
                 out + begin[b], other + begin[b], to + begin[b]);
      own.lists.finish();
    });
    for (int b = 0; b < buckets; ++b)
      if (begin[b + 1] - begin[b] > most_of_one_)
        by_all(static_cast<word const*>(to + begin[b]), begin[b + 1] - begin[b], out + begin[b],
               other + begin[b], to + begin[b]);
  }

  /// By one task, whose lists may still wait.
  template <class Source>
  void by_one(room& own, Source from, std::int64_t n, Key* out, word* to, word* other)
  {
    if (n <= 4 * each_) {
      if (n > 0) own.lists.add(from, n, out);
      return;
    }
    bool const is_hot = n <= own.hot_left;
    if (is_hot) to = std::exchange(own.hot, own.hot + n), own.hot_left -= n;
    std::int64_t begin[most_buckets + 1];
    int const buckets =
        deal([](char const*, auto const& f) { f(0); }, &own, 1, from, n, out, to, begin);
    for (int b = 0; b < buckets; ++b)
      by_one(own, static_cast<word const*>(to + begin[b]), begin[b + 1] - begin[b], out + begin[b],
             other + begin[b], to + begin[b]);
    if (is_hot) own.hot = to, own.hot_left += n;
  }

  // The steps of a deal, for keys that several share as well (see shared_sort.hpp).

  /// Which cell a number is in.
  struct cells {
    bits low = 0;
    int shift = 0, count = 0;

    cells() = default;
    cells(word least, word greatest, int cell_bits)
        : low(static_cast<bits>(least)),
          shift(std::max(
              static_cast<int>(std::bit_width(static_cast<bits>(greatest) - low)) - cell_bits, 0)),
          count(static_cast<int>(of(greatest)) + 1)
    {}
    std::size_t of(word w) const { return (static_cast<bits>(w) - low) >> shift; }
  };

  /// The least and the greatest key.
  template <class Run, class Source>
  static std::pair<word, word> range_of(Run const& run, room* rooms, int tasks, Source from,
                                        std::int64_t n)
  {
    run("range", [&](std::int64_t task) {
      std::int64_t const end = n * (task + 1) / tasks;
      std::int64_t i = n * task / tasks;
      word least = from[i], greatest = least;
      for (; i < end; ++i) {
        word const w = from[i];
        least = std::min(least, w);
        greatest = std::max(greatest, w);
      }
      rooms[task].next[0] = least, rooms[task].next[1] = greatest;
    });
    auto least = static_cast<word>(rooms[0].next[0]),
         greatest = static_cast<word>(rooms[0].next[1]);
    for (int task = 1; task < tasks; ++task) {
      least = std::min(least, static_cast<word>(rooms[task].next[0]));
      greatest = std::max(greatest, static_cast<word>(rooms[task].next[1]));
    }
    return {least, greatest};
  }

  /// By how many bits cells distinguish n keys.
  int cell_bits(std::int64_t n) const
  {
    auto const lists = static_cast<std::uint64_t>(n / each_);
    return std::clamp(static_cast<int>(std::bit_width(lists)) + 3, 6, most_cell_bits);
  }

  /// How many keys of each task are in each cell.
  template <class Run, class Source>
  static void count(Run const& run, room* rooms, int tasks, Source from, std::int64_t n,
                    cells const& of)
  {
    run("count", [=, cell = of](std::int64_t task) {
      std::uint32_t* const count = rooms[task].count;
      std::fill_n(count, cell.count, 0);
      for (std::int64_t i = n * task / tasks, end = n * (task + 1) / tasks; i < end; ++i)
        ++count[cell.of(from[i])];
    });
  }

  /// Each key to the next place of its bucket, of its task.
  template <class Run, class Source>
  static void put(Run const& run, room* rooms, int tasks, Source from, std::int64_t n,
                  cells const& of, word* to)
  {
    std::uint16_t const* const bucket_of = rooms[0].bucket_of;
    run("deal", [=, cell = of](std::int64_t task) {
      std::int64_t* const next = rooms[task].next;
      for (std::int64_t i = n * task / tasks, end = n * (task + 1) / tasks; i < end; ++i) {
        word const w = from[i];
        to[next[bucket_of[cell.of(w)]]++] = w;
      }
    });
  }

  /// How many buckets, so that as few times as may be lists come of them.
  double wanted_buckets(std::int64_t n) const
  {
    double const lists = static_cast<double>(n) / static_cast<double>(each_);
    double wanted = lists;
    for (int times = 2; wanted > most_wanted_keys; ++times) wanted = std::pow(lists, 1.0 / times);
    return wanted;
  }

  /// Cells are put together up to about as many keys as one of `wanted` buckets is to have: more
  /// than that has only a cell alone, whose keys agree in the more bits.
  int choose(room* rooms, int tasks, int cell_count, std::int64_t n, double wanted,
             std::int64_t* begin)
  {
    std::int64_t const most = 1 + static_cast<std::int64_t>(1.25 * static_cast<double>(n) / wanted);
    std::uint16_t* const bucket_of = rooms[0].bucket_of;
    int last = 0;
    std::int64_t before = 0, held = 0;
    begin[0] = 0;
    for (int task = 0; task < tasks; ++task) rooms[task].next[0] = 0;
    for (int c = 0; c < cell_count; ++c) {
      std::int64_t keys = 0;
      for (int task = 0; task < tasks; ++task) keys += rooms[task].count[c];
      if (held > 0 && held + keys > most) {
        begin[++last] = before;
        held = 0;
        for (int task = 0; task < tasks; ++task) rooms[task].next[last] = 0;
      }
      bucket_of[c] = static_cast<std::uint16_t>(last);
      for (int task = 0; task < tasks; ++task) rooms[task].next[last] += rooms[task].count[c];
      before += keys;
      held += keys;
    }
    begin[++last] = n;
    for (int b = 0; b < last; ++b) {
      std::int64_t place = begin[b];
      for (int task = 0; task < tasks; ++task) place += std::exchange(rooms[task].next[b], place);
    }
    return last;
  }

 private:
  /// Puts keys into buckets begin[b] … begin[b + 1] - 1 of `to` and says how many there are. Keys
  /// that are all the same go to `out`, and there are none.
  template <class Run, class Source>
  int deal(Run const& run, room* rooms, int tasks, Source from, std::int64_t n, Key* out, word* to,
           std::int64_t* begin)
  {
    auto const [least, greatest] = range_of(run, rooms, tasks, from, n);
    if (least == greatest) {
      run("fill", [&, w = least](std::int64_t task) {
        for (std::int64_t i = n * task / tasks, end = n * (task + 1) / tasks; i < end; ++i)
          words::write(w, out + i);
      });
      return 0;
    }
    cells const cell(least, greatest, cell_bits(n));
    count(run, rooms, tasks, from, n, cell);
    int const buckets = choose(rooms, tasks, cell.count, n, wanted_buckets(n), begin);
    put(run, rooms, tasks, from, n, cell, to);
    return buckets;
  }

  queue& on_;
  room* rooms_;
  int tasks_;
  std::int64_t each_, most_of_one_;
};

/// Rooms of some tasks, each with hot memory.
template <class Key>
class bucket_rooms {
  using room = typename bucket_sort<Key>::room;
  using word = typename signed_keys<Key>::word;

 public:
  bucket_rooms(queue& on, std::int64_t tasks, std::int64_t hot_words)
      : rooms_(host::scratch<room>(on, tasks)), hot_(host::scratch<word>(on, tasks * hot_words))
  {
    for (std::int64_t task = 0; task < tasks; ++task) {
      get()[task].hot = hot_.get() + task * hot_words;
      get()[task].hot_left = hot_words;
    }
  }
  room* get() const { return rooms_.get(); }

 private:
  std::unique_ptr<room[], scratch_deleter> rooms_;
  std::unique_ptr<word[], scratch_deleter> hot_;
};

}  // namespace acre::backends::host
