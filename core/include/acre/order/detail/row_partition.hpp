#pragma once

#include <acre/array/copy.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/backends/keyed.hpp>
#include <acre/order/detail/row_keys.hpp>
#include <acre/order/detail/tally.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace acre::detail {

/// values[number of a row] of the rows in the order of their keys.
template <class T, class Numbers>
struct rows_in_order {
  T const* from;
  Numbers number;
  T* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t j) const { to[j] = from[number(j)]; }
};

/// Columns side by side, a row after the other.
template <class T, int C>
struct interleave {
  T const* from[C];
  packet<T, C>* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const
  {
    packet<T, C> row;
    for (int c = 0; c < C; ++c) row.v[c] = from[c][i];
    to[i] = row;
  }
};

/// The numbers of rows.
template <class Number>
struct copy_number {
  Number number;
  std::int64_t* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t j) const { to[j] = number(j); }
};

/// The place of a group.
struct place_of_group {
  std::int64_t const* keys;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t group) const { return keys[group]; }
};
/// A key's place: how far it is from the lowest.
struct place_of_key {
  std::uint32_t lowest = 0;
  template <class T>
  using argument = std::uint32_t;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::uint32_t key) const { return key - lowest; }
};
/// Results of all places, of each column, and how many rows each has.
template <class Result, int C, class Finish>
struct result_of_place {
  Finish finish;
  Result* results[C];
  std::int64_t* rows;
  template <class Value>
  void operator()(std::int64_t place, std::int64_t count, Value const& value) const
  {
    rows[place] = count;
    if (count == 0) return;
    if constexpr (C == 1)
      results[0][place] = finish(count, value);
    else
      for (int c = 0; c < C; ++c) results[c][place] = finish(count, value.v[c]);
  }
};

/// The first or the last row of each group.
template <bool Last, class Numbers>
struct edge_of_group {
  Numbers number;
  std::int64_t const* offsets;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t group) const
  {
    return number(Last ? offsets[group + 1] - 1 : offsets[group]);
  }
};

/// The number of the group of each row, by bisection: the last one that begins there or before.
template <class Numbers>
struct number_of_group {
  Numbers number;
  bool in_order;
  std::int64_t const* offsets;
  std::int64_t groups;
  std::int64_t* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t j) const
  {
    std::int64_t first = 0;
    for (std::int64_t left = groups; left > 1;) {
      std::int64_t const half = left / 2;
      bool const reached = offsets[first + half] <= j;
      first = reached ? first + half : first;
      left = reached ? left - half : half;
    }
    to[in_order ? j : number(j)] = first;
  }
};

/// The ways from rows to their groups: row_partition::way_of_… name the first that is open.
///
///   in_order   rows that are in the order of their keys stay where they are
///   by_key     on a CPU, with keys near each other and groups of many rows (near_keys): nothing is
///              sorted, values are reduced, and rows counted, by key
///              (backends/common/keyed.hpp)
///   beside     several columns of one dtype: the rows' numbers are sorted once, and each row's
///              values, which then lie beside each other, are looked up together
///   moved      the first column, of 4 or 8 bytes: values are sorted along with the keys
///   looked_up  the rows' numbers are sorted once, and values looked up by them
enum class group_way { in_order, by_key, beside, moved, looked_up };

/// Rows that are grouped by their keys. Sorting is done when its result is asked for.
template <class Space>
class row_partition {
 public:
  using sources = std::vector<std::unique_ptr<key_source<Space>>>;
  using key_list = std::vector<key_source<Space> const*>;

  row_partition(Space space, std::int64_t rows, sources const& keys)
      : row_partition(std::move(space), rows, listed(keys))
  {}
  /// Keys that are the caller's.
  row_partition(Space space, std::int64_t rows, key_list const& keys)
      : space_(std::move(space)), rows_(rows)
  {
    if (rows == 0) {
      columns_.resize(keys.size());
      finish_empty();
      return;
    }
    marked_runs<Space> const runs(space_, rows);
    packed_keys<Space> packed;
    plan(keys, packed, runs);
    columns_ = std::move(packed.columns);
    ranks_ = std::move(packed.ranks);
    if (in_order_ || keys_written_) return;
    if (bits_ <= 32)
      write_keys(narrow_, packed, runs);
    else
      write_keys(wide_, packed, runs);
    if (in_order_) forget_keys();
  }

  Space const& space() const { return space_; }
  std::int64_t rows() const { return rows_; }
  bool in_order() const { return in_order_; }
  key_column const& column(std::size_t c) const { return columns_[c]; }

