#include <acre/backends/host_common/shared_sort.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include "sort_buckets.hpp"

namespace acre::backends::host {

namespace {

int tasks_for(queue const& on, std::int64_t n)
{
  return static_cast<int>(
      std::clamp<std::int64_t>(n / 8192, 1, std::min(on.threads(), most_sort_tasks)));
}

}  // namespace

template <class Key>
struct shared_deal<Key>::state {
  using steps = bucket_sort<Key>;
  static_assert(std::is_same_v<typename signed_keys<Key>::word, word>);

  queue& on;
  signed_keys<Key> keys;
  std::int64_t n, all;
  int tasks;
  bucket_rooms<Key> rooms;  // the last one counts what the others have
  steps by;
  typename steps::cells cells{};
  int buckets = 0;
  std::int64_t begin[most_buckets + 1];

  state(queue& q, Key const* from, std::int64_t these, std::int64_t of_all)
      : on(q),
        keys{from},
        n(these),
        all(of_all),
        tasks(tasks_for(q, these)),
        rooms(q, tasks + 1, 0),
        by(q, rooms.get(), tasks, of_all)
  {}

  auto by_all() const
  {
    return [this](char const* step, auto const& f) { on.for_tasks(step, tasks, f); };
  }
};

template <class Key>
shared_deal<Key>::shared_deal(queue& on, Key const* keys, std::int64_t n, std::int64_t all)
    : own_(std::make_unique<state>(on, keys, n, all))
{}
template <class Key>
shared_deal<Key>::shared_deal(shared_deal&&) noexcept = default;
template <class Key>
shared_deal<Key>::~shared_deal() = default;

template <class Key>
auto shared_deal<Key>::range() const -> std::array<word, 2>
{
  state const& s = *own_;
  if (s.n == 0) return {std::numeric_limits<word>::max(), std::numeric_limits<word>::min()};
  auto const [least, greatest] =
      state::steps::range_of(s.by_all(), s.rooms.get(), s.tasks, s.keys, s.n);
  return {least, greatest};
}

template <class Key>
std::span<std::uint32_t const> shared_deal<Key>::count(word least, word greatest)
{
  state& s = *own_;
  s.cells = {least, greatest, s.by.cell_bits(s.all)};
  auto* const rooms = s.rooms.get();
  state::steps::count(s.by_all(), rooms, s.tasks, s.keys, s.n, s.cells);
  auto* const sum = rooms[s.tasks].count;
  std::copy_n(rooms[0].count, s.cells.count, sum);
  for (int task = 1; task < s.tasks; ++task)
    for (int c = 0; c < s.cells.count; ++c) sum[c] += rooms[task].count[c];
  return {sum, static_cast<std::size_t>(s.cells.count)};
}

template <class Key>
std::span<std::int64_t const> shared_deal<Key>::choose(std::span<std::uint32_t const> of_others)
{
  state& s = *own_;
  auto* const rooms = s.rooms.get();
  std::copy_n(of_others.data(), s.cells.count, rooms[s.tasks].count);
  // as many as may be: what lies across a share's end is sorted twice
  double const wanted = std::min<double>(most_wanted_keys, static_cast<double>(s.all));
  s.buckets = s.by.choose(rooms, s.tasks + 1, s.cells.count, s.all, wanted, s.begin);
  // places among these keys alone: those of the others go behind them in each bucket
  std::int64_t before = 0;
  for (int b = 0; b < s.buckets; ++b) {
    std::int64_t const these = rooms[s.tasks].next[b] - s.begin[b], back = s.begin[b] - before;
    for (int task = 0; task < s.tasks; ++task) rooms[task].next[b] -= back;
    before += these;
  }
  return {s.begin, static_cast<std::size_t>(s.buckets) + 1};
}

template <class Key>
std::vector<std::int64_t> shared_deal<Key>::bounds(std::span<std::uint32_t const> counts) const
{
  state const& s = *own_;
  std::vector<std::int64_t> begin(static_cast<std::size_t>(s.buckets) + 1);
  std::uint16_t const* const bucket_of = s.rooms.get()[0].bucket_of;
  for (std::size_t c = 0; c < counts.size(); ++c) begin[bucket_of[c] + std::size_t{1}] += counts[c];
  for (std::size_t b = 1; b < begin.size(); ++b) begin[b] += begin[b - 1];
  return begin;
}

template <class Key>
void shared_deal<Key>::deal(word* to)
{
  state const& s = *own_;
  state::steps::put(s.by_all(), s.rooms.get(), s.tasks, s.keys, s.n, s.cells, to);
}

template <class Key>
struct shared_buckets<Key>::state {
  /// Where a bucket is put in order: in the result, or, where not all of it is wanted, in memory of
  /// its own.
  struct place {
    std::int64_t at, size;  // in the result
    std::unique_ptr<Key[], scratch_deleter> own;
  };

