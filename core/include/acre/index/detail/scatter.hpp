#pragma once

#include <acre/backends/common/read.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/backends/common/sort.hpp>
#include <acre/backends/elementwise.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/index/detail/found.hpp>
#include <acre/index/detail/key_offset.hpp>
#include <acre/index/detail/key_words.hpp>
#include <acre/index/detail/picks.hpp>
#include <acre/index/detail/sort_by_bits.hpp>
#include <acre/index/detail/write_rows.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

/// Writing through index arrays. If picks may share a key (see picks.hpp), the last pick of each
/// key wins and is written. A CPU of few threads writes them in turn (write_rows.hpp). Else the
/// last picks are found in these ways:
///
/// - of few picks a pass frees the keys in use, a second lets each pick claim its key;
/// - of many all keys are cleared at once, and where the picks are all that there is to write, each
///   key fetches its value instead of each pick its key's winner (10^8 float32 into 10^8 places on
///   an H200: 7.7 ms, plain stores 6.1);
/// - of more than twice as many as keys along one axis, a GPU's last ones claim first, and the
///   others look whether they may (into 10^6 places 0.78 ms, plain stores 1.37; into 100 3.8 ms,
///   where each one claims 22);
/// - of many among more keys than a GPU's cache holds, keys and values are partitioned by the keys'
///   upper bits before, and a block finds the last pick of each of 8192 keys in its own memory
///   (into 10^8 places 2.3 ms), or several blocks do where many picks fall among these;
/// - where picks name rows of some length, these are claimed and moved as wholes (write_rows.hpp);
///   of shorter ones, on a GPU, each key fetches its row.
namespace acre::detail {

/// Each key's value: that of its last pick.
template <class T, int N>
struct fetch_value {
  std::int32_t const* winner;
  std::int32_t const* bad;
  T const* values;
  T* to;
  key_offset<N> offset;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t key) const
  {
    std::int32_t const pick = backends::read_unwritten(winner + key);
    if (pick == 0 || (bad && *bad != 0)) return;
    to[offset(key)] = values[pick - 1];
  }
};
/// Likewise of rows, an element a thread, so that neighbouring threads write neighbours.
template <class T, int N>
struct fetched_rows {
  using value_type = placed<T>;
  static constexpr int width = 16;
  std::int32_t const* winner;
  std::int32_t const* bad;
  T const* values;
  counted_elements value;
  key_offset<N> offset;

  struct row {
    fetched_rows const& of;
    std::int64_t first;

    KOKKOS_INLINE_FUNCTION std::int32_t pick(std::int64_t k) const
    {
      return backends::read_unwritten(of.winner + first + k);
    }
    /// (Where there is no pick the first one's value is read: reads that wait for nothing else are
    /// under way together.)
    KOKKOS_INLINE_FUNCTION placed<T> fetch_value(std::int32_t pick, std::int64_t i,
                                                 std::int64_t k) const
    {
      T const value = backends::read_unwritten(of.values + of.value(pick == 0 ? 0 : pick - 1) + i);
      bool const written = pick != 0 && !(of.bad && *of.bad != 0);
      return {written ? of.offset(first + k) + i : placed<T>::nowhere, value};
    }
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION placed<T> at(std::int64_t i, std::int64_t k = 0) const
    {
      return fetch_value(pick(k), i, k);
    }
    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION packet<placed<T>, W> fetch_at(Places const& at) const
    {
      std::int32_t picks[W];
      for (int w = 0; w < W; ++w) picks[w] = pick(at.row(w));
      packet<placed<T>, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = fetch_value(picks[w], at.column(w), at.row(w));
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int = 0) const
  {
    return {*this, at.index[0]};
  }
};

/// A key as the place of what belongs to it, and the number of each pick as its value.
struct key_itself {
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t key) const { return key; }
};
struct number_picks {
  std::int32_t* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t pick) const
  {
    to[pick] = static_cast<std::int32_t>(pick + 1);
  }
};

/// Keys that differ in their lower bits alone share a part.
inline constexpr int bits_in_part = 13, keys_in_part = 1 << bits_in_part;

