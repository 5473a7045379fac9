#pragma once

#include <acre/array/array.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/launch.hpp>
#include <acre/distributed/detail/pieces.hpp>
#include <acre/order/sort_by_key.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

/// Sorted rows become one: neighbours are merged in pairs, in as many passes as the number of rows
/// has bits. (Where each share of a pass begins in its two rows is looked for along a diagonal of
/// what they make: Odeh, Green, Mwassi, Shmueli, Birk, "Merge path", 2012.)
namespace acre::distributed::detail {

/// How many of the first `before` elements of what two rows make are the first row's; of keys that
/// are equal in the order Before those of the first row go before.
template <class Before, class Key, class Index>
KOKKOS_INLINE_FUNCTION Index merged_of_first(Key const* first, Index first_count, Key const* second,
                                             Index second_count, Index before)
{
  Index low = before > second_count ? before - second_count : 0,
        high = before < first_count ? before : first_count;
  while (low < high) {
    Index const i = low + (high - low) / 2;
    if (Before{}(second[before - 1 - i], first[i]))
      high = i;
    else
      low = i + 1;
  }
  return low;
}

/// Keys of a row, with a value for each or none (null).
template <class Key, class Value>
struct row_of_keys {
  Key const* keys = nullptr;
  Value const* values = nullptr;
};

/// Two rows; what they make begins at element `at` of a pass' result.
template <class Key, class Value>
struct row_pair {
  row_of_keys<Key, Value> first, second;
  std::int64_t first_count, second_count, at;

  KOKKOS_INLINE_FUNCTION std::int64_t count() const { return first_count + second_count; }
};

/// A pass over rows that lie one behind the other, but for one of them, `own`, if there is one.
template <class Key, class Value>
struct merge_pass {
  row_of_keys<Key, Value> rows, own;
  std::int64_t own_row, own_count;  // -1, 0: there is none
  Key* keys_to;
  Value* values_to;            // null: there are none
  std::int64_t const* bounds;  // of `row_count` rows, in the result
  std::int64_t row_count;

  KOKKOS_INLINE_FUNCTION std::int64_t bound(std::int64_t row) const
  {
    return bounds[row < row_count ? row : row_count];
  }
  KOKKOS_INLINE_FUNCTION row_of_keys<Key, Value> row(std::int64_t which) const
  {
    if (which == own_row) return own;
    std::int64_t const at = bound(which) - (which > own_row ? own_count : 0);
    return {rows.keys + at, rows.values == nullptr ? nullptr : rows.values + at};
  }
  KOKKOS_INLINE_FUNCTION row_pair<Key, Value> pair(std::int64_t which) const
  {
    std::int64_t const begin = bound(2 * which), middle = bound(2 * which + 1);
    return {row(2 * which), row(2 * which + 1), middle - begin, bound(2 * which + 2) - middle,
            begin};
  }
};

/// Whether Before is, of some keys, the order of numbers as `<` or `>` has it, which takes fewer
/// instructions.
template <class Before, class Key>
concept has_numbers_order = requires(Key const* keys) {
  typename Before::of_numbers;
  { Before::is_of_numbers(keys, 0) } -> std::same_as<bool>;
};

/// A share of a pass, by one thread.
template <class Before, class Key, class Value>
struct merge_neighbours : merge_pass<Key, Value> {
  static constexpr std::int64_t least_share = 8192, largest_share = 65536;
  std::int64_t share;

