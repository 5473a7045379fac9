#pragma once

#include <acre/array/array.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/launch.hpp>
#include <acre/distributed/detail/pieces.hpp>
#include <acre/order/sort_by_key.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

/// Sorted rows that lie one behind the other become one: neighbours are merged in pairs, in as many
/// passes as the number of rows has bits. (Where each share of a pass begins in its two rows is
/// looked for along a diagonal of what they make: Odeh, Green, Mwassi, Shmueli, Birk, "Merge path",
/// 2012.)
namespace acre::distributed::detail {

/// How many of the first `before` elements of two merged rows, first … second - 1 and second …
/// last - 1, are the first row's; of keys that are equal in the order Before those of the first row
/// go before.
template <class Before, class Key, class Index>
KOKKOS_INLINE_FUNCTION Index merged_of_first(Key const* keys, Index first, Index second, Index last,
                                             Index before)
{
  Index const all_of_b = last - second;
  Index low = before > all_of_b ? before - all_of_b : 0,
        high = before < second - first ? before : second - first;
  while (low < high) {
    Index const i = low + (high - low) / 2;
    if (Before{}(keys[second + before - 1 - i], keys[first + i]))
      high = i;
    else
      low = i + 1;
  }
  return low;
}

/// A pass.
template <class Before, class Key, class Value>
struct merge_pass {
  Key const* keys;
  Key* keys_to;
  Value const* values;  // null: there are none
  Value* values_to;
  std::int64_t const* bounds;  // of `rows` rows
  std::int64_t rows;

  KOKKOS_INLINE_FUNCTION std::int64_t bound(std::int64_t row) const
  {
    return bounds[row < rows ? row : rows];
  }
};

/// A share of a pass, by one thread.
template <class Before, class Key, class Value>
struct merge_neighbours : merge_pass<Before, Key, Value> {
  static constexpr std::int64_t share = 8192;
  using merge_pass<Before, Key, Value>::bound;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t which) const
  {
    std::int64_t at = which * share;
    std::int64_t const n = bound(this->rows), end = at + share < n ? at + share : n;
    std::int64_t low = 0, high = (this->rows + 1) / 2;  // the first pair that ends behind it
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      if (bound(2 * middle + 2) <= at)
        low = middle + 1;
      else
        high = middle;
    }
    for (; at < end; ++low) {
      std::int64_t const pair_end = bound(2 * low + 2), stop = end < pair_end ? end : pair_end;
      if (at < stop) merge(bound(2 * low), bound(2 * low + 1), pair_end, at, stop);
      at = stop;
    }
  }

  /// Elements `at` … stop - 1 of what rows first … second - 1 and second … last - 1 make, in parts
  /// side by side: what one of them does next waits for what it has compared.
  KOKKOS_INLINE_FUNCTION void merge(std::int64_t first, std::int64_t second, std::int64_t last,
                                    std::int64_t at, std::int64_t stop) const
  {
    constexpr int parts = 4;
    cursor c[parts];
    for (int k = 0; k < parts; ++k) {
      std::int64_t const from = at + (stop - at) * k / parts,
                         of_first =
                             merged_of_first<Before>(this->keys, first, second, last, from - first);
      c[k] = {first + of_first, second + (from - first) - of_first, from,
              at + (stop - at) * (k + 1) / parts};
    }
    for (;;) {
      std::int64_t steps = stop - at;  // of which none comes to a row's end
      for (auto const& p : c) {
        steps = steps < p.stop - p.at ? steps : p.stop - p.at;
        steps = steps < second - p.a ? steps : second - p.a;
        steps = steps < last - p.b ? steps : last - p.b;
      }
      if (steps == 0) break;
      for (std::int64_t k = 0; k < steps; ++k)
        for (auto& p : c) put_next(p);
    }
    for (auto& p : c) {
      while (p.at < p.stop && p.a < second && p.b < last) put_next(p);
      for (std::int64_t rest = p.a < second ? p.a : p.b; p.at < p.stop; ++p.at, ++rest) {
        this->keys_to[p.at] = this->keys[rest];
        if (this->values != nullptr) this->values_to[p.at] = this->values[rest];
      }
    }
  }

 private:
  /// Where the next elements of both rows are, and where the first of them goes.
  struct cursor {
    std::int64_t a, b, at, stop;
  };
  KOKKOS_INLINE_FUNCTION void put_next(cursor& p) const
  {
    std::int64_t const of_b = Before{}(this->keys[p.b], this->keys[p.a]) ? 1 : 0,
                       from = p.a + ((p.b - p.a) & -of_b);  // no branch: it goes either way
    this->keys_to[p.at] = this->keys[from];
    if (this->values != nullptr) this->values_to[p.at] = this->values[from];
    p.a += 1 - of_b;
    p.b += of_b;
    ++p.at;
  }
};