/// Beginnings of the parts of sorted keys, and the end of the last one.
struct find_parts {
  std::uint32_t const* keys;
  std::int64_t count;
  std::int64_t* begin;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t part) const
  {
    std::int64_t low = 0, high = count;
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      if (static_cast<std::int64_t>(keys[middle] >> bits_in_part) < part)
        low = middle + 1;
      else
        high = middle;
    }
    begin[part] = low;
  }
};

/// The last pick of each of a part's keys, found in a block's memory.
struct last_picks {
  static constexpr int threads = 512, at_once = 4;
  std::uint32_t const* keys;

  /// Writes picks [from, end), numbers from `first` on, which is 1, into `last`, which is set to 0
  /// before. They are looked at from the last one on, so that of many of a key most find a later
  /// one.
  KOKKOS_INLINE_FUNCTION void find(backends::thread_block& block, std::int64_t first,
                                   std::int64_t from, std::int64_t end, std::int32_t* last) const
  {
    using thread = backends::launch_thread;
    block.for_each_thread([&](thread const& t) {
      for (int k = static_cast<int>(t.rank()); k < keys_in_part; k += threads) last[k] = 0;
    });
    block.for_each_thread([&](thread const& t) {
      std::uint32_t key[at_once];
      for (std::int64_t i = end - 1 - t.rank(); i >= from; i -= threads * at_once) {
        for (int k = 0; k < at_once; ++k)
          key[k] = i - k * threads >= from ? backends::read_unwritten(keys + i - k * threads) : 0;
        for (int k = 0; k < at_once; ++k) {
          if (i - k * threads < from) continue;
          auto const pick = static_cast<std::int32_t>(i - k * threads - first + 1);
          std::int32_t* const of_key = last + (key[k] & (keys_in_part - 1));
          if (backends::atomic_load(of_key) < pick) backends::atomic_max(of_key, pick);
        }
      }
    });
  }
};

/// A part of more picks is crowded: one block would take long. Blocks look at `crowd_slice` picks
/// each, and put together what they find in a row of `last` that is the part's alone, as no other
/// crowded one begins among as many picks.
inline constexpr int crowd_bits = 18, crowd_slice_bits = 17;
KOKKOS_INLINE_FUNCTION bool is_crowded(std::int64_t const* begin, std::int64_t part)
{
  return begin[part + 1] - begin[part] > std::int64_t{1} << crowd_bits;
}
KOKKOS_INLINE_FUNCTION std::int64_t crowd_row(std::int64_t const* begin, std::int64_t part)
{
  return (begin[part] >> crowd_bits) * keys_in_part;
}
struct look_at_crowds {
  last_picks picks;
  std::int64_t const* begin;
  std::int64_t count;
  std::int32_t* last;

  KOKKOS_INLINE_FUNCTION void operator()(backends::thread_block& block) const
  {
    std::int64_t const from = block.index().x << crowd_slice_bits,
                       to = from + (std::int64_t{1} << crowd_slice_bits),
                       end = to < count ? to : count;
    // parts that lie between these two are none
    std::int64_t const low = picks.keys[from] >> bits_in_part,
                       high = picks.keys[end - 1] >> bits_in_part;
    auto* const found = block.scratch<std::int32_t>(keys_in_part);
    look_at(block, low, from, end, found);
    if (high != low) look_at(block, high, from, end, found);
  }
  KOKKOS_INLINE_FUNCTION void look_at(backends::thread_block& block, std::int64_t part,
                                      std::int64_t from, std::int64_t end,
                                      std::int32_t* found) const
  {
    if (!is_crowded(begin, part)) return;
    std::int64_t const first = begin[part], behind = begin[part + 1];
    picks.find(block, first, first > from ? first : from, behind < end ? behind : end, found);
    block.for_each_thread([&](backends::launch_thread const& t) {
      std::int32_t* const row = last + crowd_row(begin, part);
      for (int k = static_cast<int>(t.rank()); k < keys_in_part; k += last_picks::threads)
        if (found[k] != 0) backends::atomic_max(row + k, found[k]);
    });
  }
};

/// A block writes what belongs to a part's keys, for each the value of its last pick.
template <class T, class Offset>
struct write_part {
  last_picks picks;
  T const* values;
  std::int64_t const* begin;
  std::int32_t const* of_crowds;
  std::int64_t places;
  std::int32_t const* bad;
  T* to;
  Offset offset;

