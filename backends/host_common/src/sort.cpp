#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "sort_buckets.hpp"

namespace acre::backends::host {

namespace {

struct no_value {};

/// Keys and what is moved along with them.
template <class Key, class Value>
struct items {
  Key* keys;
  Value* values;

  items from(std::int64_t i) const { return {keys + i, values ? values + i : nullptr}; }
};
template <class Key>
struct items<Key, no_value> {
  Key* keys;

  items from(std::int64_t i) const { return {keys + i}; }
};

/// Memory for n keys and values; the values' may be given.
template <class Key, class Value>
class item_scratch {
  static constexpr bool pairs = !std::is_same_v<Value, no_value>;

 public:
  item_scratch(queue& on, std::int64_t n, Value* values = nullptr)
      : keys_(host::scratch<Key>(on, n)),
        values_(host::scratch<Value>(on, pairs && !values ? n : 0)),
        given_(values)
  {}
  items<Key, Value> get() const
  {
    if constexpr (pairs)
      return {keys_.get(), given_ ? given_ : values_.get()};
    else
      return {keys_.get()};
  }

 private:
  std::unique_ptr<Key[], scratch_deleter> keys_;
  std::unique_ptr<Value[], scratch_deleter> values_;
  Value* given_;
};

/// How tasks run: here and now, or as a queue has it.
struct in_place {
  static constexpr int tasks = 1;
  template <class F>
  void operator()(char const*, F const& f) const
  {
    f(0);
  }
};
struct on_queue {
  queue& on;
  int tasks;
  template <class F>
  void operator()(char const* step, F const& f) const
  {
    on.for_tasks(step, tasks, f);
  }
};

constexpr int digits = 1 << digit_bits;

/// A stable sort of n items by the bits [first_bit, last_bit) of their keys' ranks. Each task
/// counts the digits of its part, then moves it to where the counts of all put it.
template <class Key, class Value, class Run>
class radix_sort {
  using word = sort_word<Key>;
  using order = sort_order<Key>;
  using all = items<Key, Value>;
  using source =
      items<Key const, std::conditional_t<std::is_same_v<Value, no_value>, no_value, Value const>>;
  static constexpr bool pairs = !std::is_same_v<Value, no_value>;

 public:
  radix_sort(Run const& run, std::int64_t n, int first_bit, int last_bit)
      : run_(run), n_(n), mask_(mask(first_bit, last_bit))
  {}

  /// Which bits differ between keys; `counts` are digits × tasks numbers.
  int plan(Key const* keys)
  {
    word differ[most_sort_tasks];
    word const some = rank(keys[0]);
    run_("bits", [&](std::int64_t task) {
      word found = 0;
      for (std::int64_t i = begin(task), end = begin(task + 1); i < end; ++i)
        found = static_cast<word>(found | (rank(keys[i]) ^ some));
      differ[task] = found;
    });
    word bits = 0;
    for (int task = 0; task < run_.tasks; ++task) bits = static_cast<word>(bits | differ[task]);
    bits &= mask_;
    for (passes_ = 0; bits != 0; ++passes_) {
      int const shift = std::countr_zero(bits);
      shift_[passes_] = shift;
      for (int b = shift; b < std::min(shift + digit_bits, width); ++b)
        bits = static_cast<word>(bits & ~(word{1} << b));
    }
    return passes_;
  }

  /// from → to, with as much memory in between where plan() says more than one pass. Without
  /// values, the places themselves are sorted.
  void sort(source from, all to, all between, std::int64_t* counts) const
  {
    if (passes_ == 0) {
      run_("copy", [&](std::int64_t task) {
        for (std::int64_t i = begin(task), end = begin(task + 1); i < end; ++i)
          move(from, i, to, i);
      });
      return;
    }
    for (int pass = 0; pass < passes_; ++pass) {
      all const target = (passes_ - pass) % 2 == 1 ? to : between;
      one_pass(from, target, shift_[pass], counts);
      if constexpr (pairs)
        from = {target.keys, target.values};
      else
        from = {target.keys};
    }
  }

