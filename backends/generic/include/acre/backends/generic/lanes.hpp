#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/host_common/accumulators.hpp>

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

/// Lanes of the reductions of one thread (backends/common/reduce.hpp), and their trees.
namespace acre::backends::generic {

/// N accumulators beside each other. On a CPU, those of several numbers have an array for each, as
/// loops over them vectorise then.
template <class Value, int N>
struct plain_accumulators {
  Value v[N];
  KOKKOS_INLINE_FUNCTION Value const& get(int i) const { return v[i]; }
  KOKKOS_INLINE_FUNCTION void set(int i, Value const& x) { v[i] = x; }
};
template <bool Host, class Value, int N>
using accumulators =
    std::conditional_t<Host, host::detail::accumulators<Value, N>, plain_accumulators<Value, N>>;

/// Whether elements are the results of tiles.
enum class elements { of_arrays, of_tiles };

/// Combines x(i), element number(i), with accumulator i, which has `before` elements, for i from
/// first to last - 1.
template <elements Are, class Reducer, class Lanes, class X, class Number>
KOKKOS_INLINE_FUNCTION void append_each(Reducer const& reducer, Lanes& to,
                                        [[maybe_unused]] std::int64_t before, int first, int last,
                                        X const& x, Number const& number)
{
  auto const each = [&](auto const& append) {
#pragma GCC ivdep
    for (int i = first; i < last; ++i) {
      auto a = to.get(i);
      append(a, i);
      to.set(i, a);
    }
  };
  constexpr int settled = settles_after<Reducer, decltype(x(0))>;
  if constexpr (Are == elements::of_tiles) {
    each([&](auto& a, int i) { a = reducer.combine(a, x(i)); });
  } else if constexpr (settled > 0) {
    if (before < settled) return each([&](auto& a, int i) { reducer.append_early(a, x(i)); });
    if (before == settled) each([&](auto& a, int) { reducer.settle(a); });
    each([&](auto& a, int i) { reducer.append_more(a, x(i)); });
  } else {
    each([&](auto& a, int i) { a = appended(reducer, a, x(i), number(i)); });
  }
}
/// What settled accumulators did not count, of `elements` in all.
template <class Reducer, class Value>
KOKKOS_INLINE_FUNCTION void count_rest([[maybe_unused]] Reducer const& reducer,
                                       [[maybe_unused]] Value& a,
                                       [[maybe_unused]] std::int64_t elements)
{
  if constexpr (requires { Reducer::settles_after; })
    if (elements > Reducer::settles_after && Reducer::settles_after > 0)
      reducer.count_more(a, static_cast<int>(elements - Reducer::settles_after));
}
/// a ∘ b, accumulators of n and m elements.
template <elements Are, class Reducer>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type joined(Reducer const& reducer,
                                                           typename Reducer::value_type const& a,
                                                           [[maybe_unused]] std::int64_t n,
                                                           typename Reducer::value_type const& b,
                                                           [[maybe_unused]] std::int64_t m)
{
  if constexpr (Are == elements::of_arrays && combines_alike<Reducer>) {
    using number = typename Reducer::number;
    return reducer.combine_alike(a, static_cast<number>(n), b, static_cast<number>(m));
  } else {
    return reducer.combine(a, b);
  }
}

/// How many of x(0) … x(length - 1) are true, reduce_tile of them at most: in bytes first.
template <class X>
KOKKOS_INLINE_FUNCTION int count_truths(int length, X const& x)
{
  constexpr int W = reduce_lanes;
  static_assert(reduce_tile / W <= 255);
  std::uint8_t of_lane[W] = {}, of_few[few] = {};
  int j = 0, count = 0;
  for (; j + W <= length; j += W)
#pragma GCC ivdep
    for (int l = 0; l < W; ++l) of_lane[l] += static_cast<std::uint8_t>(x(j + l));
  for (; j + few <= length; j += few)
#pragma GCC ivdep
    for (int l = 0; l < few; ++l) of_few[l] += static_cast<std::uint8_t>(x(j + l));
  for (; j < length; ++j) count += static_cast<int>(x(j));
  for (int l = 0; l < few; ++l) count += of_few[l];
  if (length >= W)
    for (int l = 0; l < W; ++l) count += of_lane[l];
  return count;
}

/// One tile of `count` elements of a row. Lanes beyond it have none, and are never read.
template <bool Host, class Reducer, elements Are = elements::of_arrays>
class row_tile {
 public:
  KOKKOS_INLINE_FUNCTION row_tile(Reducer const& reducer, std::int64_t count)
      : reducer_(reducer), count_(static_cast<int>(count))
  {
    if (count >= reduce_lanes)
      for (int l = 0; l < reduce_lanes; ++l) lane_.set(l, reducer.identity());
    else
      for (int l = 0; l < count; ++l) lane_.set(l, reducer.identity());
  }
  /// Its elements e … e + length - 1, x(0) …; `first` is the number of its element 0. `Most`: there
  /// is no element x(Most).
  template <int Most = reduce_tile, class X>
  KOKKOS_INLINE_FUNCTION void append(std::int64_t first, std::int64_t e, std::int64_t length,
                                     X const& x)
  {
    if constexpr (Host && Are == elements::of_arrays && counts_truths<Reducer, decltype(x(0))>) {
      using value = typename Reducer::value_type;
      auto const count = count_truths(static_cast<int>(length), x);
      lane_.set(0, static_cast<value>(lane_.get(0) + static_cast<value>(count)));
      return;
    }
    for (std::int64_t j = 0; j < length;) {
      int const from = static_cast<int>((e + j) % reduce_lanes);
      std::int64_t const begin = j - from, before = (e + begin) / reduce_lanes;
      auto const at = [x, begin](int l) { return x(begin + l); };
      auto const number = [n = first + e + begin](int l) { return n + l; };
      if (from == 0 && length - j >= reduce_lanes) {
        j += reduce_lanes * append_items<Most>(before, (length - j) / reduce_lanes, at, number);
      } else {
        int const to =
            length - j < reduce_lanes - from ? from + static_cast<int>(length - j) : reduce_lanes;
        append_each<Are>(reducer_, lane_, before, from, to, at, number);
        j += to - from;
      }
    }
  }
  /// The tree.
  KOKKOS_INLINE_FUNCTION typename Reducer::value_type result()
  {
    int lanes = count_ < reduce_lanes ? count_ : reduce_lanes;
    if constexpr (Are == elements::of_arrays && requires { Reducer::settles_after; })
      for (int l = 0; l < lanes; ++l) {
        auto a = lane_.get(l);
        count_rest(reducer_, a, elements_of(l, 1));
        lane_.set(l, a);
      }
    int together = 1;
    if (lanes == reduce_lanes) {
      static_assert(reduce_lanes == 64);
      halve<32>(1);
      halve<16>(2);
      halve<8>(4);
      lanes = together = 8;
    }
    for (; lanes > 1; lanes = (lanes + 1) / 2, together *= 2) {
      for (int l = 0; l < lanes / 2; ++l) join(l, together);
      if (lanes % 2 == 1) lane_.set(lanes / 2, lane_.get(lanes - 1));
    }
    return lane_.get(0);
  }