  KOKKOS_INLINE_FUNCTION void operator()(backends::thread_block& block) const
  {
    std::int64_t const part = block.index().x, first = begin[part];
    auto* const found = block.scratch<std::int32_t>(keys_in_part);  // 0: none
    bool const crowded = is_crowded(begin, part);
    if (!crowded) picks.find(block, first, first, begin[part + 1], found);
    std::int32_t const* const last = crowded ? of_crowds + crowd_row(begin, part) : found;
    block.for_each_thread([&](backends::launch_thread const& t) {
      if (bad && *bad != 0) return;
      for (int k = static_cast<int>(t.rank()); k < keys_in_part; k += last_picks::threads) {
        std::int64_t const key = (part << bits_in_part) + k;
        if (last[k] != 0 && key < places) to[offset(key)] = values[first + last[k] - 1];
      }
    });
  }
};

/// pick_step::claim along one axis, chunk by chunk from the last one on: most picks find a later
/// one there, and need not claim. (Chunks, as a bad index is news for the record, see
/// backends::report, where it lies before all that are known.)
template <class I>
struct claim_last_first {
  static constexpr int chunk_bits = 21;
  I const* index;
  counted_elements element;
  std::int64_t picks;
  index_rule rule;
  backends::index_failure* failure;
  std::uint64_t launch;
  std::int32_t* winner;
  std::int32_t* bad;

  KOKKOS_INLINE_FUNCTION std::int64_t last_chunk() const { return (picks - 1) >> chunk_bits; }
  /// How often it is called: for whole chunks, where these are several.
  std::int64_t calls() const
  {
    return last_chunk() == 0 ? picks : (last_chunk() + 1) << chunk_bits;
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t call) const
  {
    std::int64_t const i = call + ((last_chunk() - 2 * (call >> chunk_bits)) << chunk_bits);
    if (i >= picks) return;
    auto const value = static_cast<std::int64_t>(backends::read_unwritten(index + element(i)));
    std::int64_t const key = rule.resolve(value);
    if (key == index_rule::out_of_bounds) {
      backends::report(failure, launch, i, value);
      if (bad) backends::atomic_store(bad, 1);
    }
    auto const pick = static_cast<std::int32_t>(i + 1);
    if (key >= 0 && backends::atomic_load(winner + key) < pick)
      backends::atomic_max(winner + key, pick);
  }
};
template <class T, int SourceRank, int R, class Space, class I>
void claim_from_the_last(gather<T, SourceRank, R, Space, I, 1> const& g, std::int32_t* winner,
                         std::int32_t* bad)
{
  auto const& plan = g.plan;
  auto const first = static_cast<std::size_t>(plan.picked_first),
             axes = static_cast<std::size_t>(plan.picked_rank);
  std::array<leaf_layout, 2> leaves{};
  leaf_layout* described = leaves.data();
  g.describe_indices(described, plan.picked_first, plan.picked_first + plan.picked_rank, 0);
  auto& on = g.space().queue();
  backends::operation const running(g.site.operation, on, leaves);
  lowering planned{leaves.data(), on};
  picked_program<I> const along = g.lower_indices(planned, g.mode).axis[0];
  claim_last_first<I> const claim{
      g.index[0].made().data,
      counted_elements({plan.extent.data() + first, axes},
                       {plan.axis[0].index_stride.data() + first, axes}),
      plan.picks,
      along.rule,
      along.failure,
      along.launch,
      winner,
      bad};
  backends::iteration each;
  each.inner = claim.calls();
  backends::elementwise(on, each, index_program{0, row_offset(leaf_layout{})},
                        call_sink<claim_last_first<I>, 1>{claim});
}

/// From how many picks on, and among how many keys, a GPU partitions them; not where a part has but
/// a few hundred.
inline constexpr std::int64_t least_partitioned_picks = 1 << 20, least_partitioned_keys = 10 << 20,
                              most_keys_of_pick = 32;