  /// Likewise for few items.
  void insert(source from, all to) const
  {
    for (std::int64_t i = 0; i < n_; ++i) {
      word const own = rank(from.keys[i]) & mask_;
      std::int64_t place = i;
      for (; place > 0 && (rank(to.keys[place - 1]) & mask_) > own; --place) {
        to.keys[place] = to.keys[place - 1];
        if constexpr (pairs) to.values[place] = to.values[place - 1];
      }
      move(from, i, to, place);
    }
  }

 private:
  static constexpr int width = 8 * static_cast<int>(sizeof(Key));

  static word mask(int first_bit, int last_bit)
  {
    if (last_bit <= first_bit) return 0;
    word const up_to = static_cast<word>(static_cast<word>(~word{0}) >> (width - last_bit));
    return static_cast<word>(up_to >> first_bit << first_bit);
  }
  static word rank(Key key)
  {
    word bits;
    std::memcpy(&bits, &key, sizeof bits);
    word const r = order::rank(bits);
    return pairs ? order::equal(r) : r;
  }
  int digit(Key key, int shift) const
  {
    return static_cast<int>(static_cast<word>(rank(key) & mask_) >> shift & (digits - 1));
  }
  /// (Loops ask once: behind what they store a compiler divides anew for each item.)
  std::int64_t begin(std::int64_t task) const { return n_ * task / run_.tasks; }

  static void move(source const& from, std::int64_t i, all const& to, std::int64_t place)
  {
    to.keys[place] = from.keys[i];
    if constexpr (pairs) to.values[place] = from.values ? from.values[i] : static_cast<Value>(i);
  }

  void one_pass(source const& from, all const& to, int shift, std::int64_t* counts) const
  {
    run_("count", [&](std::int64_t task) {
      std::int64_t* const own = counts + task * digits;
      std::fill_n(own, digits, 0);
      for (std::int64_t i = begin(task), end = begin(task + 1); i < end; ++i)
        ++own[digit(from.keys[i], shift)];
    });
    std::int64_t before = 0;
    for (int d = 0; d < digits; ++d)
      for (int task = 0; task < run_.tasks; ++task)
        before += std::exchange(counts[task * digits + d], before);
    run_("move", [&](std::int64_t task) {
      std::int64_t* const next = counts + task * digits;
      for (std::int64_t i = begin(task), end = begin(task + 1); i < end; ++i)
        move(from, i, to, next[digit(from.keys[i], shift)]++);
    });
  }