/// A pass on a device, by blocks of threads: a tile of a pair's result each, whose elements are
/// merged in the memory that its threads share.
template <class Before, class Key, class Value>
struct merge_in_tiles : merge_pass<Before, Key, Value> {
  static constexpr int threads = 256, each = 9,  // odd: neighbours' keys lie in different banks
      tile = threads * each;
  static constexpr std::size_t scratch = tile * (sizeof(Key) + sizeof(std::uint16_t)) + 16;

  std::int64_t const* first_tile;  // of each pair: its number
  std::int64_t* of_first;          // of each tile: elements of its pair's first row before it

  /// What a tile is of.
  struct place {
    std::int64_t first, second, last;  // of its pair's rows
    std::int64_t at, stop;             // of the pair's elements
  };
  KOKKOS_INLINE_FUNCTION place place_of(std::int64_t which) const
  {
    std::int64_t low = 0, high = (this->rows + 1) / 2;  // the last pair that begins before
    while (low + 1 < high) {
      std::int64_t const middle = low + (high - low) / 2;
      (first_tile[middle] <= which ? low : high) = middle;
    }
    std::int64_t const first = this->bound(2 * low), last = this->bound(2 * low + 2),
                       at = (which - first_tile[low]) * tile,
                       stop = at + tile < last - first ? at + tile : last - first;
    return {first, this->bound(2 * low + 1), last, at, stop};
  }

  /// Where each tile begins.
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t which) const
  {
    place const p = place_of(which);
    of_first[which] = merged_of_first<Before>(this->keys, p.first, p.second, p.last, p.at);
  }

  KOKKOS_INLINE_FUNCTION void operator()(thread_block& block) const
  {
    std::int64_t const which = block.index().x;
    place const p = place_of(which);
    std::int64_t const a = of_first[which],
                       a_end = p.stop < p.last - p.first ? of_first[which + 1] : p.second - p.first;
    int const count = static_cast<int>(p.stop - p.at), split = static_cast<int>(a_end - a);
    std::int64_t const from_a = p.first + a, from_b = p.second + (p.at - a) - split;
    Key* const key = block.scratch<Key>(tile);
    auto* const source = block.scratch<std::uint16_t>(tile);  // of the tile's elements in order

    block.for_each_thread([&](launch_thread const& t) {
      auto const thread = static_cast<int>(t.index.x);
      Key held[each];  // loads that are under way together
      for (int k = 0; k < each; ++k)
        if (int const i = thread + k * threads; i < count)
          held[k] = this->keys[(i < split ? from_a : from_b) + i];
      for (int k = 0; k < each; ++k)
        if (int const i = thread + k * threads; i < count) key[i] = held[k];
    });
    block.for_each_thread([&](launch_thread const& t) {
      int const begin = static_cast<int>(t.index.x) * each,
                end = begin + each < count ? begin + each : count;
      if (begin >= end) return;
      int x = merged_of_first<Before>(key, 0, split, count, begin), y = split + begin - x;
      Key next_x = key[x < split ? x : 0], next_y = key[y < count ? y : 0];
      for (int i = begin; i < end; ++i) {
        bool const takes_b = x == split || (y < count && Before{}(next_y, next_x));
        source[i] = static_cast<std::uint16_t>(takes_b ? y : x);
        int const behind = (takes_b ? y : x) + 1;
        Key const next = key[behind < count ? behind : 0];
        (takes_b ? y : x) = behind;
        (takes_b ? next_y : next_x) = next;
      }
    });
    block.for_each_thread([&](launch_thread const& t) {
      for (int i = static_cast<int>(t.index.x); i < count; i += threads) {
        int const from = source[i];
        std::int64_t const to = p.first + p.at + i;
        this->keys_to[to] = key[from];
        if (this->values != nullptr)
          this->values_to[to] = this->values[(from < split ? from_a : from_b) + from];
      }
    });
  }
};