  /// Beginnings of groups. Waits the first time.
  row_groups<Space> const& groups()
  {
    if (located_) return groups_;
    if constexpr (on_cpu)
      if (way_of_groups() == group_way::by_key) {
        locate_places(tally("group_by", make_unary(narrow_, place_of_key{lowest_}), places_));
        return groups_;
      }
    sort_numbers();
    return groups_;
  }
  /// Their keys, as numbers. Waits the first time.
  array<std::int64_t, 1, Space> const& group_keys() { return groups().keys; }
  /// The number of each row's group. Waits the first time.
  array<std::int64_t, 1, Space> group_numbers()
  {
    if (!in_order_) sort_numbers();
    using numbers = typename row_numbers<Space>::reference;
    array<std::int64_t, 1, Space> const of_rows(space_, shape_t<1>{rows_});
    launch(space_, rows_,
           number_of_group<numbers>{numbers_.ref(), in_order_, groups_.offsets.data(),
                                    groups_.count, of_rows.data()});
    return of_rows;
  }

  /// The way of `columns` columns of T to their reductions, done together. By key may still be
  /// declined (reduce_by_key); `by_key_declined` asks for what is done then.
  template <class T, class Reducer>
  group_way way_of_values(std::size_t columns, bool by_key_declined = false) const
  {
    if (in_order_) return group_way::in_order;
    if constexpr (on_cpu && backends::reduces_keyed<std::uint32_t, T, Reducer>)
      if (near_keys() && !by_key_declined) return group_way::by_key;
    if (columns > 1) return group_way::beside;
    if ((sizeof(T) == 4 || sizeof(T) == 8) && !sorted_) return group_way::moved;
    return group_way::looked_up;
  }
  /// The way to each group's first or last row.
  group_way way_of_edges() const
  {
    if (in_order_) return group_way::in_order;
    if (on_cpu && near_keys()) return group_way::by_key;
    return group_way::looked_up;
  }
  /// The way to where groups begin, as long as that isn't known.
  group_way way_of_groups() const
  {
    if (on_cpu && rows_ >= std::int64_t{1} << 16 && near_keys()) return group_way::by_key;
    return group_way::looked_up;
  }