  Run run_;
  std::int64_t n_;
  word mask_;
  int passes_ = 0, shift_[8] = {};
};

template <class Key, class Value, class Source>
void sort_all(queue& on, Source from, items<Key, Value> to, std::int64_t n, int first_bit,
              int last_bit, Value* spare = nullptr)
{
  if (n == 0) return;
  auto const sort = [&](auto const& run) {
    radix_sort<Key, Value, std::remove_cvref_t<decltype(run)>> by(run, n, first_bit, last_bit);
    if (n <= inserted_keys) {
      by.insert(from, to);
      return;
    }
    auto const counts = host::scratch<std::int64_t>(on, run.tasks * digits);
    int const passes = by.plan(from.keys);
    item_scratch<Key, Value> const between(on, passes > 1 ? n : 0, spare);
    by.sort(from, to, between.get(), counts.get());
  };
  if (n <= keys_for_one_task || on.threads() == 1)
    on.for_tasks("rows", 1, [&](std::int64_t) { sort(in_place{}); });
  else
    sort(on_queue{on, std::min(on.threads(), most_sort_tasks)});
}

/// Whether keys without values go into buckets: the digits of smaller ones are soon counted.
template <class Key>
constexpr bool into_buckets = sizeof(Key) >= 4;

/// More than a few keys by all their bits.
template <class Key>
void sort_by_buckets(queue& on, Key const* keys, Key* sorted, std::int64_t n)
{
  using word = typename signed_keys<Key>::word;
  auto* const out = reinterpret_cast<word*>(sorted);
  signed_keys<Key> const from{keys};
  bool const by_one = n <= keys_for_one_task;
  // counts of a task have 32 bits
  std::int64_t const tasks =
      by_one ? 1
             : std::max(std::min<std::int64_t>({n / 8192, on.threads(), most_sort_tasks}),
                        (n >> 31) + 1);
  bucket_rooms<Key> const rooms(on, tasks, bucket_sort<Key>::hot_words(by_one ? n : n / 128));
  auto const spare = host::scratch<word>(on, by_one ? 0 : n);
  bucket_sort<Key> by(on, rooms.get(), static_cast<int>(tasks), n);
  if (by_one)
    on.for_tasks("rows", 1, [&](std::int64_t) {
      auto& own = *rooms.get();
      own.lists.start();
      by.by_one(own, from, n, sorted, out, out);
      own.lists.finish();
    });
  else
    by.by_all(from, n, sorted, spare.get(), out);
}

/// Numbers of 32 bits become such of 64 where they lie, [begin, end) of them from the last one on.
/// If begin is not below half of end they are written after all that are read.
void widen(std::uint32_t* numbers, std::int64_t begin, std::int64_t end)
{
  auto* const bytes = reinterpret_cast<char*>(numbers);
  for (std::int64_t i = end - 1; i >= begin; --i) {
    std::uint32_t number;
    std::memcpy(&number, bytes + i * 4, sizeof number);
    auto const wide = static_cast<std::uint64_t>(number);
    std::memcpy(bytes + i * 8, &wide, sizeof wide);
  }
}
/// Likewise for all of a long row, by all threads: the upper half, the upper half of the rest, …
void widen_by_all(queue& on, std::uint32_t* numbers, std::int64_t n)
{
  for (; n > keys_for_one_task; n = (n + 1) / 2) {
    std::int64_t const begin = (n + 1) / 2, count = n - begin;
    int const tasks = std::min(on.threads(), most_sort_tasks);
    on.for_tasks("positions", tasks, [&](std::int64_t task) {
      widen(numbers, begin + count * task / tasks, begin + count * (task + 1) / tasks);
    });
  }
  on.for_tasks("positions", 1, [&](std::int64_t) { widen(numbers, 0, n); });
}

/// Each row by one task, or, where they are few, row after row by all. row_of(row) is from where
/// to where it goes; keys that go to null are not kept. Values of 32 bits are put into the first
/// half of the memory of a row, with the other half as scratch, and become numbers of 64 bits.
template <class Key, class Value, class RowOf>
void sort_each(queue& on, RowOf const& row_of, std::int64_t rows, std::int64_t length)
{
  constexpr bool pairs = !std::is_same_v<Value, no_value>,
                 halves = std::is_same_v<Value, std::uint32_t>;
  constexpr int bits = 8 * static_cast<int>(sizeof(Key));
  if (rows == 0 || length == 0) return;
  if (length > keys_for_one_task && rows < 4 * on.threads()) {
    auto const sorted = host::scratch<Key>(on, pairs ? length : 0);
    for (std::int64_t row = 0; row < rows; ++row) {
      auto [from, to] = row_of(row);
      if (!to.keys) to.keys = sorted.get();
      if constexpr (halves) {
        sort_all<Key, Value>(on, from, to, length, 0, bits, to.values + length);
        widen_by_all(on, to.values, length);
      } else {
        sort_all<Key, Value>(on, from, to, length, 0, bits);
      }
    }
    return;
  }
  std::int64_t const tasks = std::min(
      rows, std::clamp<std::int64_t>(rows * length / 4096, 1, std::int64_t{8} * on.threads()));
  auto const sorted = host::scratch<Key>(on, pairs ? tasks * length : 0);
  Value* spare = nullptr;
  if constexpr (halves) spare = row_of(0).second.values;  // what each row has itself
  item_scratch<Key, Value> const between(on, length > inserted_keys ? tasks * length : 0, spare);
  on.for_tasks("rows", tasks, [&](std::int64_t task) {
    std::int64_t counts[digits];
    for (std::int64_t row = rows * task / tasks; row < rows * (task + 1) / tasks; ++row) {
      auto [from, to] = row_of(row);
      if (!to.keys) to.keys = sorted.get() + task * length;
      radix_sort<Key, Value, in_place> by({}, length, 0, bits);
      if (length <= inserted_keys) {
        by.insert(from, to);
      } else {
        by.plan(from.keys);
        auto middle = between.get().from(task * length);
        if constexpr (halves) middle.values = to.values + length;
        by.sort(from, to, middle, counts);
      }
      if constexpr (halves) widen(to.values, 0, length);
    }
  });
}

/// The most keys of rows that are sorted beside each other.
template <class Key>
constexpr std::int64_t most_of_short_row =
    into_buckets<Key> ? most_beside : most_of_short_row_by_one;

/// Rows of keys alone, each by one task: short ones, and such whose keys go into buckets.
template <class Key>
void sort_short_rows(queue& on, Key const* keys, Key* sorted, std::int64_t rows,
                     std::int64_t length)
{
  std::int64_t const tasks =
      std::clamp<std::int64_t>(rows * length / 4096, 1, std::min<std::int64_t>(rows, on.threads()));
  auto const lists = host::scratch<waiting_lists<Key>>(on, tasks);
  on.for_tasks("rows", tasks, [&](std::int64_t task) {
    auto& own = lists.get()[task];
    own.start();
    for (std::int64_t row = rows * task / tasks, end = rows * (task + 1) / tasks; row < end; ++row)
      own.add(signed_keys<Key>{keys + row * length}, length, sorted + row * length);
    own.finish();
  });
}
template <class Key>
void sort_rows_by_buckets(queue& on, Key const* keys, Key* sorted, std::int64_t rows,
                          std::int64_t length)
{
  using word = typename signed_keys<Key>::word;
  std::int64_t const tasks = std::min<std::int64_t>(rows, on.threads());
  bucket_rooms<Key> const rooms(on, tasks, bucket_sort<Key>::hot_words(length));
  auto const spare = host::scratch<word>(on, tasks * length);
  on.for_tasks("rows", tasks, [&](std::int64_t task) {
    auto& own = rooms.get()[task];
    own.lists.start();
    bucket_sort<Key> by(on, &own, 1, length);
    for (std::int64_t row = rows * task / tasks, end = rows * (task + 1) / tasks; row < end; ++row)
      by.by_one(own, signed_keys<Key>{keys + row * length}, length, sorted + row * length,
                spare.get() + task * length, reinterpret_cast<word*>(sorted + row * length));
    own.lists.finish();
  });
}

/// Rows of few keys that wait until there is one for each lane, to have their places sorted. What
/// is sorted are numbers of 64 bits, the first of a key's rank and behind them its place.
template <class Key>
class waiting_places {
  using bits = sort_word<Key>;
  using order = sort_order<Key>;