/// to[offset(key)] becomes the value of the last pick of each of `keys` keys that has one.
template <class Gather, class V, class Offset>
void write_in_parts(Gather const& g, V const* values, std::int64_t keys, std::int32_t* bad, V* to,
                    Offset const& offset)
{
  auto const& space = g.space();
  using Space = std::remove_cvref_t<decltype(space)>;
  std::int64_t const picks = g.plan.picks, parts = (keys >> bits_in_part) + 1;
  using key_array = array<std::uint32_t, 1, Space>;
  key_array const of_picks(space, shape_t<1>{picks}), parted(space, shape_t<1>{picks});
  array<V, 1, Space> const in_parts(space, shape_t<1>{picks});
  write_keys(g, of_picks, static_cast<std::uint32_t>(keys), bad);
  sort_by_bits(space, g.site.operation, of_picks.data(), parted.data(), values, in_parts.data(),
               picks, bits_of_keys(static_cast<std::uint64_t>(keys) + 1), bits_in_part);
  array<std::int64_t, 1, Space> const begin(space, shape_t<1>{parts + 1});
  launch(space, parts + 1, find_parts{parted.data(), picks, begin.data()});
  array<std::int32_t, 1, Space> of_crowds(space,
                                          shape_t<1>{((picks >> crowd_bits) + 1) * keys_in_part});
  of_crowds = 0;
  last_picks const last{parted.data()};
  auto const blocks = [](std::int64_t count) {
    return launch_size{.grid = {count},
                       .block = {last_picks::threads},
                       .scratch = keys_in_part * sizeof(std::int32_t)};
  };
  launch(space, blocks(((picks - 1) >> crowd_slice_bits) + 1),
         look_at_crowds{last, begin.data(), picks, of_crowds.data()});
  launch(space, blocks(parts),
         write_part<V, Offset>{last, in_parts.data(), begin.data(), of_crowds.data(), keys, bad, to,
                               offset});
}

/// Each key that has picks gets the number of its last one, counted from 1.
template <class Gather>
void find_last_in_parts(Gather const& g, std::int64_t keys, std::int32_t* bad, std::int32_t* last)
{
  auto const& space = g.space();
  array<std::int32_t, 1, std::remove_cvref_t<decltype(space)>> const numbers(
      space, shape_t<1>{g.plan.picks});
  launch(space, g.plan.picks, number_picks{numbers.data()});
  write_in_parts(g, numbers.data(), keys, bad, last, key_itself{});
}

/// e's elements over a shape in C order: e itself where it is that.
template <class T, int R, class Space, class E>
array<T, R, Space> elements_in_order(Space const& space, shape_t<R> const& shape, E const& e)
{
  if constexpr (std::is_same_v<E, array<T, R, Space>>)
    if (e.shape() == shape && e.is_contiguous() && e.space() == space) return e;
  array<T, R, Space> const whole(space, shape);
  assign(whole, e);
  return whole;
}

/// Each key's row becomes that of its last pick; nothing, and false, where keys have no rows of
/// neighbours.
template <class T, int SourceRank, int R, class Space, class I, int N, class E>
bool fetch_rows(gather<T, SourceRank, R, Space, I, N> const& g, E const& e, std::int64_t keys,
                std::int32_t const* winner, std::int32_t const* bad)
{
  auto const& plan = g.plan;
  int const first = first_axis_of_rows(plan);
  if (first < 0 || first == R || !is_row(plan.shape(), plan.stride.data(), first)) return false;
  array<T, R, Space> made;
  auto rows = stored_rows(g, e, first);
  if (!rows) rows = copied_rows(g, e, made);
  backends::iteration each;
  each.outer_rank = 1;
  each.outer[0] = each.rows = keys;
  each.inner = row_length(plan, first);
  auto& on = g.space().queue();
  backends::operation const running(g.site.operation, on);
  backends::elementwise(on, each,
                        fetched_rows<T, N>{winner, bad, rows->data, rows->row, key_offset<N>(plan)},
                        pick_sink<place_row<T>>{{node::first(g.source) + plan.offset}});
  return true;
}