  using merge_pass<Key, Value>::bound;
  using pair_type = row_pair<Key, Value>;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t which) const
  {
    std::int64_t at = which * share;
    std::int64_t const n = bound(this->row_count), end = at + share < n ? at + share : n;
    std::int64_t low = 0, high = (this->row_count + 1) / 2;  // the first pair that ends behind it
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      if (bound(2 * middle + 2) <= at)
        low = middle + 1;
      else
        high = middle;
    }
    for (; at < end; ++low) {
      pair_type const p = this->pair(low);
      std::int64_t const begin = at - p.at, stop = end - p.at < p.count() ? end - p.at : p.count();
      if (begin < stop) merge(p, begin, stop);
      at = p.at + stop;
    }
  }

 private:
  static constexpr int parts = 4;

  /// Elements begin … stop - 1 of what a pair makes, in parts side by side: what one of them does
  /// next waits for what it has compared.
  KOKKOS_INLINE_FUNCTION void merge(pair_type const& p, std::int64_t begin, std::int64_t stop) const
  {
    std::int64_t cut[parts + 1];  // of the first row
    for (int k = 0; k <= parts; ++k)
      cut[k] = merged_of_first<Before>(p.first.keys, p.first_count, p.second.keys, p.second_count,
                                       begin + (stop - begin) * k / parts);
    if constexpr (has_numbers_order<Before, Key>) {
      std::int64_t const a = cut[0], a_end = cut[parts], b = begin - a, b_end = stop - a_end;
      if (a < a_end && b < b_end) {
        Key const ends[] = {p.first.keys[a], p.first.keys[a_end - 1], p.second.keys[b],
                            p.second.keys[b_end - 1]};
        if (Before::is_of_numbers(ends, 4))
          return merge_parts<typename Before::of_numbers>(p, begin, stop, cut);
      }
    }
    merge_parts<Before>(p, begin, stop, cut);
  }

  /// The next elements of both rows, and where the first of them goes.
  struct cursor {
    Key const *a, *b;
    Key *to, *stop;
  };
  template <class Less>
  KOKKOS_INLINE_FUNCTION void merge_parts(pair_type const& p, std::int64_t begin, std::int64_t stop,
                                          std::int64_t const* cut) const
  {
    Key const *const a_end = p.first.keys + p.first_count, *const b_end =
                                                               p.second.keys + p.second_count;
    Key* const to = this->keys_to + p.at;
    cursor c[parts];
    for (int k = 0; k < parts; ++k) {
      std::int64_t const from = begin + (stop - begin) * k / parts;
      c[k] = {p.first.keys + cut[k], p.second.keys + (from - cut[k]), to + from,
              to + begin + (stop - begin) * (k + 1) / parts};
    }
    for (;;) {
      std::int64_t steps = stop - begin;  // of which none comes to a row's end
      for (auto const& part : c)
        for (std::int64_t const left : {part.stop - part.to, a_end - part.a, b_end - part.b})
          steps = steps < left ? steps : left;
      if (steps == 0) break;
      for (std::int64_t k = 0; k < steps; ++k)
        for (auto& part : c) put_next<Less>(p, part);
    }
    for (auto& part : c) {
      while (part.to < part.stop && part.a < a_end && part.b < b_end) put_next<Less>(p, part);
      for (Key const* rest = part.a < a_end ? part.a : part.b; part.to < part.stop; ++rest) {
        put_value(p, part, rest, part.a < a_end ? 0 : 1);
        *part.to++ = *rest;
      }
    }
  }
  template <class Less>
  KOKKOS_INLINE_FUNCTION void put_next(pair_type const& p, cursor& part) const
  {
    Key const of_first = *part.a, of_second = *part.b;
    std::int64_t const of_b = Less{}(of_second, of_first) ? 1 : 0;
    put_value(p, part, second_if(of_b, part.a, part.b), of_b);
    if constexpr (requires { Less::first_of(of_second, of_first); })
      *part.to++ = Less::first_of(of_second, of_first);
    else
      *part.to++ = *second_if(of_b, part.a, part.b);
    part.b += of_b;
    part.a += 1 - of_b;
  }
  /// The value of a key of the first row, or of the second one (of_b: 1).
  KOKKOS_INLINE_FUNCTION void put_value(pair_type const& p, cursor const& part, Key const* key,
                                        std::int64_t of_b) const
  {
    if (this->values_to == nullptr) return;
    std::int64_t const i = key - second_if(of_b, p.first.keys, p.second.keys);
    this->values_to[part.to - this->keys_to] = second_if(of_b, p.first.values, p.second.values)[i];
  }
  /// b if `yes` is 1, a if it is 0, without a branch: it goes either way.
  template <class T>
  KOKKOS_INLINE_FUNCTION static T const* second_if(std::int64_t yes, T const* a, T const* b)
  {
    auto const first = reinterpret_cast<std::intptr_t>(a),
               second = reinterpret_cast<std::intptr_t>(b);
    return reinterpret_cast<T const*>(first + ((second - first) & -yes));
  }
};