 public:
  /// `kept` places of each row are wanted.
  void start(int kept)
  {
    kept_ = kept;
    held_ = 0;
  }

  /// The n ≤ most_of_argsorted_row keys of a row, as many in all rows, and where their places go.
  void add(Key const* keys, int n, std::int64_t* to)
  {
    std::uint64_t* const own = list_ + held_ * pitch_;
    auto& row = row_[held_];
    row = {keys, to, place_bits_of(n), true};
    n_ = n;
    if constexpr (sizeof(Key) < 8) {
      for (int first = 0; first < n; first += unrolled) {
        bits some[unrolled];
        int const count = std::min(unrolled, n - first);
        if (count == unrolled)
          rank_some(keys + first, std::integral_constant<int, unrolled>(), some);
        else
          rank_some(keys + first, count, some);
        for (int j = 0; j < count; ++j)
          own[first + j] =
              (std::uint64_t{some[j]} << 32 | static_cast<std::uint32_t>(first + j)) ^ top_bit;
      }
    } else {
      std::uint64_t const some = rank(keys[0]);
      std::uint64_t differ = 0;
      for (int i = 0; i < n; ++i) {
        own[i] = rank(keys[i]);
        differ |= own[i] ^ some;
      }
      // bits that all keys share make room; where there are too few, places have their last ones'
      int const shared = std::countl_zero(differ), shift = std::min(shared, row.place_bits);
      row.is_exact = shift == row.place_bits;
      std::uint64_t const of_place = mask(row.place_bits);
      for (int i = 0; i < n; ++i)
        own[i] = ((own[i] << shift & ~of_place) | static_cast<std::uint64_t>(i)) ^ top_bit;
    }
    if (++held_ == beside<std::int64_t>().lanes) finish();
  }
  void finish()
  {
    if (held_ == 0) return;
    auto const& by = beside<std::int64_t>();
    int const n = (n_ + beside_step - 1) / beside_step * beside_step;
    for (int l = 0; l < by.lanes; ++l) {
      int const size = l < held_ ? n_ : 0;
      std::fill_n(list_ + l * pitch_ + size, n - size, ~top_bit);
    }
    by.sort(reinterpret_cast<std::int64_t*>(list_), pitch_, n);
    for (int l = 0; l < held_; ++l) {
      std::uint64_t const* const own = list_ + l * pitch_;
      auto const& row = row_[l];
      std::uint64_t const of_place = mask(row.place_bits);
      if (row.is_exact) {
        for (int i = 0; i < kept_; ++i) row.to[i] = static_cast<std::int64_t>(own[i] & of_place);
        continue;
      }
      for (int i = 0; i < n_; ++i) place_[i] = static_cast<std::int64_t>(own[i] & of_place);
      order_alike(row.keys, own, of_place);
      std::copy_n(place_, kept_, row.to);
    }
    held_ = 0;
  }

