#pragma once

#include <acre/array/copy.hpp>
#include <acre/backends/common/select.hpp>
#include <acre/index/detail/nonzero.hpp>
#include <acre/order/detail/row_keys.hpp>

#include <array>
#include <memory>
#include <string>
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

/// Whether there are rows of a key, and yes behind the last one.
struct key_there_program {
  using value_type = bool;
  static constexpr int width = 8;
  static constexpr bool prefers_packets = false, prefers_stacks = false, computes_long = false;
  std::int64_t const* first;  // row of each
  std::int64_t places;

  template <bool Unit>
  KOKKOS_INLINE_FUNCTION bool at(std::int64_t i, std::int64_t = 0) const
  {
    return i == places || first[i + 1] > first[i];
  }
  template <int W, bool Unit>
  KOKKOS_INLINE_FUNCTION packet<bool, W> load(std::int64_t i, std::int64_t = 0) const
  {
    packet<bool, W> p;
    for (int w = 0; w < W; ++w) p.v[w] = at<Unit>(i + w);
    return p;
  }
  KOKKOS_INLINE_FUNCTION key_there_program bind(backends::position const&, int = 0) const
  {
    return *this;
  }
};

/// Rows that are grouped by their keys.
///
/// What has to be sorted is sorted when it is asked for: the first column of values moves along
/// with the keys; for what comes later, the rows' numbers are sorted once and values looked up by
/// them. Rows that are in order already stay where they are.
template <class Space>
class row_partition {
 public:
  using sources = std::vector<std::unique_ptr<key_source<Space>>>;

  row_partition(Space space, std::int64_t rows, sources const& keys)
      : space_(std::move(space)), rows_(rows)
  {
    if (rows == 0) {
      columns_.resize(keys.size());
      finish_empty();
      return;
    }
    plan(keys);
    if (in_order_ && has_few_keys()) {
      locate_few(
          [&](std::int64_t count, std::int64_t* to) { keys[0]->find(columns_[0].low, count, to); });
      return;
    }
    if (bits_ <= 32)
      write_keys(narrow_, keys);
    else
      write_keys(wide_, keys);
    if (in_order_) forget_keys();
  }

  Space const& space() const { return space_; }
  std::int64_t rows() const { return rows_; }
  bool in_order() const { return in_order_; }
  key_column const& column(std::size_t c) const { return columns_[c]; }

  /// Where groups begin. Waits the first time.
  row_groups<Space> const& groups()
  {
    if (!located_) sort_numbers();
    return groups_;
  }
  /// Their keys, as numbers. Waits the first time.
  array<std::int64_t, 1, Space> const& group_keys()
  {
    groups();
    if (few_.size > 0) {  // those of few are looked up when they are asked for
      array<std::int64_t, 1, Space> const keys(space_, shape_t<1>{few_.count + 1});
      leaf_layout flat{};
      flat.inner_stride = 1;
      auto& on = space_.queue();
      backends::operation const running("group_by", on);
      backends::pick(on, few_.size, true, index_program{0, row_offset(flat)}, few_.ref(),
                     keys.data());
      groups_.keys = keys(slice(0, few_.count));
      few_ = {};
    }
    return groups_.keys;
  }