/// A pass on a device, by blocks of threads: a tile of a pair's result each, whose elements are
/// merged in the memory that its threads share.
template <class Before, class Key, class Value>
struct merge_in_tiles : merge_pass<Key, Value> {
  static constexpr int threads = 256, each = 9,  // odd: neighbours' keys lie in different banks
      tile = threads * each;
  static constexpr std::size_t scratch = tile * (sizeof(Key) + sizeof(std::uint16_t)) + 16;

  std::int64_t const* first_tile;  // of each pair: its number
  std::int64_t* of_first;          // of each tile: elements of its pair's first row before it

  /// What a tile is of: elements at … stop - 1 of what a pair makes.
  struct place {
    row_pair<Key, Value> of;
    std::int64_t at, stop;
  };
  KOKKOS_INLINE_FUNCTION place place_of(std::int64_t which) const
  {
    std::int64_t low = 0, high = (this->row_count + 1) / 2;  // the last pair that begins before
    while (low + 1 < high) {
      std::int64_t const middle = low + (high - low) / 2;
      (first_tile[middle] <= which ? low : high) = middle;
    }
    auto const of = this->pair(low);
    std::int64_t const at = (which - first_tile[low]) * tile;
    return {of, at, at + tile < of.count() ? at + tile : of.count()};
  }

  /// Where each tile begins.
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t which) const
  {
    place const p = place_of(which);
    of_first[which] = merged_of_first<Before>(p.of.first.keys, p.of.first_count, p.of.second.keys,
                                              p.of.second_count, p.at);
  }

  KOKKOS_INLINE_FUNCTION void operator()(thread_block& block) const
  {
    std::int64_t const which = block.index().x;
    place const p = place_of(which);
    std::int64_t const a = of_first[which],
                       a_end = p.stop < p.of.count() ? of_first[which + 1] : p.of.first_count;
    int const count = static_cast<int>(p.stop - p.at), split = static_cast<int>(a_end - a);
    std::int64_t const b = p.at - a - split;  // where element 0 would be, were it of the second row
    Key* const key = block.scratch<Key>(tile);
    auto* const source = block.scratch<std::uint16_t>(tile);  // of the tile's elements in order

    block.for_each_thread([&](launch_thread const& t) {
      auto const thread = static_cast<int>(t.index.x);
      Key held[each];  // loads that are under way together
      for (int k = 0; k < each; ++k)
        if (int const i = thread + k * threads; i < count)
          held[k] = i < split ? p.of.first.keys[a + i] : p.of.second.keys[b + i];
      for (int k = 0; k < each; ++k)
        if (int const i = thread + k * threads; i < count) key[i] = held[k];
    });
    block.for_each_thread([&](launch_thread const& t) {
      int const begin = static_cast<int>(t.index.x) * each,
                end = begin + each < count ? begin + each : count;
      if (begin >= end) return;
      int x = merged_of_first<Before>(key, split, key + split, count - split, begin),
          y = split + begin - x;
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
        std::int64_t const to = p.of.at + p.at + i;
        this->keys_to[to] = key[from];
        if (this->values_to != nullptr)
          this->values_to[to] =
              from < split ? p.of.first.values[a + from] : p.of.second.values[b + from];
      }
    });
  }
};

/// Rows of keys, with a value for each or none, one of each process, that become one. This process'
/// own lies in what it has sorted, the others come.
template <class Key, class Value, class Space>
class merged_rows {
 public:
  using rows = acre::keyed_values<Key, Value, Space>;

  /// What they become, and where the others' come, those of process p between came_at[p] and
  /// came_at[p + 1].
  rows merged, came;
  piece_bounds came_at;