 private:
  struct waiting {
    Key const* keys;
    std::int64_t* to;
    int place_bits;
    bool is_exact;
  };
  static constexpr std::uint64_t top_bit = std::uint64_t{1} << 63;
  static constexpr int most_lanes_ = 64 / sizeof(std::uint64_t);
  static constexpr std::int64_t pitch_ = most_beside + beside_step;

  static bits rank(Key key)
  {
    bits b;
    std::memcpy(&b, &key, sizeof b);
    return order::equal(order::rank(b));
  }
  /// Likewise of some keys. (A loop for each choice, as g++ vectorises no two in one.)
  template <class Count>
  static void rank_some(Key const* keys, Count count, bits* to)
  {
    bits all[unrolled];
    std::memcpy(all, keys, sizeof(Key) * static_cast<std::size_t>(count));
    for (int j = 0; j < count; ++j) all[j] = order::rank(all[j]);
    for (int j = 0; j < count; ++j) to[j] = order::equal_number(all[j]);
    for (int j = 0; j < count; ++j)
      to[j] = order::is_nan(all[j]) ? static_cast<bits>(~bits{0}) : to[j];
  }
  static int place_bits_of(int n)
  {
    return sizeof(Key) < 8 ? 32 : std::bit_width(static_cast<unsigned>(n - 1));
  }
  static std::uint64_t mask(int n) { return (std::uint64_t{1} << n) - 1; }

  /// Puts in order what the first bits of keys don't.
  void order_alike(Key const* keys, std::uint64_t const* own, std::uint64_t of_place)
  {
    std::uint64_t alike = 0;
    for (int i = 1; i < n_; ++i) alike |= ((own[i - 1] ^ own[i]) & ~of_place) == 0 ? 1 : 0;
    if (alike == 0) return;
    for (int i = 1; i < n_; ++i) {
      std::int64_t const place = place_[i];
      bits const key = rank(keys[place]);
      int at = i;
      // (equal ones are in order already)
      for (; at > 0 && rank(keys[place_[at - 1]]) > key; --at) place_[at] = place_[at - 1];
      place_[at] = place;
    }
  }

