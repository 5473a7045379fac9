#pragma once

#include <acre/backends/common/reduce.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

/// Reductions of lists that are not longer than there are lanes: each is the tree over the lanes
/// that have an element. A processor guesses where a loop ends, and lists of many lengths have it
/// guess wrong at nearly each. So the lanes of many lists are laid side by side, as many for each
/// as few of them exceed, with the identity where a list has no element; the trees of all are then
/// a few loops over neighbours.
namespace acre::backends::host {

/// Lists and values that are taken together, which stay in the L1 cache.
inline constexpr int lists_at_once = 256, values_at_once = 1024;

/// values[0] … values[count - 1], at most reduce_lanes of them.
template <class Reducer, class Value>
[[gnu::noinline]] typename Reducer::value_type reduce_short(Reducer const& reducer,
                                                            Value const* values, int count)
{
  auto const element = [&](int l) {
    return appended(reducer, reducer.identity(), values[l], std::int64_t{l});
  };
  if (count == 0) return reducer.identity();
  if (count == 1) return element(0);
  typename Reducer::value_type lane[reduce_lanes / 2];
  int lanes = 0;
  for (; 2 * lanes + 1 < count; ++lanes)
    lane[lanes] = reducer.combine(element(2 * lanes), element(2 * lanes + 1));
  if (2 * lanes < count) lane[lanes] = element(2 * lanes), ++lanes;
  while (lanes > 1) {
    for (int l = 0; l < lanes / 2; ++l) lane[l] = reducer.combine(lane[2 * l], lane[2 * l + 1]);
    if (lanes % 2 == 1) lane[lanes / 2] = lane[lanes - 1];
    lanes = (lanes + 1) / 2;
  }
  return lane[0];
}

/// Whether lanes without an element cost less than a wrong guess.
template <class Reducer, class Value>
inline constexpr bool combines_quickly =
    std::is_arithmetic_v<typename Reducer::value_type> && !appends<Reducer, Value>;

/// The lanes of some lists, and their trees.
template <class Reducer>
class lanes_of_lists {
 public:
  using value = typename Reducer::value_type;

  explicit lanes_of_lists(Reducer const& reducer) : reducer_(reducer) {}

  /// How many lists of W lanes there is room for.
  static constexpr int room(int W) { return lanes_ / W; }

  /// done(k, value) for lists k < count, many of them of more than 32 lanes: first the results of
  /// eight neighbours each, then those of W such, so that a list takes about as many as it has.
  template <int W, class Value, class Done>
  void reduce_by_eights(Value const* values, int const* begin, int count, Done const& done)
  {
    value eighths[lanes_ / 8 + reduce_lanes];
    int first[lists_at_once + 1];  // of count, no more
    for (int k = 0; k < count;) {
      int some = 0;
      first[0] = 0;
      for (; k + some < count && 8 * first[some] <= lanes_ - reduce_lanes; ++some)
        first[some + 1] = first[some] + lay_eights(values, begin + k + some, 8 * first[some]);
      int const all = first[some];
      combine(lane_, half_, 4 * all);
      combine(half_, lane_, 2 * all);
      combine(lane_, eighths, all);
      std::fill_n(eighths + all, W, reducer_.identity());
      for (int m = 0; m < some;) {
        int const together = std::min(some - m, room(W));
        value const* const whole = reduce<W>(eighths, first + m, together);
        for (int n = 0; n < together; ++n) done(k + m + n, whole[n]);
        m += together;
      }
      k += some;
    }
  }

  /// The results of lists k < count of the values begin[k] … begin[k + 1] - 1, behind which there
  /// are W more to read.
  template <int W, class Value>
  value const* reduce(Value const* values, int const* begin, int count)
  {
    lay<W>(values, begin, count);
    value *from = lane_, *to = half_;
    for (int width = W / 2; width > 0; width /= 2, std::swap(from, to))
      combine(from, to, width * count);
    return from;
  }

