#pragma once

#include <acre/backends/common/keyed.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/host_common/reduce.hpp>
#include <acre/backends/host_common/scratch.hpp>
#include <acre/backends/host_common/short_lists.hpp>
#include <acre/backends/host_common/task_runner.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

/// See backends/common/keyed.hpp.
///
/// No key is sorted. Where the lanes of all places fit into the L2 cache, one or two threads' rows
/// go to them at once, by one of them. Else rows are dealt to some hundred parts by their keys'
/// upper bits (deal, in src/keyed.cpp). Each part is then one task's, and its values go, in index
/// order, to the lanes of their places, which stay in the L2 cache; where places have a few values
/// each, to lists of these. Scratch: for each row its value and 2 bytes, and some hundred KiB a
/// thread.
namespace acre::backends {

namespace host {

/// A value of so many bytes, to be moved.
template <int Bytes>
struct value_bytes {
  alignas(Bytes) unsigned char bytes[Bytes];
};

/// A row's values.
template <int Bytes, int Columns>
struct dealt_row {
  value_bytes<Bytes> column[Columns];
};

/// Rows of a part, next to each other: values and their keys' lower bits.
template <int Bytes, int Columns>
struct alignas(64) dealt_block {
  static constexpr int size = Columns == 1 ? 256 : 512, rows = size / (Bytes * Columns + 2);
  std::uint16_t low[rows];
  dealt_row<Bytes, Columns> values[rows];
};

/// Rows by part. Each task has dealt its own; blocks lie in chunks, which are linked.
template <int Bytes, int Columns>
class dealt_rows {
 public:
  using block = dealt_block<Bytes, Columns>;
  struct stream {
    std::int64_t rows;
    std::uint32_t first;  // chunk
  };

  dealt_rows(task_runner& on, std::int64_t n, int parts, int tasks)
      : parts_(parts),
        tasks_(tasks),
        chunk_bits_(chunk_bits_for(n / tasks / parts)),
        chunks_of_task_(n / tasks / (block::rows << chunk_bits_) + parts + 1),
        blocks_(scratch<block>(on, chunks_of_task_ * tasks << chunk_bits_)),
        next_(scratch<std::uint32_t>(on, chunks_of_task_ * tasks)),
        streams_(scratch<stream>(on, std::int64_t{tasks} * parts))
  {}

  int parts() const { return parts_; }
  int tasks() const { return tasks_; }
  std::int64_t rows(int part) const
  {
    std::int64_t sum = 0;
    for (int task = 0; task < tasks_; ++task) sum += of(task, part).rows;
    return sum;
  }
  /// f(block, count) for each block of a part, in the order of its rows.
  template <class F>
  void each_block(int part, F const& f) const
  {
    for (int task = 0; task < tasks_; ++task) {
      std::int64_t left = of(task, part).rows;
      for (std::uint32_t c = of(task, part).first; left > 0; c = next_[c])
        for (int b = 0; b < 1 << chunk_bits_ && left > 0; ++b, left -= block::rows)
          f(at(c, b), static_cast<int>(std::min<std::int64_t>(left, block::rows)));
    }
  }

  block* blocks() const { return blocks_.get(); }
  std::uint32_t* next() const { return next_.get(); }
  stream& of(int task, int part) const
  {
    return streams_[static_cast<std::size_t>(task * parts_ + part)];
  }
  /// Blocks of a chunk: 1 << chunk_bits().
  int chunk_bits() const { return chunk_bits_; }
  std::uint32_t first_chunk(int task) const
  {
    return static_cast<std::uint32_t>(chunks_of_task_ * task);
  }

 private:
  block const& at(std::uint32_t c, int b) const
  {
    return blocks_[(std::size_t{c} << chunk_bits_) + static_cast<std::size_t>(b)];
  }

  /// As each stream may leave most of a chunk unused, a chunk holds half of what a stream has, and
  /// 16 blocks at most.
  static int chunk_bits_for(std::int64_t rows_of_stream)
  {
    int bits = 0;
    while (bits < 4 && rows_of_stream >= std::int64_t{4 * block::rows} << bits) ++bits;
    return bits;
  }