  alignas(64) std::uint64_t list_[most_lanes_ * pitch_];
  waiting row_[most_lanes_];
  std::int64_t place_[most_of_short_row_by_one];  // of a row whose keys are longer than the numbers
  int held_, n_, kept_;
};
/// The most keys of rows whose places are sorted so. Keys of 64 bits may be put in order one by
/// one.
template <class Key>
constexpr std::int64_t most_of_argsorted_row =
    sizeof(Key) == 4 ? most_beside : most_of_short_row_by_one;

template <class Key>
void argsort_short_rows(queue& on, Key const* keys, std::int64_t* positions, std::int64_t rows,
                        std::int64_t length, std::int64_t kept)
{
  std::int64_t const tasks =
      std::clamp<std::int64_t>(rows * length / 4096, 1, std::min<std::int64_t>(rows, on.threads()));
  auto const lists = host::scratch<waiting_places<Key>>(on, tasks);
  on.for_tasks("rows", tasks, [&](std::int64_t task) {
    auto& own = lists.get()[task];
    own.start(static_cast<int>(kept));
    for (std::int64_t row = rows * task / tasks, end = rows * (task + 1) / tasks; row < end; ++row)
      own.add(keys + row * length, static_cast<int>(length), positions + row * kept);
    own.finish();
  });
}

}  // namespace

template <class Key>
void radix<Key>::sort_keys(queue& on, Key const* keys, Key* sorted, std::int64_t n, int first_bit,
                           int last_bit)
{
  if constexpr (into_buckets<Key>)
    if (n > inserted_keys && first_bit == 0 && last_bit == 8 * static_cast<int>(sizeof(Key)))
      return n <= most_of_short_row<Key> ? sort_short_rows(on, keys, sorted, 1, n)
                                         : sort_by_buckets(on, keys, sorted, n);
  sort_all<Key, no_value>(on, items<Key const, no_value>{keys}, {sorted}, n, first_bit, last_bit);
}

template <class Key>
void radix<Key>::sort_pairs(queue& on, Key const* keys, Key* sorted_keys,
                            std::uint32_t const* values, std::uint32_t* sorted_values,
                            std::int64_t n, int first_bit, int last_bit)
{
  sort_all<Key, std::uint32_t>(on, items<Key const, std::uint32_t const>{keys, values},
                               {sorted_keys, sorted_values}, n, first_bit, last_bit);
}

template <class Key>
void radix<Key>::sort_pairs(queue& on, Key const* keys, Key* sorted_keys,
                            std::uint64_t const* values, std::uint64_t* sorted_values,
                            std::int64_t n, int first_bit, int last_bit)
{
  sort_all<Key, std::uint64_t>(on, items<Key const, std::uint64_t const>{keys, values},
                               {sorted_keys, sorted_values}, n, first_bit, last_bit);
}

template <class Key>
void radix<Key>::sort_rows(queue& on, Key const* keys, Key* sorted, std::int64_t rows,
                           std::int64_t length)
{
  if (rows == 0 || length == 0) return;
  if (rows == 1) return sort_keys(on, keys, sorted, length, 0, 8 * static_cast<int>(sizeof(Key)));
  if (length <= most_of_short_row<Key>) return sort_short_rows(on, keys, sorted, rows, length);
  if constexpr (into_buckets<Key>) {
    if (length <= keys_for_one_task || rows >= 4 * on.threads())
      return sort_rows_by_buckets(on, keys, sorted, rows, length);
    for (std::int64_t row = 0; row < rows; ++row)
      sort_by_buckets(on, keys + row * length, sorted + row * length, length);
    return;
  }
  sort_each<Key, no_value>(
      on,
      [=](std::int64_t row) {
        return std::pair(items<Key const, no_value>{keys + row * length},
                         items<Key, no_value>{sorted + row * length});
      },
      rows, length);
}

template <class Key>
void radix<Key>::argsort_rows(queue& on, Key const* keys, std::int64_t* positions,
                              std::int64_t rows, std::int64_t length)
{
  if (rows == 0 || length == 0) return;
  if (rows > 1 && length <= most_of_argsorted_row<Key>)
    return argsort_short_rows(on, keys, positions, rows, length, length);
  auto const sort = [&]<class Word>(Word* words) {
    std::int64_t const words_a_row = length * static_cast<std::int64_t>(8 / sizeof(Word));
    sort_each<Key, Word>(
        on,
        [=](std::int64_t row) {
          return std::pair(items<Key const, Word const>{keys + row * length, nullptr},
                           items<Key, Word>{nullptr, words + row * words_a_row});
        },
        rows, length);
  };
  if (length <= std::int64_t{0xffffffff})
    sort(reinterpret_cast<std::uint32_t*>(positions));
  else
    sort(reinterpret_cast<std::uint64_t*>(positions));
}

template <class Key>
void radix<Key>::first_of_rows(queue& on, Key const* keys, std::int64_t* positions,
                               std::int64_t rows, std::int64_t length, std::int64_t kept)
{
  static_assert(first_of_rows_length <= most_of_argsorted_row<Key>);
  argsort_short_rows(on, keys, positions, rows, length, kept);
}

template struct radix<std::uint8_t>;
template struct radix<std::uint16_t>;
template struct radix<std::uint32_t>;
template struct radix<std::uint64_t>;
template struct radix<std::int32_t>;
template struct radix<std::int64_t>;
template struct radix<float>;
template struct radix<double>;

}  // namespace acre::backends::host