 private:
  /// Some of `items` elements of each lane, x(l + i × lanes) of lane l; gives how many. Integers
  /// take several of them each time that a lane is read, as what was stored is not there at once.
  template <int Most, class X, class Number>
  KOKKOS_INLINE_FUNCTION std::int64_t append_items([[maybe_unused]] std::int64_t before,
                                                   [[maybe_unused]] std::int64_t items, X const& x,
                                                   Number const& number)
  {
    using value = typename Reducer::value_type;
    constexpr int some = 4;
    if constexpr (Host && Are == elements::of_arrays && std::is_integral_v<value> &&
                  Most >= some * reduce_lanes && settles_after<Reducer, decltype(x(0))> == 0) {
      if (items >= some) {
#pragma GCC ivdep
        for (int l = 0; l < reduce_lanes; ++l) {
          value a = lane_.get(l);
          for (int i = 0; i < some; ++i)
            a = appended(reducer_, a, x(l + i * reduce_lanes), number(l + i * reduce_lanes));
          lane_.set(l, a);
        }
        return some;
      }
    }
    append_each<Are>(reducer_, lane_, before, 0, reduce_lanes, x, number);
    return 1;
  }
  /// Lane l becomes those of 2l and 2l + 1, which are `together` ones each.
  KOKKOS_INLINE_FUNCTION void join(int l, int together)
  {
    lane_.set(l, joined<Are>(reducer_, lane_.get(2 * l), elements_of(2 * l * together, together),
                             lane_.get(2 * l + 1), elements_of((2 * l + 1) * together, together)));
  }
  template <int Half>
  KOKKOS_INLINE_FUNCTION void halve(int together)
  {
#pragma GCC ivdep
    for (int l = 0; l < Half; ++l) join(l, together);
  }
  /// How many elements some lanes have, from `lane` on.
  KOKKOS_INLINE_FUNCTION int elements_of(int lane, int lanes) const
  {
    int const more = count_ % reduce_lanes - lane;
    return count_ / reduce_lanes * lanes + (more < 0 ? 0 : more < lanes ? more : lanes);
  }