/// source[list] = e where picks may share keys: the last of each is written.
template <class T, int SourceRank, int R, class Space, class I, int N, class E>
void write_last(gather<T, SourceRank, R, Space, I, N> const& g, E const& e, bool checks)
{
  auto const& space = g.space();
  std::int64_t const picks = g.plan.picks, keys = count_keys(g.plan);
  auto const bad = bad_index_flag(space, checks);
  bool const narrow = picks < INT32_MAX, many = narrow && picks >= keys / 4;
  if constexpr (backends::runs_on_cpu<Space>) {
    if (size_of(g.plan.shape()) == picks && keys < std::int64_t{claim_rows::nowhere} &&
        (picks <= least_shared || space.queue().threads() <= most_in_turn)) {
      auto const whole = elements_in_order<T, R>(space, g.shape(), e);
      std::array const count{picks}, next{std::int64_t{1}};
      write_rows_of(g, {node::first(whole), counted_elements(count, next)}, 1, false, checks);
      return;
    }
  }
  T const* values = nullptr;  // in the picks' order, where these are all that there is to write
  if constexpr (std::is_same_v<E, array<T, R, Space>>)
    if (narrow && size_of(g.plan.shape()) == picks && e.shape() == g.shape() && e.is_contiguous() &&
        e.space() == space)
      values = node::first(e);
  bool const partitions = !backends::runs_on_cpu<Space> && narrow &&
                          picks >= least_partitioned_picks && keys >= least_partitioned_keys &&
                          picks >= keys / most_keys_of_pick && keys < std::int64_t{0xffffffff};
  T* const target = node::first(g.source) + g.plan.offset;
  if constexpr (!backends::runs_on_cpu<Space> && (sizeof(T) == 4 || sizeof(T) == 8)) {
    if (values && partitions) {
      write_in_parts(g, values, keys, bad.data(), target, key_offset<N>(g.plan));
      return;
    }
  }
  if (!many) values = nullptr;
  array<std::int32_t, 1, Space> of_few;
  array<std::int64_t, 1, Space> of_many;
  if (narrow)
    of_few = array<std::int32_t, 1, Space>(space, shape_t<1>{keys});
  else
    of_many = array<std::int64_t, 1, Space>(space, shape_t<1>{keys});
  winners const winner{of_few.data(), of_many.data()};
  if (many) of_few = 0;
  bool found = false;
  if constexpr (!backends::runs_on_cpu<Space>) {
    found = partitions || (N == 1 && many && picks > 2 * keys);
    if (partitions) {
      find_last_in_parts(g, keys, bad.data(), of_few.data());
    } else if constexpr (N == 1) {
      if (found) claim_from_the_last(g, of_few.data(), bad.data());
    }
  }
  if (!found) {
    if (!many) for_picks(g, g.mode, pick_row{pick_step::free, winner, bad.data()});
    for_picks(g, many ? g.mode : without_report(g.mode),
              pick_row{pick_step::claim, winner, many ? bad.data() : nullptr});
  }
  if (values) {
    launch(space, keys,
           fetch_value<T, N>{winner.narrow, bad.data(), values, target, key_offset<N>(g.plan)});
    return;
  }
  if constexpr (!backends::runs_on_cpu<Space> && SourceRank > N && E::rank <= R) {
    if (many && fetch_rows(g, e, keys, winner.narrow, bad.data())) return;
  }
  for_places(g, e, winner, bad.data(), place_row<T>{target});
}

/// source[list] = e. `distinct`: no two picks have the same key, and none is bad.
template <class T, int SourceRank, int R, class Space, class I, int N, class E>
void write_picked(gather<T, SourceRank, R, Space, I, N> const& to, E const& e, bool distinct)
{
  static_assert(spaces_agree<Space, typename E::space_type>,
                "acre: the values live in another space than the array; use copy_to(space, x)");
  require_writable(e.shape(), to.plan.shape());
  if (size_of(to.plan.shape()) == 0) return;  // bad indices were reported when it was selected
  require_writable_memory(to.source.shape(), to.source.strides());
  apart_from_source(to, e, [distinct](auto const& g, auto const& values) {
    if (write_rows(g, values, distinct)) return;
    bool const checks = g.mode == index_mode::raise && !distinct;
    if (!distinct && std::remove_cvref_t<decltype(values)>::leaf_count > 0 && g.plan.picks > 1) {
      write_last(g, values, checks);
      return;
    }
    auto const bad = bad_index_flag(g.space(), checks);
    if (checks) for_picks(g, g.mode, pick_row{pick_step::check, {}, bad.data()});
    for_places(g, values, {}, bad.data(), place_row<T>{node::first(g.source) + g.plan.offset});
  });
}

}  // namespace acre::detail