  int parts_, tasks_, chunk_bits_;
  std::int64_t chunks_of_task_;
  std::unique_ptr<block[], scratch_deleter> blocks_;
  std::unique_ptr<std::uint32_t[], scratch_deleter> next_;
  std::unique_ptr<stream[], scratch_deleter> streams_;
};

/// Deals rows to the parts (key - first) >> shift. Compiled once, in src/keyed.cpp, for keys of 1
/// and 4 bytes and values of 4 and 8; keys of 4 bytes for 2 and 4 columns, too.
template <class Key, int Bytes, int Columns>
struct deal {
  using columns = std::array<value_bytes<Bytes> const*, static_cast<std::size_t>(Columns)>;
  static dealt_rows<Bytes, Columns> rows(task_runner& on, Key const* keys, Key first, int shift,
                                         int parts, std::int64_t n, columns const& values);
};

/// The keys' lower bits, which number places of a part; -1 where sorting is as good.
inline int bits_in_part(std::int64_t places, std::int64_t n, std::int64_t bytes_of_place,
                        int threads)
{
  if (n < 65536 || n > std::int64_t{1} << 36 || places > n / 8) return -1;
  int bits = std::bit_width(static_cast<std::uint64_t>(keyed_part_bytes / bytes_of_place)) - 1;
  if (bits < 0 || ((places - 1) >> bits) >= most_keyed_parts) return -1;
  while (bits > 0 && places >> bits < std::min<std::int64_t>(std::int64_t{8} * threads, 256))
    --bits;
  return bits;
}

/// Likewise where a part's values become lists; -1 where places are not many.
inline int bits_of_lists(std::int64_t places, std::int64_t n)
{
  if (n < 65536 || n > std::int64_t{1} << 36 || places > n || places <= n / few_in_list) return -1;
  int bits = std::bit_width(static_cast<std::uint64_t>(listed_rows * places / n)) - 1;
  while (((places - 1) >> bits) >= most_keyed_parts) ++bits;
  return bits <= 16 ? bits : -1;
}

/// Threads, and bytes of the lanes of all places, up to which rows are not dealt.
inline constexpr int most_undealt = 2;
inline constexpr std::int64_t undealt_bytes = std::int64_t{1} << 20;

/// The lanes of a part's places.
template <class Reducer>
class lanes_of_places {
  using lanes = detail::row_lanes<Reducer>;
  using value = typename Reducer::value_type;
  struct tile {
    std::int64_t place;
    value v;
  };

 public:
  lanes_of_places(Reducer const& reducer, lanes* of, std::int64_t* counts)
      : reducer_(reducer), none_(reducer), of_(of), counts_(counts)
  {}
  void begin(std::int64_t places)
  {
    std::fill_n(of_, places, none_);
    std::fill_n(counts_, places, 0);
    tiles_.clear();
  }
  /// The first `count` rows of a block; element(value) of each.
  template <class Block, class ElementOf>
  void add(Block const& block, int count, ElementOf const& element)
  {
    add_rows(
        count, [&](int r) { return block.low[r]; },
        [&](int r) { return element(block.values[r]); });
  }
  /// `count` rows, their places and their elements.
  template <class Int, class PlaceOf, class ElementOf>
  void add_rows(Int count, PlaceOf const& place_of, ElementOf const& element_of)
  {
    lanes* const of = of_;  // which the compiler sees to stay
    std::int64_t* const counts = counts_;
    Reducer const reducer = reducer_;
    for (Int r = 0; r < count; ++r) {
      std::size_t const place = place_of(r);
      std::int64_t const n = counts[place]++;
      int const l = static_cast<int>(n & (reduce_lanes - 1));
      of[place].set(l, appended(reducer, of[place].get(l), element_of(r), n));
      if ((n & (reduce_tile - 1)) == reduce_tile - 1) end_tile(static_cast<std::int64_t>(place));
    }
  }
  /// to(place, count, value)
  template <class To>
  void finish(std::int64_t places, To const& to)
  {
    for (std::int64_t p = 0; p < places; ++p)
      if (counts_[p] == 0)
        to(p, 0, reducer_.identity());
      else if (counts_[p] < reduce_tile)
        to(p, counts_[p], detail::lane_tree(reducer_, of_[p]));
      else if (counts_[p] % reduce_tile != 0)
        end_tile(p);
    std::stable_sort(tiles_.begin(), tiles_.end(),
                     [](tile const& a, tile const& b) { return a.place < b.place; });
    // (no vector, as one of bool has no elements to point to)
    auto const level = std::make_unique<value[]>(tiles_.size());
    for (std::size_t t = 0; t < tiles_.size();) {
      std::int64_t const p = tiles_[t].place;
      std::int64_t count = 0;
      for (; t < tiles_.size() && tiles_[t].place == p; ++t) level[count++] = tiles_[t].v;
      to(p, counts_[p], detail::reduce_levels(reducer_, level.get(), count));
    }
  }