  Reducer const& reducer_;
  int count_;
  accumulators<Host, typename Reducer::value_type, reduce_lanes> lane_;
};

/// Tiles of W results side by side, of `width` that are there, whose elements are dealt to `Lanes`
/// lanes.
template <bool Host, int Lanes, int W, class Reducer, elements Are = elements::of_arrays>
class tiles_beside {
 public:
  KOKKOS_INLINE_FUNCTION tiles_beside(Reducer const& reducer, int width)
      : reducer_(reducer), width_(width)
  {}
  /// Element e of them, number `first` + e: x(w). They come in order.
  template <class X>
  KOKKOS_INLINE_FUNCTION void append(std::int64_t first, std::int64_t e, X const& x)
  {
    auto& lane = lane_[e % Lanes];
    auto const number = [&](int) { return first + e; };
    if (e < Lanes)
      for (int w = 0; w < width_; ++w) lane.set(w, reducer_.identity());
    if (width_ == W)  // which the compiler knows
      append_each<Are>(reducer_, lane, e / Lanes, 0, W, x, number);
    else
      append_each<Are>(reducer_, lane, e / Lanes, 0, width_, x, number);
  }
  /// Elements e and e + 1, or e alone, become lane e / 2, where a lane has one and all combine
  /// alike.
  template <class X, class Y>
  KOKKOS_INLINE_FUNCTION void set_pair(int e, X const& x, Y const& y)
  {
    set_each(e / 2, [&](int w) { return reducer_.pair(x(w), y(w)); });
  }
  template <class X>
  KOKKOS_INLINE_FUNCTION void set_alone(int e, X const& x)
  {
    set_each(e / 2, [&](int w) { return reducer_.alone(x(w)); });
  }
  /// put(w, result of their `count` elements), of which lanes were set from `Each`.
  template <int Each = 1, class Put>
  KOKKOS_INLINE_FUNCTION void results(std::int64_t count, Put const& put)
  {
    std::int64_t const all = (count + Each - 1) / Each;
    int const lanes = static_cast<int>(all < Lanes ? all : Lanes);
    if constexpr (Are == elements::of_arrays && requires { Reducer::settles_after; })
      if (count > Lanes * Reducer::settles_after)
        for (int l = 0; l < lanes; ++l)
          for (int w = 0; w < width_; ++w) {
            auto a = lane_[l].get(w);
            count_rest(reducer_, a, elements_of(count, l, 1));
            lane_[l].set(w, a);
          }
    for (int step = 1; step < lanes; step *= 2)
      for (int l = 0; l + step < lanes; l += 2 * step) {
        int const n = elements_of<Each>(count, l, step),
                  m = elements_of<Each>(count, l + step, step);
        auto const& right = lane_[l + step];
        set_each(l,
                 [&](int w) { return joined<Are>(reducer_, lane_[l].get(w), n, right.get(w), m); });
      }
    for (int w = 0; w < width_; ++w) put(w, lane_[0].get(w));
  }