  /// Calls f(program, segments) with a program of values whose rows are in order.
  template <class T, class F>
  void with_rows(array<T, 1, Space> const& given, F const& f)
  {
    auto const values = contiguous_on(space_, given);
    if (in_order_) {
      f(flat_program<T>(values.data()), list());
      return;
    }
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
      if (!sorted_) {
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
  /// The same of several columns, C at once: f(program, segments, first) with a program of packets
  /// of columns first, first + 1, … (behind the last one anything), so that a row is looked up once
  /// for all of them.
  template <int C, class T, std::size_t N, class F>
  void with_tables(std::array<array<T, 1, Space>, N> columns, F const& f)
  {
    for (auto& column : columns) column = array<T, 1, Space>(contiguous_on(space_, column));
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
  void finish_empty()
  {
    in_order_ = located_ = true;
    groups_.offsets = array<std::int64_t, 1, Space>(space_, shape_t<1>{1});
    groups_.offsets = 0;
    groups_.keys = array<std::int64_t, 1, Space>(space_, shape_t<1>{0});
  }
  void plan(sources const& keys)
  {
    for (auto const& key : keys) {
      key_span const s = key->span();
      columns_.push_back({s.low, 0, static_cast<int>(std::bit_width(s.high - s.low))});
      in_order_ = keys.size() == 1 && s.falls == 0;
    }
    for (std::size_t c = columns_.size(); c-- > 0;) {
      columns_[c].shift = bits_;
      bits_ += columns_[c].bits;
    }
    if (bits_ > 64)
      throw value_error("group_by: the key columns take " + std::to_string(bits_) +
                        " bits together, and one sort has 64; group by fewer of them first");
    bits_ = std::max(bits_, 1);
  }
  /// Whether keys may be looked up one by one in the sorted rows.
  bool has_few_keys() const { return bits_ < 48 && (std::int64_t{1} << bits_) <= rows_ / 4 + 1024; }

  template <class Word>
  void write_keys(array<Word, 1, Space>& to, sources const& keys)
  {
    for (std::size_t c = 0; c < keys.size(); ++c) keys[c]->write(to, columns_[c], c == 0);
    if (keys.size() > 1) in_order_ = span_of(space_, to.data(), rows_).falls == 0;
    if (in_order_) locate(to.data());
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
      if (!located_) locate(sorted.data());
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
  void locate(Key const* sorted)
  {
    if (has_few_keys())
      locate_few([&](std::int64_t count, std::int64_t* to) {
        launch(space_, count, first_rows<Key>{sorted, rows_, 0, to});
      });
    else
      locate_heads(sorted);
  }
  /// Few keys: each is looked up, and those that are there are kept, with the end behind them.
  template <class F>
  void locate_few(F const& find)
  {
    std::int64_t const places = std::int64_t{1} << bits_;
    array<std::int64_t, 1, Space> const first(space_, shape_t<1>{places + 1});
    find(places + 1, first.data());
    few_ = marks_of(places + 1, key_there_program{first.data(), places});
    groups_.count = --few_.count;
    groups_.offsets = array<std::int64_t, 1, Space>(space_, shape_t<1>{groups_.count + 1});
    auto& on = space_.queue();
    backends::operation const running("group_by", on);
    backends::pick(on, few_.size, true, flat_program<std::int64_t>(first.data()), few_.ref(),
                   groups_.offsets.data());
    located_ = true;
  }
  /// Many: a group begins where a key is another than that before.
  template <class Key>
  void locate_heads(Key const* sorted)
  {
    auto const m = marks_of(rows_, head_program<Key>{sorted});
    groups_.count = m.count;
    groups_.keys = array<std::int64_t, 1, Space>(space_, shape_t<1>{m.count});
    groups_.offsets = array<std::int64_t, 1, Space>(space_, shape_t<1>{m.count + 1});
    groups_.offsets(slice(m.count, none)) = rows_;
    leaf_layout flat{};
    flat.inner_stride = 1;
    auto& on = space_.queue();
    backends::operation const running("group_by", on);
    backends::pick(on, rows_, true, index_program{0, row_offset(flat)}, m.ref(),
                   groups_.offsets.data());
    backends::pick(on, rows_, true, key_number_program<Key>{sorted}, m.ref(), groups_.keys.data());
    located_ = true;
  }
  /// Which of `count` elements a program says yes to. Waits.
  template <class Program>
  marked<Space> marks_of(std::int64_t count, Program const& program)
  {
    marked<Space> m;
    m.size = count;
    std::int64_t const tiles = backends::mark_tiles(count);
    m.bits = array<std::uint8_t, 1, Space>(space_, shape_t<1>{tiles * (backends::mark_tile / 8)});
    m.offsets = array<std::int64_t, 1, Space>(space_, shape_t<1>{tiles + 1});
    {
      auto& on = space_.queue();
      backends::operation const running("group_by", on);
      backends::mark(on, count, true, program, m.ref());
    }
    space_.copy_to_host(&m.count, m.offsets.data() + tiles, sizeof m.count);
    return m;
  }
  backends::segment_list<std::int64_t> list() const
  {
    return {groups_.offsets.data(), groups_.count, rows_};
  }

  Space space_;
  std::int64_t rows_;
  std::vector<key_column> columns_;
  int bits_ = 0;
  bool in_order_ = false, sorted_ = false, located_ = false, has_numbers_ = false;
  array<std::uint32_t, 1, Space> narrow_;
  array<std::uint64_t, 1, Space> wide_;
  row_numbers<Space> numbers_;
  row_groups<Space> groups_;
  marked<Space> few_;  // the keys that are there, and the end
};

}  // namespace acre::detail