  /// finish(count, value) of the reduction of each group's map(value), into `out`, which it makes,
  /// of each column: of several, C at once, whose packets `map` and `reducer` take. False if
  /// sorting is as good a way: where one part of the keys has most rows.
  template <int C, class Result, class T, std::size_t N, class Map, class Reducer, class Finish>
  bool reduce_by_key(std::array<array<T, 1, Space>, N> columns, Map const& map,
                     Reducer const& reducer, Finish const& finish,
                     std::array<array<Result, 1, Space>, N>& out)
  {
    if constexpr (on_cpu && backends::reduces_keyed<std::uint32_t, T, Reducer>) {
      for (auto& column : columns) column = contiguous_on(space_, column);
      array<std::int64_t, 1, Space> const rows(space_, shape_t<1>{places_});
      for (std::size_t first = 0; first < N; first += C) {
        std::array<T const*, C> from;
        result_of_place<Result, C, Finish> to{finish, {}, rows.data()};
        for (std::size_t c = 0; c < C; ++c) {
          std::size_t const column = std::min(first + c, N - 1);  // the last one over again
          if (column == first + c) out[column] = array<Result, 1, Space>(space_, rows.shape());
          from[c] = columns[column].data();
          to.results[c] = out[column].data();
        }
        auto& on = space_.queue();
        backends::operation const running("group_by", on);
        if (!backends::reduce_keyed(on, narrow_.data(), lowest_, places_, rows_, from, map, reducer,
                                    to))
          return false;
      }
      if (!located_) locate_places(rows);
      for (auto& results : out) results = of_groups(results);
      return true;
    } else {
      return false;
    }
  }
  /// The number of each group's first or last row; of rows that are not in order.
  template <bool Last>
  array<std::int64_t, 1, Space> edges()
  {
    groups();
    if constexpr (on_cpu)
      if (way_of_edges() == group_way::by_key) {
        array<std::int64_t, 1, Space> const rows(space_, shape_t<1>{places_});
        auto& on = space_.queue();
        backends::operation const running("group_by", on);
        backends::rows_keyed(on, narrow_.data(), lowest_, places_, rows_, Last, rows.data());
        return of_groups(rows);
      }
    sort_numbers();
    using numbers = typename row_numbers<Space>::reference;
    array<std::int64_t, 1, Space> const rows(space_, shape_t<1>{groups_.count});
    launch(space_, groups_.count,
           copy_number<edge_of_group<Last, numbers>>{{numbers_.ref(), groups_.offsets.data()},
                                                     rows.data()});
    return rows;
  }
  /// Calls f(program, segments) with a program of values whose rows are in order, that way.
  template <class T, class F>
  void with_rows(group_way way, array<T, 1, Space> const& given, F const& f)
  {
    auto const values = contiguous_on(space_, given);
    if (way == group_way::in_order) {
      f(flat_program<T>(values.data()), list());
      return;
    }
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
      if (way == group_way::moved) {
        array<T, 1, Space> const moved(space_, shape_t<1>{rows_});
        with_keys([&](auto const& keys, auto const& sorted) {
          sort_by_bits(space_, "group_by", keys.data(), sorted.data(), values.data(), moved.data(),
                       rows_, bits_);
        });
        f(flat_program<T>(moved.data()), list());
        return;
      }
    }
    if (!has_numbers_) sort_numbers();
    using numbers = typename row_numbers<Space>::reference;
    f(numbered_program<T, numbers>{values.data(), numbers_.ref(), 1}, list());
  }
  /// Likewise for several columns, C at once: f(program, segments, first) with a program of packets
  /// of columns first, first + 1, … (behind the last one anything), so that a row is looked up once
  /// for all of them.
  template <int C, class T, std::size_t N, class F>
  void with_tables(std::array<array<T, 1, Space>, N> columns, F const& f)
  {
    for (auto& column : columns) column = contiguous_on(space_, column);
    if (!has_numbers_) sort_numbers();
    array<T, 1, Space> const table(space_, shape_t<1>{rows_ * C});
    auto* const rows = reinterpret_cast<packet<T, C>*>(table.data());
    using numbers = typename row_numbers<Space>::reference;
    for (std::size_t first = 0; first < N; first += C) {
      interleave<T, C> side_by_side{{}, rows};
      for (std::size_t c = 0; c < C; ++c)
        side_by_side.from[c] = columns[std::min(first + c, N - 1)].data();
      launch(space_, rows_, side_by_side);
      f(numbered_program<packet<T, C>, numbers>{rows, numbers_.ref(), 1}, list(), first);
    }
  }
  /// Values in the order of the keys, contiguous and on the rows' queue.
  template <class T>
  array<T, 1, Space> ordered(array<T, 1, Space> const& given)
  {
    auto const values = contiguous_on(space_, given);
    groups();
    if (in_order_ || rows_ == 0) return values;
    if (!has_numbers_) sort_numbers();
    using numbers = typename row_numbers<Space>::reference;
    array<T, 1, Space> const moved(space_, shape_t<1>{rows_});
    launch(space_, rows_, rows_in_order<T, numbers>{values.data(), numbers_.ref(), moved.data()});
    return moved;
  }

 private:
  static constexpr bool on_cpu = backends::runs_on_cpu<Space>;

  void finish_empty()
  {
    in_order_ = located_ = true;
    groups_.offsets = array<std::int64_t, 1, Space>(space_, shape_t<1>{1});
    groups_.offsets = 0;
    groups_.keys = array<std::int64_t, 1, Space>(space_, shape_t<1>{0});
  }
  static key_list listed(sources const& keys)
  {
    key_list all;
    for (auto const& key : keys) all.push_back(key.get());
    return all;
  }
  void plan(key_list const& keys, packed_keys<Space>& packed, marked_runs<Space> const& runs)
  {
    backends::run_facts seen;
    array<std::uint32_t, 1, Space> words;
    if (keys.size() == 1) words = words_while_looking();
    for (auto const* key : keys) {
      seen = key->look(runs, words.data());
      packed.add(*key, {seen.low, 0, static_cast<int>(std::bit_width(seen.high - seen.low))});
    }
    if (packed.place() > 64) narrow_keys(space_, rows_, packed);
    bits_ = std::max(packed.place(), 1);
    places_ = bits_ <= 32 ? std::int64_t{1} << bits_ : 0;
    if (keys.size() > 1) return;
    if (bits_ <= 32) places_ = static_cast<std::int64_t>(seen.high - seen.low) + 1;
    if (seen.falls != 0) {
      // ranks that have all bits above these in common differ in their lower words as they do
      keys_written_ =
          seen.left_out == 0 && std::bit_width(seen.low ^ seen.high) == bits_ && bits_ <= 32;
      if (!keys_written_) return;
      narrow_ = words;
      lowest_ = static_cast<std::uint32_t>(seen.low);
      return;
    }
    groups_ = keys[0]->place(runs, seen.low, seen.count);
    in_order_ = located_ = true;
  }
  /// Room for what is written of one column's keys while they are looked at; none where rows are
  /// few, or it cannot be had.
  array<std::uint32_t, 1, Space> words_while_looking() const
  {
    if (rows_ < std::int64_t{1} << (on_cpu ? 16 : 20)) return {};
    try {
      return array<std::uint32_t, 1, Space>(space_, shape_t<1>{rows_});
    } catch (out_of_memory const&) {
      return {};
    }
  }
  /// Several columns may be in order together.
  template <class Word>
  void write_keys(array<Word, 1, Space>& to, packed_keys<Space> const& packed,
                  marked_runs<Space> const& runs)
  {
    for (std::size_t n = 0; n < packed.numbers.size(); ++n)
      packed.numbers[n].source->write(to, packed.numbers[n].at, n == 0);
    if (packed.numbers.size() == 1) return;
    backends::run_facts const seen = runs.template look<true>("group_by", to);
    in_order_ = seen.falls == 0;
    if (in_order_) locate(to, runs, seen.count);
  }
  /// Whether keys are written, and from the lowest to the largest there are few for so many rows.
  bool near_keys() const { return narrow_.size() > 0 && places_ > 0 && places_ <= rows_ / 8; }
  /// Groups' values from those of places.
  template <class Result>
  array<Result, 1, Space> of_groups(array<Result, 1, Space> const& of_places)
  {
    if (groups_.count == places_) return of_places;
    array<Result, 1, Space> const out(space_, shape_t<1>{groups_.count});
    launch(
        space_, groups_.count,
        rows_in_order<Result, place_of_group>{of_places.data(), {groups_.keys.data()}, out.data()});
    return out;
  }
  /// The groups are the places that have rows.
  void locate_places(array<std::int64_t, 1, Space> const& rows)
  {
    if constexpr (!Space::host_accessible) space_.fence();
    std::int64_t const* const of_place = rows.data();
    groups_.count = places_ - std::count(of_place, of_place + places_, std::int64_t{0});
    groups_.offsets = array<std::int64_t, 1, Space>(space_, shape_t<1>{groups_.count + 1});
    groups_.keys = array<std::int64_t, 1, Space>(space_, shape_t<1>{groups_.count});
    std::int64_t group = 0, before = 0;
    for (std::int64_t place = 0; place < places_; ++place) {
      if (of_place[place] == 0) continue;
      groups_.keys.data()[group] = place;
      groups_.offsets.data()[group++] = before;
      before += of_place[place];
    }
    groups_.offsets.data()[group] = before;
    located_ = true;
  }
  void forget_keys()
  {
    narrow_ = array<std::uint32_t, 1, Space>();
    wide_ = array<std::uint64_t, 1, Space>();
  }

  /// f(keys, sorted keys), which sorts; then the groups are found.
  template <class F>
  void with_keys(F const& f)
  {
    auto const run = [&](auto const& keys) {
      auto const sorted = std::remove_cvref_t<decltype(keys)>(space_, keys.shape());
      f(keys, sorted);
      sorted_ = true;
      if (located_) return;
      marked_runs<Space> const runs(space_, rows_);
      std::int64_t const count = runs.template look<true>("group_by", sorted).count;
      locate(sorted, runs, count);
    };
    if (bits_ <= 32)
      run(narrow_);
    else
      run(wide_);
  }
  void sort_numbers()
  {
    if (rows_ == 0 || has_numbers_) return;
    with_keys([&](auto const& keys, auto const& sorted) {
      numbers_ = numbers_by_key(space_, "group_by", keys.data(), sorted.data(), rows_, bits_);
    });
    forget_keys();
    has_numbers_ = true;
  }

  template <class Key>
  void locate(array<Key, 1, Space> const& sorted, marked_runs<Space> const& runs,
              std::int64_t count)
  {
    groups_ = groups_of_runs(runs, sorted, lowest_, count);
    located_ = true;
  }
  backends::segment_list<std::int64_t> list() const
  {
    return {groups_.offsets.data(), groups_.count, rows_};
  }

  Space space_;
  std::int64_t rows_;
  std::vector<key_column> columns_;
  std::vector<array<std::int64_t, 1, Space>> ranks_;  // that columns_ point to
  int bits_ = 0;
  std::uint32_t lowest_ = 0;   // of the keys in narrow_
  std::int64_t places_ = 0;    // from the lowest key to the largest; 0: too many
  bool keys_written_ = false;  // by the look at them
  bool in_order_ = false, sorted_ = false, located_ = false, has_numbers_ = false;
  array<std::uint32_t, 1, Space> narrow_;
  array<std::uint64_t, 1, Space> wide_;
  row_numbers<Space> numbers_;
  row_groups<Space> groups_;
};

}  // namespace acre::detail