/// Rows of keys, with a value for each or none, that come one behind the other and are merged into
/// one, `merged`.
template <class Key, class Value, class Space>
class merged_rows {
 public:
  using rows = acre::keyed_values<Key, Value, Space>;

  rows merged, came;

  merged_rows() = default;
  /// Rows between `bounds`; what `into` has is where they end. Memory: of one row or none no more,
  /// of two once as much again, of more twice.
  merged_rows(Space const& space, piece_bounds bounds, bool has_values, rows into)
      : merged(std::move(into)), bounds_(std::move(bounds))
  {
    auto const n = bounds_.back();
    bounds_.erase(std::unique(bounds_.begin(), bounds_.end()), bounds_.end());
    auto const make = [&](rows& of) {
      if (!of.keys.has_shape()) of.keys = acre::array<Key, 1, Space>(space, shape_t<1>{n});
      if (has_values && !of.values.has_shape())
        of.values = acre::array<Value, 1, Space>(space, shape_t<1>{n});
    };
    make(merged);
    if (bounds_.size() <= 2) {
      came = merged;
      return;
    }
    make(came);
    if (bounds_.size() > 3) make(between_);
  }

  /// Merges the rows that came, each in the order Before. Queued.
  template <class Before>
  void merge()
  {
    rows from = came, spare = between_;
    while (bounds_.size() > 2) {
      bool const is_last = bounds_.size() == 3;
      rows const to = is_last ? merged : spare;
      pass<Before>(from, to);
      spare = std::exchange(from, to);
      piece_bounds pairs;
      for (std::size_t row = 0; row + 1 < bounds_.size(); row += 2) pairs.push_back(bounds_[row]);
      pairs.push_back(bounds_.back());
      bounds_ = std::move(pairs);
    }
  }

 private:
  template <class Before>
  void pass(rows const& from, rows const& to) const
  {
    using shares = merge_neighbours<Before, Key, Value>;
    using tiles = merge_in_tiles<Before, Key, Value>;
    bool const has_values = from.values.has_shape();
    Space const& space = from.keys.space();
    std::int64_t const count = static_cast<std::int64_t>(bounds_.size()) - 1;
    auto const pass_over = [&](std::int64_t const* bounds) {
      return merge_pass<Before, Key, Value>{from.keys.data(),
                                            to.keys.data(),
                                            has_values ? from.values.data() : nullptr,
                                            has_values ? to.values.data() : nullptr,
                                            bounds,
                                            count};
    };
    if constexpr (!Space::queue_type::is_device) {
      auto const at = from_host(space, bounds_);
      launch(space, blocks_for(bounds_.back(), shares::share), shares{pass_over(at.data())});
    } else {
      piece_bounds told = bounds_;
      std::int64_t all = 0;
      for (std::size_t row = 0; row + 1 < bounds_.size(); row += 2) {
        told.push_back(all);
        all +=
            blocks_for(bounds_[std::min(row + 2, bounds_.size() - 1)] - bounds_[row], tiles::tile);
      }
      auto const at = from_host(space, told);
      acre::array<std::int64_t, 1, Space> const of_first(space, shape_t<1>{all});
      tiles const by{pass_over(at.data()), at.data() + count + 1, of_first.data()};
      launch(space, all, by);
      launch(space, {.grid = {all}, .block = {tiles::threads}, .scratch = tiles::scratch}, by);
    }
  }

  rows between_;
  piece_bounds bounds_;
};

}  // namespace acre::distributed::detail