 private:
  [[gnu::noinline]] void end_tile(std::int64_t place)
  {
    tiles_.push_back({place, detail::lane_tree(reducer_, of_[place])});
    of_[place] = none_;
  }

  Reducer const& reducer_;
  lanes const none_;
  lanes* of_;
  std::int64_t* counts_;
  std::vector<tile> tiles_;  // of places that have more than one
};

/// The lists of a part's places: its elements by place.
template <class Reducer, class Element>
class lists_of_places {
  using value = typename Reducer::value_type;

 public:
  /// Memory for `rows` elements and reduce_lanes more, and for as many numbers and places + 1.
  lists_of_places(Reducer const& reducer, Element* elements, std::uint32_t* begin)
      : reducer_(reducer), elements_(elements), begin_(begin)
  {}
  /// each_row(f) calls f(place, row) for each row in order, twice; to(place, count, value).
  template <class EachRow, class ElementOf, class To>
  void reduce(std::int64_t places, EachRow const& each_row, ElementOf const& element_of,
              To const& to)
  {
    std::uint32_t* const next = begin_ + 1;  // behind each place's, once all are counted
    std::fill_n(begin_, places + 2, 0U);
    each_row([&](std::size_t place, auto const&) { ++next[place + 1]; });
    for (std::int64_t p = 1; p < places; ++p) next[p + 1] += next[p];
    each_row(
        [&](std::size_t place, auto const& row) { elements_[next[place]++] = element_of(row); });
    fill_behind(elements_, static_cast<int>(begin_[places]));
    for (std::int64_t p = 0; p < places;) {
      int begin[lists_at_once + 1] = {}, count = 0;
      std::uint32_t const first = begin_[p];
      auto const some = static_cast<int>(std::min<std::int64_t>(places - p, lists_at_once));
      for (; count < some; ++count) {
        auto const end = static_cast<std::int64_t>(begin_[p + count + 1]) - first;
        if (end > values_at_once || end - begin[count] > most_of_short<Reducer, Element>) break;
        begin[count + 1] = static_cast<int>(end);
      }
      if (count > 0) {
        reduce_short_lists(reducer_, elements_ + first, begin, count, p, to);
        p += count;
      } else {
        std::int64_t const n = begin_[p + 1] - first;
        to(p++, n, reduce_list(elements_ + first, n));
      }
    }
  }

 private:
  [[gnu::noinline]] value reduce_list(Element const* x, std::int64_t n)
  {
    std::int64_t const tiles = (n + reduce_tile - 1) / reduce_tile;
    auto const level = std::make_unique<value[]>(static_cast<std::size_t>(tiles));
    for (std::int64_t t = 0; t < tiles; ++t)
      level[t] = detail::reduce_one_tile(reducer_, t * reduce_tile,
                                         std::min<std::int64_t>(n - t * reduce_tile, reduce_tile),
                                         [&](std::int64_t e) { return x[e]; });
    return detail::reduce_levels(reducer_, level.get(), tiles);
  }