 private:
  /// Neighbours all of which are read before one is written: the compiler can't see that no lane is
  /// one of them, and takes vectors so.
  template <int W, class Value>
  void lay_lanes(Value const* x, value* lane)
  {
    value const none = reducer_.identity();
    value held[W];
    for (int l = 0; l < W; ++l) held[l] = reducer_.combine(none, static_cast<value>(x[l]));
    for (int l = 0; l < W; ++l) lane[l] = held[l];
  }
  template <int W, class Value>
  [[gnu::noinline]] void lay(Value const* values, int const* begin, int count)
  {
    value const none = reducer_.identity();
    for (int k = 0; k < count; ++k) {
      Value const* const x = values + begin[k];
      int const n = begin[k + 1] - begin[k];
      value* const own = lane_ + k * W;
      if (n <= W) {
        lay_lanes<W>(x, own);
        for (int l = 0; l < W; ++l) own[n + l] = none;  // the next list's are written later
      } else {
        own[0] = reduce_short(reducer_, x, n);
        for (int l = 1; l < W; ++l) own[l] = none;
      }
    }
  }
  /// One list, from lane `at` on, which there are reduce_lanes of; returns how many eights it has.
  template <class Value>
  int lay_eights(Value const* values, int const* begin, int at)
  {
    value const none = reducer_.identity();
    Value const* const x = values + begin[0];
    int const n = begin[1] - begin[0], eights = (n + 7) / 8;
    value* const own = lane_ + at;
    for (int e = 0; e < eights; ++e) lay_lanes<8>(x + 8 * e, own + 8 * e);
    for (int l = 0; l < 8; ++l) own[n + l] = none;  // the next list's are written later
    return eights;
  }
  [[gnu::noinline]] void combine(value const* from, value* to, int count)
  {
#pragma GCC ivdep
    for (int l = 0; l < count; ++l) to[l] = reducer_.combine(from[2 * l], from[2 * l + 1]);
  }

  static constexpr int lanes_ = 8192 / static_cast<int>(sizeof(value));
  Reducer const& reducer_;
  alignas(64) value lane_[lanes_ + reduce_lanes], half_[lanes_ / 2];
};

/// What is read behind the last of `count` values, with the last lists: elements, as nothing else
/// need be combined.
template <class Value>
void fill_behind(Value* values, int count)
{
  if (count > 0) std::fill_n(values + count, reduce_lanes, values[count - 1]);
}

/// target(first + k, n, value) for lists k < count of the values begin[k] … begin[k + 1] - 1, at
/// most reduce_lanes of them. Behind the last value there are reduce_lanes more to read, elements
/// of whatever list. (Not inlined: compiled once for all programs.)
template <class Reducer, class Value, class Target>
[[gnu::noinline]] void reduce_short_lists(Reducer const& reducer, Value const* values,
                                          int const* begin, int count, std::int64_t first,
                                          Target const& target)
{
  if constexpr (combines_quickly<Reducer, Value>) {
    int const all = begin[count];
    if (all == 0) {
      for (int k = 0; k < count; ++k) target(first + k, 0, reducer.identity());
      return;
    }
    lanes_of_lists<Reducer> lanes(reducer);
    auto const reduce = [&]<int W>(std::integral_constant<int, W>) {
      for (int k = 0; k < count;) {
        int const some = std::min(count - k, lanes.room(W));
        auto const* const value = lanes.template reduce<W>(values, begin + k, some);
        for (int m = 0; m < some; ++m, ++k) target(first + k, begin[k + 1] - begin[k], value[m]);
      }
    };
    // of lists of random lengths a few in a hundred are longer
    if (4 * all <= 5 * count)
      reduce(std::integral_constant<int, 4>());
    else if (2 * all <= 9 * count)
      reduce(std::integral_constant<int, 8>());
    else if (all <= 11 * count)
      reduce(std::integral_constant<int, 16>());
    else if (all <= 26 * count)
      reduce(std::integral_constant<int, 32>());
    else
      lanes.template reduce_by_eights<8>(values, begin, count, [&](int k, auto const& v) {
        target(first + k, begin[k + 1] - begin[k], v);
      });
  } else {
    for (int k = 0; k < count; ++k) {
      int const n = begin[k + 1] - begin[k];
      target(first + k, n, reduce_short(reducer, values + begin[k], n));
    }
  }
}

}  // namespace acre::backends::host
