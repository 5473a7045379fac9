#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/host_common/short_rows.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

/// Reductions of lists of up to a thousand elements, most of them of no more than there are lanes:
/// each is the tree over the lanes that have an element. A processor guesses where a loop ends, and
/// lists of many lengths have it guess wrong at nearly each. So the lanes of many lists are laid
/// side by side, as many for each as few of them exceed, with the identity where a list has no
/// element; the trees of all are then a few loops over neighbours. Where
/// most have more elements, each goes alone through trees of eight in registers.
namespace acre::backends::host {

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

/// The same of at most reduce_lanes values, more than none: trees of eight lanes, and that of
/// these.
template <class Reducer, class Value>
[[gnu::always_inline]] inline auto reduce_by_trees(Reducer const& reducer, Value const* values,
                                                   int count)
{
  using namespace detail;
  using value = typename Reducer::value_type;
  static_assert(reduce_lanes == most_in_tree * most_in_tree);
  value part[most_in_tree];
  int const whole = count / most_in_tree, rest = count % most_in_tree;
  auto const lanes = [&](int first) {
    return [&reducer, x = values + first](int l) { return first_in_lane(reducer, x[l]); };
  };
  for (int p = 0; p < whole; ++p) part[p] = tree<most_in_tree>(reducer, lanes(p * most_in_tree));
  if (rest > 0)
    with_constant(rest,
                  [&](auto few) { part[whole] = tree<few>(reducer, lanes(whole * most_in_tree)); });
  value result;
  with_constant(whole + (rest > 0),
                [&](auto few) { result = tree<few>(reducer, [&](int p) { return part[p]; }); });
  return result;
}

/// Whether lanes without an element cost less than a wrong guess.
template <class Reducer, class Value>
inline constexpr bool combines_quickly =
    std::is_arithmetic_v<typename Reducer::value_type> && !appends<Reducer, Value>;

/// An integer as large as a number.
template <class T>
using as_large_as = std::conditional_t<
    sizeof(T) == 1, std::int8_t,
    std::conditional_t<sizeof(T) == 2, std::int16_t,
                       std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>>;

/// a where l < n, else b: by their bits, as of a condition compilers make branches.
template <class T, class Int>
T before(Int l, Int n, T a, T b)
{
  if constexpr (sizeof(T) == sizeof(Int)) {
    auto const all = static_cast<Int>(-static_cast<Int>(l < n));
    return std::bit_cast<T>(static_cast<Int>((std::bit_cast<Int>(a) & all) |
                                             (std::bit_cast<Int>(b) & static_cast<Int>(~all))));
  } else {
    return l < n ? a : b;
  }
}

/// The most elements of a list that are taken so.
template <class Reducer, class Value>
inline constexpr int most_of_short =
    combines_quickly<Reducer, Value> ? values_at_once : reduce_lanes;

/// The lanes of some lists, and their trees.
template <class Reducer>
class lanes_of_lists {
 public:
  using value = typename Reducer::value_type;

  explicit lanes_of_lists(Reducer const& reducer) : reducer_(reducer) {}

  /// How many lists of W lanes there is room for.
  static constexpr int room(int W) { return lanes_ / W; }

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