  Reducer const& reducer_;
  Element* elements_;
  std::uint32_t* begin_;
};

}  // namespace host

/// See above.
void rows_keyed(host::task_runner& on, std::uint32_t const* keys, std::uint32_t first,
                std::int64_t places, std::int64_t n, bool last, std::int64_t* rows);

template <class Key, class T, std::size_t Columns, class Map, class Reducer, class Target>
bool reduce_keyed(host::task_runner& on, Key const* keys, Key first, std::int64_t places,
                  std::int64_t n, std::array<T const*, Columns> const& columns, Map const& map,
                  Reducer const& reducer, Target const& target)
{
  using namespace host;
  static_assert(reduces_keyed<Key, T, Reducer>);
  constexpr int C = static_cast<int>(Columns);
  using row = std::conditional_t<C == 1, T, packet<T, C>>;
  using lanes = host::detail::row_lanes<Reducer>;
  if (C == 1 && n >= 8 * places && on.threads() <= most_undealt &&
      places * static_cast<std::int64_t>(sizeof(lanes)) <= undealt_bytes) {
    auto const room = scratch<lanes>(on, places);
    auto const counts = scratch<std::int64_t>(on, places);
    on.for_tasks("keyed", 1, [&](std::int64_t) {
      lanes_of_places<Reducer> of_places(reducer, room.get(), counts.get());
      of_places.begin(places);
      if constexpr (C == 1)
        of_places.add_rows(
            n, [&](std::int64_t i) { return static_cast<Key>(keys[i] - first); },
            [&](std::int64_t i) { return map(columns[0][i]); });
      of_places.finish(places, target);
    });
    return true;
  }
  int const few = bits_of_lists(places, n),
            bits = few >= 0 ? few : bits_in_part(places, n, sizeof(lanes), on.threads());
  if (bits < 0) return false;
  int const parts = static_cast<int>(((places - 1) >> bits) + 1);
  using dealt = deal<Key, sizeof(T), C>;
  typename dealt::columns from;
  for (std::size_t c = 0; c < Columns; ++c)
    from[c] = reinterpret_cast<value_bytes<sizeof(T)> const*>(columns[c]);
  auto const rows = dealt::rows(on, keys, first, bits, parts, n, from);
  std::int64_t most = 0;  // rows of a part
  for (int part = 0; part < parts; ++part) most = std::max(most, rows.rows(part));
  if (most > 2 * n / (on.threads() + 1) || (few >= 0 && most > INT32_MAX / 2)) return false;
  auto const element = [&](dealt_row<sizeof(T), C> const& bytes) {
    static_assert(sizeof(row) == sizeof bytes);
    row x;
    std::memcpy(&x, &bytes, sizeof x);
    return map(x);
  };
  std::int64_t const in_part = std::int64_t{1} << bits;
  std::int64_t const pieces = std::min<std::int64_t>(parts, std::int64_t{8} * on.threads());
  if (few >= 0) {
    using made = std::remove_cvref_t<decltype(map(std::declval<row const&>()))>;
    auto const elements = scratch<made>(on, pieces * (most + reduce_lanes));
    auto const begin = scratch<std::uint32_t>(on, pieces * (in_part + 2));
    on.for_tasks("lists", pieces, [&](std::int64_t piece) {
      lists_of_places<Reducer, made> lists(reducer, elements.get() + piece * (most + reduce_lanes),
                                           begin.get() + piece * (in_part + 2));
      for (std::int64_t part = parts * piece / pieces, end = parts * (piece + 1) / pieces;
           part < end; ++part) {
        std::int64_t const before = part << bits;
        auto const each_row = [&](auto const& f) {
          rows.each_block(static_cast<int>(part), [&](auto const& block, int count) {
            for (int r = 0; r < count; ++r) f(block.low[r], block.values[r]);
          });
        };
        lists.reduce(std::min(in_part, places - before), each_row, element,
                     [&](std::int64_t p, std::int64_t count, auto const& value) {
                       target(before + p, count, value);
                     });
      }
    });
    return true;
  }
  auto const room = scratch<lanes>(on, pieces * in_part);
  auto const counts = scratch<std::int64_t>(on, pieces * in_part);
  on.for_tasks("parts", pieces, [&](std::int64_t piece) {
    lanes_of_places<Reducer> of_places(reducer, room.get() + piece * in_part,
                                       counts.get() + piece * in_part);
    for (std::int64_t part = parts * piece / pieces, end = parts * (piece + 1) / pieces; part < end;
         ++part) {
      std::int64_t const before = part << bits, here = std::min(in_part, places - before);
      of_places.begin(here);
      rows.each_block(static_cast<int>(part), [&](auto const& block, int count) {
        if (count == block.rows)
          of_places.add(block, block.rows, element);
        else
          of_places.add(block, count, element);
      });
      of_places.finish(here, [&](std::int64_t p, std::int64_t count, auto const& value) {
        target(before + p, count, value);
      });
    }
  });
  return true;
}

template <class Key, class Move>
bool partition_counted(host::task_runner& on, Key const* keys, std::int64_t n, std::int64_t places,
                       std::int64_t* offsets, Move const& move)
{
  if (n > (on.threads() > 1 ? host::counted_rows : host::counted_rows_alone) || places > n + 1024)
    return false;
  on.for_tasks("partition", 1, [&](std::int64_t) {
    auto const place_of = [&](std::int64_t i) { return static_cast<std::int64_t>(keys[i]); };
    std::fill_n(offsets, places + 1, std::int64_t{0});
    for (std::int64_t i = 0; i < n; ++i)
      if (place_of(i) < places) ++offsets[place_of(i)];
    std::int64_t before = 0;
    for (std::int64_t p = 0; p <= places; ++p) before += std::exchange(offsets[p], before);
    for (std::int64_t i = 0; i < n; ++i)
      if (place_of(i) < places) move(i, offsets[place_of(i)]++);
    // each is where the next place begins now
    std::copy_backward(offsets, offsets + places, offsets + places + 1);
    offsets[0] = 0;
  });
  return true;
}

}  // namespace acre::backends