  merged_rows() = default;
  /// Rows between `bounds` of the result, that of process `me` the elements of `sorted` from
  /// `first` on. What `into` has is where they end. Memory: of the others' rows, unless there is
  /// only one in all, and of more than two rows once more that of the result.
  merged_rows(rows const& sorted, std::int64_t first, int me, piece_bounds bounds, rows into)
      : merged(std::move(into)), came_at(bounds), own_(sorted), first_(first)
  {
    auto const own = static_cast<std::size_t>(me);
    std::int64_t const begin = bounds[own];
    own_count_ = bounds[own + 1] - begin;
    for (std::size_t p = own + 1; p < came_at.size(); ++p) came_at[p] -= own_count_;
    bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
    bounds_ = std::move(bounds);
    if (own_count_ > 0)
      own_row_ = std::lower_bound(bounds_.begin(), bounds_.end(), begin) - bounds_.begin();
    make(merged, bounds_.back());
    if (bounds_.size() <= 2 && own_row_ < 0) {
      came = merged;
      return;
    }
    make(came, bounds_.back() - own_count_);
    if (bounds_.size() > 3) make(between_, bounds_.back());
  }

  /// Merges them, each in the order Before. Queued.
  template <class Before>
  void merge()
  {
    if (bounds_.size() <= 2) {
      if (own_row_ >= 0) take_own();
      return;
    }
    int left = 0;
    for (std::size_t count = bounds_.size() - 1; count > 1; count = (count + 1) / 2) ++left;
    for (rows from = came; left > 0; --left) {
      rows const& to = left % 2 == 1 ? merged : between_;
      pass<Before>(from, to);
      from = to;
      own_row_ = -1;
      own_count_ = 0;
      piece_bounds pairs;
      for (std::size_t row = 0; row + 1 < bounds_.size(); row += 2) pairs.push_back(bounds_[row]);
      pairs.push_back(bounds_.back());
      bounds_ = std::move(pairs);
    }
  }

 private:
  void make(rows& of, std::int64_t count) const
  {
    Space const& space = own_.keys.space();
    if (!of.keys.has_shape()) of.keys = acre::array<Key, 1, Space>(space, shape_t<1>{count});
    if (own_.values.has_shape() && !of.values.has_shape())
      of.values = acre::array<Value, 1, Space>(space, shape_t<1>{count});
  }
  void take_own() const
  {
    auto const take = [&](auto const& to, auto const& from) {
      acre::detail::assign(to, part_of(from, shape_t<1>{first_}, shape_t<1>{own_count_}));
    };
    take(merged.keys, own_.keys);
    if (own_.values.has_shape()) take(merged.values, own_.values);
  }
  template <class Before>
  void pass(rows const& from, rows const& to) const
  {
    using shares = merge_neighbours<Before, Key, Value>;
    using tiles = merge_in_tiles<Before, Key, Value>;
    bool const has_values = own_.values.has_shape();
    Space const& space = own_.keys.space();
    std::int64_t const count = static_cast<std::int64_t>(bounds_.size()) - 1;
    auto const row_of = [&](rows const& of, std::int64_t first) {
      return row_of_keys<Key, Value>{of.keys.data() + first,
                                     has_values ? of.values.data() + first : nullptr};
    };
    auto const pass_over = [&](std::int64_t const* bounds) {
      return merge_pass<Key, Value>{row_of(from, 0), row_of(own_, first_),
                                    own_row_,        own_count_,
                                    to.keys.data(),  has_values ? to.values.data() : nullptr,
                                    bounds,          count};
    };
    if constexpr (!Space::queue_type::is_device) {
      auto const at = from_host(space, bounds_);
      std::int64_t const n = bounds_.back(),
                         share = std::clamp(n / (8 * space.queue().threads()), shares::least_share,
                                            shares::largest_share);
      launch(space, blocks_for(n, share), shares{pass_over(at.data()), share});
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

  rows own_, between_;
  std::int64_t first_ = 0, own_row_ = -1, own_count_ = 0;
  piece_bounds bounds_;  // without rows that are empty
};

}  // namespace acre::distributed::detail