  /// A list of more than a few values alone.
  template <class Value>
  [[gnu::noinline]] value reduce_long(Value const* x, int n)
  {
    value eight[8], four[4], two[2];
    fold(x, n, eight);
    combine_lanes<4>(eight, four);
    combine_lanes<2>(four, two);
    return reducer_.combine(two[0], two[1]);
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
        own[0] = n <= 16 ? reduce_short(reducer_, x, n) : reduce_long(x, n);
        for (int l = 1; l < W; ++l) own[l] = none;
      }
    }
  }
  /// The first levels of a list, in registers. Behind it there are reduce_lanes values to read.
  template <class Value>
  void fold(Value const* x, int n, value* eight)
  {
    using lane_index = as_large_as<value>;  // for as many in a vector
    constexpr int W = reduce_lanes;
    static_assert(W == 64);
    value const none = reducer_.identity();
    value lane[W], half[W / 2], quarter[W / 4];
    if (n < W) {
      auto const end = static_cast<lane_index>(n);
      for (lane_index l = 0; l < W; ++l)
        lane[l] = reducer_.combine(none, before(l, end, static_cast<value>(x[l]), none));
    } else {
      for (int l = 0; l < W; ++l) lane[l] = reducer_.combine(none, static_cast<value>(x[l]));
      for (n -= W, x += W; n >= W; n -= W, x += W)
        for (int l = 0; l < W; ++l) lane[l] = reducer_.combine(lane[l], static_cast<value>(x[l]));
      auto const end = static_cast<lane_index>(n);
      for (lane_index l = 0; l < W; ++l)
        lane[l] = reducer_.combine(lane[l], before(l, end, static_cast<value>(x[l]), none));
    }
    combine_lanes<32>(lane, half);
    combine_lanes<16>(half, quarter);
    combine_lanes<8>(quarter, eight);
  }
  template <int N>
  void combine_lanes(value const* from, value* to)
  {
    value held[N];
    for (int l = 0; l < N; ++l) held[l] = reducer_.combine(from[2 * l], from[2 * l + 1]);
    for (int l = 0; l < N; ++l) to[l] = held[l];
  }
  [[gnu::noinline]] void combine(value const* from, value* to, int count)
  {
#pragma GCC ivdep
    for (int l = 0; l < count; ++l) to[l] = reducer_.combine(from[2 * l], from[2 * l + 1]);
  }

  static constexpr int lanes_ = list_lanes_bytes / static_cast<int>(sizeof(value));
  Reducer const& reducer_;
  alignas(64) value lane_[lanes_ + reduce_lanes], half_[lanes_ / 2];
};

/// Number of values that are read after the last of `count`, with the last lists: whole elements,
/// as nothing else need be combined.
template <class Value>
void fill_behind(Value* values, int count)
{
  if (count > 0) std::fill_n(values + count, reduce_lanes, values[count - 1]);
}

/// Each of some lists by its trees; numbers that are chosen from without a question for NaN where
/// there is none.
template <class Reducer, class Value, class Target>
void reduce_lists_by_trees(Reducer const& reducer, lanes_of_lists<Reducer>& lanes,
                           Value const* values, int const* begin, int count, std::int64_t first,
                           Target const& target)
{
  using namespace detail;
  auto const each = [&](auto const& by) {
    for (int k = 0; k < count; ++k) {
      int const n = begin[k + 1] - begin[k];
      Value const* const list = values + begin[k];
      target(first + k, n,
             n == 0              ? reducer.identity()
             : n <= reduce_lanes ? reduce_by_trees(by, list, n)
                                 : lanes.reduce_long(list, n));
    }
  };
  if constexpr (combines_numbers<Reducer> && std::same_as<Value, typename Reducer::value_type>)
    if (!any_nan(values, begin[count])) return each(of_numbers<Reducer>{reducer});
  each(reducer);
}

/// target(first + k, n, value) for lists k < count of the values begin[k] … begin[k + 1] - 1, at
/// most most_of_short of them. Behind the last value there are reduce_lanes more to read, elements
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
    else if (sizeof(typename Reducer::value_type) <= 4 && !detail::combines_numbers<Reducer> &&
             all <= 11 * count)
      reduce(std::integral_constant<int, 16>());
    else  // the guess at a list's end costs less than its elements
      reduce_lists_by_trees(reducer, lanes, values, begin, count, first, target);
  } else {
    for (int k = 0; k < count; ++k) {
      int const n = begin[k + 1] - begin[k];
      target(first + k, n, reduce_short(reducer, values + begin[k], n));
    }
  }
}

}  // namespace acre::backends::host