  queue& on;
  std::int64_t count;
  int tasks;
  std::int64_t hot;
  bucket_rooms<Key> rooms;
  bucket_sort<Key> by;
  std::unique_ptr<word[], scratch_deleter> spare;
  std::vector<place> places;

  state(queue& q, std::span<std::int64_t const> begin, std::int64_t from, std::int64_t to)
      : on(q),
        count(to - from),
        tasks(tasks_for(q, count)),
        hot(bucket_sort<Key>::hot_words(count)),
        rooms(q, tasks, hot),
        by(q, rooms.get(), tasks, count)
  {
    std::int64_t largest = 0;
    for (std::size_t b = 0; b + 1 < begin.size(); ++b) {
      std::int64_t const at = begin[b] - from, size = begin[b + 1] - begin[b];
      places.push_back({at, size, {}});
      if (at < 0 || at + size > count) places.back().own = scratch<Key>(on, size);
      if (size > hot) largest = std::max(largest, size);
    }
    spare = scratch<word>(on, largest);
  }

  /// Keys that lie in two places, read as one row.
  struct two_pieces {
    word const *first, *second;
    std::int64_t split;
    word operator[](std::int64_t i) const { return i < split ? first[i] : second[i - split]; }
  };
  /// Sorts a bucket by one task; `to` has no key yet.
  void sort_by_one(typename bucket_sort<Key>::room& own, std::span<piece const> pieces,
                   std::size_t b, Key* to)
  {
    auto* const words = reinterpret_cast<word*>(to);
    if (pieces.size() == 2) {
      auto const begin = [&](std::size_t k) {
        return pieces[k].keys + (pieces[k].begin[b] - pieces[k].begin[0]);
      };
      two_pieces const from{begin(0), begin(1), pieces[0].begin[b + 1] - pieces[0].begin[b]};
      by.by_one(own, from, places[b].size, to, words, words);
    } else {
      word const* const here = gather(pieces, b, to);
      by.by_one(own, here, places[b].size, to, words, words);
    }
  }
  /// The keys of a bucket in memory where they are sorted to.
  static word* gather(std::span<piece const> pieces, std::size_t b, Key* to)
  {
    auto* const words = reinterpret_cast<word*>(to);
    for (word* next = words; piece const& p : pieces)
      next = std::copy(p.keys + (p.begin[b] - p.begin[0]), p.keys + (p.begin[b + 1] - p.begin[0]),
                       next);
    return words;
  }
};

template <class Key>
shared_buckets<Key>::shared_buckets(queue& on, std::span<std::int64_t const> begin,
                                    std::int64_t from, std::int64_t to)
    : own_(std::make_unique<state>(on, begin, from, to))
{}
template <class Key>
shared_buckets<Key>::shared_buckets(shared_buckets&&) noexcept = default;
template <class Key>
shared_buckets<Key>::~shared_buckets() = default;

template <class Key>
void shared_buckets<Key>::sort(std::span<piece const> pieces, Key* out)
{
  state& s = *own_;
  std::atomic<std::size_t> next = 0;
  s.on.for_tasks("buckets", s.tasks, [&](std::int64_t task) {
    auto& own = s.rooms.get()[task];
    own.lists.start();
    for (std::size_t b; (b = next++) < s.places.size();) {
      auto const& p = s.places[b];
      if (p.size > s.hot) continue;
      s.sort_by_one(own, pieces, b, p.own ? p.own.get() : out + p.at);
    }
    own.lists.finish();
  });
  for (std::size_t b = 0; b < s.places.size(); ++b) {
    auto const& p = s.places[b];
    Key* const to = p.own ? p.own.get() : out + p.at;
    if (p.size > s.hot) {  // by all tasks
      word* const here = s.gather(pieces, b, to);
      s.by.by_all(static_cast<word const*>(here), p.size, to, s.spare.get(), here);
    }
    std::int64_t const from = std::max<std::int64_t>(-p.at, 0),
                       end = std::min(p.size, s.count - p.at);
    if (p.own && from < end) std::copy(to + from, to + end, out + p.at + from);
  }
}

template <class Key>
void shared_buckets<Key>::fill(word number, Key* from, Key* to)
{
  for (; from < to; ++from) signed_keys<Key>::write(number, from);
}

template class shared_deal<std::uint32_t>;
template class shared_deal<std::uint64_t>;
template class shared_deal<std::int32_t>;
template class shared_deal<std::int64_t>;
template class shared_deal<float>;
template class shared_deal<double>;
template class shared_buckets<std::uint32_t>;
template class shared_buckets<std::uint64_t>;
template class shared_buckets<std::int32_t>;
template class shared_buckets<std::int64_t>;
template class shared_buckets<float>;
template class shared_buckets<double>;

}  // namespace acre::backends::host