 private:
  template <class Value>
  KOKKOS_INLINE_FUNCTION void set_each(int l, Value const& value)
  {
    auto& lane = lane_[l];
    if (width_ == W)  // which the compiler knows
#pragma GCC ivdep
      for (int w = 0; w < W; ++w) lane.set(w, value(w));
    else
      for (int w = 0; w < width_; ++w) lane.set(w, value(w));
  }
  template <int Each = 1>
  KOKKOS_INLINE_FUNCTION static int elements_of(std::int64_t count, int lane, int lanes)
  {
    auto const whole = static_cast<int>(count / (Each * Lanes)) * Each;
    int const more = static_cast<int>(count - std::int64_t{whole} * Lanes) - lane * Each,
              most = lanes * Each;
    return whole * lanes + (more < 0 ? 0 : more < most ? more : most);
  }

  Reducer const& reducer_;
  int width_;
  accumulators<Host, typename Reducer::value_type, W> lane_[Lanes];
};

/// The tree of N neighbours from at(First) on, in registers.
template <int N, int First = 0, class Reducer, class At>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type tree(Reducer const& reducer, At const& at)
{
  if constexpr (N == 1) {
    return at(First);
  } else {
    constexpr int left = N > 4 ? 4 : N > 2 ? 2 : 1;
    return reducer.combine(tree<left, First>(reducer, at),
                           tree<N - left, First + left>(reducer, at));
  }
}
/// The tree of n lanes, x(0) …, at most `reduce_lanes`.
template <class Reducer, class X>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type tree_of_lanes(Reducer const& reducer, int n,
                                                                  X const& x)
{
  using value = typename Reducer::value_type;
  auto const eight = [&](int first, int count) {
    return with_few(count, [&](auto lanes) {
      return tree<lanes>(reducer, [&](int l) { return x(first + l); });
    });
  };
  if (n <= few) return eight(0, n);
  value part[few];
  int parts = 0;
  for (; (parts + 1) * few <= n; ++parts) part[parts] = eight(parts * few, few);
  if (parts * few < n) part[parts] = eight(parts * few, n - parts * few), ++parts;
  return with_few(parts,
                  [&](auto lanes) { return tree<lanes>(reducer, [&](int p) { return part[p]; }); });
}

/// A reducer of numbers none of which is a NaN (backends/common/reduce.hpp).
template <class Reducer>
struct of_numbers {
  using value_type = typename Reducer::value_type;
  Reducer const& reducer;
  KOKKOS_INLINE_FUNCTION value_type identity() const { return reducer.identity(); }
  KOKKOS_INLINE_FUNCTION value_type combine(value_type a, value_type b) const
  {
    return reducer.combine_numbers(a, b);
  }
};
/// f(reducer), or f(what does the same) where none of `count` values is a NaN.
template <class Reducer, class Value, class F>
KOKKOS_INLINE_FUNCTION void with_quick_reducer(Reducer const& reducer,
                                               [[maybe_unused]] Value const* values,
                                               [[maybe_unused]] int count, F const& f)
{
  if constexpr (std::same_as<Value, typename Reducer::value_type> &&
                requires { reducer.combine_numbers(*values, *values); }) {
    int found = 0;
    for (int i = 0; i < count; ++i) found |= static_cast<int>(values[i] != values[i]);
    if (!found) return f(of_numbers<Reducer>{reducer});
  }
  f(reducer);
}

/// n values by one thread, those of `Level` levels: a tile of one is up to `reduce_tile` results of
/// the level below, in order, and of the lowest tile(first, count).
template <int Level, bool Host, class Reducer, class Tile>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type reduce_alone(Reducer const& reducer,
                                                                 std::int64_t first, std::int64_t n,
                                                                 Tile const& tile)
{
  if constexpr (Level == 0) {
    return tile(first, n);
  } else {
    std::int64_t below = reduce_tile;
    for (int level = 1; level < Level; ++level) below *= reduce_tile;
    std::int64_t const count = (n + below - 1) / below;
    row_tile<Host, Reducer, elements::of_tiles> lanes(reducer, count);
    for (std::int64_t e = 0; e < count; ++e) {
      std::int64_t const left = n - e * below;
      auto const value = reduce_alone<Level - 1, Host>(reducer, first + e * below,
                                                       left < below ? left : below, tile);
      lanes.append(0, e, 1, [&](std::int64_t) { return value; });
    }
    return lanes.result();
  }
}
/// All of them: tile(first, count) is the value of one tile.
template <bool Host, class Reducer, class Tile>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type reduce_levels(Reducer const& reducer,
                                                                  std::int64_t n, Tile const& tile)
{
  constexpr std::int64_t second = std::int64_t{reduce_tile} * reduce_tile,
                         third = second * reduce_tile;
  return n <= reduce_tile ? reduce_alone<0, Host>(reducer, 0, n, tile)
         : n <= second    ? reduce_alone<1, Host>(reducer, 0, n, tile)
         : n <= third     ? reduce_alone<2, Host>(reducer, 0, n, tile)
                          : reduce_alone<3, Host>(reducer, 0, n, tile);
}

/// The tree of n elements, x(l), at most `reduce_lanes`, where n is hard to foretell: lanes without
/// one have the identity, so that no branch is guessed wrong. x(l) is asked for l below the next
/// multiple of eight as well.
template <class Reducer, class X>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type reduce_some(Reducer const& reducer, int n,
                                                                X const& x)
{
  using value = typename Reducer::value_type;
  value const none = reducer.identity();
  auto const eight = [&](int first) {
    return tree<few>(reducer, [&](int l) {
      value const v = appended(reducer, none, x(first + l), std::int64_t{first + l});
      return first + l < n ? v : none;
    });
  };
  if (n <= few) return eight(0);
  value part[few];
  for (int p = 0; p < few; ++p) part[p] = p * few < n ? eight(p * few) : none;
  return tree<few>(reducer, [&](int p) { return part[p]; });
}

/// target(first + k, n, the tree of n elements) for `count` lists of values begin[k] …
/// begin[k + 1] - 1, reduce_lanes of each at most, whose lengths are hard to foretell. Behind the
/// last value there are `few` more to read. Where most lists have no more than `few`, the lanes of
/// all lie side by side, and so do their trees.
inline constexpr int lists_beside = 256;
template <class Reducer, class Value, class Target>
KOKKOS_INLINE_FUNCTION void reduce_lists_beside(Reducer const& reducer, Value const* values,
                                                int const* begin, int count, std::int64_t first,
                                                Target const& target)
{
  using value = typename Reducer::value_type;
  auto const alone = [&](int k) {
    auto const* const own = values + begin[k];
    return reduce_some(reducer, begin[k + 1] - begin[k], [&](int l) { return own[l]; });
  };
  if (2 * begin[count] > 9 * count) {  // some are longer
    for (int k = 0; k < count; ++k) target(first + k, begin[k + 1] - begin[k], alone(k));
    return;
  }
  value const none = reducer.identity();
  value lane[(lists_beside + 1) * few];
  for (int k = 0; k < count; ++k) {
    int const n = begin[k + 1] - begin[k];
    value* const own = lane + k * few;
    if (n <= few) {
      value held[few];  // all are read before one is written: compilers take vectors so
      for (int l = 0; l < few; ++l)
        held[l] = appended(reducer, none, values[begin[k] + l], std::int64_t{0});
      for (int l = 0; l < few; ++l) own[l] = held[l];
      for (int l = 0; l < few; ++l) own[n + l] = none;  // the next list's are written later
    } else {
      own[0] = alone(k);
      for (int l = 1; l < few; ++l) own[l] = none;
    }
  }
  for (int lanes = few / 2; lanes > 0; lanes /= 2)
#pragma GCC ivdep
    for (int l = 0; l < lanes * count; ++l) lane[l] = reducer.combine(lane[2 * l], lane[2 * l + 1]);
  for (int k = 0; k < count; ++k) target(first + k, begin[k + 1] - begin[k], lane[k]);
}

/// `count` elements of a list: element(e).
template <bool Host, class Reducer, class Element>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type reduce_list(Reducer const& reducer,
                                                                std::int64_t count,
                                                                Element const& element)
{
  if constexpr (std::is_arithmetic_v<typename Reducer::value_type>)
    if (count <= reduce_lanes)
      return tree_of_lanes(reducer, static_cast<int>(count), [&](int l) {
        return appended(reducer, reducer.identity(), element(l), std::int64_t{l});
      });
  return reduce_levels<Host>(reducer, count, [&](std::int64_t first, std::int64_t n) {
    row_tile<Host, Reducer> tile(reducer, n);
    tile.append(first, 0, n, [&](std::int64_t e) { return element(first + e); });
    return tile.result();
  });
}

}  // namespace acre::backends::generic
